import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** Locks a symbol for writing until the transaction ends. */
export async function lockSymbol(transaction: Transaction<Tables>, symbol: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market_data.${symbol}`}, 0))`.execute(transaction)
}
