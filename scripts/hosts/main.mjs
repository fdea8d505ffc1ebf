/**
 * `npm run verify:hosts` runs Callwright on four hosts of a private network, which are network namespaces: the whole
 * stack with PostgreSQL and Redis on the first, a second gateway, a second screener and a second worker on the others.
 * While a user reads and writes through both gateways and a run refreshes the market, it kills each of the others
 * (SIGKILL), and then cuts their links. Prints a table of what the user noticed, and checks that nothing was lost. Exits
 * with 1 if a check failed. Needs root; without it, prints the reason and exits with 0.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { judge, renderTable } from '../bench/report.mjs'
import { runBenchmark } from '../bench/stack.mjs'
import { createReport } from '../lib/report.mjs'
import { ensureWeb } from '../lib/web-build.mjs'
import { openClient } from './client.mjs'
import { enterNetwork, findObstacle, openNetwork } from './network.mjs'
import { gatewayUrl, serviceUrl, startStack } from './stack.mjs'

/** Slows down runs, so that each lasts longer than the fault. */
const PROVIDER_DELAY_MS = 300
/** Share of the run that is done when the fault happens. */
const FAULT_AT = 0.15
/** Longer than a job's lock, so that another worker takes the jobs. */
const CUT_MS = 15_000
const RUN_MS = 180_000
const report = createReport(12)

async function untilRun(client, gateway, isReached) {
  const end = performance.now() + RUN_MS
  for (;;) {
    const run = await client.readRun(gateway)
    if (isReached(run)) return run
    if (performance.now() > end) throw new Error(`The run did not go on: ${JSON.stringify(run)}`)
    await delay(500)
  }
}

async function openHosts(closers) {
  const hosts = await openNetwork(4, closers)
  const [main, second, third, fourth] = hosts
  const screeners = [main, third].map((host) => serviceUrl(host, 'screener')).join(',')
  const settings = { SCREENER_URL: screeners, SIMULATED_DELAY_MS: String(PROVIDER_DELAY_MS), WORKERS: '1' }
  const stack = await report.step('Host 1: PostgreSQL, Redis and the stack', () => startStack(main, settings, closers))
  const parts = [
    { name: 'gateway', host: second, what: 'Host 2: second gateway' },
    { name: 'screener', host: third, what: 'Host 3: second screener' },
    { name: 'worker', host: fourth, what: 'Host 4: second worker' },
  ]
  for (const part of parts) {
    part.process = await report.step(part.what, () => stack.startPart(part.host, part.name))
  }
  return { hosts, stack, parts }
}

const kill = ({ stack, part }) => ({
  name: `SIGKILL of the ${part.what.slice('Host 2: '.length)}`,
  part,
  act: () => part.process.kill(),
  async repair() {
    part.process = await stack.startPart(part.host, part.name)
  },
})

const cut = ({ part }) => ({
  name: `link of the ${part.what.slice('Host 2: '.length)} cut for ${CUT_MS / 1_000} s`,
  part,
  async act() {
    part.host.cut()
    await delay(CUT_MS)
    part.host.mend()
  },
  repair: () => part.process.untilReady(),
})

/** Starts a run, lets the fault happen in it and waits for its end: a row of the table. */
async function runFault(fault, { client, main, away }) {
  client.takeCounts()
  await client.startRun(main)
  await untilRun(client, main, ({ done, total }) => total > 0 && done / total >= FAULT_AT)
  const gateway = fault.part.name === 'gateway' ? gatewayUrl(fault.part.host) : null
  if (gateway !== null) away.add(gateway)
  await fault.act()
  const run = await untilRun(client, main, ({ state }) => state === 'idle')
  await fault.repair()
  // Connections that the fault broke may still time out.
  if (gateway !== null) await delay(CUT_MS)
  away.delete(gateway)
  const isComplete = run.done === run.total && run.failed === 0
  return { fault: fault.name, run, isComplete, ...client.takeCounts() }
}

/** The data in the database: rows of the screener, and how often each position of the user is stored. */
async function readStored(databaseUrl) {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const { rows: screener } = await database.query(`
    select count(*)::int as rows, count(distinct symbol)::int as symbols, count(distinct run_id)::int as runs
    from screener.screener_row`)
  const { rows: positions } = await database.query(`
    select id, count(*)::int as stored, (select count(*)::int from portfolio.position_event e
      where e.user_id = p.user_id and e.position_id = p.id and kind = 'open') as opened
    from portfolio.position p group by user_id, id`)
  await database.end()
  return { screener: screener[0], positions: new Map(positions.map(({ id, ...counts }) => [id, counts])) }
}

const fact = (text, isMet) => ({ text, isMet, isTimed: false })

function listFacts({ rows, stored, writes, symbols, signedIn }) {
  const acknowledged = writes.filter(({ isAcknowledged }) => isAcknowledged)
  const missing = acknowledged.filter(({ id }) => !stored.positions.has(id))
  const twice = [...stored.positions.values()].filter(({ stored: times, opened }) => times !== 1 || opened !== 1)
  const wrong = rows.flatMap((row) => row.wrong)
  const { screener } = stored
  return [
    fact(
      `runs that completed every symbol: ${rows.filter(({ isComplete }) => isComplete).length} of ${rows.length}`,
      rows.every(({ isComplete }) => isComplete),
    ),
    fact(
      `rows of the screener: ${screener.rows}, of ${screener.symbols} symbols, from ${screener.runs} run`,
      screener.rows === symbols && screener.symbols === symbols && screener.runs === 1,
    ),
    fact(`requests answered wrongly: ${wrong.length}`, wrong.length === 0),
    fact(
      `writes acknowledged: ${acknowledged.length}; missing: ${missing.length}; stored twice: ${twice.length}`,
      acknowledged.length > 0 && missing.length + twice.length === 0,
    ),
    fact(`the user stayed signed in on both gateways: ${signedIn ? 'yes' : 'no'}`, signedIn),
  ]
}

/** Whether the session works on both gateways, also after its tokens were renewed at one of them. */
async function checkSession(client, gateways) {
  const statuses = []
  for (const gateway of gateways) {
    for (const each of gateways) statuses.push(await client.readStatus(each, '/api/auth/me'))
    await client.refresh(gateway)
  }
  for (const each of gateways) statuses.push(await client.readStatus(each, '/api/auth/me'))
  return statuses.every((status) => status === 200)
}

async function main(closers) {
  const { hosts, stack, parts } = await openHosts(closers)
  const gateways = [hosts[0], hosts[1]].map(gatewayUrl)
  const away = new Set()
  const client = await openClient(gateways, (gateway) => away.has(gateway))
  const { total: symbols } = await report.step('First run', () =>
    untilRun(client, gateways[0], ({ state, finished_at }) => state === 'idle' && finished_at !== null),
  )
  client.startLoad()
  const [gateway, screener, worker] = parts
  const faults = [
    ...[worker, screener, gateway].map((part) => kill({ stack, part })),
    ...[worker, screener, gateway].map((part) => cut({ part })),
  ]
  const rows = []
  for (const fault of faults) {
    rows.push(await report.step(fault.name, () => runFault(fault, { client, main: gateways[0], away })))
  }
  const writes = await client.stopLoad()
  const signedIn = await checkSession(client, gateways)
  const stored = await readStored(stack.databaseUrl)
  const columns = [
    ...['fault during a run', 'run', 'answers', 'writes acknowledged', 'writes asked to try again'],
    ...['no connection to the gateway that was away', 'wrong answers'],
  ]
  const table = rows.map(({ fault, run, isComplete, answered, acknowledged, deferred, unreachable, wrong }) => [
    ...[fault, isComplete ? `${run.done} of ${run.total}` : `${run.done} of ${run.total}, ${run.failed} failed`],
    ...[answered, acknowledged, deferred, unreachable, wrong.length],
  ])
  const { lines, isMissed } = judge(listFacts({ rows, stored, writes, symbols, signedIn }), null)
  const wrong = rows.flatMap((row) => row.wrong.map((each) => `${row.fault}: ${each}`))
  report.line([`\n${renderTable(columns, table)}\n`, ...lines, ...wrong.slice(0, 20)].join('\n'))
  return isMissed
}

const obstacle = findObstacle()
if (obstacle !== null) {
  report.line(`SKIPPED: ${obstacle}`)
} else {
  await enterNetwork(report)
  await runBenchmark(report, async (closers) => {
    await ensureWeb()
    return main(closers)
  })
}
