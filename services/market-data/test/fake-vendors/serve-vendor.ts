/**
 * `node serve-vendor.ts <alpaca|cboe> [calls per minute]` serves the simulated market of now in a vendor's format, and
 * the SEC and the Treasury in theirs, on a free port of loopback, until its input ends. Refuses calls to the vendor
 * above the limit. Prints its URL when it is ready. `/stub/counts` returns the number of calls and of refusals so far,
 * `/stub/calls` a listed covered call on each of 30 stocks.
 */
import { openSimulatedMarket } from '../../src/providers/simulated/simulated-provider.ts'
import { renderAsPublicSources } from '../fake-provider/public-wire.ts'
import { toWireMarket, type WireMarket, type WireRouter } from '../fake-provider/wire-market.ts'
import type { StubAnswer } from '../providers/stub-server.ts'
import { refuseAsAlpaca, renderAsAlpaca } from './alpaca-wire.ts'
import { renderAsCboe } from './cboe-wire.ts'
import { startVendorServer } from './vendor-server.ts'
import { answer } from './wire-page.ts'

const SEED = 'vendor'
const POSITIONS = 30
const MIN_DAYS = 25

interface ServedVendor {
  readonly render: (market: WireMarket) => WireRouter
  readonly refuse: (waitMs: number, nowMs: number) => StubAnswer
}

const vendors: Readonly<Record<string, ServedVendor>> = {
  alpaca: { render: renderAsAlpaca, refuse: refuseAsAlpaca },
  cboe: { render: renderAsCboe, refuse: () => ({ status: 429 }) },
}

const [name = '', limit] = process.argv.slice(2)
const vendor = vendors[name]
if (vendor === undefined)
  throw new Error(`Usage: serve-vendor.ts <${Object.keys(vendors).join('|')}> [calls per minute]`)

const simulated = openSimulatedMarket({ seed: SEED, universe: 'large_cap', now: Date.now })
const market = toWireMarket(simulated)

async function listCalls(): Promise<StubAnswer> {
  const members = (await simulated.reference.listUniverse()).value.slice(0, POSITIONS)
  const calls = members.map(async ({ symbol }) => {
    const price = (await simulated.quotes.findQuote(symbol)).value?.lastPrice ?? 0
    const chain = (await simulated.chains.findChain(symbol, { type: 'call', minDays: MIN_DAYS })).value
    const call = chain?.contracts.find(({ strike }) => strike >= price)
    return {
      symbol,
      price,
      strike: call?.strike,
      expiration: call?.expiration,
      mid: ((call?.bid ?? 0) + (call?.ask ?? 0)) / 2,
    }
  })
  return answer(await Promise.all(calls))
}

const publicSources = renderAsPublicSources(market)
const server = await startVendorServer({
  router: vendor.render(market),
  refuse: vendor.refuse,
  ...(limit === undefined ? {} : { callsPerMinute: Number(limit) }),
  beside: (request) => {
    if (request.path === '/stub/calls') return listCalls()
    if (request.path === '/stub/counts') return Promise.resolve(answer(readCounts()))
    return publicSources(request)
  },
})
const readCounts = () => ({
  calls: server.countCalls(),
  refusals: server.countRefusals(),
  kinds: server.countByKind(),
})

process.stdin.resume().once('end', async () => {
  await server.close()
  process.exit(0)
})
process.stdout.write(`serving ${server.url}\n`)
