import { annualizePct, SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type, { type Static, type TSchema } from 'typebox'
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
} from '../tool.ts'
import { figures, givenFigures } from './results.ts'
import { mergeLists, solve } from './solve.ts'

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
const fill = Type.Object({ contracts: Type.Integer({ minimum: 1, maximum: 100_000 }), premium: premiumValue })
/** `days` is null for an alternative without a term, which cannot be compared by time. */
const alternative = Type.Object({
  premium: premiumValue,
  days: maybeDays(),
  strike: maybePrice(),
})

const MAX_CASES = 8
const caseNames = [
  'close_price',
  'close_pct',
  'return_pct',
  'days',
  'target',
  'budget',
  'price',
  'strike',
  'tax_pct',
] as const

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
  fills: maybeList(fill, 'Parts of one sale at different prices'),
  closings: maybeList(fill, 'Parts bought back at different prices'),
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
  part_pct: positive('Part of the budget to use, percent', 100),
  debit: maybePremium('Net debit of a roll'),
  closed: maybeCount('Contracts bought back, if not all; the others expired'),
  both_ways: Type.Union([Type.Boolean(), Type.Null()], { description: 'The fee is paid to open and to close' }),
  theta: maybeNumber({ minimum: -1_000, maximum: 1_000, description: 'Per share and day' }),
  bid: maybePremium('Price that buyers offer'),
  ask: maybePremium('Price that sellers ask'),
  amount: positive('Dollars received or gained in total'),
  tax_pct: maybeNumber({ minimum: 0, maximum: 100, description: 'Tax rates, added up' }),
  other_pct: maybeNumber({ minimum: 0, maximum: 1_000, description: 'Yearly rate to compare with or to pay' }),
  goal_cost: maybePrice('Adjusted cost to reach'),
  breakeven: maybePrice('Breakeven, if given'),
  otm_pct: positive('Distance of a strike above the price, percent', 1_000),
  gap: maybePremium('Loss per share to make up'),
  dividend_periods: positive('How often a year the dividend is paid', 12),
  leap_cost: maybePrice('Price of a long call that takes the place of the shares'),
  leap_strike: maybePrice(),
  alternatives: maybeList(alternative, 'Calls to compare on the same stock'),
  cases: Type.Union(
    [
      Type.Object({
        name: Type.Enum(caseNames),
        values: Type.Array(Type.Number(), { maxItems: MAX_CASES }),
        days: Type.Union([
          Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), { maxItems: MAX_CASES }),
          Type.Null(),
        ]),
      }),
      Type.Null(),
    ],
    { description: 'Several values of one figure: everything is computed for each' },
  ),
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
  result: {
    ...givenFigures,
    ...figures,
    rows: Type.Array(compared),
    cases: Type.Array(Type.Object({ ...givenFigures, ...figures })),
  },
  run: async ({ more_premiums, lots, fills, closings, alternatives, cases, ...single }) => {
    const merged = mergeLists(single, { more_premiums, lots, fills, closings })
    const solved = solve(merged)
    const rows = compareCalls(alternatives ?? [], solved.entry ?? solved.price ?? null)
    const each = (cases?.values ?? []).map((value, index) =>
      solve({ ...merged, days: cases?.days?.[index] ?? merged.days, [cases?.name ?? '']: value }),
    )
    const isAnswer = (one: Readonly<Record<string, number>>) =>
      Object.keys(figures).some((name) => one[name] !== undefined && !SIZES.has(name))
    if (rows.length === 0 && ![solved, ...each].some(isAnswer)) {
      throw new Unanswerable(
        'INVALID',
        'To calculate that, I need two figures, such as the premium and the price of a share, or a percent and the days.',
      )
    }
    return { ...readFigures(solved), rows, cases: each.map(readFigures), ...ownStamp('The figures you entered') }
  },
})

type AllFigures = Record<keyof typeof givenFigures | keyof typeof figures, number | null>

/** All figures by name; null if unknown. */
const readFigures = (solved: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.keys({ ...givenFigures, ...figures }).map((name) => [
      name,
      name === 'calls' ? (solved.size ?? 0) / SHARES_PER_CONTRACT : (solved[name] ?? null),
    ]),
  ) as AllFigures

/** Figures that are known even if the message gives nothing. */
const SIZES = new Set([
  ...['size', 'calls', 'held', 'all_shares', 'held_value', 'entry', 'return_on', 'last_strike'],
  ...['premium_sum', 'call_price', 'to_invest'],
])

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
