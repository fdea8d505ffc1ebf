import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { annualizePct, type CoveredCall, ifCalledReturnPct, returnBasisUsd, staticReturnPct } from './yields.ts'

/** A return that carries its own label: what it is measured on and over how many days. */
export interface ReturnFigure {
  readonly returnPct: number
  /** returnPct × 365 / max(1, days), simple (D5). */
  readonly annualizedPct: number
  /** Calendar days: expiration date − trade date, the trade date not counted. */
  readonly days: number
  readonly basis: CoveredCall['basis']
  /** Dollars per share of that basis, costs included. */
  readonly basisUsd: number
}

function labelled(position: CoveredCall, returnPct: number, days: number): ReturnFigure {
  const basisUsd = returnBasisUsd(position)
  return { returnPct, annualizedPct: annualizePct(returnPct, days), days, basis: position.basis, basisUsd }
}

/**
 * Static and if-called return with their annualised form and their basis. `days` from trade to expiration, 0 or more.
 * Throws RangeError on negative days, or as `returnBasisUsd`. Source: MATHS 2. Verified with the published cases 1, 3, 5,
 * 7, 9 and 11, where flat and called agree in the money.
 */
export function computeReturnFigures(
  position: CoveredCall,
  days: number,
): { readonly flat: ReturnFigure; readonly ifCalled: ReturnFigure } {
  return {
    flat: labelled(position, staticReturnPct(position), days),
    ifCalled: labelled(position, ifCalledReturnPct(position), days),
  }
}

/**
 * Return when the call is exercised for the dividend: the if-called numerator without D, days to the day before the
 * ex-date. Shown beside the figure at expiration when a dividend lies inside the term.
 * Throws RangeError when the ex-date is not after the trade date, or as `returnBasisUsd`. Source: MATHS 2
 * (coveredcallsadvisor's practice). Verified with the published cases 9 and 11.
 */
export function computeEarlyCalledReturn(
  position: CoveredCall,
  { tradeDate, exDate }: { readonly tradeDate: IsoDate; readonly exDate: IsoDate },
): ReturnFigure {
  const days = daysBetween(tradeDate, exDate) - 1
  if (days < 0) throw new RangeError(`exDate must be after the trade date ${tradeDate}, got ${exDate}`)
  return labelled(position, ifCalledReturnPct({ ...position, dividends: 0 }), days)
}
