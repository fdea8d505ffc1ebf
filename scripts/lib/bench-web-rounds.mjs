import { networks } from './bench-browser.mjs'

const SCREENER = '/screening'
const ANALYSIS = '/analysis?symbol=AAPL'
const PORTFOLIO = '/portfolio'
const addresses = { screener: SCREENER, chain: ANALYSIS, portfolio: PORTFOLIO }
const ALL_COLUMNS = `${SCREENER}?size=200&columns=professional`
const TABLE_DEADLINE_MS = 60_000
/** A page counts as loaded after it has been idle for this long. */
const REST_MS = 1_000
const ROUNDS = 3
const kindOf = { Document: 'page', Script: 'script', Stylesheet: 'style', Font: 'font', Fetch: 'data' }

/** Counts transferred bytes by kind from now on. */
function watchBytes(tools) {
  const kinds = new Map()
  const bytes = {}
  const onResponse = ({ requestId, type }) => kinds.set(requestId, kindOf[type] ?? 'other')
  const onData = ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  }
  tools.on('Network.responseReceived', onResponse)
  tools.on('Network.loadingFinished', onData)
  return {
    read: () => ({ ...bytes }),
    stop() {
      tools.off('Network.responseReceived', onResponse)
      tools.off('Network.loadingFinished', onData)
    },
  }
}

async function openTable(page, address) {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => globalThis.benchNotes?.tableAt > 0, null, { timeout: TABLE_DEADLINE_MS })
}

/**
 * Measures a visit with an empty cache and a second one: { cold, warm } in ms from navigation to the first painted
 * rows, and `free`, the end of the last long task.
 */
async function measureVisit(browser, { url, address, storageState, network, slowdown }) {
  const { page, tools, throttle, readCpuMs, close } = await browser.openPage(storageState)
  await throttle(networks[network], slowdown)
  const watch = watchBytes(tools)
  await openTable(page, `${url}${address}`)
  const [bytes, cpu] = [watch.read(), await readCpuMs()]
  watch.stop()
  await page.waitForFunction(isIdle, REST_MS)
  const first = await page.evaluate(() => ({
    cold: globalThis.benchNotes.tableAt,
    free: Math.max(globalThis.benchNotes.tableAt, globalThis.benchNotes.busyUntil),
    shift: globalThis.benchNotes.shift,
  }))
  await openTable(page, `${url}${address}`)
  const warm = await page.evaluate(() => globalThis.benchNotes.tableAt)
  await close()
  return { ...first, warm, bytes, cpu }
}

/** Whether the page has had no long task for `restMs`. Runs in the page. */
function isIdle(restMs) {
  const { tableAt, busyUntil } = globalThis.benchNotes
  return performance.now() - Math.max(tableAt, busyUntil) > restMs
}

/** Measures visits to one table under one profile: { label, cold: [], warm: [], free: [], cpu: [], shift, bytes }. */
export async function measureVisits(browser, { visits, table = 'screener', ...profile }) {
  const all = []
  const address = addresses[table]
  while (all.length < visits) all.push(await measureVisit(browser, { ...profile, address }))
  const [{ bytes }] = all
  return {
    label: `${table}, ${networks[profile.network].label}, CPU ${profile.slowdown}x`,
    cold: all.map(({ cold }) => cold),
    warm: all.map(({ warm }) => warm),
    free: all.map(({ free }) => free),
    cpu: all.map(({ cpu }) => cpu),
    shift: Math.max(...all.map(({ shift }) => shift)),
    bytes,
  }
}

/**
 * Sorts 200 rows with all columns by each header. Each result is { clicked, first, all, cpu } in ms: from the click to
 * the first painted rows, from the end of the response to the first and to all painted rows, and the main thread's CPU
 * time.
 */
export async function measureSorts(browser, { url, storageState, slowdown, headers }) {
  const { page, throttle, readCpuMs, close } = await browser.openPage(storageState)
  await throttle(networks.open, slowdown)
  await openTable(page, `${url}${ALL_COLUMNS}`)
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] tbody tr[data-key]').length === 200)
  const sorts = []
  for (const header of headers) {
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
export async function measureTimeframes(browser, { url, storageState, slowdown, timeframes }) {
  const { page, throttle, close } = await browser.openPage(storageState)
  await throttle(networks.open, slowdown)
  await openTable(page, `${url}${ANALYSIS}`)
  await page.waitForFunction(() => document.querySelector('figure svg') !== null)
  const times = []
  for (const timeframe of timeframes) times.push(await page.evaluate(switchTo, timeframe))
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
  await button(/^Enriched/).click()
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await button('Weights').click()
  await page.getByRole('slider').first().focus()
  await press('ArrowRight', 8)
  await press('Escape')
}

/** Uses the screener with a slow CPU: { interactions: [ms], shift }. An interaction lasts until the next frame. */
export async function measureSession(browser, { url, storageState, slowdown }) {
  const { page, throttle, close } = await browser.openPage(storageState)
  await throttle(networks.open, slowdown)
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
