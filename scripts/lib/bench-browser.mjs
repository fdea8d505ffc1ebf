import { randomBytes } from 'node:crypto'
import { chromium } from 'playwright-core'
import { findChromium } from './chromium.mjs'

const bitsPerSecond = (megabits) => (megabits * 1_000_000) / 8

/**
 * What a connection is held to, by the developer tools of the browser: bytes a second, and milliseconds from a request to
 * the first byte of its answer. `fast` is their "Fast 4G" (9 and 1.5 Mbit/s × 0.9, 60 ms × 2.75), `slow` is the mobile
 * preset of Lighthouse (1.6 Mbit/s and 750 kbit/s, 150 ms), `open` is no limit.
 */
export const networks = {
  fast: { label: 'Fast 4G', down: bitsPerSecond(9 * 0.9), up: bitsPerSecond(1.5 * 0.9), latency: 60 * 2.75 },
  slow: { label: 'Lighthouse slow 4G', down: bitsPerSecond(1.6), up: bitsPerSecond(0.75), latency: 150 },
  open: { label: 'no limit', down: -1, up: -1, latency: 0 },
}

/** Where a sign-in leads. */
const HOME = '/dashboard'

const VIEWPORT = { width: 1440, height: 900 }

/** Rows that come in several steps come closer together than this. */
const QUIET_MS = 250

/**
 * Runs in the page before anything else: notes when the table has figures and has been painted with them, until when a long
 * task (over 50 ms) kept the page, when other rows have been painted, every interaction and every shift of the layout.
 */
function observePage(quietMs) {
  const notes = { tableAt: null, busyUntil: 0, interactions: [], shift: 0, change: null }
  globalThis.benchNotes = notes
  const readRows = () => {
    const rows = document.querySelectorAll('[role=grid] tbody tr:is([data-symbol], [data-strike], [data-id])')
    return Array.from(rows, ({ dataset }) => dataset.symbol ?? dataset.strike ?? dataset.id).join()
  }
  // After the frame that has been drawn: a task is run once the frame before it is out.
  const afterPaint = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())))

  const look = () => {
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
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  /** Resolves once other rows than now are painted: the first of them at `firstAt`, all at `allAt`. */
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

/** A browser for measuring: { openPage, signIn, close }. Throws where there is none. */
export async function openBenchBrowser(url) {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium found: install one or set CHROMIUM_PATH')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  })
  const account = { name: `bench-${randomBytes(4).toString('hex')}`, isNew: true }
  return {
    /** Signs in by the forms, at first with a new account; resolves to what the browser then remembers. */
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
     * A page of its own cache: { page, tools, hold, readCpuMs, close }. `hold` sets the network and how many times slower
     * the CPU is; `readCpuMs` is what the page's main thread has used of it, whoever else does.
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
        tools,
        async hold({ down, up, latency }, slowdown) {
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

/** Makes an account by the form and waits for the first signed-in page. */
export async function fillRegistration(page, url, name) {
  await page.goto(`${url}/register`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email Address').fill(`${name}@example.invalid`)
  for (const label of ['Password', 'Confirm Password']) await page.getByLabel(label, { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`**${HOME}`)
}

async function fillLogin(page, url, name) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**${HOME}`)
}
