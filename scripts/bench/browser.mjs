import { randomBytes } from 'node:crypto'
import { chromium } from 'playwright-core'
import { findChromium } from '../lib/programs.mjs'

const bitsPerSecond = (megabits) => (megabits * 1_000_000) / 8

/**
 * Network profiles for the browser's developer tools: bytes per second, and milliseconds to the first byte. `fast` is
 * "Fast 4G" (9 and 1.5 Mbit/s × 0.9, 60 ms × 2.75), and `open` is unlimited.
 */
export const networks = {
  fast: { label: 'Fast 4G', down: bitsPerSecond(9 * 0.9), up: bitsPerSecond(1.5 * 0.9), latency: 60 * 2.75 },
  open: { label: 'no limit', down: -1, up: -1, latency: 0 },
}

/** Password of every account; it must not resemble a username. */
const password = randomBytes(12).toString('hex')

/** Page that opens after sign-in. */
const HOME = '/dashboard'

const VIEWPORT = { width: 1440, height: 900 }

/**
 * Painting is finished after this many milliseconds without a change. Longer than the gap between two of the table's
 * rendering steps.
 */
const QUIET_MS = 250

/**
 * Runs in the page before any other script. Records when the table's rows are first painted, the end of the last long
 * task (over 50 ms), when changed rows are painted, all interactions and all layout shifts.
 */
function observePage(quietMs) {
  const notes = { tableAt: null, busyUntil: 0, interactions: [], shift: 0, change: null }
  globalThis.benchNotes = notes
  const readRows = () => {
    const rows = document.querySelectorAll('[role=grid] tbody tr[data-key]')
    return Array.from(rows, ({ dataset }) => dataset.key).join()
  }
  // A task queued in a frame callback runs after that frame is painted.
  const afterPaint = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())))

  const check = () => {
    if (notes.tableAt === null && readRows() !== '') {
      notes.tableAt = 0
      afterPaint((at) => {
        notes.tableAt = at
      })
    }
    const { change } = notes
    const rows = change === null ? null : readRows()
    if (change === null || rows === change.rows) return
    change.rows = rows
    afterPaint((at) => {
      change.firstAt ??= at
      change.allAt = at
      clearTimeout(change.timer)
      change.timer = setTimeout(change.resolve, quietMs, change)
    })
  }
  new MutationObserver(check).observe(document, { childList: true, subtree: true, attributes: true })
  /** Resolves once changed rows are painted: the first at `firstAt`, all at `allAt`. */
  notes.untilOtherRows = () =>
    new Promise((resolve) => {
      notes.change = { rows: readRows(), resolve }
    })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries()) {
      if (interactionId > 0) notes.interactions.push({ id: interactionId, duration, name })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) notes.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      notes.busyUntil = Math.max(notes.busyUntil, startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Opens a browser for measurements: { openPage, signIn, close }. Throws if none is installed. */
export async function openBenchBrowser(url) {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium found: install one or set CHROMIUM_PATH')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  })
  const account = { name: `bench-${randomBytes(4).toString('hex')}`, isNew: true }
  return {
    /**
     * Signs in through the form. The first call registers an account instead. Resolves to the browser's storage state.
     */
    async signIn() {
      const context = await browser.newContext({ viewport: VIEWPORT })
      const page = await context.newPage()
      await (account.isNew ? fillRegistration(page, url, account.name) : fillLogin(page, url, account.name))
      account.isNew = false
      const storageState = await context.storageState()
      await context.close()
      return storageState
    },
    /**
     * Opens a page with an empty cache: { page, throttle, readCpuMs, close }. `throttle` sets the network
     * profile and the CPU slowdown. `readCpuMs` reads the CPU time of the page's main thread.
     */
    async openPage(storageState) {
      const context = await browser.newContext({ viewport: VIEWPORT, storageState })
      const page = await context.newPage()
      const tools = await context.newCDPSession(page)
      await page.addInitScript(observePage, QUIET_MS)
      await tools.send('Network.enable')
      await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
      return {
        page,
        async throttle({ down, up, latency }, slowdown) {
          await tools.send('Network.emulateNetworkConditions', {
            offline: false,
            downloadThroughput: down,
            uploadThroughput: up,
            latency,
          })
          await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        },
        async readCpuMs() {
          const { metrics } = await tools.send('Performance.getMetrics')
          return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000
        },
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

/** Registers an account through the form and waits for the first signed-in page. */
export async function fillRegistration(page, url, name) {
  await page.goto(`${url}/register`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email Address').fill(`${name}@example.invalid`)
  for (const label of ['Password', 'Confirm Password']) await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`**${HOME}`)
}

async function fillLogin(page, url, name) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**${HOME}`)
}

const TABLE_DEADLINE_MS = 60_000
/** A page counts as loaded after it has been idle for this long. */
const REST_MS = 1_000

export async function openTable(page, address) {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => globalThis.benchNotes?.tableAt > 0, null, { timeout: TABLE_DEADLINE_MS })
}

/** Whether the page has had no long task for `restMs`. Runs in the page. */
function isIdle(restMs) {
  const { tableAt, busyUntil } = globalThis.benchNotes
  return performance.now() - Math.max(tableAt, busyUntil) > restMs
}

/**
 * Visits a page with an empty cache and once more. Each figure is a list with one value per visit: { cold, warm } in ms
 * from navigation to the first painted rows, `free`, the end of the last long task, `cpu` of the main thread, and
 * `shift`.
 */
export async function measureVisits(browser, { address, storageState, network, visits }) {
  const all = []
  while (all.length < visits) {
    const { page, throttle, readCpuMs, close } = await browser.openPage(storageState)
    await throttle(networks[network], 1)
    await openTable(page, address)
    const cpu = await readCpuMs()
    await page.waitForFunction(isIdle, REST_MS)
    const { tableAt, busyUntil, shift } = await page.evaluate(() => ({ ...globalThis.benchNotes, change: null }))
    await openTable(page, address)
    const warm = await page.evaluate(() => globalThis.benchNotes.tableAt)
    await close()
    all.push({ cold: tableAt, free: Math.max(tableAt, busyUntil), warm, cpu, shift })
  }
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, all.map((visit) => visit[name])]))
}
