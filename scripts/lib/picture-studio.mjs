import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { openBenchStack, waitForFirstRun } from '../bench/stack.mjs'
import { isFree } from './ports.mjs'
import { findTestChromium } from './programs.mjs'

/** The browser's clock always shows this instant, five minutes after the close of the invented market's day. */
const NOW = '2026-07-10T20:05:00.000Z'
const PORTS_OF_A_STACK = 52
const WAIT_MS = 20_000
const SETTLE_MS = 15_000
const BETWEEN_LOOKS_MS = 150
/** Shorter than the 15 minutes after which the server rejects an access token. */
const MAX_TOKEN_AGE_MS = 5 * 60_000
const PASSWORD = 'covered-call-1'

export const themes = ['light', 'dark']
export const widths = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** The coach answers offline, so that its answers are the same in each run. */
const settings = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined }

async function findBasePort() {
  for (let base = 20_000 + (process.pid % 150) * 60; base < 60_000; base += 60) {
    const ports = Array.from({ length: PORTS_OF_A_STACK }, (_, index) => base + index)
    if ((await Promise.all(ports.map((port) => isFree(port)))).every(Boolean)) return base
  }
  throw new Error(`No ${PORTS_OF_A_STACK} free ports in a row`)
}

/**
 * Prepares the product of a checkout, whose packages must be installed, on the invented market with throwaway data:
 * { url, start, close }.
 */
export async function openPictureStack(checkout) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-pictures-'))
  const pack = join(folder, 'pack')
  const stack = openBenchStack(
    await findBasePort(),
    { ...settings, MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: pack },
    null,
    checkout,
  )
  return {
    url: stack.url,
    async start() {
      const maker = join(checkout, 'services/market-data/src/providers/recorded/make-invented-pack.ts')
      execFileSync(process.execPath, [maker, pack])
      await stack.start('start.mjs', /^ready /m)
      await waitForFirstRun(stack.url)
    },
    async close() {
      await stack.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function call(url, method, path, { token, data } = {}) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(data && { body: JSON.stringify(data) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Registers a user with these positions and saved screens. */
export async function createUser(url, username, { positions = [], screens = [] } = {}) {
  const data = { username, password: PASSWORD, email: `${username}@example.com`, full_name: 'Test Trader' }
  const { access_token: token } = await call(url, 'POST', '/api/auth/register', { data })
  if (positions.length > 0) await call(url, 'POST', '/api/portfolio/positions/migrate', { token, data: positions })
  for (const { id, ...data } of screens) await call(url, 'PUT', `/api/stocks/screener/screens/${id}`, { token, data })
}

/** Values that the product stores in the browser for a signed-in user. */
function toStorage({ access_token: token, expires_in: expiresInSeconds, user }) {
  const { id, username, email, full_name: fullName, is_demo: isDemo, demo_ends_at: demoEndsAt } = user
  return {
    user: JSON.stringify({ id, username, email, fullName, isDemo, demoEndsAt }),
    tokenReceipt: JSON.stringify({ receivedAtMs: Date.parse(NOW), expiresInSeconds }),
    token,
  }
}

/**
 * Runs in the page before its scripts. Empties the storage on the surface's first page, and replaces instants at which
 * the server did something during this run, because they differ from run to run.
 */
function beginSurface({ origin, visit, stored, from, to, now }) {
  const fix = (text) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => (at >= from && at < to ? now : at))
  const parse = JSON.parse
  JSON.parse = (text, reviver) => parse(typeof text === 'string' ? fix(text) : text, reviver)
  Response.prototype.json = async function json() {
    return JSON.parse(await this.text())
  }
  if (location.origin !== origin || localStorage.getItem('visit') === visit) return
  localStorage.clear()
  for (const [name, value] of Object.entries({ visit, ...stored })) localStorage.setItem(name, value)
}

/** Opens a browser: { take, signIn, close }. */
export async function openStudio(url) {
  const executablePath = findTestChromium()
  if (executablePath === null) throw new Error('No Chromium found: install one or set CHROMIUM_PATH')
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']
  // Text is drawn without the hinting and colors of the screen.
  const drawing = [
    '--font-render-hinting=none',
    '--disable-lcd-text',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
  ]
  const browser = await chromium.launch({ executablePath, args: [...args, ...drawing] })
  const startedAt = Date.now()
  const span = {
    from: new Date(startedAt - 3_600_000).toISOString(),
    to: new Date(startedAt + 86_400_000).toISOString(),
  }
  const contexts = new Map()
  let visits = 0

  async function openContext(user, width) {
    const context = await browser.newContext({
      ...widths[width],
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'America/New_York',
    })
    context.setDefaultTimeout(WAIT_MS)
    await context.clock.setFixedTime(NOW)
    const entry = { context, stored: {}, grantedAt: 0 }
    if (user !== null) {
      const response = await context.request.post(`${url}/api/auth/login`, {
        form: { username: user, password: PASSWORD },
      })
      if (!response.ok()) throw new Error(`Signing in returned ${response.status()}: ${await response.text()}`)
      Object.assign(entry, { stored: toStorage(await response.json()), grantedAt: Date.now() })
    }
    return entry
  }

  /** Returns the user's browser at this width. Pages never see their token age, so it is refreshed here. */
  async function findContext(user, width) {
    const key = `${user} ${width}`
    if (!contexts.has(key)) contexts.set(key, await openContext(user, width))
    const entry = contexts.get(key)
    if (user !== null && Date.now() - entry.grantedAt > MAX_TOKEN_AGE_MS) {
      const response = await entry.context.request.post(`${url}/api/auth/refresh`)
      if (!response.ok())
        throw new Error(`Renewing the session returned ${response.status()}: ${await response.text()}`)
      Object.assign(entry, { stored: toStorage(await response.json()), grantedAt: Date.now() })
    }
    return entry
  }

  return {
    /**
     * Opens a surface and calls `onPicture(theme, png)` for each theme. Resolves to the themes in which the surface did
     * not stop changing.
     */
    async take({ user = null, path, act }, width, onPicture) {
      const { context, stored } = await findContext(user, width)
      const page = await context.newPage()
      const requests = watchRequests(page)
      visits += 1
      await page.addInitScript(beginSurface, { origin: url, visit: String(visits), stored, ...span, now: NOW })
      const restless = []
      try {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(`${url}${path}`)
        await settle(page, requests)
        await act?.({
          page,
          isPhone: width === 'phone',
          context,
          call: (method, to, data) => call(url, method, to, { token: stored.token, data }),
        })
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme })
          await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
          await settle(page, requests)
          const { png, isStill } = await photograph(page)
          if (!isStill) restless.push(theme)
          onPicture(theme, png)
        }
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.setOffline(false)
        await page.close()
      }
      return restless
    },
    /** Opens every browser first, so that the list of sessions does not depend on which surfaces are taken. */
    async signIn(users) {
      for (const user of users) for (const width of Object.keys(widths)) await findContext(user, width)
    },
    close: () => browser.close(),
  }
}

/** Requests to the API that have no response yet. The end of a response is no sign: a page may never read it. */
function watchRequests(page) {
  const open = new Set()
  page.on('request', (request) => {
    if (request.url().includes('/api/')) open.add(request)
  })
  page.on('response', (response) => open.delete(response.request()))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Waits until fonts and data are loaded. After a while, continues anyway: some surfaces show a wait. */
async function settle(page, requests) {
  await page.evaluate(() => document.fonts.ready)
  const end = performance.now() + SETTLE_MS
  let quiet = 0
  while (quiet < 2 && performance.now() < end) {
    await delay(BETWEEN_LOOKS_MS)
    const isBusy = requests.size > 0 || (await page.locator('[aria-busy=true]').count()) > 0
    quiet = isBusy ? 0 : quiet + 1
  }
}

/** Takes pictures until two in a row are the same. */
async function photograph(page) {
  const shoot = () => page.screenshot({ animations: 'disabled', caret: 'hide' })
  let png = await shoot()
  for (let look = 0; look < 20; look += 1) {
    await delay(BETWEEN_LOOKS_MS)
    const next = await shoot()
    if (next.equals(png)) return { png, isStill: true }
    png = next
  }
  return { png, isStill: false }
}
