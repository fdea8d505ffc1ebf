import { askInTurn, openClient, requireSuccess, runOpenLoop } from './bench-load.mjs'

const HEALTH = '/api/health'
const UNIVERSE = '/api/stocks/sp500'
const FRESH = '"cache_status":"fresh"'
const WARM_UP_SECONDS = 5

export const quoteOf = (symbol) => `/api/stocks/quote/${symbol}`
export const chainOf = (symbol) => `/api/options/chain/${symbol}`

/**
 * Rounds of load on one gateway, each { latencies, failures, fresh, cpuMs }: milliseconds by request, what was refused,
 * how many answers said that they repeat a kept one, and the CPU milliseconds a request took of each process that
 * `readCpu` tells of.
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
    /** The gateway's own answer, which no service and no token takes part in. */
    reference: (seconds) => measure(() => HEALTH, seconds),
    /** Quotes and chains in turn, asked for once before, so that each is kept. */
    async kept(symbols, seconds) {
      const pathOf = (index) => (index % 2 === 0 ? quoteOf : chainOf)(symbols[(index >> 1) % symbols.length])
      await askInTurn(
        client,
        symbols.flatMap((symbol) => [quoteOf(symbol), chainOf(symbol)]),
      )
      await runOpenLoop(client, { perSecond, seconds: WARM_UP_SECONDS, pathOf })
      const round = await measure(pathOf, seconds)
      const [quotes, chains] = [0, 1].map((part) => round.latencies.filter((_value, index) => index % 2 === part))
      return { ...round, quotes, chains }
    },
    /** Chains that nobody has asked for yet, one at a time. */
    cold: (symbols) => askInTurn(client, symbols.map(chainOf)),
    close: client.close,
  }
}
