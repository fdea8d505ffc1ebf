import { afterEach, describe, expect, test } from '@jest/globals'
import type { CDPSession, Page } from 'playwright-core'
import { createAccount, signIn, signOut } from '../harness/accounts.ts'
import { watchWithAxe } from '../harness/axe.ts'
import { type Front, openFront } from '../harness/front.ts'
import { expectAddress, expectSoon, waitForHeading } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'

const PAGES = [
  ['/dashboard', 'Dashboard'],
  ['/screening/calls', 'Stock Screener'],
  ['/analysis?symbol=GLNQ', 'Stock Analysis'],
  ['/portfolio', 'Portfolio Tracking'],
  ['/market-data', 'Market data'],
  ['/ai-coach', 'AI Trading Coach'],
  ['/settings', 'Settings'],
  ['/screening', 'Stock Screener'],
] as const
const LANDING = /^Covered calls/i

const listCaches = (page: Page, prefix: string) =>
  page.evaluate(async (start) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(start))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  }, prefix)

const waitForWorker = (page: Page) =>
  expectSoon(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'), 'activated')

/** Whether the page has loaded the code that follows its worker, which it does some seconds after it has opened. */
const followsWorker = () =>
  performance.getEntriesByType('resource').some(({ name }) => /\/worker-[\w-]+\.js$/.test(name))

const updateWorker = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

/** Sends push messages to the page's service worker, and expects it to show one, and a text of its own for the other. */
async function expectPushMessages(page: Page, browser: CDPSession, origin: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = (data: string) => browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  // Without a window, Chromium refuses to show notifications, so the worker's calls are recorded instead.
  const worker = page.context().serviceWorkers()[0]
  if (worker === undefined) throw new Error('The page has no service worker')
  await worker.evaluate(recordNotifications)
  await push(JSON.stringify({ title: 'GLNQ 445 call', body: 'Delta is 0.62.', url: '/portfolio', tag: 'one' }))
  await push('not JSON')
  await expectSoon(
    () => worker.evaluate(() => Reflect.get(globalThis, 'shown')),
    [
      { title: 'GLNQ 445 call', body: 'Delta is 0.62.', path: '/portfolio', tag: 'one' },
      { title: 'Callwright alert', body: 'Open Callwright to see what changed.', path: '/dashboard' },
    ],
  )
  await browser.send('ServiceWorker.disable')
}

export function testInstalled(site: Site): void {
  describe('the installed app', () => {
    let front: Front | undefined

    afterEach(() => front?.goDown().catch(() => {}))

    /** Opens the application with its service worker, signed in as a new user. */
    async function open() {
      front = await openFront(site.url())
      const account = await createAccount(site.url())
      const page = await site.openSignedOut({ serviceWorkers: 'allow' })
      await page.goto(`${front.url}/login?next=/screening`)
      await signIn(page, account)
      await page
        .getByText(/^\d+ stocks/)
        .first()
        .waitFor()
      await waitForWorker(page)
      return { page, front, account }
    }

    test('can be installed, shows push messages, and opens every page without a server, with the last figures and their age', async () => {
      const { page, front, account } = await open()
      const browser = await page.context().newCDPSession(page)
      expect((await browser.send('Page.getAppManifest')).errors).toEqual([])
      expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
      await expectPushMessages(page, browser, front.url)
      await expectSoon(
        async () => (await listCaches(page, 'answers.')).includes('/api/phase1/views/stock-screener'),
        true,
      )
      const { found, check, checkWithColors } = watchWithAxe(page)

      await front.goDown()
      for (const [path, heading] of PAGES) {
        await page.goto(front.url + path)
        await waitForHeading(page, heading)
        await page.getByText(/^(?:Cannot reach the server\. You are still|You are offline)/).waitFor()
      }
      await page.reload()
      await page.getByText(/The figures on this page were loaded .* ET\./).waitFor()
      await page.getByText('GLNQ').first().waitFor()
      await checkWithColors('screener without a server')
      await page.goto(`${front.url}/nowhere`)
      await page.getByRole('heading', { level: 1, name: LANDING }).waitFor()
      await page.goto(`${front.url}/analysis?symbol=GLNQ`)
      await page.getByText('Could not load the price of GLNQ.').waitFor()
      await check('analysis without a server')
      expect(found).toEqual({})

      await front.comeBack()
      await page.getByText(/^Cannot reach the server\. You are still/).waitFor({ state: 'hidden' })
      await page.getByText('Could not load the price of GLNQ.').waitFor({ state: 'hidden' })
      const stored = await listCaches(page, '')
      expect(stored.filter((path) => /^\/api\/(?:auth|ai-coach)\//.test(path))).toEqual([])
      await signOut(page)
      await expectSoon(() => listCaches(page, 'answers.'), [])
      await signIn(page, account)
      await expectAddress(page, '/dashboard')
    })

    test('offers a new version, reloads only on a click, and warns of a form that is not saved', async () => {
      const { page, front } = await open()
      const notice = page.getByRole('alert').filter({ hasText: 'A new version is available.' })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const readMark = () => page.evaluate(() => document.documentElement.dataset.mark ?? null)
      await page.goto(`${front.url}/settings`)
      await waitForHeading(page, 'Settings')
      await page.getByLabel('Current password').waitFor()
      await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'first'))
      const other = await page.context().newPage()
      await other.goto(`${front.url}/portfolio`)
      await waitForHeading(other, 'Portfolio Tracking')
      for (const each of [page, other]) await expectSoon(() => each.evaluate(followsWorker), true)
      const { found, checkWithColors } = watchWithAxe(page)

      // The page's own files are not part of the new build.
      front.deploy((worker) => worker.replace(/(\/assets\/start-[\w-]+\.js)/, '$1?second'))
      await updateWorker(page)
      await notice.waitFor()
      await checkWithColors('a new version', notice)
      expect(found).toEqual({})
      await page.getByLabel('Current password').pressSequentially('typed')
      await button('Reload').click()
      await page.getByText('A form on this page is not saved. Reloading discards it.').waitFor()
      expect(await readMark()).toBe('first')
      await button('Discard and reload').click()
      await page.waitForFunction(() => document.documentElement.dataset.mark === undefined)
      await waitForHeading(page, 'Settings')
      await other.getByText('A new version is available.').waitFor()
    })
  })
}

/** Replaces the worker's function that shows a notification. Runs in the worker. */
function recordNotifications(): void {
  const shown: unknown[] = []
  Reflect.set(globalThis, 'shown', shown)
  const registration = Reflect.get(globalThis, 'registration') as ServiceWorkerRegistration
  registration.showNotification = async (title, { body, data, tag } = {}) => {
    shown.push({ title, body, path: data.path, tag })
  }
}
