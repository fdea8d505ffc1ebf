import {
  type ChainState,
  countOpen,
  type EventResult,
  type IsoDate,
  isEnded,
  listOpenCalls,
  sharesHeld,
  toShareCount,
  toUsd,
} from '@callwright/scoring'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import { contractKey } from '../statement/option-text.ts'
import { dropAccount } from './trade-keys.ts'

/** An open call of the ledger or of the file, while the file's lines are laid on it. */
export interface HeldCall {
  readonly positionId: string
  readonly chainId: string
  readonly expiration: IsoDate
  readonly openedOn: IsoDate
  strike: number
  open: number
  multiplier: number
  deliverable: number
}

/** A chain on one stock in one account, as far as an import needs it. */
export interface HeldChain {
  readonly chainId: string
  readonly account: string | null
  readonly isEnded: boolean
  readonly shares: number
  readonly costUsd: number
  readonly calls: readonly HeldCall[]
}

/** Something in the ledger that a line of a file can repeat. */
export interface KnownFact {
  readonly kind: 'open' | 'close' | 'expire' | 'assign' | 'buy' | 'sell' | 'dividend' | 'split' | 'delivery'
  readonly symbol: string
  readonly account: string | null
  /** Key of the call's contract; null for shares. */
  readonly contract: string | null
  readonly day: IsoDate
  /** Contracts, shares, or dollars of a dividend. */
  readonly quantity: number
  /** Dollars per share; null if there is none. */
  readonly price: number | null
  /** Start of the keys of the lines it was imported from; null if it was not imported. */
  readonly prefix: string | null
  /** Whether it was made from the answer to a question about a file that lacked its line. */
  readonly isAnswer: boolean
}

/** Facts about a user's ledger that an import needs. */
export interface LedgerView {
  readonly knownKeys: ReadonlySet<string>
  /** Keys of imported lines without their account, by the name under which the account is stored. */
  readonly keysOfAccount: ReadonlyMap<string, ReadonlySet<string>>
  /** Ids of events and calls that exist or existed. */
  readonly usedIds: ReadonlySet<string>
  readonly chainsOf: (symbol: string) => readonly HeldChain[]
  readonly facts: readonly KnownFact[]
}

export function viewLedger(
  { events, replayed }: Ledger,
  settings: readonly Pick<ChainSettings, 'id' | 'account'>[],
): LedgerView {
  const accounts = new Map(settings.map(({ id, account }) => [id, account]))
  const stored = new Map(events.map((event) => [event.record.eventId, event]))
  const effective = replayed.results.flatMap(({ event }) => stored.get(event.eventId) ?? [])
  const bySymbol = Map.groupBy(replayed.chains.values(), ({ symbol }) => symbol)
  const facts = replayed.results.flatMap((result) => {
    const prefix = stored.get(result.event.eventId)?.importKeys[0]?.split('.').slice(0, 2).join('.') ?? null
    const account = accounts.get(result.chainId) ?? null
    const inferred = stored.get(result.event.eventId)?.inferred ?? null
    return listFacts(result, replayed.chains.get(result.chainId)).map((fact) => ({
      ...fact,
      account,
      symbol: result.symbol,
      kind: inferred === 'delivery' ? ('delivery' as const) : fact.kind,
      ...(inferred === 'delivery'
        ? { contract: null, ...deliveredBy(result, replayed.chains.get(result.chainId)) }
        : {}),
      // An event that was concluded from another line equals the line itself, once a file has it.
      prefix: prefix === null || inferred !== null ? null : `${prefix}.`,
      isAnswer: inferred === 'open' || inferred === 'lot',
    }))
  })
  const keysOfAccount = new Map<string, Set<string>>()
  for (const { event, chainId } of replayed.results) {
    const account = accounts.get(chainId) ?? null
    if (account === null) continue
    const keys = keysOfAccount.get(account) ?? new Set()
    for (const key of stored.get(event.eventId)?.importKeys ?? []) keys.add(dropAccount(key))
    keysOfAccount.set(account, keys)
  }
  return {
    keysOfAccount,
    knownKeys: new Set(effective.flatMap(({ importKeys }) => importKeys)),
    usedIds: new Set(
      events.flatMap(({ record }) => [
        record.eventId,
        ...('positionId' in record && record.positionId !== null ? [record.positionId] : []),
        ...(record.kind === 'roll' ? [record.open.positionId] : []),
      ]),
    ),
    chainsOf: (symbol) => (bySymbol.get(symbol) ?? []).map((chain) => viewChain(chain, accounts)),
    facts,
  }
}

function viewChain(chain: ChainState, accounts: ReadonlyMap<string, string | null>): HeldChain {
  return {
    chainId: chain.chainId,
    account: accounts.get(chain.chainId) ?? null,
    isEnded: isEnded(chain),
    shares: toShareCount(sharesHeld(chain)),
    costUsd: toUsd(chain.lots.reduce((sum, { cost }) => sum + cost, 0)),
    calls: listOpenCalls(chain).map((call) => ({
      positionId: call.positionId,
      chainId: chain.chainId,
      expiration: call.expiration,
      openedOn: call.openedOn,
      strike: call.strike,
      open: countOpen(call),
      multiplier: call.multiplier,
      deliverable: toShareCount(call.deliverable),
    })),
  }
}

/** The sale of shares that an assignment implies, which its file did not have. */
function deliveredBy({ event, shares }: EventResult, chain: ChainState | undefined) {
  const call = event.kind === 'assign' ? chain?.calls.get(event.positionId) : undefined
  return { quantity: toShareCount(shares ?? 0), price: call?.strike ?? null }
}

type Fact = Omit<KnownFact, 'account' | 'symbol' | 'prefix' | 'isAnswer'>

function listFacts({ event, symbol, contracts, shares }: EventResult, chain: ChainState | undefined): Fact[] {
  const day = event.occurredOn
  const contractOf = (positionId: string): string | null => {
    const call = chain?.calls.get(positionId)
    return call === undefined ? null : contractKey({ symbol, expiration: call.expiration, strike: call.strike })
  }
  switch (event.kind) {
    case 'open': {
      const { terms, details, positionId } = event
      const opened = {
        kind: 'open',
        contract: contractOf(positionId),
        day,
        quantity: terms.contracts,
        price: terms.premium,
      } as const
      if (details.sharesFrom === 'held') return [opened]
      return [opened, { kind: 'buy', contract: null, day, quantity: terms.contracts * 100, price: terms.entryPrice }]
    }
    case 'write_more':
      return [
        { kind: 'open', contract: contractOf(event.positionId), day, quantity: event.contracts, price: event.price },
      ]
    case 'close':
      return [
        { kind: 'close', contract: contractOf(event.positionId), day, quantity: event.contracts, price: event.price },
      ]
    case 'roll': {
      const { open, positionId, closePrice } = event
      return [
        { kind: 'close', contract: contractOf(positionId), day, quantity: event.contracts, price: closePrice },
        { kind: 'open', contract: contractOf(open.positionId), day, quantity: open.contracts, price: open.premium },
      ]
    }
    case 'expire':
    case 'assign':
      return [{ kind: event.kind, contract: contractOf(event.positionId), day, quantity: contracts ?? 0, price: null }]
    case 'buy_shares':
      return [{ kind: 'buy', contract: null, day, quantity: event.shares, price: event.price }]
    case 'sell_shares':
      return [{ kind: 'sell', contract: null, day, quantity: toShareCount(shares ?? 0), price: event.price }]
    case 'dividend':
      return [{ kind: 'dividend', contract: null, day, quantity: event.amountUsd, price: null }]
    case 'adjust':
      return [{ kind: 'split', contract: null, day, quantity: 0, price: null }]
    default:
      return []
  }
}
