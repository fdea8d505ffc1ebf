import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { openBrowser, register, type Stack, startStack } from '../support.ts'

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A running stack with the invented market, and one signed-in user of it. */
export interface Site {
  readonly url: () => string
  readonly stack: () => Stack
  /** A page of a browser that has not been here before, signed in. It goes with the test. */
  readonly openPage: (options?: ContextOptions) => Promise<Page>
  /** The same before anybody signs in. */
  readonly openSignedOut: (options?: ContextOptions) => Promise<Page>
  /** The screener at an address (`?sort=rsi`), with its first rows in view. */
  readonly openScreener: (address?: string, options?: ContextOptions) => Promise<Page>
  /** Goes to the screener anew in the same tab. */
  readonly reopen: (page: Page, address?: string) => Promise<void>
  /** Goes there, whatever it shows. */
  readonly go: (page: Page, address: string) => Promise<unknown>
}

/** For a machine with other work to do: who waits in vain for this long has found a defect. */
const WITHIN_MS = 60_000

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** A refresh may follow another at once, and a test may have a user of its own. */
const settings = { REFRESH_COOLDOWN_MS: '0', REGISTRATIONS_PER_HOUR: '100', DEMOS_PER_HOUR: '100' }

/**
 * Starts a stack before the tests of a file and stops it after them. To start one takes as long as many tests: the parts of
 * a file share it, each with a user of its own. Each file has a Redis database of its own.
 */
export function setUpStack(redisDatabase: number): () => Stack {
  let stack: Stack | undefined
  beforeAll(async () => {
    stack = await startStack('invented', { redisDatabase, settings })
  })
  afterAll(() => stack?.stop())
  return () => {
    if (stack === undefined) throw new Error('The stack is not up yet')
    return stack
  }
}

/** Opens the site of a stack before the tests of a part, and closes its pages after each of them. */
export function setUpSite(getStack: () => Stack): Site {
  let browser: Browser | undefined
  let signedIn: StorageState | undefined
  const contexts: BrowserContext[] = []

  const openSignedOut = async (options: ContextOptions = {}) => {
    if (browser === undefined) throw new Error('The browser is not up yet')
    const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(WITHIN_MS)
    contexts.push(context)
    return context.newPage()
  }
  const openPage = async (options: ContextOptions = {}) => {
    if (signedIn === undefined) throw new Error('Nobody has signed in yet')
    const page = await openSignedOut(options)
    const context = page.context()
    // Given to the new context as one, the state would be brought in by a page of its own each time.
    await context.addCookies(signedIn.cookies)
    for (const origin of signedIn.origins) await context.addInitScript(fillEmptyStorage, origin)
    return page
  }
  const go = (page: Page, address: string) => page.goto(`${getStack().url}/screening${address}`)
  const reopen = async (page: Page, address = '') => {
    await go(page, address)
    await page.locator('a[href^="/analysis?symbol="]').first().waitFor()
  }
  const closePages = async () => {
    await Promise.all(contexts.splice(0).map(closeContext))
  }

  beforeAll(async () => {
    browser = await openBrowser()
    const page = await openSignedOut()
    await register(page, getStack().url)
    await page.getByText(/^Enriched \d+ stocks/).waitFor()
    signedIn = await page.context().storageState()
    await closePages()
  })
  afterEach(closePages)
  afterAll(() => browser?.close())

  return {
    url: () => getStack().url,
    stack: getStack,
    openPage,
    openSignedOut,
    openScreener: async (address, options) => {
      const page = await openPage(options)
      await reopen(page, address)
      return page
    },
    reopen,
    go,
  }
}

/** A call that a test has in its hands as its page closes is nobody's failure. */
async function closeContext(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()]
  try {
    await Promise.all(routed.map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })))
  } finally {
    await context.close()
  }
}

function fillEmptyStorage({ origin, localStorage: items }: StorageState['origins'][number]): void {
  if (location.origin !== origin || localStorage.length > 0) return
  for (const { name, value } of items) localStorage.setItem(name, value)
}

/** What the tests read of the API's answer. */
export interface View {
  readonly total: number
  readonly universe_total: number
  readonly stocks: readonly Readonly<Record<string, unknown> & { symbol: string }>[]
}

/** Asks the API what the page asks, as the same user. */
export function askView(page: Page, query: string): Promise<View> {
  return page.evaluate(async (search) => {
    const response = await fetch(`/api/phase1/views/stock-screener?${search}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    if (!response.ok) throw new Error(`${response.status} for ${search}: ${await response.text()}`)
    return response.json()
  }, query)
}

export const askSymbols = async (page: Page, query: string) =>
  (await askView(page, query)).stocks.map(({ symbol }) => symbol)

/** The symbols in view, in their order: of the table or of the cards. */
export const readSymbols = (page: Page) =>
  page.locator('main a[href^="/analysis?symbol="]').evaluateAll((links) => links.map(({ textContent }) => textContent))

/** Waits until the rows in view are those of the API's answer to a question, 25 unless it says how many. */
export async function expectRows(page: Page, query: string): Promise<void> {
  const sized = query.includes('limit=') ? query : `${query}&limit=25`
  await expectSoon(() => readSymbols(page), await askSymbols(page, sized))
}

const BETWEEN_LOOKS_MS = 40

/** Waits until what is read is what is expected; fails with the difference. */
export async function expectSoon<T>(read: () => Promise<T>, expected: T, withinMs = WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs
  let value = await read()
  while (JSON.stringify(value) !== JSON.stringify(expected) && Date.now() < deadline) {
    await delay(BETWEEN_LOOKS_MS)
    value = await read()
  }
  expect(value).toEqual(expected)
}

/** The address without its origin. */
export const readAddress = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${decodeURIComponent(search)}`
}
export const expectAddress = (page: Page, address: string) => expectSoon(async () => readAddress(page), address)

/** Waits until the focus is there, and can be seen. */
export async function expectFocus(target: Locator): Promise<void> {
  await target.waitFor()
  await expectSoon(() => target.evaluate(describeFocus), 'focused and seen')
}

function describeFocus(element: Element): string {
  if (element !== document.activeElement) {
    const { activeElement } = document
    return `the focus is on ${activeElement?.outerHTML.slice(0, 120)}`
  }
  return element.matches(':focus-visible') ? 'focused and seen' : 'focused, but not to be seen'
}

const MOST_STOPS = 60

/** Goes to a control with the Tab key alone. */
export const tabTo = (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => stepTo(page, target, key)

/** Presses a key until the focus is on a control. */
export async function stepTo(page: Page, target: Locator, key: string): Promise<void> {
  // To find it by its role again after each press takes longer than the press.
  let element = await target.elementHandle()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const place = await element?.evaluate(describePlace)
    if (place === 'focused') return expectFocus(target)
    if (place === 'gone') element = await target.elementHandle()
    await page.keyboard.press(key)
  }
  throw new Error(`${MOST_STOPS} presses of ${key} do not lead to ${target}`)
}

const describePlace = (element: Element) =>
  element === document.activeElement ? 'focused' : element.isConnected ? 'elsewhere' : 'gone'

/** Goes to a control with the Tab key and presses a key on it. */
export async function tabAndPress(page: Page, target: Locator, key: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export const readColumns = (page: Page) =>
  page
    .getByRole('columnheader')
    .filter({ has: page.getByRole('button') })
    .evaluateAll((headers) =>
      headers.map((header) => header.querySelector('button span')?.firstChild?.textContent?.trim() ?? ''),
    )
