import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import type { ScheduledDividend } from '../option-math/chain.ts'
import { annualizePct, type CoveredCall, ifCalledReturnPct, returnBasisUsd, staticReturnPct } from './yields.ts'

/** A return that carries its own label: what it is measured on, over how many days, with which dividends. */
export interface ReturnFigure {
  readonly returnPct: number
  /** returnPct × 365 / max(1, days), simple (D5). */
  readonly annualizedPct: number
  /** Calendar days: expiration date − trade date, the trade date not counted. */
  readonly days: number
  readonly basis: CoveredCall['basis']
  /** Dollars per share of that basis, costs included. */
  readonly basisUsd: number
  /** Dividends counted as received, dollars per share. */
  readonly dividends: number
}

function labelled(position: CoveredCall, returnPct: number, days: number): ReturnFigure {
  const { basis, dividends = 0 } = position
  const basisUsd = returnBasisUsd(position)
  return { returnPct, annualizedPct: annualizePct(returnPct, days), days, basis, basisUsd, dividends }
}

/**
 * Static and if-called return with their annualised form and their label. `days` from trade to expiration, 0 or more; the
 * position's dividends are those of the whole term.
 * Throws RangeError on negative days, or as `staticReturnPct`. Source: MATHS 2. Verified with the published cases 1, 3, 5,
 * 7, 9 and 11, where static and called agree in the money.
 */
export function computeReturnFigures(
  position: CoveredCall,
  days: number,
): { readonly staticReturn: ReturnFigure; readonly ifCalledReturn: ReturnFigure } {
  return {
    staticReturn: labelled(position, staticReturnPct(position), days),
    ifCalledReturn: labelled(position, ifCalledReturnPct(position), days),
  }
}

/** A call exercised for the dividend of `exDate`, out of the known dividends of the stock, in any order. */
export interface EarlyExercise {
  readonly tradeDate: IsoDate
  readonly exDate: IsoDate
  readonly dividends: readonly ScheduledDividend[]
}

/**
 * Return when the call is exercised for the dividend of an ex-date: the if-called numerator with the dividends received
 * until then, ex-date after the trade date and before this one; days to the day before it. Shown beside the figure at
 * expiration when a dividend lies inside the term.
 * Throws RangeError when the ex-date is not after the trade date, on a day that is none, or as `ifCalledReturnPct`.
 * Source: MATHS 2 (coveredcallsadvisor's practice). Verified with the published cases 9 and 11, and by hand with two
 * ex-dates.
 */
export function computeEarlyCalledReturn(
  position: Omit<CoveredCall, 'dividends'>,
  { tradeDate, exDate, dividends }: EarlyExercise,
): ReturnFigure {
  const days = daysBetween(tradeDate, exDate) - 1
  if (days < 0) throw new RangeError(`exDate must be after the trade date ${tradeDate}, got ${exDate}`)
  const isReceived = (one: ScheduledDividend) =>
    one.estimated !== true && daysBetween(tradeDate, one.exDate) > 0 && daysBetween(one.exDate, exDate) > 0
  const received = dividends.filter(isReceived).reduce((sum, { cash }) => sum + cash, 0)
  const called: CoveredCall = { ...position, dividends: received }
  return labelled(called, ifCalledReturnPct(called), days)
}
