import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { watchWithAxe } from '../harness/axe.ts'
import { phone, type Site } from '../harness/site.ts'
import { coachParts, openCoach, waitForAnswers } from '../parts/coach.ts'
import { dashboardParts } from '../parts/dashboard.ts'
import { buildTerms, openWithPositions, setPositions } from '../parts/positions.ts'

/** Matches all API calls except the session's: without a session, no page opens. */
const CALLS = /\/api\/(?!auth\/(?:me|refresh)$)/

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Buttons that are on every page, and what each one opens. */
const overEveryPage: readonly (readonly [button: string | RegExp, find: (page: Page) => Locator])[] = [
  ['Change weights', (page) => page.getByRole('dialog', { name: 'Rating weights' })],
  ['Keyboard shortcuts', (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
  [/^Theme:/, (page) => page.getByRole('menu')],
  [/^Updated/, (page) => page.getByRole('dialog', { name: 'Background work' })],
]

export function testPagesWithAxe(site: Site): void {
  describe('accessibility of all other pages', () => {
    test('sign-in and registration with errors, a demo, a page without the network, and a page whose code is missing', async () => {
      const page = await site.openSignedOut()
      const { found, check, checkWithColors } = watchWithAxe(page)
      await page.goto(`${site.url()}/login`)
      await button(page, 'Sign in').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await checkWithColors('sign-in with faults')
      await page.goto(`${site.url()}/reset-password`)
      await button(page, 'Send the link').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await checkWithColors('lost password with faults')
      await page.goto(`${site.url()}/reset-password#unknown`)
      await button(page, 'Change password').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await check('new password with faults')
      await page.goto(`${site.url()}/register`)
      await button(page, 'Create account').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await check('registration with faults')
      await button(page, 'Try the demo').click()
      await page.getByRole('list', { name: 'What needs attention' }).waitFor()
      await check('demo')
      await page.goto(`${site.url()}/settings`)
      await page.getByRole('link', { name: 'Create an account to keep your positions' }).waitFor()
      await check('settings of a demo')
      await page.context().setOffline(true)
      await page.getByText(/^You are offline\./).waitFor()
      await check('offline')
      await page.context().setOffline(false)
      await page.route('**/assets/settings-page-*.js', (route) => route.abort())
      await page.reload()
      await page.getByText('Could not load this page').waitFor()
      await check('lost page')
      expect(found).toEqual({})
    })

    test('settings with errors, and everything that opens over every page', async () => {
      const page = await site.openPage()
      const { found, check, checkWithColors } = watchWithAxe(page)
      await page.goto(`${site.url()}/settings`)
      const devices = page.getByRole('region', { name: 'Sessions', exact: true }).getByRole('listitem')
      await devices.first().waitFor()
      await button(page, 'Change password').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await checkWithColors('settings with faults')
      await page.goto(`${site.url()}/market-data`)
      await page.getByRole('region', { name: 'Sources', exact: true }).waitFor()
      await checkWithColors('market data')
      await page.goto(`${site.url()}/settings`)
      await devices.first().waitFor()
      await button(page, 'Delete account').click()
      const deletion = page.getByRole('dialog', { name: 'Delete your account?' })
      await deletion.getByRole('button', { name: 'Delete account' }).click()
      await deletion.locator('[aria-invalid=true]').first().waitFor()
      await check('deletion with faults', deletion)
      await page.keyboard.press('Escape')
      await deletion.waitFor({ state: 'hidden' })
      for (const [name, find] of overEveryPage) {
        await button(page, name).first().click()
        await check(String(name), find(page))
        await page.keyboard.press('Escape')
        await find(page).waitFor({ state: 'hidden' })
      }
      const palette = page.getByRole('dialog', { name: 'Command palette' })
      await button(page, 'Symbol, page or action').click()
      await checkWithColors('palette', palette)
      await page.getByRole('combobox', { name: 'Find a symbol, a page or an action' }).fill('headroom')
      await page.getByRole('option').first().click()
      await button(page, 'Back').waitFor()
      await check('a word of the glossary', palette)
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'hidden' })
      await button(page, 'Collapse the sidebar').click()
      await button(page, 'Expand the sidebar').waitFor()
      await check('rail of icons')
      await page.setViewportSize(phone)
      await check('settings on a phone')
      await page.route(CALLS, (route) => route.fulfill({ status: 500, body: '{}' }))
      await page.goto(`${site.url()}/settings`)
      await page.getByText('Could not load your sessions.').waitFor()
      await check('settings that could not be loaded')
      expect(found).toEqual({})
    })

    test('dashboard with a position, without one, without a response, and without the server', async () => {
      const page = await openWithPositions(site, [buildTerms()])
      const { found, check, checkWithColors } = watchWithAxe(page)
      const { line, empty } = dashboardParts(page)
      const goTo = () => page.goto(`${site.url()}/dashboard`)
      await goTo()
      await line.waitFor()
      await checkWithColors('with a position')
      await page.setViewportSize(phone)
      await check('on a phone')
      await setPositions(page, site, [])
      await goTo()
      await empty.waitFor()
      await check('without one')
      await page.route(/\/api\/(?:portfolio|phase1)\//, (route) => route.fulfill({ status: 500, body: '' }))
      await page.reload()
      await page.getByText('Could not load your positions').waitFor()
      await check('failed')
      await page.route(/\/api\/(?:portfolio|phase1)\//, () => {})
      await page.reload()
      await page.getByText('Loading your positions...').waitFor()
      await check('loading')
      expect(found).toEqual({})
    })

    test('coach before a question, while answering, after the answer, and when stopped', async () => {
      const page = await openCoach(site)
      const { found, check, checkWithColors } = watchWithAxe(page)
      const { field, button: press } = coachParts(page)
      await check('new')
      await press('Top CC Stocks').click()
      await waitForAnswers(page, 1)
      await field.fill('Find BRMZ calls with delta between 0.2 and 0.3')
      await page.keyboard.press('Enter')
      await waitForAnswers(page, 2)
      await press('How I got this').last().click()
      await checkWithColors('answered')
      await page.route('**/api/ai-coach/chat', () => {})
      await field.fill('Wait')
      await page.keyboard.press('Enter')
      await press('Stop').waitFor()
      await check('waiting')
      await press('Stop').click()
      await press('Ask again').waitFor()
      await page.setViewportSize(phone)
      await check('stopped, on a phone')
      expect(found).toEqual({})
    })
  })
}
