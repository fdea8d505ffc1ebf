import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { previousTradingDay } from '../calendar/sessions.ts'
import { lowersStrikes } from '../dividends/dividend-kind.ts'
import { requireNotNegative, requirePositive } from '../guards.ts'
import type { ScheduledDividend } from '../option-math/chain.ts'
import { timeValue } from '../returns/yields.ts'
import { above } from '../thresholds.ts'

/** The test applies in the week before the ex-date (MATHS 9). */
export const DIVIDEND_TEST_DAYS = 7

/** A short call with its market data; unknown values are null. Dollars per share. */
export interface ShortCall {
  readonly price: number | null
  readonly strike: number
  readonly expiration: IsoDate
  /** Price of the call: its mid if it has a quote. */
  readonly callPrice: number | null
  /** Price of the put with the same strike and expiration. */
  readonly putPrice: number | null
  /** Declared dividends; null if the stock's dividend calendar is unknown. Expected and special ones are ignored. */
  readonly dividends: readonly ScheduledDividend[] | null
  readonly today: IsoDate
}

export interface DividendTest extends ScheduledDividend {
  readonly daysToExDate: number
  /**
   * Last trading day before the ex-date. A holder who exercises by that day's close still gets the dividend, so the
   * test is last made at that close.
   */
  readonly lastTestDate: IsoDate
  /** True in the week before the ex-date. */
  readonly dueNow: boolean
  /** D > extrinsic value, and D > price of the same-strike put; null if that price is unknown. */
  readonly exceedsExtrinsic: boolean | null
  readonly exceedsPut: boolean | null
}

interface Grounds {
  /** callPrice − (S − K) for a call in the money, dollars per share; null if unknown or out of the money. */
  readonly extrinsic: number | null
  /** One test per ex-date after today and no later than expiration, earliest first. */
  readonly tests: readonly DividendTest[]
  readonly inputs: ShortCall
}

export type EarlyAssignment = Grounds &
  (
    | { readonly atRisk: true; readonly reason: 'dividend_exceeds_extrinsic' | 'dividend_exceeds_put' }
    | {
        readonly atRisk: false
        readonly reason:
          | 'not_in_the_money'
          | 'no_dividend_before_expiration'
          | 'no_ex_date_within_a_week'
          | 'dividend_within_time_value'
      }
    | {
        readonly atRisk: null
        readonly reason: 'price_unknown' | 'dividends_unknown' | 'option_price_unknown'
      }
  )

/**
 * Judges whether a call is likely to be exercised for a dividend. The test applies in the week before an ex-date, up
 * to the close before it. A call in the money is at risk if the dividend exceeds its extrinsic value, callPrice − (S
 * − K), because a holder who keeps the call loses more in dividend than the time value is worth. It is also at risk
 * if the dividend exceeds the price of the same-strike put. Either condition is enough, and if the price for one is
 * unknown, the other is used alone. Dividends with the same ex-date are added up; each ex-date is tested separately,
 * and one positive test is enough. Calls at or out of the money are not at risk, and special dividends are ignored
 * because OCC lowers the strike for them (D60). The verdict is null, with a reason, if it depends on an unknown
 * figure. Throws RangeError on a strike or known stock price that is not positive, a negative option price or
 * dividend, or a day that is invalid or before 2010. Source: MATHS 9 (tastytrade; tastylive 2015-10-14). Verified
 * with published case 13 (assigned) and cases on both sides of every limit.
 */
export function judgeEarlyAssignment(call: ShortCall): EarlyAssignment {
  const { price, strike, callPrice, putPrice, dividends } = call
  requirePositive('strike', strike)
  if (price !== null) requirePositive('price', price)
  if (callPrice !== null) requireNotNegative('callPrice', callPrice)
  if (putPrice !== null) requireNotNegative('putPrice', putPrice)
  const inTheMoney = price !== null && above(price, strike)
  const extrinsic =
    inTheMoney && callPrice !== null ? timeValue({ type: 'call', price, strike, premium: callPrice }) : null
  const tests = testDividends(call, extrinsic)
  const grounds: Grounds = { extrinsic, tests, inputs: call }
  if (price !== null && !inTheMoney) return { atRisk: false, reason: 'not_in_the_money', ...grounds }
  if (dividends === null) return { atRisk: null, reason: 'dividends_unknown', ...grounds }
  if (tests.length === 0) return { atRisk: false, reason: 'no_dividend_before_expiration', ...grounds }
  const due = tests.filter(({ dueNow }) => dueNow)
  if (due.length === 0) return { atRisk: false, reason: 'no_ex_date_within_a_week', ...grounds }
  if (price === null) return { atRisk: null, reason: 'price_unknown', ...grounds }
  if (callPrice === null && putPrice === null) return { atRisk: null, reason: 'option_price_unknown', ...grounds }
  for (const { exceedsExtrinsic, exceedsPut } of due) {
    if (exceedsExtrinsic) return { atRisk: true, reason: 'dividend_exceeds_extrinsic', ...grounds }
    if (exceedsPut) return { atRisk: true, reason: 'dividend_exceeds_put', ...grounds }
  }
  return { atRisk: false, reason: 'dividend_within_time_value', ...grounds }
}

function testDividends(
  { dividends, expiration, today, putPrice }: ShortCall,
  extrinsic: number | null,
): DividendTest[] {
  const termDays = daysBetween(today, expiration)
  const cashByExDate = new Map<IsoDate, number>()
  for (const dividend of dividends ?? []) {
    const { exDate, cash, estimated = false } = dividend
    requireNotNegative('dividend cash', cash)
    const daysToExDate = daysBetween(today, exDate)
    const isReasonToExercise = !estimated && !lowersStrikes(dividend)
    if (isReasonToExercise && cash > 0 && daysToExDate > 0 && daysToExDate <= termDays) {
      cashByExDate.set(exDate, (cashByExDate.get(exDate) ?? 0) + cash)
    }
  }
  const tests = [...cashByExDate].map(([exDate, cash]) => {
    const daysToExDate = daysBetween(today, exDate)
    return {
      exDate,
      cash,
      daysToExDate,
      lastTestDate: previousTradingDay(exDate),
      dueNow: daysToExDate <= DIVIDEND_TEST_DAYS,
      exceedsExtrinsic: extrinsic === null ? null : above(cash, extrinsic),
      exceedsPut: putPrice === null ? null : above(cash, putPrice),
    }
  })
  return tests.sort((a, b) => a.daysToExDate - b.daysToExDate)
}
