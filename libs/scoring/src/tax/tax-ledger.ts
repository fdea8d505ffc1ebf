import type { IsoDate } from '../calendar/iso-date.ts'
import type { ChainState, LotPart } from '../lifecycle/chain-state.ts'
import type { DividendEvent, MoneyEvent } from '../lifecycle/ledger-event.ts'
import type { Units } from '../lifecycle/ledger-money.ts'
import type { EventResult, Replayed } from '../lifecycle/replay.ts'
import { longTermFrom } from './long-term.ts'
import {
  type ContractWalk,
  endContracts,
  listOpen,
  type OpenContracts,
  restateContracts,
  type TaxEnding,
  type Writing,
  writeContracts,
} from './tax-contracts.ts'
import { addTaxLot, restateTaxLots, type TaxLot, type TaxLotPart, takeCents, takeTaxShares } from './tax-lots.ts'

/** Settings of a chain that decide how its shares are taxed. */
export interface TaxChain {
  readonly account: string | null
  /** True for a retirement account, whose trades are not reported. */
  readonly isDeferred: boolean
}

/** Shares of one lot that left at once; money in units, shares in millionths. */
export interface TaxSale {
  readonly result: EventResult
  readonly group: string
  /** Null for cash in lieu without a fraction of a share. */
  readonly part: TaxLotPart | null
  readonly shares: number
  /** Premium of assigned calls included. */
  readonly proceeds: Units
  readonly premium: Units
}

/** When shares were held: bought on a day, and gone on another, or held until today. */
export interface HeldShares {
  readonly acquiredOn: IsoDate
  readonly leftOn: IsoDate | null
  /** Days from this one on are long-term. */
  readonly longFrom: string
}

export interface TaxPurchase {
  readonly lotId: string
  readonly symbol: string
  readonly acquiredOn: IsoDate
}

export interface TaxDividend {
  readonly chainId: string
  readonly symbol: string
  readonly event: DividendEvent
}

/** A ledger as a broker counts it: the lots of a stock in an account are one queue. Tax-deferred chains are left out. */
export interface TaxLedger {
  readonly sales: readonly TaxSale[]
  readonly endings: readonly TaxEnding[]
  readonly dividends: readonly TaxDividend[]
  readonly writings: ReadonlyMap<string, readonly Writing[]>
  readonly held: ReadonlyMap<string, readonly HeldShares[]>
  /** Purchases of all chains, tax-deferred ones too. */
  readonly purchases: readonly TaxPurchase[]
  /** Contracts that were open at the end of a day. */
  readonly open: readonly OpenContracts[]
}

interface Walk extends ContractWalk {
  readonly lots: Map<string, TaxLot[]>
  readonly sales: TaxSale[]
  readonly dividends: TaxDividend[]
  readonly purchases: TaxPurchase[]
}

/** Reads the replayed ledger; `until` is the day at whose end open contracts are listed. */
export function readTaxLedger(
  { results, chains, calls }: Pick<Replayed, 'results' | 'chains' | 'calls'>,
  { settingsOf, until }: { readonly settingsOf: (chainId: string) => TaxChain; readonly until: IsoDate },
): TaxLedger {
  const walk: Walk = {
    lots: new Map(),
    writings: new Map(),
    queues: new Map(),
    sales: [],
    endings: [],
    dividends: [],
    purchases: [],
  }
  const endings = new Map([...calls.values()].flatMap((call) => call.endings.map((end) => [keyOf(call, end), end])))
  const openLots = openPurchases(chains)
  let open: readonly OpenContracts[] | null = null
  for (const result of results) {
    if (result.event.occurredOn > until) open ??= listOpen(walk)
    const chain = chains.get(result.chainId)
    if (chain === undefined) continue
    const { account, isDeferred } = settingsOf(result.chainId)
    const bought = openLots(result)
    if (bought !== null) {
      walk.purchases.push({ lotId: bought.lotId, symbol: chain.symbol, acquiredOn: bought.acquiredOn })
    }
    if (isDeferred) continue
    const group = JSON.stringify([chain.symbol, account])
    const { event } = result
    if (event.kind === 'adjust') {
      if (event.ratio !== null) restateTaxLots(lotsOf(walk, group), result.chainId, event.ratio)
      restateContracts(walk, event)
    }
    if (bought !== null) addTaxLot(lotsOf(walk, group), toTaxLot(bought, result))
    sellShares(walk, group, result)
    endContracts(walk, group, result, (positionId) => endings.get(keyOf({ positionId }, event)))
    writeContracts(walk, group, result)
    if (event.kind === 'dividend') walk.dividends.push({ chainId: result.chainId, symbol: result.symbol, event })
  }
  return { ...walk, held: listHeld(walk), open: open ?? listOpen(walk) }
}

const keyOf = ({ positionId }: { readonly positionId: string }, { eventId }: { readonly eventId: string }) =>
  JSON.stringify([positionId, eventId])

const lotsOf = ({ lots }: Walk, group: string): TaxLot[] => {
  const found = lots.get(group) ?? []
  lots.set(group, found)
  return found
}

function toTaxLot({ lotId, acquiredOn, shares, taxCost }: LotPart, { chainId, event }: EventResult): TaxLot {
  return { lotId, acquiredOn, shares, chainId, eventId: event.eventId, cost: taxCost }
}

/** Finds the lot that an event bought; null if it bought none. */
function openPurchases(chains: ReadonlyMap<string, ChainState>) {
  const known = new Map<string, ReadonlyMap<string, LotPart>>()
  return ({ chainId, event }: EventResult): LotPart | null => {
    const lotId = lotIdOf(event)
    if (lotId === null) return null
    const lots = known.get(chainId) ?? new Map(chains.get(chainId)?.bought.map((part) => [part.lotId, part]))
    known.set(chainId, lots)
    return lots.get(lotId) ?? null
  }
}

function lotIdOf(event: MoneyEvent): string | null {
  switch (event.kind) {
    case 'open':
      return event.details.sharesFrom === 'new' ? event.positionId : null
    case 'write_more':
      return event.sharesFrom === 'new' ? event.eventId : null
    case 'buy_shares':
      return event.eventId
    case 'dividend':
      return event.reinvested === null ? null : event.eventId
    default:
      return null
  }
}

function sellShares(walk: Walk, group: string, result: EventResult): void {
  const { leaving, event, chainId } = result
  if (leaving === null) {
    if (event.kind === 'adjust' && result.cash > 0) {
      walk.sales.push({ result, group, part: null, shares: 0, proceeds: result.cash, premium: 0 })
    }
    return
  }
  const chosen = event.kind === 'sell_shares' || event.kind === 'assign' ? event.lots : null
  const parts = takeTaxShares(lotsOf(walk, group), { chainId, shares: leaving.shares, chosen })
  let shares = parts.reduce((sum, part) => sum + part.shares, 0)
  let { proceeds, netPremium } = leaving
  for (const part of parts) {
    const price = takeCents(proceeds, part.shares, shares)
    const premium = takeCents(netPremium, part.shares, shares)
    walk.sales.push({ result, group, part, shares: part.shares, proceeds: price + premium, premium })
    proceeds -= price
    netPremium -= premium
    shares -= part.shares
  }
}

/** For each day of purchase, the last day until which any of its shares were held: judging needs no more. */
function listHeld({ lots, sales }: Walk): Map<string, HeldShares[]> {
  const untils = new Map([...lots].map(([group, all]) => [group, new Map<IsoDate, IsoDate | null>(all.map(toHeld))]))
  for (const { group, part, result } of sales) {
    const until = untils.get(group)
    if (part === null || until === undefined) continue
    const known = until.get(part.acquiredOn)
    const { occurredOn } = result.event
    if (known !== null && (known === undefined || known < occurredOn)) until.set(part.acquiredOn, occurredOn)
  }
  return new Map(
    [...untils].map(([group, until]) => [
      group,
      [...until].map(([acquiredOn, leftOn]) => ({ acquiredOn, leftOn, longFrom: longTermFrom(acquiredOn) })),
    ]),
  )
}

const toHeld = ({ acquiredOn }: TaxLot): [IsoDate, null] => [acquiredOn, null]
