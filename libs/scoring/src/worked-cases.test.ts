import { describe, expect, test } from '@jest/globals'
import { judgeEarlyAssignment } from './assignment/early-assignment.ts'
import { daysBetween } from './calendar/iso-date.ts'
import { type OptionTrade, realizeLegGroups } from './ledger/leg-group.ts'
import { computeEuropeanDelta } from './option-math/european.ts'
import { buyWriteStrike } from './returns/headroom.ts'
import { maxProfitUsd } from './returns/payoff.ts'
import { probabilityItm, probabilityProfit, probabilityTouch } from './returns/probabilities.ts'
import { computeEarlyCalledReturn, computeReturnFigures, timeValueProtectionPct } from './returns/trade-figures.ts'
import { breakeven, type CoveredCall, returnBasisUsd, staticReturnPct } from './returns/yields.ts'
import { forwardRollPerDay, rollReturn } from './rolling/roll-return.ts'
import { judgeQualifiedCoveredCall } from './tax/qualified-covered-call.ts'
import { computeIvRank } from './volatility/iv-rank.ts'

type Outcome = number | boolean | string | null | undefined

/**
 * One published figure: name, our result, published value and tolerance (half of its last digit unless a comment gives a
 * reason for more). If the source rounds, also the value computed by hand from the inputs to 1e-8. Results that are not
 * numbers must be equal.
 */
type Figure = readonly [name: string, got: Outcome, published: Outcome, tolerance?: number, recomputed?: number]

/** A published case of MATHS 13, with its number there. */
interface WorkedCase {
  readonly id: number
  readonly inputs: string
  readonly source: string
  readonly figures: readonly Figure[]
}

const netDebitCall = (price: number, strike: number, premium: number): CoveredCall => ({
  price,
  strike,
  premium,
  basis: 'net_debit',
})

const bornToSell = computeReturnFigures(netDebitCall(39, 40, 2), 30)
const barchart = computeReturnFigures(netDebitCall(97.09, 105, 1.54), 73).staticReturn
const globe = computeReturnFigures(netDebitCall(8.13, 10, 0.66), 59).staticReturn
const inTheMoney = computeReturnFigures(netDebitCall(17.25, 15, 3.5), 30)

/** The sources' dates, from which the published day counts of 8, 24, 21 and 29 follow. */
const intel = { ...netDebitCall(44.64, 42.5, 2.94), dividends: 0.33, costsInBasis: 1.34 / 200 }
const intelEarly = computeEarlyCalledReturn(intel, {
  tradeDate: '2020-10-27',
  exDate: '2020-11-05',
  dividends: [{ exDate: '2020-11-05', cash: 0.33 }],
})
const intelExpiration = computeReturnFigures(intel, daysBetween('2020-10-27', '2020-11-20')).ifCalledReturn

/**
 * The published basis includes $4.95 of costs, but the published returns are only reached if $5.65 is deducted from
 * the profit ($4.95 gives 18.50% a year).
 */
const fedex = { ...netDebitCall(178.6, 170, 10.44), dividends: 0.65, costsInBasis: 0.0495, costsInProfit: 0.0565 }
const fedexEarly = computeEarlyCalledReturn(fedex, {
  tradeDate: '2019-02-14',
  exDate: '2019-03-08',
  dividends: [{ exDate: '2019-03-08', cash: 0.65 }],
})
const fedexExpiration = computeReturnFigures(fedex, daysBetween('2019-02-14', '2019-03-15')).ifCalledReturn

const bankOfAmerica = judgeEarlyAssignment({
  price: 28.16,
  strike: 25,
  callPrice: (3.25 + 3.3) / 2,
  putPrice: null,
  dividends: [{ exDate: '2017-11-30', cash: 0.12 }],
  expiration: '2017-12-15',
  today: '2017-11-29',
})

const planet: CoveredCall = { price: 75.58, strike: 75, premium: 2.7, basis: 'strike' }
const planetRoll = rollReturn({
  newPremium: 2,
  costToClose: 1.1,
  price: 76.01,
  oldStrike: 75,
  newStrike: 77.5,
  basis: 75,
})

const qqq = { costToClose: 17.31, price: 397.15, oldStrike: 380, basis: 380 }
const qqqOut = rollReturn({ ...qqq, newPremium: 20.82, newStrike: 380 })
const qqqOutAndUp = rollReturn({ ...qqq, newPremium: 9.83, newStrike: 395 })

const mcMillan = forwardRollPerDay({
  remainingTimePremium: 250,
  remainingDays: 30,
  newTimePremium: 1250,
  newDays: 120,
  costs: 100,
})

/** A year of sessions with volatilities from 30 to 60, the last at 45. */
const yearOfVolatility = [60, 30, ...Array.from({ length: 249 }, () => 40), 45]
/**
 * Ten days repeated seven times, because a percentile needs 60 sessions; repetition does not change the percentage of
 * days below.
 */
const tenDays = Array.from({ length: 7 }, () => [14, 15, 13, 14, 14, 15, 20, 26, 34, 28]).flat()

const optionlab = { type: 'call', spot: 164.04, strike: 175, years: 19 / 252, rate: 0.0002, vol: 0.272 } as const

const putSold: OptionTrade = {
  symbol: 'XYZ',
  date: '2026-01-12',
  side: 'sell',
  type: 'put',
  strike: 95,
  expiration: '2026-02-20',
  price: 2.5,
  contracts: 1,
  feesUsd: 0.65,
}
const putBoughtBack: OptionTrade = { ...putSold, date: '2026-02-10', side: 'buy', price: 3.2 }
const putRolledTo: OptionTrade = { ...putSold, date: '2026-02-10', strike: 90, expiration: '2026-03-20', price: 3.1 }
const [putClosed, putOpen] = realizeLegGroups([putSold, putBoughtBack, putRolledTo], '2026-02-10')

const publication550 = judgeQualifiedCoveredCall({
  strike: 120,
  grantDate: '2022-05-13',
  expiration: '2022-09-16',
  priorClose: 130.25,
  open: null,
  listedStrikes: [110, 115, 120, 125, 130, 135],
})

const CASES: readonly WorkedCase[] = [
  {
    id: 1,
    inputs: 'stock 39, call of 40 at 2, on the net debit',
    source: 'Born To Sell tutorial',
    figures: [
      ['static %', bornToSell.staticReturn.returnPct, 5.4, 0.05, 5.405405405],
      ['called %', bornToSell.ifCalledReturn.returnPct, 8.1, 0.05, 8.108108108],
    ],
  },
  {
    id: 3,
    inputs: 'stock 97.09, call of 105 at 1.54, 73 days, on the net debit',
    source: 'inkl.com, Barchart, July 9th',
    figures: [
      ['static %', barchart.returnPct, 1.6, 0.05, 1.611721612],
      // The source annualizes the rounded 1.6.
      ['annual %', barchart.annualizedPct, 8, 0.06, 8.058608059],
    ],
  },
  {
    id: 5,
    inputs: 'stock 8.13, call of 10 at 0.66, 59 days, on the net debit',
    source: 'theglobeandmail.com pressreleases/3701090',
    figures: [
      ['static %', globe.returnPct, 8.84, 0.005, 8.835341365],
      ['annual %', globe.annualizedPct, 55, 0.5, 54.659315227],
    ],
  },
  {
    id: 7,
    inputs: 'stock 17.25, call of 15 at 3.50, on the net debit',
    source: 'coveredcall.com/coveredcalls2.php',
    figures: [
      ['static %', inTheMoney.staticReturn.returnPct, 9, 0.5, 9.090909091],
      ['called %', inTheMoney.ifCalledReturn.returnPct, 9, 0.5, 9.090909091],
    ],
  },
  {
    id: 9,
    inputs: 'INTC 200 shares 44.64, call of 42.50 at 2.94, dividend 0.33, fee 1.34 in the basis',
    source: 'coveredcallsadvisor, 2020/10',
    figures: [
      ['basis $', returnBasisUsd(intel) * 200, 8341.34, 0.005],
      ['early days', intelEarly.days, 8],
      ['early %', intelEarly.returnPct, 1.9, 0.05, 1.918157035],
      ['early annual %', intelEarly.annualizedPct, 87.5, 0.05, 87.515914709],
      ['expiry days', intelExpiration.days, 24],
      ['expiry %', intelExpiration.returnPct, 2.7, 0.05, 2.709396812],
      ['expiry annual %', intelExpiration.annualizedPct, 41.2, 0.05, 41.205409842],
    ],
  },
  {
    id: 11,
    inputs: 'FDX 100 shares 178.60, call of 170 at 10.44, dividend 0.65, costs in basis and profit',
    source: 'coveredcallsadvisor, 2019/02',
    figures: [
      ['basis $', returnBasisUsd(fedex) * 100, 16_820.95, 0.005],
      ['early days', fedexEarly.days, 21],
      ['early %', fedexEarly.returnPct, 1.1, 0.05, 1.060284942],
      ['early annual %', fedexEarly.annualizedPct, 18.4, 0.05, 18.428762092],
      ['expiry days', fedexExpiration.days, 29],
      ['expiry %', fedexExpiration.returnPct, 1.4, 0.05, 1.446707826],
      ['expiry annual %', fedexExpiration.annualizedPct, 18.2, 0.05, 18.208564013],
    ],
  },
  {
    id: 13,
    inputs: 'BAC 28.16, call of 25 quoted 3.25 x 3.30, dividend 0.12: assigned early',
    source: 'coveredcallsadvisor, 2017/11',
    figures: [
      ['extrinsic $', bankOfAmerica.extrinsic, 0.115, 1e-9],
      ['at risk', bankOfAmerica.atRisk, true],
    ],
  },
  {
    id: 15,
    inputs: 'PLNT 75.58, call of 75 at 2.70; at 76.01 bought back at 1.10, 77.50 sold at 2.00; on the strike',
    source: 'moneyshow.com tradingidea-53296',
    figures: [
      ['static %', staticReturnPct(planet), 2.8, 0.05, 2.826666667],
      ['protection %', timeValueProtectionPct(planet), 0.8, 0.05, 0.767398783],
      ['breakeven $', breakeven(planet), 72.88, 1e-9],
      ['roll %', planetRoll.rollReturnFrac * 100, 2.55, 0.005, 2.546666667],
    ],
  },
  {
    id: 17,
    inputs: 'QQQ 397.15, call of 380 bought back at 17.31; new 380 at 20.82 or new 395 at 9.83',
    source: 'Blue Collar Investor, QQQ roll, 2021',
    figures: [
      ['roll out %', qqqOut.rollReturnFrac * 100, 0.92, 0.005, 0.923684211],
      ['roll out and up %', qqqOutAndUp.rollReturnFrac * 100, 1.98, 0.005, 1.978947368],
      // The source computes protection from a slightly lower stock price.
      ['protection %', timeValueProtectionPct({ price: 397.15, strike: 380 }), 4.3, 0.05, 4.318267657],
      ['protection up %', timeValueProtectionPct({ price: 397.15, strike: 395 }), 0.5, 0.05, 0.54135717],
    ],
  },
  {
    id: 19,
    inputs: '$250 left over 30 days against $1,250 less $100 of costs over 120 days',
    source: 'McMillan, Options as a Strategic Investment, covered call writing',
    figures: [
      ['$ a day kept', mcMillan.remainingPerDay, 8.33, 0.005, 8.333333333],
      ['$ a day rolled', mcMillan.newPerDay, 9.58, 0.005, 9.583333333],
      ['roll', mcMillan.rollPays, true],
    ],
  },
  {
    id: 21,
    inputs: 'implied volatility 45 in a year between 30 and 60',
    source: 'tastytrade, learn/iv-rank',
    figures: [['rank', computeIvRank(yearOfVolatility).ivRank, 50, 1e-9]],
  },
  {
    id: 23,
    inputs: 'implied volatility 14, 15, 13, 14, 14, 15, 20, 26, 34, now 28: ten days, today among them',
    source: 'anoptionscourse.com',
    figures: [['percentile', computeIvRank(tenDays).ivPercentile, 80, 1e-9]],
  },
  {
    id: 25,
    inputs: 'stock 164.04, call of 175 at 1.15, volatility 0.272, rate 0.0002, 19 business days of 252',
    source: 'optionlab, covered-call example',
    figures: [
      ['delta', computeEuropeanDelta(optionlab), 0.20372, 5e-6],
      ['P(in the money)', probabilityItm(optionlab), 0.18324, 5e-6],
      // The source discounts its touch probability at the interest rate, by a factor of 0.999985.
      ['P(touch)', probabilityTouch({ ...optionlab, level: 175 }), 0.37415, 1.1e-5],
      // The source uses a price grid with steps of one cent and a breakeven of 162.90.
      ['P(profit)', probabilityProfit({ ...optionlab, premium: 1.15 }), 0.52242, 4e-4],
      ['most $', maxProfitUsd({ entryPrice: 164.04, strike: 175, premium: 1.15, contracts: 1 }), 1211, 1e-9],
    ],
  },
  {
    id: 27,
    inputs: 'put roll with fees of 0.65: +249.35, −320.65, new put +309.35 and open',
    source: 'GammaLedger test fixture tc05 (facts only)',
    figures: [
      ['realized $', putClosed?.realizedUsd, -71.3, 1e-9],
      ['realized in', putClosed?.realizedMonth, '2026-02'],
      ['new put $', putOpen?.netCashUsd, 309.35, 1e-9],
      ['new put realized', putOpen?.realizedUsd, null],
    ],
  },
  {
    id: 29,
    inputs: 'prior close 130.25, strikes 110 to 135 by 5, over 90 days, call of 120',
    source: 'IRS Publication 550, example (quoted at Silicon Investor 4482264)',
    figures: [
      ['benchmark $', publication550.benchmark?.usd, 125],
      ['qualified', publication550.qualified, false],
    ],
  },
  {
    id: 31,
    inputs: 'index at 1600.65, strikes by 5',
    source: 'studylib.net/doc/11632072 (Cboe BXN)',
    figures: [['strike', buyWriteStrike(1600.65, [1590, 1595, 1600, 1605, 1610], 'BXN'), 1605]],
  },
]

describe.each(CASES)('case $id: $inputs ($source)', ({ figures }) => {
  test.each(figures)('%s', (_name, got, published, tolerance = 0, recomputed) => {
    if (typeof got !== 'number' || typeof published !== 'number') expect(got).toBe(published)
    else expect(Math.abs(got - published)).toBeLessThanOrEqual(tolerance)
    if (recomputed !== undefined) expect(got).toBeCloseTo(recomputed, 8)
  })
})

test('the table contains every published case', () => {
  expect(CASES.map(({ id }) => id)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31])
})
