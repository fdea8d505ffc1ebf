import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { overflow } from '../screener/access.ts'
import { desktop, expectSoon, phone, type Site } from '../screener/site.ts'
import { watchWithAxe } from '../themes.ts'
import { waitForHeading } from './accounts.ts'
import { type State, sizes } from './states.ts'

/** All but who is signed in, without which there is no page. */
const CALLS = /\/api\/(?!auth\/(?:me|refresh)$)/

const routes = [
  { path: '/', title: 'Covered Calls, Made Simple.' },
  { path: '/login', title: 'Sign in' },
  { path: '/register', title: 'Create account' },
  { path: '/dashboard', title: 'Dashboard' },
  { path: '/screening', title: 'Stock Screener' },
  { path: '/analysis?symbol=BRMZ', title: 'Stock Analysis' },
  { path: '/portfolio', title: 'Portfolio Tracking' },
  { path: '/settings', title: 'Settings' },
] as const

const entrances: readonly string[] = ['/', '/login', '/register']

/** 200 % of 1440 px, and the least there is. */
const widths = [720, 320] as const

async function reach(page: Page, origin: string, { path, calls, reach: bringAbout }: State) {
  if (calls !== undefined) {
    await page.unroute(CALLS)
    await page.route(CALLS, (route) => (calls === 'refused' ? route.fulfill({ status: 500, body: '{}' }) : undefined))
  }
  if (path !== undefined) await page.goto(`${origin}${path}`)
  return bringAbout(page)
}

export function testAccess(site: Site): void {
  describe('accessibility', () => {
    test.each(sizes)(
      'axe finds nothing in settings and frame, in both themes: $width',
      async ({ viewport, states }) => {
        const page = await site.openPage({ viewport })
        const { found, check } = watchWithAxe(page)
        for (const state of states) {
          const over = await reach(page, site.url(), state)
          if (over === null) {
            await check(state.name)
          } else {
            await check(state.name, over)
            await page.keyboard.press('Escape')
            await over.waitFor({ state: 'hidden' })
          }
        }
        expect(found).toEqual({})
      },
    )

    test.each([
      ['desktop', desktop],
      ['phone', phone],
    ] as const)(
      'axe finds nothing before a sign-in, in a demo, or where a page is lost: %s',
      async (_name, viewport) => {
        const page = await site.openSignedOut({ viewport })
        const { found, check } = watchWithAxe(page)
        await page.goto(`${site.url()}/register`)
        await page.getByRole('button', { name: 'Create account' }).click()
        await page.getByText('Username is required').waitFor()
        await check('registration with faults')
        await page.getByRole('button', { name: 'Try the demo' }).click()
        await page.getByRole('list', { name: 'What needs attention' }).waitFor()
        await check('demo')
        await page.goto(`${site.url()}/settings`)
        await page.getByText('A demo account has no password.').waitFor()
        await check('settings of a demo')
        await page.context().setOffline(true)
        await page.getByText(/^You are offline\./).waitFor()
        await check('offline', page.getByRole('main'))
        await page.context().setOffline(false)
        await page.route('**/assets/settings-page-*.js', (route) => route.abort())
        await page.reload()
        await page.getByText('This page could not be loaded').waitFor()
        await check('lost page')
        expect(found).toEqual({})
      },
    )

    test('no page scrolls sideways at 200 % and at 320 px', async () => {
      const page = await site.openPage({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })
      const signedOut = await site.openSignedOut({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })
      for (const { path, title } of routes) {
        const shown = entrances.includes(path) ? signedOut : page
        await shown.goto(`${site.url()}${path}`)
        await waitForHeading(shown, title)
        await shown.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        for (const width of widths) {
          await shown.setViewportSize({ width, height: 450 })
          await expectSoon(async () => ({ path, width, over: await overflow(shown) }), { path, width, over: 0 }, 5_000)
        }
      }
    })
  })
}
