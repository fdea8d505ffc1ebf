import { headroomPct } from '@callwright/scoring'
import type { CallRow, Chain } from './chains.ts'

export const orders = ['annYield', 'delta', 'strike', 'premium', 'open_interest', 'expiry'] as const

interface Wishes {
  readonly near_delta: number | null
  readonly near_otm_pct: number | null
  readonly near_otm_usd: number | null
  readonly near_premium: number | null
  readonly near_premium_pct: number | null
  readonly sort_by: (typeof orders)[number] | null
  readonly order: 'asc' | 'desc' | null
}

/** The calls from a place counted from the price on, or all calls of the chain. */
export function takePlace(
  { options, current_price: price }: Chain,
  place: number | null,
  count: number | null,
): Chain['options'] {
  if (place === null) return options
  const side = options.filter(({ strike }) => (place === 0 ? true : place > 0 ? strike > price : strike < price))
  const ordered = side.toSorted((a, b) => Math.abs(a.strike - price) - Math.abs(b.strike - price))
  const from = Math.max(0, Math.abs(place) - 1)
  return ordered.slice(from, from + (count ?? 1))
}

type Comparison = (a: CallRow, b: CallRow) => number
const byExpiration: Comparison = (a, b) => (a.expiry === b.expiry ? a.strike - b.strike : a.expiry < b.expiry ? -1 : 1)
const falling =
  (figure: (row: CallRow) => number | null): Comparison =>
  (a, b) =>
    (figure(b) ?? Number.NEGATIVE_INFINITY) - (figure(a) ?? Number.NEGATIVE_INFINITY) || byExpiration(a, b)

/** Calls nearest to the `near_` values first, each value weighed by a usual step between two calls. */
export function orderCalls(asked: Wishes, price: number): Comparison {
  const { near_delta, near_otm_pct, near_otm_usd, near_premium, near_premium_pct } = asked
  const wanted: readonly (readonly [number | null, (row: CallRow) => number | null, number])[] = [
    [near_delta, (row) => row.delta, 0.05],
    [near_otm_pct, (row) => headroomPct({ price, strike: row.strike }), 1],
    [near_otm_usd, (row) => row.strike - price, 1],
    [near_premium, (row) => row.premium, 0.05],
    [near_premium_pct, (row) => (row.premium === null ? null : (row.premium / price) * 100), 0.25],
  ]
  const set = wanted.filter(([value]) => value !== null)
  if (set.length === 0) return inAskedOrder(asked)
  const distance = (row: CallRow) =>
    set.reduce((sum, [value, figure, step]) => {
      const found = figure(row)
      return found === null ? Number.POSITIVE_INFINITY : sum + Math.abs(found - (value ?? 0)) / step
    }, 0)
  return (a, b) => distance(a) - distance(b) || byExpiration(a, b)
}

/** The usual order of a sort, or its reverse. */
function inAskedOrder({ sort_by, order }: Wishes): Comparison {
  const sort = sort_by ?? 'annYield'
  const usual = sort === 'strike' || sort === 'expiry' ? 'asc' : 'desc'
  const compare = comparisons[sort]
  return order === null || order === usual ? compare : (a, b) => compare(b, a)
}

const comparisons: Readonly<Record<(typeof orders)[number], Comparison>> = {
  annYield: falling((row) => row.annYield),
  delta: falling((row) => row.delta),
  premium: falling((row) => row.premium),
  open_interest: falling((row) => row.open_interest),
  strike: (a, b) => a.strike - b.strike || byExpiration(a, b),
  expiry: byExpiration,
}
