import { digest } from '../import/trade-keys.ts'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { StoredEvent } from '../ledger/ledger-rows.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import type { ChainCopy } from './ledger-details.ts'
import type { LedgerRow } from './read-ledger-file.ts'

/** Where the events of a chain of a file go. */
export interface Home {
  readonly chainId: string
  /** Settings that the chain has in the ledger and keeps; null if the import creates it. */
  readonly kept: ChainSettings | null
  /** Settings in the file; null if they are missing. */
  readonly given: ChainCopy | null
}

/** Key that the first event of a chain keeps, so that a later part of its file goes to the same chain. */
export const chainKey = (chainId: string): string => `callwright.c.${digest(chainId)}`

interface Target {
  readonly ledger: Ledger
  readonly settings: readonly ChainSettings[]
  /** The event that a row repeats, even if it was voided since. */
  readonly findRepeated: (row: LedgerRow) => StoredEvent | null
}

/**
 * The home of each chain of a file. Another ledger can have a chain with the same id: a chain of the ledger that shares no
 * event with the chain of the file is another one, and the chain of the file gets an id of its own.
 */
export function findHomes(rows: readonly LedgerRow[], { ledger, settings, findRepeated }: Target): Map<string, Home> {
  const { events, replayed } = ledger
  const home = (id: string) => replayed.ledger.joinedTo.get(id) ?? id
  const settingsOf = new Map(settings.map((chain) => [chain.id, chain]))
  const taken = new Set([...events.map(({ chainId }) => chainId), ...settingsOf.keys()])
  const byKey = new Map(
    events.flatMap(({ importKeys, chainId }) =>
      importKeys.filter((key) => key.startsWith('callwright.c.')).map((key) => [key, home(chainId)] as const),
    ),
  )
  const chooseId = (chainId: string, own: readonly LedgerRow[]): string => {
    const repeated = own.map(findRepeated).find((stored) => stored !== null)
    if (repeated !== undefined && repeated !== null) return home(repeated.chainId)
    const known = byKey.get(chainKey(chainId))
    if (known !== undefined) return known
    if (!replayed.chains.has(home(chainId))) return home(chainId)
    let id = chainId
    for (let nth = 2; taken.has(id); nth += 1) id = `imp-${digest(['chain', chainId, nth])}`
    return id
  }
  const homes = new Map<string, Home>()
  for (const [fileId, own] of Map.groupBy(rows, ({ chainId }) => chainId)) {
    const chainId = chooseId(fileId, own)
    taken.add(chainId)
    const given = own.map(({ details }) => details.chain).find((chain) => chain !== undefined) ?? null
    const kept = replayed.chains.has(chainId) ? (settingsOf.get(chainId) ?? null) : null
    homes.set(fileId, { chainId, kept, given })
  }
  return homes
}

/** Says which settings of a file a chain does not get, because it keeps its own; null if they are the same. */
export function describeKept({ kept, given }: Home): string | null {
  if (kept === null || given === null) return null
  const others = [
    kept.account === given.account ? null : given.account === null ? 'no account' : `the account ${given.account}`,
    kept.taxDeferred === given.taxDeferred ? null : given.taxDeferred ? 'tax-deferred' : 'not tax-deferred',
    kept.intent === given.intent ? null : 'another intention',
    kept.note === given.note ? null : 'another note',
  ].filter((other) => other !== null)
  return others.length === 0 ? null : `Its chain keeps its settings; the file has others: ${others.join(', ')}.`
}
