import { above, atLeast } from '../thresholds.ts'
import { allOf, type Truth, whenKnown } from '../truth.ts'

/** Inputs of the three questions. Dollars per share; unknown values are null. */
export interface RollToAsk {
  readonly newStrike: number
  readonly costBasis: number | null
  readonly daysAdded: number
  /** Net credit after fees. */
  readonly netCreditUsd: number | null
}

/** Minimum calendar days that a roll must add. */
export const MIN_DAYS_ADDED = 14

/** Three questions to ask before a roll (MATHS 7). Unless all answers are yes, let the shares go or close the call. */
export const ROLL_QUESTIONS = [
  {
    id: 'strike_above_cost',
    label: 'Is the new strike above the cost of the shares?',
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
  /** True: roll. False: let the shares go, or close. Null: at least one answer is missing, and the others are yes. */
  readonly roll: Truth
}

/**
 * Verdict on one roll: true if all three answers are yes, false if any is no, otherwise null (open). Source: MATHS 7
 * (asymmetricsignal.com, "When to roll a covered call"). Verified with cases on both sides of every limit in
 * `rolling.test.ts`.
 */
export function askThreeQuestions(roll: RollToAsk): RollVerdict {
  const answers = ROLL_QUESTIONS.map(({ id, answer }) => [id, answer(roll)] as const)
  return {
    answers: Object.fromEntries(answers) as Record<RollQuestionId, Truth>,
    roll: allOf(answers.map(([, answer]) => answer)),
  }
}
