import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon, type Site } from '../screener/site.ts'
import { waitForHeading } from './accounts.ts'

const call = { price: 80, strike: 84, premium: 1.2, days: 30 } as const

/** Percent, to a tenth, of the price: in these days and at that pace in a year. */
const asReturn = (gain: number) => {
  const pct = (gain / call.price) * 100
  return `${pct.toFixed(1)}%, ${((pct * 365) / call.days).toFixed(1)}% a year`
}

const figure = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('+ dd')

export function testLanding(site: Site): void {
  describe('the landing page', () => {
    test('the calculator reckons as a reader would, and each way in leads where it says', async () => {
      const page = await site.openSignedOut()
      await page.goto(site.url())
      const form = page.getByRole('form', { name: 'Covered call calculator' })
      for (const [name, value] of [
        ['Share price', call.price],
        ['Strike', call.strike],
        ['Premium', call.premium],
        ['Days', call.days],
      ] as const) {
        await form.getByLabel(name, { exact: true }).fill(String(value))
      }
      const { price, strike, premium } = call
      await expectSoon(() => figure(page, 'Static return').textContent(), asReturn(premium))
      await expectSoon(() => figure(page, 'If called').textContent(), asReturn(premium + strike - price))
      await expectSoon(() => figure(page, 'Breakeven').textContent(), `$${(price - premium).toFixed(2)}`)
      await form.getByText(/^You keep \$120, .* you sell 5\.0% higher\.$/).waitFor()
      await form.getByLabel('Premium', { exact: true }).fill('')
      await form.getByText(/each above zero/).waitFor()

      const targets = await page
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).getAttribute('href') ?? ''))
      const inPage = targets.filter((target) => target.startsWith('#'))
      expect(await page.evaluate((ids) => ids.filter((id) => document.querySelector(id) === null), inPage)).toEqual([])
      expect(new Set(targets.filter((target) => target.startsWith('/')))).toEqual(
        new Set(['/', '/login', '/register', '/api/docs']),
      )
      await page.getByRole('link', { name: 'Get Started Free' }).click()
      await waitForHeading(page, 'Create account')
    })

    test('the theme a reader chose is there before any code runs', async () => {
      const page = await site.openSignedOut({ colorScheme: 'light' })
      await page.goto(site.url())
      await page.getByRole('radio', { name: 'Dark' }).check()
      await page.route('**/assets/*.js', () => {})
      await page.goto(site.url(), { waitUntil: 'commit' })
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
      await waitForHeading(page, 'Covered Calls, Made Simple.')
    })
  })
}
