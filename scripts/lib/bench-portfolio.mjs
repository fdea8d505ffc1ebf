import { networks, openBenchBrowser } from './bench-browser.mjs'
import { openClient, requestInSequence, requireSuccess, runOpenLoop } from './bench-load.mjs'
import { percentile, renderLatencies } from './bench-report.mjs'
import { openBenchStack, readCpuSeconds } from './bench-stack.mjs'
import { barOfRejections, barOfTime, findExcuse } from './bench-verdicts.mjs'
import { measureVisits } from './bench-web-rounds.mjs'
import { portTable } from './settings.mjs'

const LIST = '/api/portfolio/positions'
const HEALTH = '/api/health'
const LIST_P95_MS = 60
const INTERACTIVE_MS = 1_500
const POSITIONS = 500
const STOCKS = 40
const CALLS_PER_STOCK = 13
const PER_SECOND = 5
const REFERENCE_PER_SECOND = 50
const REFERENCE_SECONDS = 5
const WARM_UP_REQUESTS = 20

/** Lists realistic calls for positions: out of the money, at the next expirations. */
async function listCalls(client, symbol) {
  const read = async (path) => {
    const answer = await client.get(path)
    requireSuccess(path, answer)
    return JSON.parse(answer.body.toString('utf8'))
  }
  const { expirations } = await read(`/api/options/expirations/${symbol}`)
  const chosen = expirations.slice(1, 4)
  const chains = []
  for (const { date } of chosen) chains.push(await read(`/api/options/chain/${symbol}?expiration_date=${date}`))
  return chains
    .flatMap(({ options, current_price }) =>
      options.filter(({ strike, bid }) => strike >= current_price && bid > 0).slice(0, 5),
    )
    .slice(0, CALLS_PER_STOCK)
    .map(({ strike, expiration_date, mid }) => ({ strike, expiration_date, mid, symbol }))
}

async function addPositions(client, url, token, symbols) {
  const calls = []
  for (const symbol of symbols) calls.push(...(await listCalls(client, symbol)))
  const positions = calls.slice(0, POSITIONS).map(({ symbol, strike, expiration_date, mid }, index) => ({
    id: `bench-${index}`,
    ticker: symbol,
    entry_date: '2026-01-05',
    expiry_date: expiration_date,
    strike_price: strike,
    entry_premium: Number((mid ?? 1).toFixed(2)),
    entry_price: Number((strike * 0.97).toFixed(2)),
  }))
  const answer = await fetch(`${url}${LIST}/migrate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(positions),
  })
  const { migrated_count } = await answer.json()
  if (migrated_count !== POSITIONS) throw new Error(`Only ${migrated_count} of ${POSITIONS} positions were added`)
}

/** Describes the content of the list. Throws if it is incomplete, so that an empty list is never measured. */
function describe(body) {
  const { positions, underlyings, partial } = JSON.parse(body.toString('utf8'))
  const valued = positions.filter(({ cc_pnl }) => cc_pnl !== null).length
  if (positions.length !== POSITIONS || partial)
    throw new Error(`The list is incomplete: ${positions.length} positions, partial ${partial}`)
  return `${positions.length} positions over ${underlyings.length} stocks, ${valued} with their P&L, ${Math.round(body.length / 1_024)} KB before compression`
}

async function measureCpu(dataDir, basePort, requests, work) {
  const names = ['gateway', 'portfolio', 'market-data']
  const read = () => Promise.all(names.map((name) => readCpuSeconds(dataDir, portTable(basePort)[name].opsPort)))
  const before = await read()
  const result = await work()
  const after = await read()
  const text = names.map(
    (name, index) => `${name} ${(((after[index] - before[index]) * 1_000) / requests).toFixed(1)} ms`,
  )
  return { result, text: `CPU per list: ${text.join(', ')}` }
}

const readToken = ({ origins }) => {
  const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'token')
  if (stored === undefined) throw new Error('The browser has no token after sign-in')
  return stored.value
}

const describeVisits = ({ label, cold, free, cpu, shift }) => {
  const [painted, interactive, busy] = [cold, free, cpu].map((values) => percentile(values, 0.5).toFixed(0))
  return `${label}, empty cache: first rows ${painted} ms, interactive ${interactive} ms, main thread CPU ${busy} ms, layout shift ${shift.toFixed(3)}`
}

const barOfPage = ({ label, free }) => {
  const interactive = percentile(free, 0.5)
  return {
    text: `Page of 500 positions interactive, ${label}, empty cache, median: ${interactive.toFixed(0)} of ${INTERACTIVE_MS} ms`,
    isMet: interactive <= INTERACTIVE_MS,
    isTimed: true,
  }
}

/**
 * Measures a list of many positions through the gateway, compressed as for a browser, and the page that shows it, on
 * its own stack with throwaway data: { text, bars, excuse }. Cached quotes are refreshed during the measurement, as in
 * normal use.
 */
export async function measurePortfolio({ basePort, seconds, visits, report, closers, otherCores }) {
  const stack = openBenchStack(basePort, { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined, WORKERS: '0' })
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  const browser = await openBenchBrowser(stack.url)
  closers.push(browser.close)
  const token = readToken(await browser.signIn())
  const authorization = `Bearer ${token}`
  const plain = openClient(stack.url, { authorization })
  const client = openClient(stack.url, { authorization, 'accept-encoding': 'gzip' })
  closers.push(plain.close, client.close)

  const answer = await plain.get('/api/stocks/sp500')
  requireSuccess('/api/stocks/sp500', answer)
  const symbols = JSON.parse(answer.body.toString('utf8')).symbols.map(({ symbol }) => symbol)
  await report.step('Positions', () => addPositions(plain, stack.url, token, symbols.slice(0, STOCKS)))
  const [cold] = await report.step('Cold', () => requestInSequence(client, [LIST]))
  await report.step('Warm-up', () => requestInSequence(client, new Array(WARM_UP_REQUESTS).fill(LIST)))
  const content = describe((await plain.get(LIST)).body)
  const reference = () =>
    runOpenLoop(plain, { perSecond: REFERENCE_PER_SECOND, seconds: REFERENCE_SECONDS, pathOf: () => HEALTH })
  const before = await report.step('Reference', reference)
  const { result: warm, text: cpu } = await report.step('Lists', () =>
    measureCpu(stack.dataDir, basePort, PER_SECOND * seconds, () =>
      runOpenLoop(client, { perSecond: PER_SECOND, seconds, pathOf: () => LIST }),
    ),
  )
  const after = await report.step('Reference again', reference)
  const pages = []
  for (const network of ['open', 'fast']) {
    const profile = { url: stack.url, storageState: await browser.signIn(), network, slowdown: 1, visits }
    const title = `Visits, ${networks[network].label}`
    pages.push(await report.step(title, () => measureVisits(browser, { ...profile, table: 'portfolio' })))
  }
  const hello = [...before.latencies, ...after.latencies]
  const table = renderLatencies([
    ['reference: gateway health', hello],
    ['list, warm', warm.latencies],
  ])
  const ratio = percentile(warm.latencies, 0.5) / percentile(hello, 0.5)
  return {
    text: [
      table,
      '',
      content,
      `cold ${cold.toFixed(0)} ms; p50 is ${ratio.toFixed(1)} times the reference`,
      cpu,
      ...pages.map(describeVisits),
    ].join('\n'),
    bars: [
      barOfTime('List of 500 positions, warm', warm.latencies, LIST_P95_MS),
      barOfRejections([warm]),
      barOfPage(pages[0]),
    ],
    excuse: findExcuse(otherCores, hello),
  }
}
