import { isCalendarDay } from '@callwright/scoring'
import type { IsoDate, OptionQuote, VendorGreeks } from '../provider.ts'
import { type Reject, readAmount } from './rejections.ts'

interface ContractContext {
  readonly asOfDate: IsoDate
  readonly reject: Reject
}

/**
 * Keeps contracts with valid terms and blanks impossible figures. Checks each contract separately, before `guardChain`
 * compares them. Keeps crossed quotes, which are shown as crossed.
 */
export function guardContracts(rows: readonly OptionQuote[], context: ContractContext): OptionQuote[] {
  const { reject, asOfDate } = context
  return rows.flatMap((row) => {
    const hasTerms = Number.isFinite(row.strike) && row.strike > 0 && isCalendarDay(row.expiration)
    if (!hasTerms || (row.type !== 'call' && row.type !== 'put')) {
      reject('malformed')
      return []
    }
    if (row.expiration < asOfDate) {
      reject('expired')
      return []
    }
    const read = (value: number | null) => readAmount(value, reject)
    return [
      {
        ...row,
        bid: read(row.bid),
        ask: read(row.ask),
        last: read(row.last),
        volume: read(row.volume),
        openInterest: read(row.openInterest),
        vendorGreeks: readGreeks(row.vendorGreeks, reject),
      },
    ]
  })
}

function readGreeks(greeks: VendorGreeks | null, reject: Reject): VendorGreeks | null {
  if (greeks === null) return null
  const { delta, gamma, theta, vega, rho } = greeks
  const isValid =
    Math.abs(delta) <= 1 && [gamma, theta, vega, rho].every((value) => value === null || Number.isFinite(value))
  if (isValid) return greeks
  reject('greeks_out_of_range')
  return null
}
