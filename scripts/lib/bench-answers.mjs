import { openReplicas, startProvider } from './bench-replicas.mjs'
import { renderLatencies } from './bench-report.mjs'
import { chainOf, openRounds, quoteOf } from './bench-rounds.mjs'
import { openBenchStack, readCpuSeconds, registerUser } from './bench-stack.mjs'
import { measureStampede } from './bench-stampede.mjs'
import { barOfCalls, barOfRejections, barOfTime, findExcuse } from './bench-verdicts.mjs'
import { portTable } from './settings.mjs'

const CACHED_P95_MS = 20
const COLD_P95_MS = 150
const PER_SECOND = 200
const USERS = 200
const WARM_SYMBOLS = 40
const COLD_SYMBOLS = 60
const REFERENCE_SECONDS = 5

function openRoundsAt(port, { dataDir, token }) {
  const opsPorts = ['gateway', 'market-data'].map((name) => portTable(port)[name].opsPort)
  const readCpu = () => Promise.all(opsPorts.map((opsPort) => readCpuSeconds(dataDir, opsPort)))
  return openRounds({ url: `http://localhost:${port}`, token, perSecond: PER_SECOND, readCpu })
}

async function measureSimulated(stack, { basePort, seconds, report }) {
  const rounds = openRoundsAt(basePort, stack)
  const symbols = await rounds.listSymbols()
  await rounds.reference(1)
  const before = await report.step('Reference', () => rounds.reference(REFERENCE_SECONDS))
  const cached = await report.step('Cached responses', () => rounds.cached(symbols.slice(0, WARM_SYMBOLS), seconds))
  const after = await report.step('Reference again', () => rounds.reference(REFERENCE_SECONDS))
  const uncached = symbols.slice(WARM_SYMBOLS, WARM_SYMBOLS + COLD_SYMBOLS)
  const cold = await report.step('Cold chains', () => rounds.cold(uncached))
  rounds.close()
  const reference = { latencies: [...before.latencies, ...after.latencies], cpuMs: after.cpuMs }
  return { symbols, reference, cached, cold }
}

/**
 * Measures cached responses on a live market, and stampedes: many users request the same uncached data from two
 * replicas.
 */
async function measureLive(stack, symbols, { basePort, seconds, report, closers }) {
  const replicaPorts = [basePort + 60, basePort + 70]
  const provider = await startProvider()
  closers.push(provider.close)
  const replicas = openReplicas({ dataDir: stack.dataDir, basePorts: replicaPorts, print: report.line })
  closers.push(replicas.close)
  await report.step('Two replicas on a live market', () => replicas.start(provider.url))
  const rounds = openRoundsAt(replicaPorts[0], stack)
  const cached = await report.step('Cached responses', () => rounds.cached(symbols.slice(0, WARM_SYMBOLS), seconds))
  rounds.close()
  const rush = { urls: replicas.urls, token: stack.token, provider, users: USERS }
  const [first, second] = symbols.slice(WARM_SYMBOLS)
  const quote = await report.step('A cold quote', () => measureStampede(rush, first, quoteOf(first)))
  const chain = await report.step('A cold chain', () => measureStampede(rush, second, chainOf(second)))
  return { cached, quote, chain }
}

const listBars = ({ cached, cold, live }) => [
  barOfTime('Quote, cached', cached.quotes, CACHED_P95_MS),
  barOfTime('Chain, cached', cached.chains, CACHED_P95_MS),
  barOfTime('Quote, cached, live market', live.cached.quotes, CACHED_P95_MS),
  barOfTime('Chain, cached, live market', live.cached.chains, CACHED_P95_MS),
  barOfTime('Chain, cold', cold, COLD_P95_MS),
  barOfRejections([cached, live.cached]),
  barOfCalls(`Cold quote, ${USERS} concurrent users`, live.quote),
  barOfCalls(`Cold chain, ${USERS} concurrent users`, live.chain),
]

/** Renders the figures and the CPU cost per response as Markdown. */
function render({ reference, cached, cold, live }) {
  const latencies = renderLatencies([
    ['reference: gateway health', reference.latencies],
    ['quote, cached', cached.quotes],
    ['chain, cached', cached.chains],
    ['quote, cached, live market', live.cached.quotes],
    ['chain, cached, live market', live.cached.chains],
    ['chain, cold', cold],
  ])
  const rounds = Object.entries({ simulated: cached, live: live.cached }).map(([name, round]) => {
    const share = `${round.fresh} of ${round.latencies.length} responses fresh`
    return `Cached request, ${name} market: ${describeCost(round)}; ${share}`
  })
  const rushes = Object.entries({ quote: live.quote, chain: live.chain }).map(
    ([name, { calls }]) => `Provider calls for a cold ${name}:\n${calls.map((call) => `  ${call}`).join('\n')}`,
  )
  return [latencies, '', `Reference request: ${describeCost(reference)}`, ...rounds, ...rushes].join('\n')
}

function describeCost({ cpuMs }) {
  const [gateway, marketData] = cpuMs.map((value) => value.toFixed(2))
  return `CPU ${gateway} ms in the gateway, ${marketData} ms in market-data`
}

/**
 * Measures quotes and option chains through the gateway, and the provider calls that they cause, on its own stack with
 * throwaway data. Returns { text, bars, excuse }.
 */
export async function measureAnswers(options) {
  const { basePort, report, closers, otherCores } = options
  const stack = openBenchStack(basePort, { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined, WORKERS: '0' })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const own = { dataDir: stack.dataDir, token: await registerUser(stack.url) }
  const simulated = await measureSimulated(own, options)
  const all = { ...simulated, live: await measureLive(own, simulated.symbols, options) }
  return { text: render(all), bars: listBars(all), excuse: findExcuse(otherCores, simulated.reference.latencies) }
}
