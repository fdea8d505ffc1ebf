import type { IsoDate } from '../calendar/iso-date.ts'
import type { ChainState, Ending, LotPart } from '../lifecycle/chain-state.ts'
import type { AdjustEvent, DividendEvent, GrantFacts, MoneyEvent } from '../lifecycle/ledger-event.ts'
import type { Units } from '../lifecycle/ledger-money.ts'
import type { EventResult, Replayed } from '../lifecycle/replay.ts'
import { longTermFrom } from './long-term.ts'
import { addTaxLot, restateTaxLots, type TaxLot, type TaxLotPart, takeCents, takeTaxShares } from './tax-lots.ts'

/** Settings of a chain that decide how its shares are taxed. */
export interface TaxChain {
  readonly account: string | null
  /** True for a retirement account, whose trades are not reported. */
  readonly isDeferred: boolean
}

/** Contracts written on one day. */
export interface Writing {
  readonly eventId: string
  readonly positionId: string
  readonly chainId: string
  readonly group: string
  readonly day: IsoDate
  /** Strike in the terms of that day, dollars per share. */
  readonly strike: number
  readonly expiration: IsoDate
  /** Facts stored on that day; null if there are none, or if the terms were edited since. */
  readonly grant: GrantFacts | null
  contracts: number
  /** Day on which the last of them ended; null while some are open. */
  endedOn: IsoDate | null
}

/** Contracts of a call that ended at once, whenever they were written. */
export interface TaxEnding {
  readonly result: EventResult
  readonly ending: Ending
  readonly positionId: string
  readonly strike: number
  readonly expiration: IsoDate
  readonly group: string
  readonly writings: readonly Writing[]
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

export interface OpenContracts extends Pick<Writing, 'positionId' | 'chainId' | 'strike' | 'expiration'> {
  readonly contracts: number
  readonly openedOn: IsoDate
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

interface Walk {
  readonly lots: Map<string, TaxLot[]>
  readonly writings: Map<string, Writing[]>
  readonly queues: Map<string, CallQueue>
  readonly sales: TaxSale[]
  readonly endings: TaxEnding[]
  readonly dividends: TaxDividend[]
  readonly purchases: TaxPurchase[]
}

/** Contracts of a call that are open, oldest first, and its strike now. */
interface CallQueue {
  readonly expiration: IsoDate
  strike: number
  open: Writing[]
}

/** Fewer contracts than this are rounding noise of an adjustment. */
const NO_CONTRACTS = 1e-9

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
    if (event.kind === 'adjust') applyAdjustment(walk, group, result.chainId, event)
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

function endContracts(
  walk: Walk,
  group: string,
  result: EventResult,
  findEnding: (positionId: string) => Ending | undefined,
): void {
  const { event } = result
  if (event.kind !== 'close' && event.kind !== 'expire' && event.kind !== 'assign' && event.kind !== 'roll') return
  const { positionId, occurredOn } = event
  const ending = findEnding(positionId)
  const queue = walk.queues.get(positionId)
  if (ending === undefined || queue === undefined) return
  const writings: Writing[] = []
  let left = ending.contracts
  for (const writing of queue.open) {
    if (left <= 0) break
    const taken = Math.min(left, writing.contracts)
    writings.push(writing)
    writing.contracts -= taken
    left -= taken
    if (writing.contracts < NO_CONTRACTS) writing.endedOn = occurredOn
  }
  queue.open = queue.open.filter(({ endedOn }) => endedOn === null)
  const { strike, expiration } = queue
  walk.endings.push({ result, ending, positionId, strike, expiration, group, writings })
}

function writeContracts(walk: Walk, group: string, { event, chainId, symbol }: EventResult): void {
  const written = readWritten(event, walk.queues)
  if (written === null) return
  const day = event.occurredOn
  const { grant: stored, ...terms } = written
  const isSame = stored?.day === day && stored.expiration === terms.expiration && stored.symbol === symbol
  const grant = isSame ? stored : null
  const writing: Writing = { ...terms, grant, eventId: event.eventId, chainId, group, day, endedOn: null }
  const { positionId, strike, expiration } = writing
  const queue = walk.queues.get(positionId) ?? { strike, expiration, open: [] }
  queue.open.push(writing)
  walk.queues.set(positionId, queue)
  const all = walk.writings.get(group) ?? []
  all.push(writing)
  walk.writings.set(group, all)
}

function readWritten(event: MoneyEvent, queues: Walk['queues']) {
  switch (event.kind) {
    case 'open': {
      const { positionId, terms, details } = event
      const { strike, expiration, contracts } = terms
      return { positionId, strike, expiration, contracts, grant: details.grant ?? null }
    }
    case 'roll': {
      const { positionId, strike, expiration, contracts } = event.open
      return { positionId, strike, expiration, contracts, grant: event.grant ?? null }
    }
    case 'write_more': {
      const { positionId, contracts } = event
      const queue = queues.get(positionId)
      if (queue === undefined) return null
      const { strike, expiration } = queue
      return { positionId, strike, expiration, contracts, grant: event.grant ?? null }
    }
    default:
      return null
  }
}

function applyAdjustment(walk: Walk, group: string, chainId: string, event: AdjustEvent): void {
  if (event.ratio !== null) restateTaxLots(lotsOf(walk, group), chainId, event.ratio)
  for (const { positionId, contracts, strike } of event.calls) {
    const queue = walk.queues.get(positionId)
    if (queue === undefined) continue
    const before = queue.open.reduce((sum, writing) => sum + writing.contracts, 0)
    queue.strike = strike
    if (before > 0) for (const writing of queue.open) writing.contracts *= contracts / before
  }
}

function listOpen({ queues }: Walk): OpenContracts[] {
  return [...queues.values()].flatMap(({ strike, expiration, open }) => {
    const [first] = open
    if (first === undefined) return []
    const { positionId, chainId, day } = first
    const contracts = Math.round(open.reduce((sum, writing) => sum + writing.contracts, 0))
    return [{ positionId, chainId, strike, expiration, contracts, openedOn: day }]
  })
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
