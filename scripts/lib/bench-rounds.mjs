import { openClient, requestInSequence, requireSuccess, runOpenLoop } from './bench-load.mjs'

const HEALTH = '/api/health'
const UNIVERSE = '/api/stocks/sp500'
const FRESH = '"cache_status":"fresh"'
const WARM_UP_SECONDS = 5

export const quoteOf = (symbol) => `/api/stocks/quote/${symbol}`
export const chainOf = (symbol) => `/api/options/chain/${symbol}`

/**
 * Rounds of load on one gateway, each { latencies, failures, fresh, cpuMs }: milliseconds per request, failed requests,
 * responses served from the cache, and CPU milliseconds per request for each process that `readCpu` reads.
 */
export function openRounds({ url, token, readCpu, perSecond }) {
  const client = openClient(url, { authorization: `Bearer ${token}` })

  async function measure(pathOf, seconds) {
    let fresh = 0
    const look = (body) => {
      if (body.includes(FRESH)) fresh += 1
    }
    const before = await readCpu()
    const round = await runOpenLoop(client, { perSecond, seconds, pathOf, look })
    const after = await readCpu()
    const cpuMs = after.map((value, index) => ((value - before[index]) * 1_000) / round.latencies.length)
    return { ...round, fresh, cpuMs }
  }

  return {
    async listSymbols() {
      const answer = await client.get(UNIVERSE)
      requireSuccess(UNIVERSE, answer)
      return JSON.parse(answer.body.toString('utf8')).symbols.map(({ symbol }) => symbol)
    },
    /** Requests the gateway's health endpoint, which involves no service and no token. */
    reference: (seconds) => measure(() => HEALTH, seconds),
    /** Alternates between quotes and chains. Requests each once beforehand, so that all are cached. */
    async cached(symbols, seconds) {
      const pathOf = (index) => (index % 2 === 0 ? quoteOf : chainOf)(symbols[(index >> 1) % symbols.length])
      await requestInSequence(
        client,
        symbols.flatMap((symbol) => [quoteOf(symbol), chainOf(symbol)]),
      )
      await runOpenLoop(client, { perSecond, seconds: WARM_UP_SECONDS, pathOf })
      const round = await measure(pathOf, seconds)
      const [quotes, chains] = [0, 1].map((part) => round.latencies.filter((_value, index) => index % 2 === part))
      return { ...round, quotes, chains }
    },
    /** Requests uncached chains one by one. */
    cold: (symbols) => requestInSequence(client, symbols.map(chainOf)),
    close: client.close,
  }
}
