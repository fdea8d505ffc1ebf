import { annualizePct, countCoverableCalls, DAYS_PER_YEAR, SHARES_PER_CONTRACT, timeValue } from '@callwright/scoring'

/** Figures that a message can give. Money is per share, except for `fee` (per contract), `target` and `budget`. */
export const givenNames = [
  ...['shares', 'contracts', 'cost', 'price', 'strike', 'premium', 'buy_back', 'new_premium', 'new_strike', 'fee'],
  ...['dividend', 'return_pct', 'days', 'delta', 'move', 'target', 'budget', 'times', 'periods_a_year'],
  ...['fee_total', 'leap_cost', 'leap_strike', 'close_price', 'close_pct', 'good_periods'],
] as const
export type Given = Readonly<Record<string, unknown>> & { readonly premium?: number | null }

/** Figures by name. Those that cannot be computed are missing. */
type Figures = Readonly<Record<string, number>>

interface Formula {
  readonly gives: string
  readonly from: readonly string[]
  readonly defaults: ReadonlyMap<string, number>
  /** Applies only if none of these is given. */
  readonly without: readonly string[]
  /** Null if the formula does not apply to these values. */
  readonly of: (...values: readonly number[]) => number | null
}

/** `from` lists the inputs of `of` in order: `fee=0` has a default, and `!times` must not be given. */
function formula(gives: string, from: string, of: (...values: number[]) => number | null): Formula {
  const parts = from.split(' ')
  const inputs = parts.filter((part) => !part.startsWith('!')).map((part) => part.split('='))
  return {
    gives,
    from: inputs.map(([name = '']) => name),
    defaults: new Map(inputs.flatMap(([name = '', value]) => (value === undefined ? [] : [[name, Number(value)]]))),
    without: parts.filter((part) => part.startsWith('!')).map((part) => part.slice(1)),
    of,
  }
}

const same = (value: number) => value
const add = (a: number, b: number) => a + b
const subtract = (a: number, b: number) => a - b
const multiply = (a: number, b: number) => a * b
const percentOf = (part: number, whole: number) => (part / whole) * 100
const annualize = (pct: number, days: number) => (days > 0 ? annualizePct(pct, days) : null)
/** Counts are rounded up; the small part keeps the rounding error of a division from adding one. */
const roundUp = (value: number) => Math.ceil(value - 1e-9)
const compound = (pct: number, periods: number) => ((1 + pct / 100) ** periods - 1) * 100

/**
 * Definitions of the covered call rather than estimates: MATHS 2, and `docs/formulas.md` for the figures that pages show.
 * `size` is the number of shares that the calls cover: 100 unless the message says more. The first formula of a figure
 * that applies gives it.
 */
const formulas: readonly Formula[] = [
  formula('entry', 'cost', same),
  formula('entry', 'price !is_owned', same),
  formula('close_price', 'price close_pct', (price, pct) => price * (1 + pct / 100)),
  formula('close_price', 'entry close_pct', (entry, pct) => entry * (1 + pct / 100)),
  formula('premium_sum', 'premium times=1', multiply),
  formula('premium_total', 'premium_sum size', multiply),
  // Closing is a second trade with a fee of its own.
  formula('trades', 'buy_back', () => 2),
  formula('fees', 'fee_total', same),
  formula('fees', 'fee size trades=1', (fee, size, trades) => (fee * size * trades) / SHARES_PER_CONTRACT),
  formula('kept', 'premium_sum buy_back !new_premium', subtract),
  formula('captured_pct', 'kept premium_sum', percentOf),
  formula('kept_total', 'kept size fees=0', (kept, size, fees) => kept * size - fees),
  formula('roll_net', 'new_premium buy_back', subtract),
  formula('roll_debit', 'buy_back new_premium', subtract),
  formula('roll_debit_total', 'roll_debit size fees=0', (debit, size, fees) => debit * size + fees),
  formula('roll_total', 'roll_net size fees=0', (net, size, fees) => net * size - fees),
  formula('strike_gain', 'new_strike strike', subtract),
  formula('sale_net', 'premium_total fees !buy_back', subtract),
  formula('net_premium', 'premium_sum roll_net', add),
  formula('net_premium', 'kept', same),
  formula('net_premium', 'premium_sum !new_premium', same),
  formula('net_premium', 'roll_net', same),
  formula('net_total', 'net_premium size fees=0', (net, size, fees) => net * size - fees),
  // After a roll, the new call is the one that can be assigned.
  formula('last_strike', 'new_strike', same),
  formula('last_strike', 'strike', same),
  formula('effective_sale', 'last_strike net_premium !leap_cost', add),
  formula(
    'breakeven',
    'entry net_premium dividend=0 !leap_cost',
    (entry, premium, dividend) => entry - premium - dividend,
  ),
  formula('basis_before_dividends', 'breakeven dividend', add),
  formula('fall', 'price breakeven', subtract),
  formula('fall', 'entry breakeven', subtract),
  formula('fall_pct', 'fall price', percentOf),
  formula('fall_pct', 'fall entry', percentOf),
  formula('max_loss', 'breakeven size fees=0', (breakeven, size, fees) => breakeven * size + fees),
  // A call that is bought back cannot be assigned; one that is rolled can.
  formula('called_per_share', 'last_strike breakeven !buy_back', subtract),
  formula('called_per_share', 'last_strike breakeven roll_net', subtract),
  formula('called_profit', 'called_per_share size fees=0', (gain, size, fees) => gain * size - fees),
  formula('called_return_pct', 'called_profit entry size', (profit, entry, size) => percentOf(profit, entry * size)),
  formula('called_annual_pct', 'called_return_pct days', annualize),
  formula('return_on', 'entry', same),
  formula('return_on', 'strike !leap_cost', same),
  formula('earned_pct', 'net_premium return_on !leap_cost', percentOf),
  formula('earned_pct', 'premium_total budget', percentOf),
  formula('annual_pct', 'earned_pct days', annualize),
  formula('annual_pct', 'earned_pct periods_a_year !target !times', multiply),
  formula('annual_pct', 'return_pct days !premium', annualize),
  formula('annual_pct', 'return_pct periods_a_year !premium', multiply),
  formula('compounded_pct', 'return_pct periods_a_year', compound),
  formula('compounded_pct', 'return_pct days', (pct, days) => (days > 0 ? compound(pct, DAYS_PER_YEAR / days) : null)),
  formula('doubling_periods', 'return_pct', (pct) => (pct > 0 ? roundUp(Math.log(2) / Math.log(1 + pct / 100)) : null)),
  formula('per_day', 'net_premium days', (premium, days) => (days > 0 ? premium / days : null)),
  formula('per_day_total', 'per_day size', multiply),
  formula('call_price', 'buy_back !new_premium', same),
  formula('call_price', 'premium', same),
  formula('intrinsic', 'price strike', (price, strike) => Math.max(0, price - strike)),
  formula('time_value', 'price strike call_price', (price, strike, premium) =>
    timeValue({ type: 'call', price, strike, premium }),
  ),
  formula('time_value_total', 'time_value size', multiply),
  formula('dividend_excess', 'dividend time_value', subtract),
  formula('close_at', 'premium return_pct', (premium, pct) => premium * (1 - pct / 100)),
  formula('close_gain', 'premium close_at size', (premium, back, size) => (premium - back) * size),
  formula('net_delta', 'held delta size', (held, delta, size) => held - delta * size),
  formula('move_gain', 'net_delta move', multiply),
  formula('contracts_needed', 'target premium', (target, premium) => roundUp(target / (premium * SHARES_PER_CONTRACT))),
  formula('shares_needed', 'contracts_needed', (contracts) => contracts * SHARES_PER_CONTRACT),
  formula('shares_needed', 'contracts', (contracts) => contracts * SHARES_PER_CONTRACT),
  formula('reached', 'shares_needed premium target', (shares, premium) => shares * premium),
  formula('capital', 'shares_needed entry target', (shares, entry) => shares * entry),
  formula('capital', 'target return_pct', (target, pct) => target / (pct / 100)),
  formula('capital_if_partly', 'target return_pct good_periods periods_a_year', (target, pct, good, periods) =>
    good > 0 ? (target / (pct / 100) / good) * periods : null,
  ),
  formula('premium_needed', 'target owned_size !premium', (target, size) => target / size),
  formula('premium_needed', 'return_pct entry !premium', (pct, entry) => (entry * pct) / 100),
  formula('needed_pct', 'premium_needed entry', percentOf),
  formula('income', 'budget return_pct', (budget, pct) => (budget * pct) / 100),
  formula('income_a_year', 'income periods_a_year', multiply),
  formula('income_a_year', 'premium_total periods_a_year !times', multiply),
  formula('uncovered', 'held size', (held, size) => Math.max(0, held - size)),
  formula('coverable', 'held', (held) => countCoverableCalls({ shares: Math.floor(held) })),
  formula('left_over', 'held coverable', (held, calls) => Math.floor(held) - calls * SHARES_PER_CONTRACT),
  formula('affordable', 'budget entry', (budget, entry) => Math.floor(budget / (entry * SHARES_PER_CONTRACT))),
  formula(
    'cash_left',
    'budget affordable entry',
    (budget, calls, entry) => budget - calls * entry * SHARES_PER_CONTRACT,
  ),
  formula('affordable_income', 'affordable premium !target', (calls, premium) => calls * premium * SHARES_PER_CONTRACT),
  formula('cash', 'entry shares', multiply),
  formula(
    'outcome',
    'close_price entry size held=0 last_strike=-1 net_premium dividend=0 fees=0',
    (close, entry, size, held, strike, ...[premium = 0, dividend = 0, fees = 0]) => {
      // Without a strike, only a close below the cost is sure to leave the call worthless.
      if (strike < 0 && close > entry) return null
      const sold = strike < 0 ? close : Math.min(close, strike)
      return (sold - entry + premium + dividend) * size + (close - entry) * Math.max(0, held - size) - fees
    },
  ),
  formula('all_shares', 'size held=0', Math.max),
  formula('outcome_pct', 'outcome entry all_shares', (profit, entry, shares) => percentOf(profit, entry * shares)),
  formula('holding', 'close_price entry all_shares', (close, entry, shares) => (close - entry) * shares),
  formula('given_up', 'holding outcome', subtract),
  formula('leap_debit', 'leap_cost premium_sum', subtract),
  formula('leap_debit_total', 'leap_debit size', multiply),
  formula('leap_width', 'strike leap_strike', subtract),
  formula('leap_profit', 'leap_width leap_debit', subtract),
  formula('leap_profit_total', 'leap_profit size', multiply),
  formula('leap_breakeven', 'leap_strike leap_debit', add),
]

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
}

/** Adds up further premiums and several purchases. */
export function mergeLists<Single extends Given>(single: Single, { more_premiums: more, lots }: CalcLists) {
  const { premium = null } = single
  const all = premium === null ? null : (more ?? []).reduce((sum, one) => sum + one, premium)
  if (lots == null || lots.length === 0) return { ...single, premium: all, average_cost: null }
  const shares = lots.reduce((sum, one) => sum + one.shares, 0)
  const cost = lots.reduce((sum, one) => sum + one.shares * one.price, 0) / shares
  return { ...single, premium: all, shares, cost, average_cost: cost }
}

/** Every figure that follows from the given ones. */
export function solve(given: Given): Figures {
  const known: Record<string, number> = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'number') known[name] = value
    else if (value === true) known[name] = 1
  }
  addSizes(known)
  for (let count = -1; count !== Object.keys(known).length; ) {
    count = Object.keys(known).length
    for (const one of formulas) applyFormula(one, known)
  }
  return known
}

function applyFormula({ gives, from, defaults, without, of }: Formula, known: Record<string, number>): void {
  if (known[gives] !== undefined || without.some((name) => known[name] !== undefined)) return
  const values = from.flatMap((name) => known[name] ?? defaults.get(name) ?? [])
  if (values.length < from.length) return
  const value = of(...values)
  if (value !== null && Number.isFinite(value)) known[gives] = value
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
