import type { ReceivedMail } from '@callwright/service/testing/mail-server'
import { afterAll, afterEach, beforeAll } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Account, createAccount, type Session, startSession } from './accounts.ts'
import { openBrowser } from './browser.ts'
import { WITHIN_MS } from './look.ts'
import type { SiteStack } from './site-stack.ts'
import type { Stack } from './stack.ts'

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>
type Size = NonNullable<ContextOptions['viewport']>

export interface View {
  readonly viewport?: Size
  readonly colorScheme?: 'light' | 'dark'
}

/** A running stack with the invented market, and one signed-in user that all journeys in a file share. */
export interface Site {
  readonly url: () => string
  readonly stack: () => Stack
  /** Emails that the stack has sent to an address. */
  readonly listMails: (address: string) => Promise<readonly ReceivedMail[]>
  /** Opens a tab in the user's browser, with empty storage. */
  readonly openPage: (view?: View) => Promise<Page>
  /** Opens a page in a fresh browser, signed in as the same user or another one. */
  readonly openElsewhere: (options?: ContextOptions, account?: Account) => Promise<Page>
  /** Opens a page in a fresh browser without a session. */
  readonly openSignedOut: (options?: ContextOptions) => Promise<Page>
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/**
 * Opens a stack and a browser before a file's tests and closes them afterward. All tests in the file share them,
 * because starting a stack takes as long as running many tests. Pages are closed after each test.
 */
export function setUpSite(openStack: () => Promise<SiteStack>): Site {
  let stack: SiteStack | undefined
  let browser: Browser | undefined
  let user: Account | undefined
  /** The user's browser, which caches the application's files for later pages. */
  let home: { readonly context: BrowserContext; readonly session: Session } | undefined
  let visits = 0
  const others: BrowserContext[] = []

  const openContext = async (options: ContextOptions = {}) => {
    if (browser === undefined) throw new Error('The browser is not up yet')
    // A journey that changes the answers of the server does not see the requests of a service worker.
    const context = await browser.newContext({
      viewport: desktop,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ...options,
    })
    context.setDefaultTimeout(WITHIN_MS)
    return context
  }
  const getStack = () => {
    if (stack === undefined) throw new Error('The stack is not up yet')
    return stack
  }
  const getUser = () => {
    if (user === undefined) throw new Error('Register a user first')
    return user
  }
  const url = () => getStack().url

  const openTab = async (context: BrowserContext, session: Session) => {
    const page = await context.newPage()
    await page.addInitScript(beginVisit, { origin: url(), visit: String(visits), session })
    return page
  }
  const openHome = async () => {
    const context = await openContext()
    return { context, session: await startSession(context, url(), getUser()) }
  }
  const openSignedOut = async (options?: ContextOptions) => {
    const context = await openContext(options)
    others.push(context)
    return context.newPage()
  }

  beforeAll(async () => {
    stack = await openStack()
    browser = await openBrowser()
    user = await createAccount(url())
    home = await openHome()
    const page = await openTab(home.context, home.session)
    await page.goto(`${url()}/screening`)
    await page.getByText(/^\d+ stocks refreshed/).waitFor()
    await page.close()
  })
  afterEach(async () => {
    visits += 1
    await Promise.all(others.splice(0).map(closeContext))
    if (home !== undefined) await closePages(home.context)
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
  })

  return {
    url,
    stack: getStack,
    listMails: async (address) => (await getStack().listMails()).filter(({ to }) => to.includes(address)),
    openPage: async ({ viewport, colorScheme } = {}) => {
      home ??= await openHome()
      const page = await openTab(home.context, home.session)
      if (viewport !== undefined) await page.setViewportSize(viewport)
      if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
      return page
    },
    openElsewhere: async (options, account) => {
      const context = await openContext(options)
      others.push(context)
      return openTab(context, await startSession(context, url(), account ?? getUser()))
    },
    openSignedOut,
  }
}

/** Drops requests that are still being intercepted when their page closes. */
async function dropRoutes(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })))
}

async function closeContext(context: BrowserContext): Promise<void> {
  try {
    await dropRoutes(context)
  } finally {
    await context.close()
  }
}

async function closePages(context: BrowserContext): Promise<void> {
  await dropRoutes(context)
  await context.setOffline(false)
  await Promise.all(context.pages().map((page) => page.close()))
}

/** Clears the browser's storage on the first page of a test. Runs in the page. */
function beginVisit({ origin, visit, session }: { origin: string; visit: string; session: Session }): void {
  if (location.origin !== origin || localStorage.getItem('visit') === visit) return
  localStorage.clear()
  void caches.keys().then((names) => names.map((name) => caches.delete(name)))
  for (const [name, value] of Object.entries({ visit, ...session })) localStorage.setItem(name, value)
}
