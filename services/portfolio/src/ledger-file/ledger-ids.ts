import { digest } from '../import/trade-keys.ts'
import type { StoredEvent } from '../ledger/ledger-rows.ts'

export type LedgerIds = ReturnType<typeof createIds>

/** Something that a row of a file names by its id. */
interface Named {
  readonly chainId: string
  readonly id: string
}

/** Key that an event keeps if it has another id than in its file, so that a later part of the file finds it. */
const renamedKey = ({ chainId, id }: Named): string => `callwright.r.${digest([chainId, id])}`

/** Ids of events and calls in a ledger file, and those that they get in a ledger where some are taken. */
export function createIds(events: readonly StoredEvent[]) {
  const used = new Set(events.flatMap(({ record }) => [record.eventId, ...listCallIds(record)]))
  const renamed = new Map<string, string>()
  /** Ids that earlier files brought under another one, by the key of that. */
  const earlier = new Map(
    events.flatMap(({ record, importKeys }) =>
      importKeys
        .filter((key) => key.startsWith('callwright.r.'))
        .map((key) => [key, listCallIds(record).at(-1) ?? record.eventId] as const),
    ),
  )
  /** Number with which the search for a free id goes on, by the id that is taken. */
  const nextOf = new Map<string, number>()
  return {
    /** The id in the ledger of something that an earlier row of the file has. */
    find: ({ chainId, id }: Named): string => renamed.get(id) ?? earlier.get(renamedKey({ chainId, id })) ?? id,
    /** This id, or another one if it is taken. */
    take(id: string, wanted = id): string {
      let free = wanted
      let nth = nextOf.get(wanted) ?? 2
      for (; used.has(free); nth += 1) free = `imp-${digest([wanted, nth])}`
      nextOf.set(wanted, nth)
      used.add(free)
      renamed.set(id, free)
      return free
    },
    /** Notes under which id something of the file is in the ledger. */
    note(id: string | null, inLedger: string | null): void {
      if (id !== null && inLedger !== null) renamed.set(id, inLedger)
    },
    /** Keys for an event with this id, which the file names otherwise. */
    listKeys: (named: Named, inLedger: string): string[] => (named.id === inLedger ? [] : [renamedKey(named)]),
  }
}

/** The call of an event; of a roll, the one that it opens comes last. */
const listCallIds = (record: object): string[] => [
  ...('positionId' in record && typeof record.positionId === 'string' ? [record.positionId] : []),
  ...('open' in record && typeof record.open === 'object' && record.open !== null && 'positionId' in record.open
    ? [String(record.open.positionId)]
    : []),
]
