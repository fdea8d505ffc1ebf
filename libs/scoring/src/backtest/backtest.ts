import { expirationKind } from '../calendar/expirations.ts'
import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { requireFinite, requirePositive } from '../guards.ts'
import { lastSessionBy } from '../position/expiration-outcome.ts'
import { atLeast } from '../thresholds.ts'

/**
 * Which call is sold. `delta`: the expiration nearest to `days` and, there, the delta nearest to `delta`. `buy_write`:
 * the rule of the Cboe BuyWrite index, a one-month call at the nearest listed strike at or above the price.
 */
export type BacktestRule =
  | { readonly kind: 'delta'; readonly delta: number; readonly days: number }
  | { readonly kind: 'buy_write' }

/** A session's close in dollars per share, adjusted for splits. */
export interface PastClose {
  readonly date: IsoDate
  readonly close: number
}

/** A cash dividend in dollars per share, adjusted for splits as the closes are. */
export interface PastDividend {
  readonly exDate: IsoDate
  readonly cash: number
}

/** A call that could be sold at a past close. */
export interface PastCall {
  readonly expiration: IsoDate
  readonly strike: number
  /** Null if the quote implies none. */
  readonly delta: number | null
  /** Dollars per share that the seller would have received. */
  readonly premium: number
}

/** Range of days to expiration, both ends inclusive. */
export interface TermRange {
  readonly minDays: number
  readonly maxDays: number
}

export interface BacktestHistory {
  /** Oldest first; the back-test begins at the first close. */
  readonly closes: readonly PastClose[]
  readonly dividends: readonly PastDividend[]
  /** Lists the calls that were for sale at a close, in any order; empty if they are unknown. */
  readonly listCalls: (close: PastClose, range: TermRange) => Promise<readonly PastCall[]>
}

/** One call from its sale to its expiration. Dollars per share, percent 0-100 over the term. */
export interface BacktestCycle {
  readonly soldOn: IsoDate
  readonly expiration: IsoDate
  readonly strike: number
  readonly delta: number | null
  readonly premium: number
  readonly priceAtSale: number
  readonly priceAtEnd: number
  /** Dividends with an ex-date after the sale and on or before the end. */
  readonly dividends: number
  readonly outcome: 'expired' | 'assigned'
  /** (price at the end + dividends − payoff of the call) / (price at the sale − premium) − 1. */
  readonly coveredReturnPct: number
  /** (price at the end + dividends) / price at the sale − 1. */
  readonly holdingReturnPct: number
}

/** Result of a rule over a period. Percent 0-100; each figure is over `cycles.length` calls. */
export interface Backtest {
  readonly from: IsoDate
  /** Expiration of the last call that counts. */
  readonly to: IsoDate
  readonly cycles: readonly BacktestCycle[]
  readonly expiredCount: number
  readonly assignedCount: number
  /** Calls over whose term shares and call together gained. */
  readonly profitableCount: number
  /** Calls over whose term shares and call together did better than the shares alone. */
  readonly aheadCount: number
  /** Mean of premium / price at the sale. */
  readonly averagePremiumPct: number
  /** Shares and calls over the whole period, each term's result reinvested. */
  readonly coveredReturnPct: number
  /** The shares alone over the same period, dividends reinvested at each expiration. */
  readonly holdingReturnPct: number
  /** Compound, a year; null for a period of less than a year. */
  readonly coveredAnnualPct: number | null
  readonly holdingAnnualPct: number | null
  readonly worstCoveredPct: number
  readonly worstHoldingPct: number
  /** Sessions on which the shares had no call, because none that fits was known. */
  readonly uncoveredSessions: number
}

/** How far from the wanted term an expiration may be. Monthly expirations are at most 35 days apart. */
const TERM_TOLERANCE_DAYS = 18
const ONE_MONTH_DAYS = 30
const DAYS_PER_YEAR = 365

/**
 * Sells one call at a time by a rule: at a close, held to the close of its expiration, and the next one sold at that
 * close. A call in the money at expiration is settled at its intrinsic value, as if the shares were called away and
 * bought back at the close; a dividend is kept as cash until the expiration. A day without a call that fits leaves the
 * shares uncovered until the next session. A call that expires after the last close does not count, so the period ends
 * with the last settled call. Null if no call was settled.
 *
 * One term's return is that of the reconstructed daily return of MATHS 11, (S_t + Div_t − C_t) / (S_(t−1) − C_(t−1)) − 1,
 * multiplied over the term: the call's value cancels on all days between. Early exercise, taxes and commissions are
 * ignored. Throws RangeError on a close that is not positive and a premium that is not finite. Verified in
 * `backtest.test.ts` with 24 months worked by hand, and by an independent program on two recorded stocks.
 */
export async function runBacktest(rule: BacktestRule, history: BacktestHistory): Promise<Backtest | null> {
  const { closes, dividends, listCalls } = history
  for (const { close } of closes) requirePositive('close', close)
  const [first] = closes
  const last = closes.at(-1)
  if (first === undefined || last === undefined) return null
  const cycles: BacktestCycle[] = []
  let now: Progress = { covered: 1, holding: 1, uncoveredSessions: 0 }
  let settled = now
  let index = 0
  while (index < closes.length - 1) {
    const sale = closes[index] ?? first
    const call = chooseCall(rule, await listCalls(sale, termRange(rule)), sale)
    if (call !== null && call.expiration > last.date) break
    // If the closes of the whole term are missing, the call settles at the next known one.
    const settlement = call === null ? 0 : closes.findLastIndex(({ date }) => date <= call.expiration)
    index = Math.max(index + 1, settlement)
    const end = closes[index] ?? last
    const received = sumDividends(dividends, sale.date, end.date)
    const holding = now.holding * ((end.close + received) / sale.close)
    if (call === null) {
      const covered = now.covered * ((end.close + received) / sale.close)
      now = { covered, holding, uncoveredSessions: now.uncoveredSessions + 1 }
      continue
    }
    const cycle = settle(call, sale, end, received)
    cycles.push(cycle)
    now = { ...now, covered: now.covered * (1 + cycle.coveredReturnPct / 100), holding }
    settled = now
  }
  return cycles.length === 0 ? null : summarize(first, cycles, settled)
}

/** Value of one dollar with and without calls, and the sessions without a call so far. */
interface Progress {
  readonly covered: number
  readonly holding: number
  readonly uncoveredSessions: number
}

function termRange(rule: BacktestRule): TermRange {
  const days = rule.kind === 'delta' ? rule.days : ONE_MONTH_DAYS
  return { minDays: Math.max(1, days - TERM_TOLERANCE_DAYS), maxDays: days + TERM_TOLERANCE_DAYS }
}

/** Finds the call that the rule sells; null if none fits. A call that costs as much as the share is no covered call. */
function chooseCall(rule: BacktestRule, listed: readonly PastCall[], { date, close }: PastClose): PastCall | null {
  const { minDays, maxDays } = termRange(rule)
  const daysOf = ({ expiration }: PastCall) => daysBetween(date, expiration)
  const sellable = listed.filter((call) => {
    requireFinite('premium', call.premium)
    const fits = daysOf(call) >= minDays && daysOf(call) <= maxDays
    return fits && call.premium > 0 && call.premium < close && lastSessionBy(call.expiration) > date
  })
  if (rule.kind === 'delta') {
    const known = sellable.filter(({ delta }) => delta !== null)
    const term = nearest(known, (call) => Math.abs(daysOf(call) - rule.days), daysOf)
    const calls = known.filter(({ expiration }) => expiration === term?.expiration)
    return nearest(
      calls,
      ({ delta }) => Math.abs((delta ?? 0) - rule.delta),
      ({ strike }) => -strike,
    )
  }
  const monthly = sellable.filter(
    ({ expiration, strike }) => expirationKind(expiration, date) === 'monthly' && atLeast(strike, close),
  )
  const term = nearest(monthly, (call) => Math.abs(daysOf(call) - ONE_MONTH_DAYS), daysOf)
  const calls = monthly.filter(({ expiration }) => expiration === term?.expiration)
  return nearest(
    calls,
    ({ strike }) => strike,
    ({ strike }) => strike,
  )
}

/** The call with the least distance; between equals, the one that comes first in `order`. */
function nearest(
  calls: readonly PastCall[],
  distance: (call: PastCall) => number,
  order: (call: PastCall) => number,
): PastCall | null {
  return calls.toSorted((a, b) => distance(a) - distance(b) || order(a) - order(b))[0] ?? null
}

function sumDividends(dividends: readonly PastDividend[], after: IsoDate, until: IsoDate): number {
  return dividends.reduce((sum, { exDate, cash }) => (exDate > after && exDate <= until ? sum + cash : sum), 0)
}

function settle(call: PastCall, sale: PastClose, end: PastClose, dividends: number): BacktestCycle {
  const { expiration, strike, delta, premium } = call
  const payoff = Math.max(0, end.close - strike)
  return {
    soldOn: sale.date,
    expiration,
    strike,
    delta,
    premium,
    priceAtSale: sale.close,
    priceAtEnd: end.close,
    dividends,
    outcome: payoff > 0 ? 'assigned' : 'expired',
    coveredReturnPct: toPct((end.close + dividends - payoff) / (sale.close - premium)),
    holdingReturnPct: toPct((end.close + dividends) / sale.close),
  }
}

const toPct = (growth: number): number => (growth - 1) * 100

function summarize(first: PastClose, cycles: readonly BacktestCycle[], settled: Progress): Backtest {
  const to = cycles.at(-1)?.expiration ?? first.date
  const count = (is: (cycle: BacktestCycle) => boolean) => cycles.filter(is).length
  const days = daysBetween(first.date, to)
  const perYear = (growth: number) => (days < DAYS_PER_YEAR ? null : toPct(growth ** (DAYS_PER_YEAR / days)))
  const premiums = cycles.map(({ premium, priceAtSale }) => (premium / priceAtSale) * 100)
  return {
    from: first.date,
    to,
    cycles,
    expiredCount: count(({ outcome }) => outcome === 'expired'),
    assignedCount: count(({ outcome }) => outcome === 'assigned'),
    profitableCount: count(({ coveredReturnPct }) => coveredReturnPct > 0),
    aheadCount: count(({ coveredReturnPct, holdingReturnPct }) => coveredReturnPct > holdingReturnPct),
    averagePremiumPct: premiums.reduce((sum, premium) => sum + premium, 0) / premiums.length,
    coveredReturnPct: toPct(settled.covered),
    holdingReturnPct: toPct(settled.holding),
    coveredAnnualPct: perYear(settled.covered),
    holdingAnnualPct: perYear(settled.holding),
    worstCoveredPct: Math.min(...cycles.map(({ coveredReturnPct }) => coveredReturnPct)),
    worstHoldingPct: Math.min(...cycles.map(({ holdingReturnPct }) => holdingReturnPct)),
    uncoveredSessions: settled.uncoveredSessions,
  }
}
