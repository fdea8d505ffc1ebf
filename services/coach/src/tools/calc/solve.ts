import { countCoverableCalls, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { amountFormulas } from './amounts.ts'
import type { Formula } from './formula.ts'
import { callFormulas } from './formulas.ts'

/** Figures that a message can give. Money is per share, except for `fee` (per contract) and amounts. */
export const givenNames = [
  ...['shares', 'contracts', 'cost', 'price', 'strike', 'premium', 'buy_back', 'new_premium', 'new_strike', 'fee'],
  ...['dividend', 'return_pct', 'days', 'delta', 'move', 'target', 'budget', 'times', 'periods_a_year', 'debit'],
  ...['fee_total', 'leap_cost', 'leap_strike', 'close_price', 'close_pct', 'good_periods', 'theta', 'bid', 'ask'],
  ...['amount', 'tax_pct', 'other_pct', 'goal_cost', 'dividend_periods', 'part_pct', 'closed', 'gap', 'otm_pct'],
] as const
export type Given = Readonly<Record<string, unknown>> & { readonly premium?: number | null }

/** Figures by name. Those that cannot be computed are missing. */
type Figures = Readonly<Record<string, number>>

const formulas: readonly Formula[] = [...callFormulas, ...amountFormulas]

/** Adds the number of shares that the calls cover: those of one contract if neither shares nor contracts are given. */
function addSizes(given: Record<string, number>): void {
  const { shares, contracts } = given
  const calls = contracts ?? (shares === undefined ? 0 : countCoverableCalls({ shares: Math.floor(shares) }))
  if (calls > 0) given.owned_size = calls * SHARES_PER_CONTRACT
  const held = shares ?? (contracts === undefined ? undefined : contracts * SHARES_PER_CONTRACT)
  if (held !== undefined) given.held = held
  given.size = given.owned_size ?? SHARES_PER_CONTRACT
}

export interface CalcLists {
  readonly more_premiums?: readonly number[] | null
  readonly lots?: readonly { readonly shares: number; readonly price: number }[] | null
  readonly fills?: readonly Part[] | null
  readonly closings?: readonly Part[] | null
}
interface Part {
  readonly contracts: number
  readonly premium: number
}

const averageOf = (parts: readonly Part[], contracts: number) =>
  sumOf(parts.map((one) => one.contracts * one.premium)) / contracts
const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

/** Adds up further premiums, several purchases and the parts of an order. */
export function mergeLists<Single extends Given>(
  single: Single,
  { more_premiums: more, lots, fills, closings }: CalcLists,
) {
  const { premium = null } = single
  const filled = fills == null || fills.length === 0 ? null : sumOf(fills.map(({ contracts }) => contracts))
  const average = fills == null || filled === null ? null : averageOf(fills, filled)
  const closed = closings == null || closings.length === 0 ? null : sumOf(closings.map(({ contracts }) => contracts))
  const all = average ?? (premium === null ? null : sumOf([premium, ...(more ?? [])]))
  const sold = {
    ...single,
    ...(filled === null ? {} : { contracts: filled }),
    ...(closings == null || closed === null ? {} : { closed, buy_back: averageOf(closings, closed) }),
    premium: all,
    average_premium: average,
    sales: 1 + (more?.length ?? 0),
  }
  if (lots == null || lots.length === 0) return { ...sold, average_cost: null }
  const shares = sumOf(lots.map((one) => one.shares))
  const cost = sumOf(lots.map((one) => one.shares * one.price)) / shares
  return { ...sold, shares, cost, average_cost: cost }
}

export interface Solved {
  readonly known: Figures
  /** The formula that gave a figure. */
  readonly by: ReadonlyMap<string, Formula>
}

/** Every figure that follows from the given ones, and how. */
export function solveWith(given: Given): Solved {
  const known: Record<string, number> = {}
  const by = new Map<string, Formula>()
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'number') known[name] = value
    else if (value === true) known[name] = 1
  }
  addSizes(known)
  for (let count = -1; count !== Object.keys(known).length; ) {
    count = Object.keys(known).length
    for (const one of formulas) {
      const value = applyFormula(one, known)
      if (value === null) continue
      known[one.gives] = value
      by.set(one.gives, one)
    }
  }
  return { known, by }
}

export const solve = (given: Given): Figures => solveWith(given).known

function applyFormula({ gives, from, defaults, without, of }: Formula, known: Figures): number | null {
  if (known[gives] !== undefined || without.some((name) => known[name] !== undefined)) return null
  const values = from.flatMap((name) => known[name] ?? defaults.get(name) ?? [])
  if (values.length < from.length) return null
  const value = of(...values)
  return value !== null && Number.isFinite(value) ? value : null
}

/** Names of the number of covered shares, which no formula gives. */
const SIZES: ReadonlySet<string> = new Set(['size', 'owned_size', 'held', 'calls'])

/** The given figures that some figures are computed from. */
export function listSources(names: readonly string[], { by }: Solved): ReadonlySet<string> {
  const sources = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    if (SIZES.has(name)) for (const one of ['shares', 'contracts']) sources.add(one)
    const formula = by.get(name)
    if (formula === undefined) sources.add(name)
    else for (const one of formula.from) visit(one)
  }
  for (const name of names) visit(name)
  return sources
}

/** The formula of a figure with placeholders for its inputs: what a reader checks the result with. */
export function showWork(name: string, { known, by }: Solved, at: (name: string) => string): string | null {
  const work = by.get(name)?.work ?? null
  if (work === null) return null
  const isKnown = (part: string) =>
    [...part.matchAll(/\{(\w+)\}/gu)].every(({ 1: one = '' }) => known[one] !== undefined)
  return work
    .replace(/\[([^\]]{0,60})\]/gu, (_all, part: string) => (isKnown(part) ? part : ''))
    .replace(/\{(\w+)\}/gu, (_all, one: string) => at(one))
}

const MAX_STEPS = 6

/** The given figures that a wanted one lacks: the shortest list of all ways to compute it; null if there is none. */
export function listMissing(wanted: string, given: Given): readonly string[] | null {
  const known = solve(given)
  const seek = (name: string, steps: number): readonly string[] | null => {
    if (known[name] !== undefined) return []
    if (givenNames.some((one) => one === name)) return [name]
    if (steps === 0) return null
    const ways = formulas.flatMap(({ gives, from, defaults, without }) => {
      if (gives !== name || without.some((one) => known[one] !== undefined)) return []
      const lists = from.filter((one) => !defaults.has(one)).map((one) => seek(one, steps - 1))
      return lists.every((list) => list !== null) ? [[...new Set(lists.flat())]] : []
    })
    return ways.toSorted((a, b) => a.length - b.length)[0] ?? null
  }
  return seek(wanted, MAX_STEPS)
}
