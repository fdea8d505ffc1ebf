import { digest } from '../import/trade-keys.ts'
import type { StoredEvent } from '../ledger/ledger-rows.ts'

export type LedgerIds = ReturnType<typeof createIds>

/** Ids of events and calls in a ledger file, and those that they get in a ledger where some are taken. */
export function createIds(events: readonly StoredEvent[]) {
  const used = new Set(events.flatMap(({ record }) => [record.eventId, ...listCallIds(record)]))
  const renamed = new Map<string, string>()
  /** Number with which the search for a free id goes on, by the id that is taken. */
  const nextOf = new Map<string, number>()
  return {
    /** The id in the ledger of something that an earlier row of the file has. */
    find: (id: string): string => renamed.get(id) ?? id,
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
    note(id: string, inLedger: string | null): void {
      if (id !== '' && inLedger !== null) renamed.set(id, inLedger)
    },
  }
}

const listCallIds = (record: object): string[] => [
  ...('positionId' in record && typeof record.positionId === 'string' ? [record.positionId] : []),
  ...('open' in record && typeof record.open === 'object' && record.open !== null && 'positionId' in record.open
    ? [String(record.open.positionId)]
    : []),
]
