import type { ScreenerRow } from '@callwright/contracts'
import { sql } from 'kysely'
import { ROW_FORMAT } from '../src/db/schema.ts'
import { INVENTED_AS_OF, INVENTED_SOURCE } from './invented-facts.ts'
import { inventRows } from './rows.ts'
import type { Stack } from './support.ts'

/** Market of `startFakeMarket`; rows from another market would be removed immediately. */
const MARKET = { source: INVENTED_SOURCE, dataClass: 'recorded', asOf: new Date(INVENTED_AS_OF) }

/** Stores rows directly, so that a test needs no run. */
export async function storeRows(stack: Stack, rows: readonly ScreenerRow[] = inventRows(240)): Promise<void> {
  await stack.database.transaction().execute(async (transaction) => {
    const next = await sql<{ version: number }>`
      update snapshot_version set version = version + 1 returning version`.execute(transaction)
    const version = next.rows[0]?.version ?? 0
    for (let from = 0; from < rows.length; from += 100) {
      const part = rows.slice(from, from + 100).map(({ enriched_at, ...row }) => ({
        ...MARKET,
        symbol: row.symbol,
        missingReason: row.missing_reason,
        version,
        format: ROW_FORMAT,
        runId: '00000000-0000-4000-8000-000000000000',
        runSequence: 0,
        attempt: 1,
        enrichedAt: new Date(enriched_at),
        row: JSON.stringify(row),
      }))
      await transaction.insertInto('screenerRow').values(part).execute()
    }
  })
}
