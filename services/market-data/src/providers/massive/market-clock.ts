import { readDay, readInstantMs, readObject, readObjects, readText } from '../http/json-values.ts'
import type { MarketClock, MarketStatus, SpecialDay } from '../provider.ts'
import type { MassiveContext } from './answers.ts'
import { failure } from './massive-client.ts'

const SESSIONS: Readonly<Record<string, MarketStatus['session']>> = {
  open: 'open',
  'extended-hours': 'extended',
  closed: 'closed',
}
/** Exchanges to read from the response, which also lists other markets. */
const EXCHANGES = new Set(['NYSE', 'NASDAQ'])

/**
 * Creates a clock with the wall-clock time, the current status of the exchanges, and upcoming holidays and early
 * closes.
 */
export function createMarketClock({ client, now, stamps }: MassiveContext): MarketClock {
  return {
    now,
    async findStatus() {
      const { market, exchanges, serverTime } = await client.get('/v1/marketstatus/now')
      const session = SESSIONS[readText(market) ?? ''] ?? SESSIONS[readText(readObject(exchanges).nyse) ?? '']
      if (session === undefined) throw failure({ kind: 'unreadable', status: 200, detail: 'returned no market status' })
      return stamps.facts({ session, serverMs: readInstantMs(serverTime) })
    },
    async listSpecialDays() {
      const body = await client.getAny('/v1/marketstatus/upcoming')
      if (!Array.isArray(body)) throw failure({ kind: 'unreadable', status: 200, detail: 'returned no list of days' })
      const days = new Map<string, SpecialDay>()
      for (const row of readObjects(body)) {
        const date = readDay(row.date)
        const status = readText(row.status)
        if (date === null || days.has(date) || !EXCHANGES.has(readText(row.exchange) ?? '')) continue
        const closeMs = status === 'early-close' ? readInstantMs(row.close) : null
        // An early close is useless without its time.
        if (status !== 'closed' && closeMs === null) continue
        days.set(date, { date, name: readText(row.name) ?? 'Holiday', closeMs })
      }
      return stamps.facts([...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)))
    },
  }
}
