/**
 * `npm run bench:ledger` measures the portfolio of a user with 1,000 open calls and 20,000 events, the most that one may
 * have, through the gateway on its own stack with throwaway data: the list, income, holdings, chains, suggestions, and the
 * recording of an event. Prints the figures and whether each bar is met; exits with 1 if one is missed. BENCH_SECONDS sets
 * the length of each round.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createReport } from '../lib/report.mjs'
import { readRun } from '../lib/run-file.mjs'
import { load } from './load.mjs'
import { addPositions } from './portfolio-rows.mjs'
import { atMost, findBusyExcuse, judge, percentile, renderTable, watchBusyCores } from './report.mjs'
import { fetchJson, openBenchStack, registerUser, runBenchmark, simulatedMarket } from './stack.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_900)
const seconds = Number(process.env.BENCH_SECONDS ?? 15)
const report = createReport(13)

const CALLS = 1_000
const EVENTS = 20_000
const ENTRY_DATE = '2024-01-08'
/** Events of a call beside its opening: it is bought back and sold again nine times, and its shares pay a dividend. */
const CYCLES = 9
const WARM_UP_SECONDS = 4
const PER_SECOND = 3
const REFERENCE_PER_SECOND = 50
const WRITES = 20
const READS = 10
const LOADING_MS = 60_000

const LIST_P95_MS = 60
const SUMS_P95_MS = 150

const paths = {
  'list of 1,000': '/api/portfolio/positions',
  'income by month': '/api/portfolio/income?by=month',
  'income by symbol': '/api/portfolio/income?by=symbol',
  holdings: '/api/portfolio/holdings',
  'chains, page of 50': '/api/portfolio/chains?limit=50',
}

/** Writes events as the service does. A call that is sold again at its first premium keeps its row. */
const addCycles = `
  insert into position_event (user_id, event_id, position_id, chain_id, kind, occurred_on, contracts, price, fees_usd, body)
  select user_id, id || case when is_sale then '-sold-' else '-closed-' end || cycle, id, id,
    case when is_sale then 'write_more' else 'close' end,
    date '${ENTRY_DATE}' + cycle * 60 + case when is_sale then 1 else 0 end,
    1, case when is_sale then entry_premium else 0.1 end, 0.65,
    case when is_sale
      then jsonb_build_object('contracts', 1, 'price', entry_premium, 'sharesFrom', 'held', 'sharePrice', null,
        'acceptUncovered', false)
      else jsonb_build_object('contracts', 1, 'price', 0.1)
    end
  from position, generate_series(1, $1::int) as cycle, (values (false), (true)) as half (is_sale)
  order by cycle, is_sale, id`
const addDividends = `
  insert into position_event (user_id, event_id, chain_id, kind, occurred_on, fees_usd, body)
  select user_id, id || '-paid', id, 'dividend', date '2026-03-13', 0,
    jsonb_build_object('amountUsd', 60, 'withheldUsd', 0, 'exDate', '2026-03-02', 'special', false, 'reinvested', null)
  from position
  order by id
  limit $1`

/** Fills the ledger up to the limit, less the events that are recorded while it is measured. */
async function fillLedger(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(addCycles, [CYCLES])
    await client.query('update position set has_events = true')
    await client.query(addDividends, [CALLS - WRITES])
    const { rows } = await client.query('select count(*)::int as events from position_event')
    if (rows[0].events !== EVENTS - WRITES) throw new Error(`The ledger has ${rows[0].events} events`)
    return `${rows[0].events} events`
  } finally {
    await client.end()
  }
}

/** Reads the list until it answers with all quotes: the first one reads the whole ledger and requests every stock. */
async function untilLoaded(read) {
  const startedAt = performance.now()
  for (;;) {
    const answer = await read(paths['list of 1,000']).catch(() => null)
    if (answer !== null && !answer.partial) return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
    if (performance.now() - startedAt > LOADING_MS) throw new Error('The list has no quotes')
    await delay(500)
  }
}

/** Throws if the answers are incomplete, so that an empty portfolio is never measured. */
async function checkContent(read) {
  const { positions, partial, totals } = await read(paths['list of 1,000'])
  const income = await read(paths['income by month'])
  const { holdings } = await read(paths.holdings)
  if (positions.length !== CALLS || partial) throw new Error(`${positions.length} positions, partial ${partial}`)
  if (totals.chains_pnl.counted !== CALLS) throw new Error(`${totals.chains_pnl.counted} chains have a P&L`)
  return `${positions.length} calls, ${income.buckets.length} months, ${holdings.length} stocks`
}

/** Asks for suggestions one after another: a page does so once, and each one judges every chain. */
const measureSuggestions = (read) => measureEach(READS, () => read('/api/portfolio/suggestions'))

/** Records notes one after another; each is one transaction with a replay of the whole ledger. */
const measureWrites = ({ url, authorization }) =>
  measureEach(WRITES, async (index) => {
    const answer = await fetch(`${url}/api/portfolio/positions/bench-${index}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ event_id: `note-${index}`, kind: 'note', note: 'Looked at it' }),
    })
    if (answer.status !== 200) throw new Error(`A note was refused: ${await answer.text()}`)
    await answer.arrayBuffer()
  })

async function measureEach(count, request) {
  const times = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await request(index)
    times.push(performance.now() - startedAt)
  }
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share))
  return { requests: times.length, p50, p95, p99 }
}

await runBenchmark(report, async (closers) => {
  const excuse = findBusyExcuse(await watchBusyCores())
  const stack = openBenchStack(basePort, { ...simulatedMarket, WORKERS: '0' })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const authorization = `Bearer ${await registerUser(stack.url)}`
  const user = { url: stack.url, authorization }
  const read = (path) => fetchJson(`${stack.url}${path}`, { authorization })
  await report.step('Calls', () => addPositions(read, user, { count: CALLS, entryDate: ENTRY_DATE }))
  await report.step('Events', () => fillLedger(readRun(stack.dataDir).databaseUrls.portfolio))
  await report.step('First list', () => untilLoaded(read))
  const content = await checkContent(read)
  const target = (path) => ({ url: stack.url, paths: [path], headers: { authorization, 'accept-encoding': 'gzip' } })
  const results = {
    'reference: gateway health': await report.step('Reference', () =>
      load(target('/api/health'), { seconds: WARM_UP_SECONDS, rate: REFERENCE_PER_SECOND }),
    ),
  }
  for (const [name, path] of Object.entries(paths)) {
    results[name] = await report.step(name, async () => {
      await load(target(path), { seconds: WARM_UP_SECONDS, rate: PER_SECOND })
      return load(target(path), { seconds, rate: PER_SECOND })
    })
  }
  results.suggestions = await report.step('Suggestions', () => measureSuggestions(read))
  results['recording an event'] = await report.step('Writes', () => measureWrites(user))
  const table = renderTable(
    ['response, ms', 'requests', 'p50', 'p95', 'p99'],
    Object.entries(results).map(([name, { requests, p50, p95, p99 }]) => [
      name,
      requests,
      ...[p50, p95, p99].map((ms) => ms.toFixed(1)),
    ]),
  )
  const { lines, isMissed } = judge(
    [
      atMost('List of 1,000 calls with 20,000 events, p95', results['list of 1,000'].p95, LIST_P95_MS, { digits: 1 }),
      ...['income by month', 'income by symbol', 'holdings'].map((name) =>
        atMost(`${name}, p95`, results[name].p95, SUMS_P95_MS, { digits: 1 }),
      ),
    ],
    excuse,
  )
  report.line(`\n${table}\n\n${content}\n\n${lines.join('\n')}\n`)
  return isMissed
})
