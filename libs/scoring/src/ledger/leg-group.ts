import type { IsoDate } from '../calendar/iso-date.ts'
import { requireNotNegative, requirePositive, requireWindow } from '../guards.ts'
import type { OptionType } from '../option-math/contract.ts'
import { SHARES_PER_CONTRACT } from '../position/position.ts'

/** One executed option trade. `price` in dollars per share, `feesUsd` of the whole trade. */
export interface OptionTrade {
  readonly date: IsoDate
  readonly side: 'sell' | 'buy'
  readonly type: OptionType
  readonly strike: number
  readonly expiration: IsoDate
  readonly price: number
  readonly contracts: number
  readonly feesUsd: number
  /** Shares behind one contract, 100 when left out. */
  readonly sharesPerContract?: number
}

/** All trades of one contract (type, strike, expiration) together. */
export interface LegGroup {
  readonly type: OptionType
  readonly strike: number
  readonly expiration: IsoDate
  /** Sum of the cash of all legs, dollars, fees taken off. */
  readonly netCashUsd: number
  /** Contracts still open: short is negative. */
  readonly openContracts: number
  /** Day of the closing trade, or the expiration; null while contracts are open. */
  readonly endedOn: IsoDate | null
  /** The month (`YYYY-MM`) the result belongs to, and the result: the whole net cash. Null while contracts are open. */
  readonly realizedMonth: string | null
  readonly realizedUsd: number | null
}

/**
 * Cash of one leg in dollars: +price × shares × contracts when sold, − when bought, less fees either way.
 * Throws RangeError on a negative price or fee, or contracts that are not a whole number from 1. Source: MATHS 10.
 * Verified with published case 27.
 */
export function legCashUsd(trade: Pick<OptionTrade, 'side' | 'price' | 'contracts' | 'feesUsd' | 'sharesPerContract'>) {
  const { side, price, contracts, feesUsd, sharesPerContract = SHARES_PER_CONTRACT } = trade
  requireNotNegative('price', price)
  requireWindow('contracts', contracts)
  requireNotNegative('feesUsd', feesUsd)
  requirePositive('sharesPerContract', sharesPerContract)
  return (side === 'sell' ? 1 : -1) * price * sharesPerContract * contracts - feesUsd
}

/**
 * Result of each leg group: the net cash of its trades, realised in the month it ends, which is the last closing trade or
 * the expiration once its close has passed. A group with open contracts has realised nothing yet, whatever was bought back.
 * `closedThrough` is the last New York day whose close has passed. Groups in the order of their first trade.
 * Throws RangeError as `legCashUsd`. Source: MATHS 10. Verified with published case 27 and by hand.
 */
export function realizeLegGroups(trades: readonly OptionTrade[], closedThrough: IsoDate): LegGroup[] {
  const groups = Map.groupBy(trades, ({ type, strike, expiration }) => `${type} ${strike} ${expiration}`)
  return [...groups.values()].flatMap((legs) => {
    const [first] = legs
    if (first === undefined) return []
    const { type, strike, expiration } = first
    const netCashUsd = legs.reduce((sum, leg) => sum + legCashUsd(leg), 0)
    const openContracts = legs.reduce((sum, leg) => sum + (leg.side === 'sell' ? -leg.contracts : leg.contracts), 0)
    const lastTradeDate =
      legs
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? null
    const endedOn = openContracts === 0 ? lastTradeDate : expiration <= closedThrough ? expiration : null
    const realizedMonth = endedOn?.slice(0, 7) ?? null
    return [
      {
        type,
        strike,
        expiration,
        netCashUsd,
        openContracts: endedOn === null ? openContracts : 0,
        endedOn,
        realizedMonth,
        realizedUsd: endedOn === null ? null : netCashUsd,
      },
    ]
  })
}

/**
 * What the shares effectively cost, dollars per share: (cost of the shares − net cash of all option trades on them) /
 * shares. A figure for decisions; the tax cost of the shares stays as it was. Source: MATHS 10. Verified by hand.
 */
export function effectiveCostPerShare(holding: {
  readonly shares: number
  readonly costUsd: number
  readonly netOptionCashUsd: number
}): number {
  requirePositive('shares', holding.shares)
  requirePositive('costUsd', holding.costUsd)
  return (holding.costUsd - holding.netOptionCashUsd) / holding.shares
}
