import type { EventsInTerm } from '../position/events.ts'
import { type Curve, evaluateCurve } from '../rating/curve.ts'
import { roundPoints } from '../rating/sub-score.ts'
import type { Truth } from '../truth.ts'
import { onePlace, shortCount } from '../wording.ts'

/** What the score looks at. */
export interface ScoredFigures extends EventsInTerm {
  /** Time value at the bid, percent of the price a year. */
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

/** Every number of the candidate score but the events'. */
export const CANDIDATE_CURVES = {
  income: {
    of: 'time value at the bid, percent of the price a year',
    scale: 'linear',
    knots: [
      [5, 0],
      [35, 30],
    ],
    why: 'What the call earns if the price stays; intrinsic value is not earned.',
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
    why: 'From 0.15 to 0.30 the premium is worth writing and the shares most likely stay.',
  },
  room: {
    of: 'headroom in expected moves',
    scale: 'linear',
    knots: [
      [0.5, 0],
      [1, 20],
    ],
    why: 'Under half a usual move the position would be closed again; a whole move is ample.',
  },
  spread: {
    of: '(ask − bid) / mid, percent',
    scale: 'log',
    knots: [
      [3, 12],
      [40, 0],
    ],
    why: 'The spread is the cost of getting out.',
  },
  openInterest: {
    of: 'open contracts',
    scale: 'log',
    knots: [
      [10, 0],
      [1000, 8],
    ],
    why: 'Others hold the contract: it can be traded again.',
  },
} as const satisfies Record<string, Curve>

/** Deltas with all the points of their part. */
const [, [LEAST_DELTA], [MOST_DELTA]] = CANDIDATE_CURVES.delta.knots

/** Points for earnings and an ex-date that are known to lie outside the term. */
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
    reason: (value) => `Time value at the bid pays ${onePlace(value)} % of the price a year.`,
    unknown: 'What it pays is unknown.',
  },
  {
    key: 'delta',
    label: 'Delta',
    curve: CANDIDATE_CURVES.delta,
    value: ({ delta }) => delta,
    reason: (value) =>
      `The delta is ${value.toFixed(3)}; ${LEAST_DELTA.toFixed(2)} to ${MOST_DELTA.toFixed(2)} is the range to aim at.`,
    unknown: 'The delta is unknown.',
  },
  {
    key: 'room',
    label: 'Room to the strike',
    curve: CANDIDATE_CURVES.room,
    value: ({ headroomEm }) => headroomEm,
    reason: (value) =>
      `The strike is ${Math.abs(value).toFixed(2)} expected moves ${value < 0 ? 'under' : 'above'} the price.`,
    unknown: 'How far the strike is in expected moves is unknown.',
  },
  {
    key: 'spread',
    label: 'Spread',
    curve: CANDIDATE_CURVES.spread,
    value: ({ spreadPctOfMid }) => spreadPctOfMid,
    reason: (value) => `The spread is ${onePlace(value)} % of the mid.`,
    unknown: 'The spread is unknown.',
  },
  {
    key: 'open_interest',
    label: 'Open interest',
    curve: CANDIDATE_CURVES.openInterest,
    value: ({ openInterest }) => openInterest,
    reason: (value) => `${shortCount(value)} contracts are open.`,
    unknown: 'The open interest is unknown.',
  },
]

/**
 * The candidate score, 0-100, higher is better: income 30, delta 20, room to the strike 20, spread 12, open interest 8
 * (`CANDIDATE_CURVES`), and 10 for a term known to hold neither earnings (7) nor an ex-date (3). Unknown scores 0 and
 * says so. It ranks the calls of one stock; the Callwright Rating ranks stocks. `score` is the sum of the parts, each
 * rounded to two decimals. Verified in `rank-calls.test.ts` at every knot and for each event.
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
  const words = (what: string, inTerm: Truth) =>
    inTerm === null ? `${what} date unknown` : `${what} ${inTerm ? 'before' : 'not before'} expiration`
  return {
    key: 'events',
    label: 'Earnings and dividend',
    points: (earnings === false ? noEarnings : 0) + (exDate === false ? noExDividend : 0),
    max: noEarnings + noExDividend,
    reason: `${words('Earnings', earnings)}; ${words('ex-dividend', exDate)}.`,
  }
}
