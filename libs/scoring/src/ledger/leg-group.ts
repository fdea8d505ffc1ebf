import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'

/** One executed option trade. `price` is in dollars per share, `feesUsd` is for the whole trade. */
export interface OptionTrade {
  readonly symbol: string
  readonly date: IsoDate
  readonly side: 'sell' | 'buy'
  readonly type: OptionType
  readonly strike: number
  readonly expiration: IsoDate
  readonly price: number
  readonly contracts: number
  readonly feesUsd: number
  /** Shares per contract; default 100. */
  readonly sharesPerContract?: number
}

/** All trades in contracts with the same stock, type, strike, expiration and shares per contract. */
export interface LegGroup {
  readonly symbol: string
  readonly type: OptionType
  readonly strike: number
  readonly expiration: IsoDate
  readonly sharesPerContract: number
  /** Net cash from all of its trades after fees, dollars. */
  readonly netCashUsd: number
  /** Open contracts; short is negative. */
  readonly openContracts: number
  /** Day of the last closing trade, or the expiration; null if contracts are open. */
  readonly endedOn: IsoDate | null
  /**
   * Month (`YYYY-MM`) in which the whole net cash is realized. This and the next field are null while contracts are
   * open.
   */
  readonly realizedMonth: string | null
  readonly realizedUsd: number | null
}

/**
 * Cash from one leg, in dollars: +price × shares × contracts for a sale, − for a purchase, minus fees in both cases.
 * Throws RangeError on a negative price or fee, or a contract count that is not a positive integer. Source: MATHS 10.
 * Verified with published case 27.
 */
export function legCashUsd(trade: Pick<OptionTrade, 'side' | 'price' | 'contracts' | 'feesUsd' | 'sharesPerContract'>) {
  const { side, price, contracts, feesUsd, sharesPerContract = SHARES_PER_CONTRACT } = trade
  requireNotNegative('price', price)
  requireCount('contracts', contracts)
  requireNotNegative('feesUsd', feesUsd)
  requirePositive('sharesPerContract', sharesPerContract)
  return (side === 'sell' ? 1 : -1) * price * sharesPerContract * contracts - feesUsd
}

/**
 * Result of each leg group: the net cash of its trades, realized in the month of the last closing trade, or of the
 * expiration once its close has passed. A group with open contracts has no realized result, even after partial
 * buybacks. `closedThrough` is the last New York day whose close has passed. Groups are in order of their first trades.
 * Throws RangeError in the same cases as `legCashUsd`, on a strike that is not positive, an invalid day, or a trade
 * after expiration. Source: MATHS 10. Verified with published case 27 and by hand.
 */
export function realizeLegGroups(trades: readonly OptionTrade[], closedThrough: IsoDate): LegGroup[] {
  trades.forEach(requireTrade)
  const groups = Map.groupBy(trades, contractKey)
  return [...groups.values()].flatMap((legs) => {
    const [first] = legs
    return first === undefined ? [] : [realizeGroup(first, legs, closedThrough)]
  })
}

function realizeGroup(first: OptionTrade, legs: readonly OptionTrade[], closedThrough: IsoDate): LegGroup {
  const { symbol, type, strike, expiration, sharesPerContract = SHARES_PER_CONTRACT } = first
  const netCashUsd = legs.reduce((sum, leg) => sum + legCashUsd(leg), 0)
  const openContracts = legs.reduce((sum, leg) => sum + (leg.side === 'sell' ? -leg.contracts : leg.contracts), 0)
  const lastTradeDate = legs.reduce((last, { date }) => (daysBetween(last, date) > 0 ? date : last), first.date)
  const isExpired = daysBetween(expiration, closedThrough) >= 0
  const endedOn = openContracts === 0 ? lastTradeDate : isExpired ? expiration : null
  return {
    symbol,
    type,
    strike,
    expiration,
    sharesPerContract,
    netCashUsd,
    openContracts: endedOn === null ? openContracts : 0,
    endedOn,
    realizedMonth: endedOn?.slice(0, 7) ?? null,
    realizedUsd: endedOn === null ? null : netCashUsd,
  }
}

function contractKey({ symbol, type, strike, expiration, sharesPerContract = SHARES_PER_CONTRACT }: OptionTrade) {
  return JSON.stringify([symbol, type, strike, expiration, sharesPerContract])
}

function requireTrade({ strike, date, expiration }: OptionTrade): void {
  requirePositive('strike', strike)
  if (daysBetween(date, expiration) < 0) {
    throw new RangeError(`date must not be after the expiration ${expiration}, got ${date}`)
  }
}

/**
 * Effective cost of the shares, dollars per share: (cost of the shares − net cash of all option trades on them) /
 * shares. It helps with decisions but does not change the tax basis of the shares. Throws RangeError on shares or a
 * cost that are not positive, or cash that is not finite. Source: MATHS 10. Verified by hand.
 */
export function effectiveCostPerShare(holding: {
  readonly shares: number
  readonly costUsd: number
  readonly netOptionCashUsd: number
}): number {
  requirePositive('shares', holding.shares)
  requirePositive('costUsd', holding.costUsd)
  requireFinite('netOptionCashUsd', holding.netOptionCashUsd)
  return (holding.costUsd - holding.netOptionCashUsd) / holding.shares
}
