import type { EventsInTerm } from '../position/events.ts'
import { type Curve, evaluateCurve, roundPoints } from '../rating/rating-table.ts'
import type { Truth } from '../truth.ts'
import { asSentence, onePlace, shortCount } from '../wording.ts'

export interface ScoredFigures extends EventsInTerm {
  /** Time value at the bid, percent of the price per year. */
  readonly annualizedTimeValueYieldPct: number
  readonly delta: number
  readonly headroomEm: number | null
  readonly spreadPctOfMid: number
  readonly openInterest: number | null
}

export type CandidatePartKey = 'income' | 'delta' | 'room' | 'spread' | 'open_interest' | 'events'

export interface CandidatePart {
  readonly key: CandidatePartKey
  readonly label: string
  readonly points: number
  readonly max: number
  readonly reason: string
}

/** All numbers that the candidate score uses, except those for events. */
export const CANDIDATE_CURVES = {
  income: {
    of: 'time value at the bid, percent of the price per year',
    scale: 'linear',
    knots: [
      [5, 0],
      [35, 30],
    ],
    why: 'What the call earns if the price stays put; intrinsic value is not income.',
  },
  delta: {
    of: 'delta',
    scale: 'linear',
    knots: [
      [0.05, 0],
      [0.15, 20],
      [0.3, 20],
      [0.5, 0],
    ],
    why: 'From 0.15 to 0.30, the premium is worth selling and the shares will most likely stay.',
  },
  room: {
    of: 'headroom in expected moves',
    scale: 'linear',
    knots: [
      [0.5, 0],
      [1, 20],
    ],
    why: 'Under half an expected move, the rules would close the position again; a full move is ample.',
  },
  spread: {
    of: '(ask − bid) / mid, percent',
    scale: 'log',
    knots: [
      [3, 12],
      [40, 0],
    ],
    why: 'The spread is the cost of closing.',
  },
  openInterest: {
    of: 'open contracts',
    scale: 'log',
    knots: [
      [10, 0],
      [1000, 8],
    ],
    why: 'Other traders hold the contract, so you can trade it again.',
  },
} as const satisfies Record<string, Curve>

/** Range of deltas with full points. */
const [, [MIN_DELTA], [MAX_DELTA]] = CANDIDATE_CURVES.delta.knots

/** Points for earnings, and for an ex-date, that are known to fall outside the term. */
export const EVENT_POINTS = { noEarnings: 7, noExDividend: 3 } as const

interface CurvePart {
  readonly key: CandidatePartKey
  readonly label: string
  readonly curve: Curve
  readonly value: (call: ScoredFigures) => number | null
  readonly reason: (value: number) => string
  readonly unknown: string
}

const CURVE_PARTS: readonly CurvePart[] = [
  {
    key: 'income',
    label: 'Income',
    curve: CANDIDATE_CURVES.income,
    value: ({ annualizedTimeValueYieldPct }) => annualizedTimeValueYieldPct,
    reason: (value) => `Time value at the bid pays ${onePlace(value)}% of the price per year.`,
    unknown: 'The yield is unknown.',
  },
  {
    key: 'delta',
    label: 'Delta',
    curve: CANDIDATE_CURVES.delta,
    value: ({ delta }) => delta,
    reason: (value) => `Delta ${value.toFixed(3)} (target ${MIN_DELTA.toFixed(2)}-${MAX_DELTA.toFixed(2)}).`,
    unknown: 'The delta is unknown.',
  },
  {
    key: 'room',
    label: 'Room to the strike',
    curve: CANDIDATE_CURVES.room,
    value: ({ headroomEm }) => headroomEm,
    reason: (value) =>
      `The strike is ${Math.abs(value).toFixed(2)} expected moves ${value < 0 ? 'below' : 'above'} the price.`,
    unknown: 'The distance to the strike in expected moves is unknown.',
  },
  {
    key: 'spread',
    label: 'Spread',
    curve: CANDIDATE_CURVES.spread,
    value: ({ spreadPctOfMid }) => spreadPctOfMid,
    reason: (value) => `The spread is ${onePlace(value)}% of the mid.`,
    unknown: 'The spread is unknown.',
  },
  {
    key: 'open_interest',
    label: 'Open interest',
    curve: CANDIDATE_CURVES.openInterest,
    value: ({ openInterest }) => openInterest,
    reason: (value) => `Open interest is ${shortCount(value)}.`,
    unknown: 'The open interest is unknown.',
  },
]

/**
 * Scores a candidate from 0 to 100, higher is better: income 30, delta 20, room to the strike 20, spread 12, open
 * interest 8 (`CANDIDATE_CURVES`), and 10 for a term known to contain no earnings (7) and no ex-date (3). An unknown
 * figure scores 0 and its reason says so. The score ranks the calls on one stock; the Callwright Rating ranks stocks.
 * `score` is the sum of the parts, each rounded to two decimals. Verified in `rank-calls.test.ts` at every knot and for
 * each event.
 */
export function scoreCandidate(call: ScoredFigures): {
  readonly score: number
  readonly parts: readonly CandidatePart[]
} {
  const parts = [...CURVE_PARTS.map((part) => scoreCurve(part, call)), scoreEvents(call)]
  return { score: roundPoints(parts.reduce((sum, { points }) => sum + points, 0)), parts }
}

function scoreCurve({ key, label, curve, value, reason, unknown }: CurvePart, call: ScoredFigures): CandidatePart {
  const max = Math.max(...curve.knots.map(([, points]) => points))
  const known = value(call)
  if (known === null) return { key, label, points: 0, max, reason: unknown }
  return { key, label, points: roundPoints(evaluateCurve(curve, known)), max, reason: reason(known) }
}

function scoreEvents({
  earningsBeforeExpiration: earnings,
  exDividendBeforeExpiration: exDate,
}: EventsInTerm): CandidatePart {
  const { noEarnings, noExDividend } = EVENT_POINTS
  return {
    key: 'events',
    label: 'Earnings and dividend',
    points: (earnings === false ? noEarnings : 0) + (exDate === false ? noExDividend : 0),
    max: noEarnings + noExDividend,
    reason: describeEvents(earnings, exDate),
  }
}

function describeEvents(earnings: Truth, exDate: Truth): string {
  if (earnings === false && exDate === false) return 'No earnings or ex-dividend date before expiration.'
  const phrase = (event: string, inTerm: Truth) =>
    inTerm === null ? `${event} date unknown` : `${inTerm ? '' : 'no '}${event} date before expiration`
  return asSentence(`${phrase('earnings', earnings)}; ${phrase('ex-dividend', exDate)}`)
}
