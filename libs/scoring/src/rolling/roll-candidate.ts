import { daysToExpiration } from '../calendar/expirations.ts'
import type { CallQuote } from '../chain/call-quote.ts'
import type { ValuedCall } from '../chain/valued-call.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import type { MarketTerms, QuotedOption } from '../option-math/chain.ts'
import type { Position } from '../position/position.ts'
import { computeReturnFigures } from '../returns/trade-figures.ts'
import { annualizePct, timeValue } from '../returns/yields.ts'
import { above, atLeast, below } from '../thresholds.ts'
import { allOf, type Truth, whenKnown } from '../truth.ts'
import { feePerShare, MIN_DAYS_ADDED, type RollOptions } from './roll-options.ts'
import { forwardRollPerDay, rollReturn } from './roll-return.ts'
import { type RollIntent, type RollScores, scoreRoll } from './roll-score.ts'

/** Inputs of the three questions. Dollars per share; unknown values are null. */
export interface RollToAsk {
  readonly newStrike: number
  readonly costBasis: number | null
  readonly daysAdded: number
  /** Net credit after fees. */
  readonly netCreditUsd: number | null
}

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

export interface RollRequest {
  readonly position: Pick<Position, 'strike' | 'expiration' | 'premium' | 'contracts'>
  /** Ask of the open call, per share; null if unknown. */
  readonly costToClose: number | null
  /** Cost of the shares, per share; null if unknown. */
  readonly costBasis: number | null
  readonly rows: readonly QuotedOption[]
  readonly market: MarketTerms
  /** Overrides of `THETAGANG_ROLL_OPTIONS`. */
  readonly options?: Partial<RollOptions>
}

type Solved = Omit<ValuedCall, keyof CallQuote>

/** A quoted call; volatility, delta and model are null if its price implies no volatility. */
export type RollCall = CallQuote & { readonly [K in keyof Solved]: Solved[K] | null }

/** A call that the position can be rolled to, relative to the open call. */
export interface RollTarget {
  readonly call: RollCall
  readonly daysAdded: number
  readonly strikeChangeUsd: number
  /** Bid of the new call − ask of the old one − fees for two legs; a credit if positive, null if unknown. */
  readonly netCreditUsd: number | null
}

/** Results of a roll: dollars per share unless stated otherwise; all null if the cost to close is unknown. */
export interface RollMoney {
  /** Net credit for all contracts of the position. */
  readonly netCreditOfPositionUsd: number | null
  /**
   * Return on the roll from `rollReturn`, before fees, not annualized; the next field annualizes it over the days to
   * the new expiration.
   */
  readonly rollReturnPct: number | null
  readonly annualizedRollReturnPct: number | null
  readonly upsidePct: number | null
  /** McMillan's comparison of the time premium earned per day, per share and after fees. */
  readonly perDay: ReturnType<typeof forwardRollPerDay> | null
  /** Rank score for each intent, percent a year, after fees. */
  readonly scores: RollScores | null
}

const UNKNOWN_MONEY: RollMoney = {
  netCreditOfPositionUsd: null,
  rollReturnPct: null,
  annualizedRollReturnPct: null,
  upsidePct: null,
  perDay: null,
  scores: null,
}

export interface RollCandidate extends RollCall, RollMoney, Omit<RollTarget, 'call'> {
  /**
   * Returns of the new call on the stock's price, after the fee of its sale, without dividends and without the cost of
   * closing the old call.
   */
  readonly newCall: ReturnType<typeof computeReturnFigures>
  /** Basis of the roll return: the old strike if the old call is in the money, else the stock's price. */
  readonly returnBasis: 'strike' | 'stock_price'
  readonly verdict: RollVerdict
}

/** Adds the results of the roll and the verdict to a roll target. Throws the same errors as `selectRolls`. */
export function describeRoll({ call, ...step }: RollTarget, request: RollRequest, options: RollOptions): RollCandidate {
  const { position, costBasis, market } = request
  const returnBasis = above(market.price, position.strike) ? 'strike' : 'stock_price'
  const basisUsd = returnBasis === 'strike' ? position.strike : market.price
  return {
    ...call,
    ...step,
    returnBasis,
    ...computeMoney(call, step.netCreditUsd, basisUsd, request, options),
    newCall: computeReturnFigures(
      {
        ...{ price: market.price, strike: call.strike, premium: call.bid, basis: 'stock_price' },
        costsInProfit: feePerShare(options),
      },
      call.daysToExpiration,
    ),
    verdict: askThreeQuestions({ newStrike: call.strike, costBasis, ...step }),
  }
}

function computeMoney(
  { bid: newPremium, strike: newStrike, daysToExpiration: newDays, delta }: RollCall,
  netCreditUsd: number | null,
  basis: number,
  { position: { strike: oldStrike, expiration, contracts }, costToClose, market: { price, asOfMs } }: RollRequest,
  options: RollOptions,
): RollMoney {
  if (costToClose === null || netCreditUsd === null) return UNKNOWN_MONEY
  const { rollReturnFrac, upsideFrac } = rollReturn({ newPremium, costToClose, price, oldStrike, newStrike, basis })
  const costs = 2 * feePerShare(options)
  return {
    netCreditOfPositionUsd: netCreditUsd * contracts * SHARES_PER_CONTRACT,
    rollReturnPct: rollReturnFrac * 100,
    annualizedRollReturnPct: annualizePct(rollReturnFrac * 100, newDays),
    upsidePct: upsideFrac * 100,
    perDay: forwardRollPerDay({
      remainingTimePremium: timeValue({ type: 'call', price, strike: oldStrike, premium: costToClose }),
      remainingDays: daysToExpiration(expiration, asOfMs),
      newTimePremium: timeValue({ type: 'call', price, strike: newStrike, premium: newPremium }),
      newDays,
      costs,
    }),
    scores: scoreRoll({
      returnPct: annualizePct((rollReturnFrac - costs / basis) * 100, newDays),
      upsidePct: annualizePct(upsideFrac * 100, newDays),
      delta,
    }),
  }
}

/**
 * Sorts by verdict, then strikes below the old one last, because their credit is paid with a lower sale price, then by
 * `rankBy` (unknown figures last), then by tighter spread and earlier contract symbol. With `creditOnly`, the credit is
 * compared before the delta (MATHS 7). Verified in `rolling.test.ts`.
 */
export function compareRolls(a: RollCandidate, b: RollCandidate, options: RollOptions): number {
  const { creditOnly, targetDays } = options
  const rankBy = creditOnly && options.rankBy === 'delta' ? 'credit' : options.rankBy
  const verdict = ({ verdict: { roll } }: RollCandidate) => (roll === null ? 1 : roll ? 0 : 2)
  const lowers = ({ strikeChangeUsd }: RollCandidate) => (below(strikeChangeUsd, 0) ? 1 : 0)
  const distance = ({ daysToExpiration }: RollCandidate) =>
    rankBy === 'delta' || rankBy === 'credit' ? Math.abs(daysToExpiration - targetDays) : 0
  return (
    verdict(a) - verdict(b) ||
    lowers(a) - lowers(b) ||
    distance(a) - distance(b) ||
    MERITS[rankBy].reduce((decided, merit) => decided || merit(b) - merit(a), 0) ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}

type Merit = (roll: RollCandidate) => number

const UNKNOWN_MERIT = Number.MIN_SAFE_INTEGER
const byDelta: Merit = ({ delta }) => delta ?? UNKNOWN_MERIT
const byCredit: Merit = ({ netCreditUsd }) => netCreditUsd ?? UNKNOWN_MERIT
const byReturn: Merit = ({ annualizedRollReturnPct }) => annualizedRollReturnPct ?? UNKNOWN_MERIT

const byIntent =
  (intent: RollIntent): Merit =>
  ({ scores }) =>
    scores?.[intent] ?? UNKNOWN_MERIT

const MERITS: Readonly<Record<RollOptions['rankBy'], readonly Merit[]>> = {
  delta: [byDelta, byCredit],
  credit: [byCredit, byDelta],
  annualized_return: [byReturn],
  keep_shares: [byIntent('keep_shares'), byReturn],
  happy_to_sell: [byIntent('happy_to_sell'), byReturn],
}
