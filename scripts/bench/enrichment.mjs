/**
 * `npm run bench:enrichment` measures enrichment on its own stack with throwaway data: one worker's rate on the
 * simulated market's 6,000 symbols, CPU time per symbol, memory per process, and the speedup with two and four workers
 * at a provider latency of 100 ms. Prints the figures and whether each bar is met; exits with 1 if one is missed.
 * ENRICHMENT_CONCURRENCY applies to the workers, as with `npm start`.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createReport } from '../lib/report.mjs'
import { inRoot, run } from '../lib/tool.mjs'
import { atLeast, atMost, findBusyExcuse, judge, readBusySeconds, readProcesses, renderTable, sum } from './report.mjs'
import { openBenchStack, runBenchmark, simulatedMarket } from './stack.mjs'

const MIN_PER_SECOND = 100
const MIN_TWO_TO_ONE = 1.7
const MAX_MEGABYTES = 250
/** The screener's API also keeps the calls of all stocks in memory. */
const MAX_SCREENER_MEGABYTES = 500
const PROVIDER_DELAY_MS = 100
const DELAYED_ROUNDS = 2
/** Gives processes time to collect garbage after a run. */
const REST_MS = 5_000

const basePort = Number(process.env.BASE_PORT ?? 18_480)
const password = randomBytes(12).toString('hex')
const report = createReport(9)

const simulated = (universe, delayMs) => ({
  ...simulatedMarket,
  SIMULATED_UNIVERSE: universe,
  SIMULATED_DELAY_MS: String(delayMs),
  WORKERS: '1',
})

async function startStack(closers, name, port, settings) {
  const { url, start, close } = openBenchStack(port, settings)
  closers.push(close)
  const pid = await report.step(name, () => start('start.mjs', /^ready /m))
  return { url, start, close, pid }
}

/**
 * Measures a run during which exactly `workers` workers are active, either the current run or a new one. Returns {
 * symbols, perSecond }.
 */
async function measureRun(url, workers) {
  const rate = inRoot('services', 'screener', 'bench', 'enrichment-rate.ts')
  const { code, stdout, output } = await run(process.execPath, [
    ...[rate, '--url', url, '--username', 'bench', '--password', password],
  ])
  if (code !== 0) throw new Error(output)
  const { done: symbols, symbols_per_second: perSecond, workers: seen, failed } = JSON.parse(stdout)
  if (failed > 0) throw new Error(`${failed} symbols could not be enriched`)
  // A newly started worker may have missed part of the run.
  return seen === workers ? { symbols, perSecond } : measureRun(url, workers)
}

const describeRate = ({ symbols, perSecond }) => `${symbols} symbols, ${perSecond.toFixed(0)} per second`

const stepRun = (name, stack, workers) =>
  report.step(name, async () => {
    const measured = await measureRun(stack.url, workers)
    return { ...measured, detail: describeRate(measured) }
  })

/** Measures a run: its rate, each process's CPU time per symbol, and the cores that other work used. */
async function measureCosts(name, stack) {
  const before = readProcesses(stack.pid)
  const [busyBefore, startedAt] = [readBusySeconds(), performance.now()]
  const measured = await stepRun(name, stack, 1)
  const seconds = (performance.now() - startedAt) / 1_000
  const costs = [...readProcesses(stack.pid)].map(([process, { cpuSeconds }]) => [
    process,
    cpuSeconds - (before.get(process)?.cpuSeconds ?? 0),
  ])
  const own = sum(costs.map(([, cpuSeconds]) => cpuSeconds))
  const cpuMs = new Map(costs.map(([process, cpuSeconds]) => [process, (cpuSeconds * 1_000) / measured.symbols]))
  return { ...measured, cpuMs, otherCores: Math.max(0, (readBusySeconds() - busyBefore - own) / seconds) }
}

/** Measures the first two runs over the whole simulated market. */
async function measureFull(closers) {
  const stack = await startStack(closers, 'Stack, 6,000 symbols', basePort, simulated('extended', 0))
  const cold = await measureCosts('First run, one worker', stack)
  const again = await measureCosts('Second run, one worker', stack)
  await delay(REST_MS)
  const memory = readProcesses(stack.pid)
  await report.step('Stop', () => stack.close())
  return { cold, again, memory }
}

/** Measures the large caps with provider latency. Each symbol needs several sequential responses. */
async function measureDelayed(closers) {
  const stack = await startStack(closers, 'Stack, slow provider', basePort, simulated('large_cap', PROVIDER_DELAY_MS))
  await measureRun(stack.url, 1)
  const measureRounds = async (workers) => {
    const rates = []
    for (let round = 0; round < DELAYED_ROUNDS; round += 1) rates.push((await measureRun(stack.url, workers)).perSecond)
    return rates
  }
  const list = (rates) => rates.map((rate) => rate.toFixed(1)).join(', ')
  const step = (name, workers) =>
    report.step(name, async () => {
      const rates = await measureRounds(workers)
      return { rates, detail: `${list(rates)} symbols per second` }
    })
  const one = await step('One worker', 1)
  // Start workers one by one, because two that start at the same time would choose the same port.
  const startWorker = () => stack.start('worker.mjs', /"event":"worker.started"/)
  await startWorker()
  const two = await step('Two workers', 2)
  await startWorker()
  await startWorker()
  const four = await step('Four workers', 4)
  const toOne = ({ rates }) => mean(rates) / mean(one.rates)
  report.line(
    `Speedup over one worker with ${PROVIDER_DELAY_MS} ms provider latency: two ${toOne(two).toFixed(2)}, four ${toOne(four).toFixed(2)}`,
  )
  return toOne(two)
}

const mean = (values) => sum(values) / values.length

function listBars({ cold, again, memory }, twoToOne) {
  const slower = Math.min(cold.perSecond, again.perSecond)
  const others = ownProcesses(memory).filter(([name]) => name !== 'screener')
  const most = Math.max(0, ...others.map(([, { peakMb }]) => peakMb))
  const screener = memory.get('screener')?.peakMb ?? 0
  return [
    atLeast('Symbols per second of 6,000 with one worker', slower, MIN_PER_SECOND, { digits: 0 }),
    atLeast(`Two workers vs. one with ${PROVIDER_DELAY_MS} ms provider latency`, twoToOne, MIN_TWO_TO_ONE),
    atMost('Peak memory of the screener API', screener, MAX_SCREENER_MEGABYTES, { unit: 'MB' }),
    atMost('Peak memory of the largest other process', most, MAX_MEGABYTES, { unit: 'MB' }),
  ]
}

const ownProcesses = (memory) => [...memory].filter(([name]) => name !== 'PostgreSQL' && name !== 'Redis')

function print({ cold, again, memory }) {
  const rows = [...memory].map(([name, { residentMb, peakMb }]) => [
    name,
    ...[cold, again].map(({ cpuMs }) => (cpuMs.get(name) ?? 0).toFixed(2)),
    residentMb.toFixed(0),
    peakMb.toFixed(0),
  ])
  const sums = [cold, again].map(({ cpuMs }) => sum([...cpuMs.values()]).toFixed(2))
  const columns = ['process', 'first run, CPU ms per symbol', 'second run', 'MB afterwards', 'peak MB']
  report.line(`\n${renderTable(columns, [...rows, ['all', ...sums, '', '']])}\n`)
}

await runBenchmark(report, async (closers) => {
  const full = await measureFull(closers)
  const twoToOne = await measureDelayed(closers)
  print(full)
  const otherCores = Math.max(full.cold.otherCores, full.again.otherCores)
  const { lines, isMissed } = judge(listBars(full, twoToOne), findBusyExcuse(otherCores))
  report.line(lines.join('\n'))
  return isMissed
})
