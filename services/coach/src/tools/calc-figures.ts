import { annualizePct } from '@callwright/scoring'
import Type, { type Static, type TSchema } from 'typebox'
import { mergeLists, solve } from './calc-formulas.ts'
import {
  defineTool,
  maybe,
  maybeCount,
  maybeDays,
  maybeDelta,
  maybeNumber,
  maybePremium,
  maybePrice,
  ownStamp,
  Unanswerable,
  usd,
} from './tool.ts'

const MAX_LISTED = 24
const maybeList = <Item extends TSchema>(item: Item, description: string) =>
  Type.Union([Type.Array(item, { maxItems: MAX_LISTED }), Type.Null()], { description })
const positive = (description: string, maximum = 1_000_000_000) =>
  maybeNumber({ exclusiveMinimum: 0, maximum, description })
const premiumValue = Type.Number({ minimum: 0, maximum: 100_000 })
const lot = Type.Object({
  shares: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  price: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
})
/** `days` is null for an alternative without a term, which cannot be compared by time. */
const alternative = Type.Object({
  premium: premiumValue,
  days: maybeDays(),
  strike: maybePrice(),
})

/** Figures that the message gives. */
const given = {
  premium: maybePremium('Premium received, or the price of the call'),
  more_premiums: maybeList(premiumValue, 'Further premiums received on the same shares'),
  cost: maybePrice('Cost of a share'),
  price: maybePrice('Price of the stock now'),
  is_owned: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Shares bought before: the price is not their cost',
  }),
  strike: maybePrice(),
  shares: maybeNumber({ minimum: 0, maximum: 10_000_000 }),
  contracts: maybeCount('Calls sold, if not one for every 100 shares'),
  lots: maybeList(lot, 'Purchases at different prices'),
  days: maybeDays('To expiration, or that a return takes'),
  buy_back: maybePremium('Price at which the call is, or could be, bought back'),
  new_premium: maybePremium('Premium of the call after a roll'),
  new_strike: maybePrice('Strike of the call after a roll'),
  fee: maybePremium('Dollars per contract and trade'),
  fee_total: maybePremium('Fees of all contracts and trades'),
  dividend: maybePremium('All dividends together, dollars per share'),
  return_pct: maybeNumber({
    minimum: -100,
    maximum: 10_000,
    description: 'A return, or the part of the premium to keep',
  }),
  periods_a_year: positive('How often a year the premium or return comes', 365),
  good_periods: positive('How many of these periods bring the return', 365),
  times: positive('How often the premium was received', 1_000),
  delta: maybeDelta(),
  move: maybeNumber({ minimum: -100_000, maximum: 100_000, description: 'Move of the stock, dollars' }),
  close_price: maybePrice('Price of the stock at expiration'),
  close_pct: maybeNumber({ minimum: -100, maximum: 1_000, description: 'Move of the stock until expiration' }),
  target: positive('Dollars to reach in total'),
  budget: positive('Dollars to invest'),
  leap_cost: maybePrice('Price of a long call that takes the place of the shares'),
  leap_strike: maybePrice(),
  alternatives: maybeList(alternative, 'Calls to compare on the same stock'),
}

const givenFigures = {
  premium: maybe.usd(),
  cost: maybe.usd(),
  price: maybe.usd(),
  strike: maybe.usd(),
  shares: maybe.count(),
  contracts: maybe.count(),
  days: maybe.days(),
  periods_a_year: maybe.ratio(),
  buy_back: maybe.usd(),
  new_premium: maybe.usd(),
  new_strike: maybe.usd(),
  fee: maybe.usd(undefined, 'contract'),
  close_pct: maybe.pct(),
  dividend: maybe.usd(),
  return_pct: maybe.pct(),
  good_periods: maybe.count(),
  times: maybe.count(),
  delta: maybe.delta(),
  move: maybe.usd(),
  target: maybe.usd(undefined, 'position'),
  budget: maybe.usd(undefined, 'position'),
  leap_cost: maybe.usd(),
  leap_strike: maybe.usd(),
}

const figures = {
  size: maybe.count('Shares that the calls cover'),
  calls: maybe.count('size / 100'),
  held: maybe.count('Shares, with those that no call covers'),
  entry: maybe.usd('Cost of a share, or the price of the stock'),
  average_cost: maybe.usd('Of several purchases'),
  premium_sum: maybe.usd('All premiums received'),
  premium_total: maybe.usd('All premiums × shares covered', 'position'),
  sale_net: maybe.usd('All premiums × shares covered − fees', 'position'),
  fees: maybe.usd('Fee × contracts × trades', 'position'),
  net_premium: maybe.usd('All premiums − the price of buying back'),
  net_total: maybe.usd('Net premium × shares covered − fees', 'position'),
  kept: maybe.usd('Premium − the price of buying back'),
  kept_total: maybe.usd('After fees', 'position'),
  captured_pct: maybe.pct('Part of the premium kept when buying back'),
  roll_net: maybe.usd('Premium of the new call − the price of buying back the old one'),
  roll_total: maybe.usd('After fees', 'position'),
  roll_debit: maybe.usd('The same with the other sign'),
  roll_debit_total: maybe.usd('With fees', 'position'),
  strike_gain: maybe.usd('New strike − old strike'),
  effective_sale: maybe.usd('Strike + net premium'),
  breakeven: maybe.usd('Cost − net premium − dividends'),
  basis_before_dividends: maybe.usd('Cost − net premium'),
  fall: maybe.usd('Price − breakeven'),
  fall_pct: maybe.pct('Percent of the price'),
  max_loss: maybe.usd('If the stock goes to zero, covered shares', 'position'),
  last_strike: maybe.usd('Strike at which the shares would be sold'),
  called_per_share: maybe.usd('Strike − breakeven'),
  called_profit: maybe.usd('Covered shares, after fees', 'position'),
  called_return_pct: maybe.pct('Percent of the cost'),
  called_annual_pct: maybe.pct('× 365 / days, without compounding'),
  return_on: maybe.usd('Cost or price that the return is a percent of'),
  earned_pct: maybe.pct('Net premium as percent of that'),
  annual_pct: maybe.pct('× 365 / days or × periods a year, without compounding'),
  compounded_pct: maybe.pct('A year, with compounding'),
  doubling_periods: maybe.count('Periods until the amount has doubled, with compounding'),
  per_day: maybe.usd('Net premium / days'),
  per_day_total: maybe.usd(undefined, 'position'),
  intrinsic: maybe.usd('Price − strike, at least zero'),
  time_value: maybe.usd('Price of the call − intrinsic value'),
  time_value_total: maybe.usd(undefined, 'position'),
  dividend_excess: maybe.usd('Dividend − time value; above zero, exercise before the ex-date pays'),
  close_at: maybe.usd('Premium × (1 − percent to keep)'),
  close_gain: maybe.usd(undefined, 'position'),
  net_delta: maybe.count('Shares − delta × shares covered'),
  move_gain: maybe.usd('Net delta × move', 'position'),
  contracts_needed: maybe.count('For the target at this premium, rounded up'),
  shares_needed: maybe.count(),
  reached: maybe.usd('Premium of the contracts needed', 'position'),
  capital: maybe.usd('Value of the shares needed', 'position'),
  capital_if_partly: maybe.usd('If only some periods bring the return', 'position'),
  premium_needed: maybe.usd('For the target, or for the return'),
  needed_pct: maybe.pct(),
  income: maybe.usd('Budget × percent', 'position'),
  income_a_year: maybe.usd(undefined, 'position'),
  coverable: maybe.count('Calls that the shares cover'),
  uncovered: maybe.count('Shares held without a call'),
  left_over: maybe.count('Shares without a call'),
  affordable: maybe.count('Contracts for whose shares the budget suffices'),
  cash_left: maybe.usd(undefined, 'position'),
  affordable_income: maybe.usd(undefined, 'position'),
  cash: maybe.usd('Cost × shares', 'position'),
  close_price: maybe.usd('Given, or from the move'),
  outcome: maybe.usd('Profit at the closing price, after fees', 'position'),
  outcome_pct: maybe.pct('Percent of the cost'),
  holding: maybe.usd('Profit of the shares alone at the closing price', 'position'),
  given_up: maybe.usd('Profit of the shares alone − profit with the call', 'position'),
  leap_debit: maybe.usd('Cost of the long call − premiums'),
  leap_debit_total: maybe.usd(undefined, 'position'),
  leap_width: maybe.usd('Strike sold − strike bought'),
  leap_profit: maybe.usd('Least profit above the strike sold: width − net debit'),
  leap_profit_total: maybe.usd(undefined, 'position'),
  leap_breakeven: maybe.usd(),
}
const compared = Type.Object({
  premium: usd(),
  days: maybe.days(),
  strike: maybe.usd(),
  return_pct: maybe.pct('Percent of the price'),
  annual_pct: maybe.pct(),
  per_day: maybe.usd(),
  called_return_pct: maybe.pct(),
  called_annual_pct: maybe.pct(),
})

/** Calculates with the user's own figures, so that no engine has to. */
export const calcFigures = defineTool({
  name: 'calc_figures',
  description:
    'Arithmetic of covered calls on figures that the user gives: totals, fees, returns, breakeven, profit if called or at a ' +
    'price, time value, buying back, rolls, cost basis, several purchases, net delta, alternatives, amounts to reach, and ' +
    'long calls in place of shares. Returns every figure that follows. No market data is used. Money is per share.',
  args: given,
  result: { ...givenFigures, ...figures, rows: Type.Array(compared) },
  run: async ({ more_premiums, lots, alternatives, is_owned, ...single }) => {
    const { average_cost, ...merged } = mergeLists(single, { more_premiums, lots })
    const solved = solve({ ...merged, average_cost, is_owned })
    const rows = compareCalls(alternatives ?? [], solved.entry ?? null)
    const names = Object.keys(figures)
    if (rows.length === 0 && !names.some((name) => solved[name] !== undefined && !SIZES.has(name))) {
      throw new Unanswerable(
        'INVALID',
        'To calculate that, I need two figures, such as the premium and the price of a share, or a percent and the days.',
      )
    }
    const figure = (name: string) => (name === 'calls' ? (solved.size ?? 0) / 100 : (solved[name] ?? null))
    const found = Object.fromEntries(names.map((name) => [name, figure(name)])) as Record<
      keyof typeof figures,
      number | null
    >
    return { ...merged, ...found, rows, ...ownStamp('The figures you entered') }
  },
})

/** Figures that are known even if the message gives nothing. */
const SIZES = new Set(['size', 'calls', 'held', 'entry', 'return_on', 'last_strike', 'premium_sum'])

function compareCalls(calls: readonly Static<typeof alternative>[], price: number | null): Static<typeof compared>[] {
  return calls.map(({ premium, days, strike }) => {
    const [returned, called] = [premium, strike === null || price === null ? null : strike - price + premium].map(
      (gain) => (gain === null || price === null ? null : (gain / price) * 100),
    ) as [number | null, number | null]
    const yearly = (one: number | null) =>
      one === null || days === null || days === 0 ? null : annualizePct(one, days)
    return {
      premium,
      days,
      strike,
      return_pct: returned,
      annual_pct: yearly(returned),
      per_day: days === null || days === 0 ? null : premium / days,
      called_return_pct: called,
      called_annual_pct: yearly(called),
    }
  })
}
