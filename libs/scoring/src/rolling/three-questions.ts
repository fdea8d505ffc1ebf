import { above, atLeast } from '../thresholds.ts'
import { allOf, type Truth, whenKnown } from '../truth.ts'

/** A roll as the three questions see it. Dollars per share; unknown is null. */
export interface RollToAsk {
  readonly newStrike: number
  /** What the shares cost. */
  readonly costBasis: number | null
  readonly daysAdded: number
  /** After fees. */
  readonly netCreditUsd: number | null
}

/** Days a roll has to add, calendar days. */
export const MIN_DAYS_ADDED = 14

/** The three questions of a roll (MATHS 7): all must be answered with yes, else let the shares go or close. */
export const ROLL_QUESTIONS = [
  {
    id: 'strike_above_cost',
    label: 'Is the new strike above what the shares cost?',
    answer: ({ newStrike, costBasis }: RollToAsk): Truth => whenKnown(costBasis, (cost) => above(newStrike, cost)),
  },
  {
    id: 'enough_days',
    label: `Does it add at least ${MIN_DAYS_ADDED} days?`,
    answer: ({ daysAdded }: RollToAsk): Truth => atLeast(daysAdded, MIN_DAYS_ADDED),
  },
  {
    id: 'net_credit',
    label: 'Does it bring a net credit?',
    answer: ({ netCreditUsd }: RollToAsk): Truth => whenKnown(netCreditUsd, (credit) => above(credit, 0)),
  },
] as const

export type RollQuestionId = (typeof ROLL_QUESTIONS)[number]['id']

export interface RollVerdict {
  readonly answers: Readonly<Record<RollQuestionId, Truth>>
  /** True: roll. False: let the shares go, or close. Null: an answer is missing and no other is no. */
  readonly roll: Truth
}

/**
 * The verdict on one roll: yes to all three questions, no to any, else open. Source: MATHS 7 (asymmetricsignal.com,
 * "When to roll a covered call"). Verified with a row on each side of each bound in `rolling.test.ts`.
 */
export function askThreeQuestions(roll: RollToAsk): RollVerdict {
  const answers = ROLL_QUESTIONS.map(({ id, answer }) => [id, answer(roll)] as const)
  return {
    answers: Object.fromEntries(answers) as Record<RollQuestionId, Truth>,
    roll: allOf(answers.map(([, answer]) => answer)),
  }
}
