/**
 * Performance goal for a kernel. Factors and units are from PERFORMANCE sections 0 and 2, calibrated against C++ at u =
 * 4.0 ns.
 */
export interface Goal {
  /**
   * Divisor that turns the time into `ratio`: a number of `u` or of nanoseconds, or null if the kernel itself
   * compares two times.
   */
  readonly one: { readonly units: number } | { readonly ns: number } | null
  /** Upper limit of the ratio, or lower limit if `atLeast`. */
  readonly bar: number
  readonly atLeast?: true
  readonly text: string
}

/** Time of a kernel in C++, in u: the goal divided by its factor in the table. */
const cpp = (goalUnits: number, factor: number) => ({ units: goalUnits / factor })

/** C++ takes 0.45 s at u = 4.0 ns for IV + Greeks of 1.5 M contracts, 3.0 M bars and the selection. */
const CPP_WHOLE_UNIVERSE = { units: 0.45e9 / 4.0 }

export const UNIT_ROW = 'u'

export const GOALS = {
  [UNIT_ROW]: { one: { units: 1 }, bar: 1, text: 'one Math.exp' },
  'K1 European IV': { one: cpp(70, 1.5), bar: 1.5, text: '≤ 1.5 × C++ = 70 u' },
  'K1 IV / plain Halley': { one: null, bar: 0.75, text: '≤ 0.75 of plain Halley' },
  'K2 price + 5 greeks': { one: cpp(21, 2), bar: 2, text: '≤ 2 × C++ = 21 u' },
  'K3 8 indicator columns, per bar': { one: cpp(25, 2.5), bar: 2.5, text: '≤ 2.5 × C++ = 25 u' },
  'K4 whole universe, one thread': { one: CPP_WHOLE_UNIVERSE, bar: 2, text: '≤ 2 × C++ kernels' },
  'K5 IV + greeks, two workers': { one: null, bar: 1.8, atLeast: true, text: '≥ 1.8 × faster than one thread' },
  'K6 one dividend, price': { one: { units: 900 }, bar: 1, text: '≤ 900 u' },
  'K6 one dividend, IV': { one: { units: 5500 }, bar: 1, text: '≤ 5,500 u' },
  'K7 scoring set, American-correct': { one: null, bar: 12, text: '≤ 12 × all-European' },
  'K8 one full chain, American': { one: { ns: 150e6 }, bar: 1, text: '≤ 150 ms' },
} as const satisfies Readonly<Record<string, Goal>>

export type RowName = keyof typeof GOALS

/** Rows in table order, starting with the unit. */
export const ROW_NAMES = Object.keys(GOALS) as readonly RowName[]

/** Tolerance for noise, as a fraction of the limit. */
const SLACK = 0.15

/** Why a missed goal is not counted as a failure on this machine right now. */
export type Excuse = 'one core' | 'cores busy with other work'

export type Verdict = 'pass' | 'within 15%' | 'MISS' | 'WRONG' | 'FAILED' | `not judged: ${Excuse}`

/** Judges a ratio: within the limit, outside it but within the slack, or worse. NaN is a miss. */
export function judge({ bar, atLeast }: Goal, ratio: number): Verdict {
  const excess = atLeast === true ? bar / ratio : ratio / bar
  if (excess <= 1) return 'pass'
  return excess <= 1 + SLACK ? 'within 15%' : 'MISS'
}
