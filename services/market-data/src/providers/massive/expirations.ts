import { newYorkDate } from '@callwright/scoring'
import type { ExpirationSource } from '../provider.ts'
import { lacks, type MassiveContext } from './answers.ts'
import { readContract } from './chain-row.ts'
import { withPartial } from './massive-client.ts'

const PATH = '/v3/reference/options/contracts'
const PAGE_ROWS = 1_000
const MAX_PAGES = 25

/**
 * Reads expirations from the list of contracts, which every plan includes. It is enough to request the calls, since
 * each call has a matching put.
 */
export function createExpirations({ client, now, reject, stamps }: MassiveContext): ExpirationSource {
  return {
    async listExpirations(symbol) {
      const today = newYorkDate(now())
      const query = {
        underlying_ticker: symbol,
        contract_type: 'call',
        'expiration_date.gte': today,
        limit: PAGE_ROWS,
        sort: 'expiration_date',
        order: 'asc',
      }
      const { rows, brokenBy } = await client.listPages({ path: PATH, query }, { maxPages: MAX_PAGES })
      const dates = new Set<string>()
      for (const row of rows) {
        const contract = readContract(row, { root: symbol.replace('.', ''), today })
        if (typeof contract === 'string') reject(contract)
        else dates.add(contract.expiration)
      }
      const value = [...dates].sort()
      const missing = value.length === 0 ? [lacks('chain', `listed options for ${symbol}`)] : []
      if (brokenBy === null) return stamps.facts(value, missing)
      const incomplete = { field: 'chain', reason: `The list of expirations is incomplete: ${brokenBy.detail}` }
      throw withPartial(brokenBy, stamps.facts(value, [incomplete]))
    },
  }
}
