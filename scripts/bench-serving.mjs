/**
 * `npm run bench:serving`: how fast quotes and option chains come through the gateway, and how often a provider is asked
 * for them, on a stack of its own with throw-away data. Prints its figures and a verdict for each bar; ends with 1 when
 * one is missed. BENCH_SECONDS is the length of a measured round.
 */
import { openReplicas, startProvider } from './lib/bench-replicas.mjs'
import { renderLatencies, watchBusyCores } from './lib/bench-report.mjs'
import { chainOf, openRounds, quoteOf } from './lib/bench-rounds.mjs'
import { openBenchStack, readCpuSeconds, registerUser } from './lib/bench-stack.mjs'
import { measureStampede } from './lib/bench-stampede.mjs'
import { barOfCalls, barOfRefusals, barOfTime, findExcuse, judge } from './lib/bench-verdicts.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { portTable } from './lib/settings.mjs'

const KEPT_P95_MS = 20
const COLD_P95_MS = 150
const PER_SECOND = 200
const USERS = 200
const WARM_SYMBOLS = 40
const COLD_SYMBOLS = 60
const REFERENCE_SECONDS = 5

const basePort = Number(process.env.BASE_PORT ?? 18_560)
const replicaPorts = [basePort + 100, basePort + 200]
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const report = createReport(10)
const closers = []
let ending = null

function openRoundsAt(port, { dataDir, token }) {
  const opsPorts = ['gateway', 'market-data'].map((name) => portTable(port)[name].opsPort)
  const readCpu = () => Promise.all(opsPorts.map((opsPort) => readCpuSeconds(dataDir, opsPort)))
  return openRounds({ url: `http://localhost:${port}`, token, perSecond: PER_SECOND, readCpu })
}

/** Kept and cold answers of the stack itself, which runs on the simulated market. */
async function measureSimulated(stack) {
  const rounds = openRoundsAt(basePort, stack)
  const symbols = await rounds.listSymbols()
  await rounds.reference(1)
  const before = await report.step('Reference', () => rounds.reference(REFERENCE_SECONDS))
  const kept = await report.step('Kept answers', () => rounds.kept(symbols.slice(0, WARM_SYMBOLS), seconds))
  const after = await report.step('Reference again', () => rounds.reference(REFERENCE_SECONDS))
  const unasked = symbols.slice(WARM_SYMBOLS, WARM_SYMBOLS + COLD_SYMBOLS)
  const cold = await report.step('Cold chains', () => rounds.cold(unasked))
  rounds.close()
  const reference = { latencies: [...before.latencies, ...after.latencies], cpuMs: after.cpuMs }
  return { symbols, reference, kept, cold }
}

/** Kept answers of a live market, and many users at once on what nobody has asked for, over two replicas. */
async function measureLive(stack, symbols) {
  const provider = await startProvider()
  closers.push(provider.close)
  const replicas = openReplicas({ dataDir: stack.dataDir, basePorts: replicaPorts, print: report.line })
  closers.push(replicas.close)
  await report.step('Two replicas on a live market', () => replicas.start(provider.url))
  const rounds = openRoundsAt(replicaPorts[0], stack)
  const kept = await report.step('Kept answers', () => rounds.kept(symbols.slice(0, WARM_SYMBOLS), seconds))
  rounds.close()
  const rush = { urls: replicas.urls, token: stack.token, provider, users: USERS }
  const [first, second] = symbols.slice(WARM_SYMBOLS)
  const quote = await report.step('A cold quote', () => measureStampede(rush, first, quoteOf(first)))
  const chain = await report.step('A cold chain', () => measureStampede(rush, second, chainOf(second)))
  return { kept, quote, chain }
}

const listBars = ({ kept, cold }, live) => [
  barOfTime('Quote, kept', kept.quotes, KEPT_P95_MS),
  barOfTime('Chain, kept', kept.chains, KEPT_P95_MS),
  barOfTime('Quote, kept, live market', live.kept.quotes, KEPT_P95_MS),
  barOfTime('Chain, kept, live market', live.kept.chains, KEPT_P95_MS),
  barOfTime('Chain, cold', cold, COLD_P95_MS),
  barOfRefusals([kept, live.kept]),
  barOfCalls(`Cold quote, ${USERS} users at once`, live.quote),
  barOfCalls(`Cold chain, ${USERS} users at once`, live.chain),
]

function print({ reference, kept, cold }, live) {
  const latencies = renderLatencies([
    ['reference: health of the gateway', reference.latencies],
    ['quote, kept', kept.quotes],
    ['chain, kept', kept.chains],
    ['quote, kept, live market', live.kept.quotes],
    ['chain, kept, live market', live.kept.chains],
    ['chain, cold', cold],
  ])
  report.line(`\n${latencies}\n`)
  report.line(`A request to the reference: ${describeCost(reference)}`)
  for (const [name, round] of Object.entries({ simulated: kept, live: live.kept })) {
    const share = `${round.fresh} of ${round.latencies.length} answers fresh`
    report.line(`A request for a kept answer, ${name} market: ${describeCost(round)}; ${share}`)
  }
  for (const [name, { calls }] of Object.entries({ quote: live.quote, chain: live.chain })) {
    report.line(`Calls for a cold ${name}:\n${calls.map((call) => `  ${call}`).join('\n')}`)
  }
}

function describeCost({ cpuMs }) {
  const [gateway, marketData] = cpuMs.map((value) => value.toFixed(2))
  return `CPU ${gateway} ms in the gateway, ${marketData} ms in market-data`
}

async function main() {
  await prepare(report, checkPackages)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, interrupt)
  onOrphaned(interrupt)
  const otherCores = await watchBusyCores(2_000)
  const stack = openBenchStack(basePort, { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined, WORKERS: '0' })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const own = { dataDir: stack.dataDir, token: await registerUser(stack.url) }
  const simulated = await measureSimulated(own)
  const live = await measureLive(own, simulated.symbols)
  print(simulated, live)
  const { lines, isMissed } = judge(listBars(simulated, live), findExcuse(otherCores, simulated.reference.latencies))
  report.line(`\n${lines.join('\n')}`)
  return isMissed ? 1 : 0
}

/** What was opened is closed the other way round, once: what fails because of it ends nothing early. */
function end(code) {
  ending ??= closeAll().finally(() => process.exit(code))
  return ending
}

async function closeAll() {
  for (const close of closers.reverse()) await close()
}

const interrupt = () => end(130)

main().then(end, (error) => {
  if (ending === null) report.line(error.message)
  return end(1)
})
