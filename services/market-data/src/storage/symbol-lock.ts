import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** Until the transaction ends, nobody else writes what is stored of the symbol. */
export async function lockSymbol(transaction: Transaction<Tables>, symbol: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market_data.${symbol}`}, 0))`.execute(transaction)
}
