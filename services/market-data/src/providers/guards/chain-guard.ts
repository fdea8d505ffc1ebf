import { isCalendarDay } from '@callwright/scoring'
import { yearsBefore } from '../../sessions.ts'
import type { IsoDate, Missing, OptionQuote, StockSplit, VendorGreeks } from '../provider.ts'
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

interface GuardedChain {
  readonly contracts: readonly OptionQuote[]
  readonly missing: readonly Missing[]
}

interface ChainContext {
  /** Stock price at the time of the quotes; null if unknown. */
  readonly spot: number | null
  readonly splits: readonly StockSplit[]
  readonly asOfDate: IsoDate
  readonly reject: Reject
}

/**
 * A quote this far outside its bounds, as a fraction of the stock price, is stale or belongs to another contract; a
 * thin market cannot explain it.
 */
const BOUND_SLACK_FRAC = 0.05
/** An ask more than this many times the contract's maximum value is invalid, however thin the market. */
const MAX_ASK_FACTOR = 10
/**
 * If two asks nearer to the money are below a bid by more than this fraction of the stock price, the bid is stale: no
 * buyer would pay it.
 */
const ORDER_SLACK_FRAC = 0.005
/** If at least this share of the rows has vendor greeks, rows without them are suspect. */
const VALUED_SHARE = 0.25
/** Longer than the life of any contract. */
const CONTRACT_LIFE_YEARS = 3

/**
 * Removes rows that are not standard contracts today, and blanks impossible quotes.
 *
 * Superseded contracts: after a split, a spin-off or a special dividend, vendors keep listing the old contracts next to
 * the new ones, with their old strikes and last quotes. A 480 strike with a bid of 400, on a stock at 108, would top
 * any ranking by yield. Rows are recognized as superseded if they have no greeks in a chain that has greeks, and either
 * a corporate action is known or one of them has an impossible quote.
 */
export function guardChain(contracts: readonly OptionQuote[], context: ChainContext): GuardedChain {
  const impossible = context.spot === null ? new Map() : findImpossibleQuotes(contracts, context.spot)
  const { kept, missing } = dropSuperseded(contracts, impossible, context)
  // Check again, since a removed contract no longer counts as evidence against others.
  const still = kept === contracts || context.spot === null ? impossible : findImpossibleQuotes(kept, context.spot)
  if (still.size === 0) return { contracts: kept, missing }
  const blanked = kept.map((contract) => {
    const reason = still.get(contract)
    if (reason === undefined) return contract
    context.reject(reason)
    return { ...contract, bid: null, ask: null }
  })
  return { contracts: blanked, missing }
}

function dropSuperseded(
  contracts: readonly OptionQuote[],
  impossible: ReadonlyMap<OptionQuote, ImpossibleReason>,
  { splits, asOfDate, reject }: ChainContext,
): { kept: readonly OptionQuote[]; missing: readonly Missing[] } {
  const unvalued = contracts.filter(({ vendorGreeks }) => vendorGreeks === null)
  const valuedShare = 1 - unvalued.length / Math.max(1, contracts.length)
  const suspect = unvalued.length > 0 && valuedShare >= VALUED_SHARE
  const actionKnown = splits.some(
    ({ executionDate }) => executionDate <= asOfDate && executionDate >= yearsBefore(asOfDate, CONTRACT_LIFE_YEARS),
  )
  if (!suspect || !(actionKnown || unvalued.some((contract) => impossible.has(contract)))) {
    return { kept: contracts, missing: [] }
  }
  reject('superseded_contract', unvalued.length)
  const reason = `${unvalued.length} contracts left out: listed before a split or another contract change`
  return {
    kept: contracts.filter(({ vendorGreeks }) => vendorGreeks !== null),
    missing: [{ field: 'chain', reason }],
  }
}

type ImpossibleReason = 'quote_out_of_bounds' | 'quote_inconsistent'

/**
 * Finds quotes that contradict the stock price (a call above the stock, an ask far below exercise value) or a contract
 * nearer to the money (the call with the higher strike cannot be worth more).
 */
function findImpossibleQuotes(contracts: readonly OptionQuote[], spot: number): Map<OptionQuote, ImpossibleReason> {
  const found = new Map<OptionQuote, ImpossibleReason>()
  for (const group of splitByExpirationAndType(contracts)) {
    for (const contract of group) {
      if (isOutOfBounds(contract, spot)) found.set(contract, 'quote_out_of_bounds')
    }
    for (const contract of findOutOfOrder(group, spot)) {
      if (!found.has(contract)) found.set(contract, 'quote_inconsistent')
    }
  }
  return found
}

function splitByExpirationAndType(contracts: readonly OptionQuote[]): OptionQuote[][] {
  const groups = { call: new Map<IsoDate, OptionQuote[]>(), put: new Map<IsoDate, OptionQuote[]>() }
  for (const contract of contracts) {
    const ofType = groups[contract.type]
    const group = ofType.get(contract.expiration)
    if (group === undefined) ofType.set(contract.expiration, [contract])
    else group.push(contract)
  }
  return [...groups.call.values(), ...groups.put.values()]
}

function isOutOfBounds({ type, strike, bid, ask }: OptionQuote, spot: number): boolean {
  const ceiling = type === 'call' ? spot : strike
  const exercise = type === 'call' ? spot - strike : strike - spot
  const isAskImpossible = ask !== null && (ask < exercise - BOUND_SLACK_FRAC * spot || ask > MAX_ASK_FACTOR * ceiling)
  return (bid !== null && bid > ceiling) || isAskImpossible
}

/**
 * Finds out-of-the-money contracts whose bid exceeds two asks nearer to the money by more than noise. It takes two,
 * since a single ask may itself be the misprint.
 */
function findOutOfOrder(group: readonly OptionQuote[], spot: number): OptionQuote[] {
  const outward = group
    .filter(({ type, strike }) => (type === 'call' ? strike >= spot : strike <= spot))
    .sort((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot))
  const found: OptionQuote[] = []
  let lowest = Number.POSITIVE_INFINITY
  let secondLowest = Number.POSITIVE_INFINITY
  for (const contract of outward) {
    const { bid, ask } = contract
    if (bid !== null && bid > secondLowest + ORDER_SLACK_FRAC * spot) found.push(contract)
    else if (ask !== null && bid !== null && bid <= ask) {
      secondLowest = Math.min(secondLowest, Math.max(lowest, ask))
      lowest = Math.min(lowest, ask)
    }
  }
  return found
}
