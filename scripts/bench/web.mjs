/**
 * `npm run bench:web` measures when a signed-in user sees the screener's table and the analysis chain, and how
 * responsive both pages are, in Chromium on its own stack with throwaway data and the simulated market. Prints the
 * figures and whether each bar is met; exits with 1 if one is missed. BENCH_VISITS sets the visits per profile.
 */
import { createReport } from '../lib/report.mjs'
import { measureWebSize } from '../lib/web-build.mjs'
import { measureVisits, networks, openBenchBrowser, openTable } from './browser.mjs'
import { atMost, findBusyExcuse, judge, median, percentile, renderTable, watchBusyCores } from './report.mjs'
import { openBenchStack, runBenchmark, simulatedMarket, waitForFirstRun } from './stack.mjs'

const TABLE_MS = 1_500
const SORT_MS = 100
const SWITCH_MS = 200
const INTERACTION_MS = 200
const MAX_SHIFT = 0.05
const SLOW_CPU = 4

const basePort = Number(process.env.BASE_PORT ?? 19_500)
const visits = Number(process.env.BENCH_VISITS ?? 5)
const sortedBy = ['Price', 'RSI', 'Market cap', 'Symbol', 'Company', 'Best ann. yield', 'Volume', 'IV percentile']
const timeframes = ['1M', '3M', '1Y', '2Y', '6M']
const sortSpans = {
  clicked: 'click to first rows painted',
  first: 'response to first rows painted',
  all: 'response to all rows painted',
  cpu: 'main thread CPU',
}
const SCREENER = '/screening'
const ANALYSIS = '/analysis?symbol=AAPL'
const ALL_COLUMNS = `${SCREENER}?size=200&columns=professional`
const ROUNDS = 3
const report = createReport(8)

async function measure(stack, closers) {
  const browser = await openBenchBrowser(stack.url)
  closers.push(browser.close)
  // Each round signs in again, because a session may expire before all rounds are done.
  const round = (title, run, options) =>
    report.step(title, async () => run(browser, { url: stack.url, storageState: await browser.signIn(), ...options }))
  const visit = (title, address) =>
    round(title, measureVisits, { address: `${stack.url}${address}`, network: 'fast', visits })
  return {
    screener: await visit('Visits, screener', SCREENER),
    chain: await visit('Visits, chain', ANALYSIS),
    switches: await round('Timeframes', measureTimeframes),
    sorts: await round('Sorts', measureSorts),
    session: await round('Session', measureSession),
  }
}

const listBars = ({ screener, chain, switches, sorts, session }) => [
  atMost('First rows of the screener, Fast 4G, empty cache, median', median(screener.cold), TABLE_MS),
  atMost('First rows of the chain, Fast 4G, empty cache, median', median(chain.cold), TABLE_MS),
  ...measureWebSize().map(({ name, kb, most }) =>
    atMost(`Scripts, gzip: ${name}`, kb, most, { unit: 'kB', digits: 1 }),
  ),
  atMost('Timeframe switch, click to painted chart, median', median(switches), SWITCH_MS),
  atMost(
    'Sort of 200 rows × 22 columns, response to all rows painted, median',
    median(sorts.map(({ all }) => all)),
    SORT_MS,
  ),
  atMost(`Interactions, CPU ${SLOW_CPU}x, p98`, percentile(session.interactions, 0.98), INTERACTION_MS),
  atMost(
    'Layout shift during load and session',
    Math.max(...screener.shift, ...chain.shift, session.shift),
    MAX_SHIFT,
    {
      ...{ unit: '', digits: 3 },
    },
  ),
]

function print({ screener, chain, switches, sorts, session }) {
  const rows = Object.entries({ screener, chain }).map(([name, { cold, warm, cpu }]) => {
    const times = [cold, warm].flatMap((each) => [median(each), Math.max(...each)])
    return [name, ...[...times, median(cpu)].map(Math.round)]
  })
  const columns = ['first rows, ms', 'empty cache, median', 'max', 'second visit, median', 'max', 'main thread CPU']
  report.line(`\n${renderTable(columns, rows)}\n`)
  const describe = (name, times) => {
    const [middle, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0))
    report.line(`${name}: median ${middle} ms, p95 ${most} ms of ${times.length}`)
  }
  describe('Timeframe', switches)
  for (const [name, of] of Object.entries(sortSpans))
    describe(
      `Sort, ${of}`,
      sorts.map((sort) => sort[name]),
    )
  describe(`Interactions, CPU ${SLOW_CPU}x`, session.interactions)
}

/**
 * Sorts 200 rows with all columns by each header. Each result is { clicked, first, all, cpu } in ms: from the click to
 * the first painted rows, from the end of the response to the first and to all painted rows, and the main thread's CPU
 * time.
 */
async function measureSorts(browser, { url, storageState }) {
  const { page, throttle, readCpuMs, close } = await browser.openPage(storageState)
  await throttle(networks.open, 1)
  await openTable(page, `${url}${ALL_COLUMNS}`)
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] tbody tr[data-key]').length === 200)
  const sorts = []
  for (const header of [...sortedBy, ...sortedBy]) {
    const before = await readCpuMs()
    const times = await page.evaluate(sortBy, header)
    sorts.push({ ...times, cpu: (await readCpuMs()) - before })
  }
  await close()
  return sorts
}

/** Runs in the page. */
async function sortBy(header) {
  const buttons = [...document.querySelectorAll('[role=grid] thead button')]
  const button = buttons.find(({ textContent }) => textContent.startsWith(header))
  performance.clearResourceTimings()
  const painted = globalThis.benchNotes.untilOtherRows()
  const clickedAt = performance.now()
  button.click()
  const { firstAt, allAt } = await painted
  const views = performance.getEntriesByType('resource').filter(({ name }) => name.includes('stock-screener'))
  // A repeated request is served from memory and has no resource entry, so fall back to the click.
  const answeredAt = views.at(-1)?.responseEnd ?? clickedAt
  return { clicked: firstAt - clickedAt, first: firstAt - answeredAt, all: allAt - answeredAt }
}

/** Switches the price chart between timeframes whose bars are loaded: [ms] from click to painted chart. */
async function measureTimeframes(browser, { url, storageState }) {
  const { page, throttle, close } = await browser.openPage(storageState)
  await throttle(networks.open, 1)
  await openTable(page, `${url}${ANALYSIS}`)
  await page.waitForFunction(() => document.querySelector('figure svg') !== null)
  const times = []
  for (const timeframe of [...timeframes, ...timeframes, ...timeframes])
    times.push(await page.evaluate(switchTo, timeframe))
  await close()
  return times
}

/** Runs in the page. */
async function switchTo(timeframe) {
  const buttons = [...document.querySelectorAll('[aria-label=Timeframe] button')]
  const button = buttons.find(({ textContent }) => textContent === timeframe)
  const figure = document.querySelector('figure')
  const name = figure.getAttribute('aria-label')
  const clickedAt = performance.now()
  button.click()
  while (document.querySelector('figure')?.getAttribute('aria-label') === name || !document.querySelector('figure svg'))
    await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - clickedAt
}

/** Simulates a few minutes of use. */
async function useScreener(page) {
  const button = (name) => page.getByRole('button', { name })
  const settle = () => page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  const press = async (key, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key)
  }
  for (const header of ['Price', 'RSI', 'Best ann. yield', 'Market cap']) {
    await page.getByRole('columnheader', { name: header }).getByRole('button').click()
    await settle()
  }
  const steps = [
    ['Next', 2],
    ['Next', 3],
    ['Prev', 2],
    ['First', 1],
  ]
  for (const [step, led] of steps) {
    await button(new RegExp(`^${step}`)).click()
    await page.locator('[aria-current=page]', { hasText: new RegExp(`^${led}$`) }).waitFor()
    await settle()
  }
  for (const preset of ['Professional', 'Essential']) {
    await button(preset).click()
    await settle()
  }
  await page.getByRole('combobox', { name: 'Search by symbol or company' }).click()
  await page.keyboard.type('ab', { delay: 80 })
  await press('Escape')
  await press('Backspace', 2)
  await settle()
  await page.getByRole('grid').getByRole('rowheader').first().getByRole('link').focus()
  await press('ArrowDown', 10)
  await press('ArrowRight', 6)
  await press('PageDown', 2)
  await press('Home')
  await page
    .getByRole('button', { name: /Callwright Rating \d+ of 60/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Rating of/ }).waitFor()
  await press('Escape')
  await button(/stocks refreshed/).click()
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await button('Weights').click()
  await page.getByRole('slider').first().focus()
  await press('ArrowRight', 8)
  await press('Escape')
}

/** Uses the screener with a slow CPU: { interactions: [ms], shift }. An interaction lasts until the next frame. */
async function measureSession(browser, { url, storageState }) {
  const { page, throttle, close } = await browser.openPage(storageState)
  await throttle(networks.open, SLOW_CPU)
  await openTable(page, `${url}${SCREENER}`)
  for (let round = 0; round < ROUNDS; round += 1) await useScreener(page)
  const notes = await page.evaluate(() => ({
    ...globalThis.benchNotes,
    change: null,
    count: performance.interactionCount,
  }))
  await close()
  const longest = new Map()
  for (const { id, duration } of notes.interactions) longest.set(id, Math.max(duration, longest.get(id) ?? 0))
  // The browser does not report interactions shorter than a frame.
  const quick = Math.max(0, notes.count - longest.size)
  return { interactions: [...longest.values(), ...new Array(quick).fill(16)], shift: notes.shift }
}

await runBenchmark(report, async (closers) => {
  const otherCores = await watchBusyCores()
  const stack = openBenchStack(basePort, simulatedMarket)
  closers.push(stack.close)
  await report.step('Stack', () => stack.start('start.mjs', /^ready /m))
  await report.step('First run', () => waitForFirstRun(stack.url))
  const figures = await measure(stack, closers)
  print(figures)
  const { lines, isMissed } = judge(listBars(figures), findBusyExcuse(otherCores))
  report.line(`\n${lines.join('\n')}`)
  return isMissed
})
