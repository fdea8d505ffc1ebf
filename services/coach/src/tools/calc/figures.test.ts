import { describe, expect, test } from '@jest/globals'
import { askTool } from '../../../eval/market/ask-tool.ts'
import { listMissing, listSources, showWork, solveWith } from './solve.ts'

type Figures = Readonly<Record<string, number | null>>

/** Worked by hand, to the cent or to two decimals of a percent. */
const worked: readonly (readonly [words: string, args: Readonly<Record<string, unknown>>, figures: Figures])[] = [
  [
    'the sale of 3 calls at 1.45 with 0.65 a contract',
    { premium: 1.45, contracts: 3, fee: 0.65 },
    { premium_total: 435, fees: 1.95, sale_net: 433.05 },
  ],
  ['fees in all', { premium: 0.75, contracts: 4, fee_total: 2.6 }, { sale_net: 297.4 }],
  [
    'a return for a term',
    { premium: 1.1, price: 58.4, days: 24 },
    { earned_pct: 1.88, annual_pct: 28.65, breakeven: 57.3 },
  ],
  ['a breakeven and the fall to it', { premium: 0.48, price: 27.15 }, { breakeven: 26.67, fall: 0.48, fall_pct: 1.77 }],
  ['a cost below the price', { premium: 1, cost: 40, price: 45 }, { breakeven: 39, fall: 6, fall_pct: 13.33 }],
  [
    'a covered call with fees',
    { shares: 300, contracts: 3, cost: 41.2, strike: 45, premium: 0.85, fee: 0.65 },
    { called_profit: 1_393.05, called_return_pct: 11.27, effective_sale: 45.85, max_loss: 12_106.95 },
  ],
  [
    'a covered call for a term',
    { cost: 48.2, strike: 50, premium: 0.95, days: 33 },
    { called_return_pct: 5.71, called_annual_pct: 63.11, earned_pct: 1.97, annual_pct: 21.8 },
  ],
  [
    'shares without a call',
    { shares: 250, cost: 30, strike: 33, premium: 0.9 },
    { coverable: 2, left_over: 50, called_profit: 780 },
  ],
  [
    'buying back',
    { premium: 2.3, buy_back: 0.45, contracts: 5 },
    { kept: 1.85, kept_total: 925, captured_pct: 80.43, called_profit: null },
  ],
  [
    'buying back some of the calls',
    { premium: 1.4, contracts: 5, buy_back: 0.5, closed: 3 },
    { kept_total: 550, left_total: null },
  ],
  ['buying back at a loss', { premium: 1, buy_back: 1.5 }, { kept: -0.5, kept_total: -50, captured_pct: -50 }],
  ['the price for 80% of the premium', { premium: 3, return_pct: 80 }, { close_at: 0.6, close_gain: 240 }],
  [
    'a roll for a credit',
    { strike: 120, premium: 1.6, buy_back: 3.4, new_premium: 4.15, new_strike: 125, contracts: 2 },
    { roll_net: 0.75, roll_total: 150, net_premium: 2.35, net_total: 470, effective_sale: 127.35, strike_gain: 5 },
  ],
  [
    'a roll for a debit',
    { buy_back: 3.1, new_premium: 2.05, contracts: 4 },
    { roll_net: -1.05, roll_debit: 1.05, roll_debit_total: 420 },
  ],
  [
    'a roll with two fees',
    { buy_back: 2.9, new_premium: 3.35, contracts: 3, fee: 0.65 },
    { fees: 3.9, roll_total: 131.1 },
  ],
  [
    'a wheel',
    { cost: 50, premium: 1.2, more_premiums: [0.65, 0.4, 0.55], dividend: 0.38 },
    { breakeven: 46.82, basis_before_dividends: 47.2 },
  ],
  [
    'three purchases',
    {
      lots: [
        { shares: 100, price: 88 },
        { shares: 50, price: 79 },
        { shares: 50, price: 72.5 },
      ],
      contracts: 2,
      strike: 85,
      premium: 1.3,
    },
    { average_cost: 81.875, cash: 16_375, called_profit: 885, called_return_pct: 5.4 },
  ],
  ['time value', { premium: 5.6, price: 104, strike: 100 }, { intrinsic: 4, time_value: 1.6, time_value_total: 160 }],
  [
    'time value below the dividend',
    { premium: 2.05, price: 64.3, strike: 62.5, dividend: 0.51 },
    { time_value: 0.25, dividend_excess: 0.26 },
  ],
  ['net delta', { shares: 1_000, contracts: 10, delta: 0.28, move: 2 }, { net_delta: 720, move_gain: 1_440 }],
  [
    'a fall with more shares than calls',
    { shares: 500, contracts: 3, cost: 20, strike: 22, premium: 0.5, close_price: 18 },
    { outcome: -850, outcome_pct: -8.5, holding: -1_000, given_up: -150 },
  ],
  [
    'a rise above the strike',
    { cost: 47.25, strike: 50, premium: 1.35, close_price: 58 },
    { outcome: 410, holding: 1_075, given_up: 665 },
  ],
  ['a fall in percent', { shares: 100, cost: 50, premium: 1, close_pct: -10 }, { close_price: 45, outcome: -400 }],
  ['a rise without a known strike', { cost: 50, premium: 1, close_price: 55 }, { outcome: null }],
  [
    'contracts for an amount',
    { premium: 0.4, target: 500 },
    { contracts_needed: 13, shares_needed: 1_300, reached: 520 },
  ],
  ['an amount that needs whole contracts exactly', { premium: 1.4, target: 1_400 }, { contracts_needed: 10 }],
  ['premium for an amount', { shares: 300, target: 400 }, { premium_needed: 1.33 }],
  ['premium for a percent', { price: 73.5, return_pct: 1 }, { premium_needed: 0.735 }],
  [
    'capital for an income',
    { target: 1_500, return_pct: 0.9, periods_a_year: 12, good_periods: 9 },
    { capital: 166_666.67, capital_if_partly: 222_222.22 },
  ],
  [
    'a percent a month',
    { return_pct: 1.5, periods_a_year: 12 },
    { annual_pct: 18, compounded_pct: 19.56, doubling_periods: 47 },
  ],
  ['a percent for days', { return_pct: 2, days: 30 }, { annual_pct: 24.33 }],
  ['an account', { budget: 250_000, return_pct: 0.8, periods_a_year: 12 }, { income: 2_000, income_a_year: 24_000 }],
  [
    'contracts for a budget',
    { budget: 12_000, price: 27.15, premium: 0.4 },
    { affordable: 4, cash_left: 1_140, affordable_income: 160 },
  ],
  ['a premium many times', { premium: 0.55, times: 8, shares: 300 }, { premium_sum: 4.4, premium_total: 1_320 }],
  [
    'a long call in place of shares',
    { leap_cost: 31.5, leap_strike: 80, price: 105, strike: 115, premium: 1.4 },
    {
      leap_debit: 30.1,
      leap_debit_total: 3_010,
      leap_width: 35,
      leap_profit: 4.9,
      leap_profit_total: 490,
      breakeven: null,
    },
  ],
  [
    'the parts of a sale',
    {
      fills: [
        { contracts: 2, premium: 1.35 },
        { contracts: 3, premium: 1.28 },
        { contracts: 1, premium: 1.41 },
      ],
      fee: 0.65,
    },
    { average_premium: 1.325, premium_total: 795, fees: 3.9, sale_net: 791.1 },
  ],
  [
    'three sales with a fee each',
    { cost: 61.25, shares: 200, premium: 0.88, more_premiums: [1.04, 0.57], fee: 0.65 },
    { premium_total: 498, fees: 3.9, breakeven: 58.7795 },
  ],
  ['a fee for both ways', { premium: 0.45, contracts: 1, fee: 0.65, both_ways: true }, { fees: 1.3, sale_net: 43.7 }],
  [
    'a fee of the order and of each contract',
    { premium: 0.8, contracts: 5, fee: 0.65, fee_total: 4.95 },
    { fees: 8.2, sale_net: 391.8 },
  ],
  [
    'what the call can still earn',
    { premium: 3, buy_back: 0.55, contracts: 4, days: 12 },
    { left_total: 220, left_a_day: 18.33, kept_total: 980 },
  ],
  [
    'a roll for a net debit',
    { strike: 100, new_strike: 105, debit: 1.2 },
    { roll_gain: 3.8, roll_gain_total: 380, roll_pays_above: 101.2 },
  ],
  ['a roll for a credit of its own', { strike: 60, new_strike: 62, premium: 0.45 }, { roll_gain: 2.45 }],
  [
    'a close in parts',
    {
      premium: 2.6,
      contracts: 5,
      closings: [
        { contracts: 3, premium: 0.9 },
        { contracts: 2, premium: 1.4 },
      ],
    },
    { kept_total: 750, closed: 5 },
  ],
  [
    'the fees of a close of some contracts',
    { premium: 0.4, contracts: 12, buy_back: 0.65, closed: 3, fee: 0.65 },
    { fees: 9.75, kept_total: 275.25, locked_in: -75 },
  ],
  ['a sale at the bid', { bid: 2.1, ask: 2.4, contracts: 10 }, { slippage: 0.15, slippage_total: 150 }],
  ['shares for a budget', { budget: 20_000, price: 37 }, { affordable_shares: 540, affordable: 5 }],
  ['contracts whose premium pays for shares', { budget: 25_000, price: 61.8, premium: 1.45 }, { affordable_net: 4 }],
  [
    'the return that a goal needs',
    { target: 500, budget: 40_000, periods_a_year: 12 },
    { goal_pct: 1.25, goal_year_pct: 15 },
  ],
  ['a strike at a distance', { price: 66, otm_pct: 8 }, { strike_away: 71.28 }],
  ['the fall to a given breakeven', { price: 39.9, breakeven: 37.4 }, { fall: 2.5, fall_pct: 6.27 }],
  ['premiums for a given loss', { gap: 3.6, premium: 0.4 }, { rounds: 9 }],
  [
    'premiums and dividends of a year',
    { cost: 52, premium: 0.6, periods_a_year: 12, dividend: 1.52, dividend_periods: 1 },
    { all_year_pct: 16.77 },
  ],
  ['a strike below the price', { price: 38.2, strike: 35, premium: 1.1, cost: 33 }, { given_up: 210 }],
  ['rates of tax', { amount: 3_840, tax_pct: 29 }, { tax: 1_113.6, after_tax: 2_726.4 }],
  [
    'tax on a call that is assigned',
    { cost: 61, strike: 70, premium: 2, shares: 100, tax_pct: 24 },
    { taxable: 1_100, after_tax: 836 },
  ],
  [
    'premiums and dividends against another rate',
    {
      amount: 95,
      periods_a_year: 12,
      shares: 100,
      price: 86,
      dividend: 0.52,
      dividend_periods: 4,
      other_pct: 4.25,
    },
    { all_a_year: 1_348, year_pct: 15.67, other_income: 365.5, ahead: 982.5, ahead_pct: 11.42 },
  ],
  ['the strike for a return', { cost: 50, premium: 1.5, return_pct: 10 }, { strike_needed: 53.5 }],
  ['the premiums down to a cost', { cost: 96, goal_cost: 90, premium: 1.1 }, { gap: 6, rounds: 6 }],
  [
    'a part of the money',
    { budget: 85_000, part_pct: 10, price: 42.5 },
    { to_invest: 8_500, affordable: 2, cash_left: 0 },
  ],
  ['the mid of bid and ask', { bid: 1.15, ask: 1.35, contracts: 4 }, { mid: 1.25, premium_total: 500 }],
  ['time decay', { theta: 0.04, contracts: 6 }, { theta_total: 24 }],
  ['the distance to the strike', { price: 71.2, strike: 75 }, { distance: 3.8, distance_pct: 5.34 }],
  [
    'shares and call at present prices',
    { cost: 120, price: 131, strike: 125, premium: 3, buy_back: 7.2, shares: 100 },
    { now_shares: 1_100, kept_total: -420, now_total: 680 },
  ],
  [
    'the parts of the profit',
    { cost: 40, strike: 44, premium: 1.6, shares: 500 },
    { called_profit: 2_800, shares_gain: 2_000, premium_total: 800 },
  ],
  [
    'a sale at the strike against the price',
    { strike: 150, premium: 2.9, shares: 400, close_price: 171 },
    { given_up: 7_240, outcome: null },
  ],
  [
    'shares that were bought before',
    { price: 66, strike: 68, premium: 1.1, is_owned: true },
    { called_profit: null, breakeven: null, intrinsic: 0 },
  ],
]

describe('calc_figures', () => {
  test.each(worked)('calculates %s', async (_words, args, figures) => {
    const result = await askTool('calc_figures', args)
    const expected = Object.entries(figures).map(([name, value]) => [
      name,
      value === null ? null : expect.closeTo(value, 2),
    ])
    expect(result).toMatchObject(Object.fromEntries(expected))
  })

  test('compares two calls on the same stock', async () => {
    const alternatives = [
      { premium: 0.9, days: 21, strike: null },
      { premium: 2.1, days: 63, strike: null },
    ]
    const result = await askTool('calc_figures', { price: 75, alternatives })
    expect(result).toMatchObject({
      rows: [
        {
          return_pct: expect.closeTo(1.2, 2),
          annual_pct: expect.closeTo(20.86, 2),
          per_day: expect.closeTo(0.0429, 4),
        },
        {
          return_pct: expect.closeTo(2.8, 2),
          annual_pct: expect.closeTo(16.22, 2),
          per_day: expect.closeTo(0.0333, 4),
        },
      ],
    })
  })

  test('calculates each of several values of one figure', async () => {
    const cases = { name: 'close_price', values: [90, 100, 110], days: null }
    const result = await askTool('calc_figures', { cost: 95, shares: 100, strike: 105, premium: 2.5, cases })
    expect(result).toMatchObject({ cases: [{ outcome: -250 }, { outcome: 750 }, { outcome: 1_250 }] })
  })

  test('calculates each value with its own term', async () => {
    const cases = { name: 'return_pct', values: [4.2, 6.5], days: [38, 66] }
    const result = await askTool('calc_figures', { return_pct: 4.2, cases })
    expect(result).toMatchObject({
      cases: [{ annual_pct: expect.closeTo(40.34, 2) }, { annual_pct: expect.closeTo(35.95, 2) }],
    })
  })

  test('asks for more if nothing follows from the figures', async () => {
    expect(await askTool('calc_figures', { strike: 50 })).toMatchObject({ error: 'INVALID' })
  })

  test.each([
    ['called_profit', { strike: 50, premium: 1 }, ['cost']],
    ['breakeven', { cost: 40 }, ['premium']],
    ['roll_net', { buy_back: 2 }, ['new_premium']],
    ['capital_if_partly', { target: 100, return_pct: 1, periods_a_year: 12 }, ['good_periods']],
    ['breakeven', { cost: 40, premium: 1 }, []],
  ])('names what %s lacks: %j', (name, given, missing) => {
    expect(listMissing(name, given)).toEqual(missing)
  })
})

describe('the formula of a result', () => {
  const solved = solveWith({ cost: 40, strike: 44, premium: 1.6, contracts: 5, days: 30 })

  test('names the given figures that it uses', () => {
    const sources = listSources(['called_profit'], solved)
    expect(['cost', 'strike', 'premium', 'contracts'].every((name) => sources.has(name))).toBe(true)
    expect(sources.has('days')).toBe(false)
  })

  test('is shown without the parts that are unknown', () => {
    expect(showWork('called_profit', solved, (name) => `<${name}>`)).toBe(
      '(<last_strike> − <entry> + <net_premium>) × <size> shares',
    )
  })
})
