import { describe, expect, test } from '@jest/globals'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { watchWithAxe } from '../harness/axe.ts'
import { expectSoon, WITHIN_MS, waitForHeading } from '../harness/look.ts'
import { desktop } from '../harness/site.ts'

interface Opened {
  readonly url: () => string
  readonly browser: () => Browser
}

const HEADLINE = 'Covered Calls, Made Simple.'
const call = { price: 80, strike: 84, premium: 1.2, days: 30 } as const

/** The gain as a percent of the price, to a tenth: over these days, and annualized. */
const asReturn = (gain: number) => {
  const pct = (gain / call.price) * 100
  return `${pct.toFixed(1)}%, ${((pct * 365) / call.days).toFixed(1)}% a year`
}

async function expectCalculated(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Covered call calculator' })
  const { price, strike, premium, days } = call
  const inputs = { 'Share price': price, Strike: strike, Premium: premium, Days: days }
  for (const [name, value] of Object.entries(inputs)) {
    await form.getByLabel(name, { exact: true }).fill(String(value))
  }
  const read = (name: string) => page.locator('dt', { hasText: name }).locator('+ dd').textContent()
  await expectSoon(() => read('Static return'), asReturn(premium))
  await expectSoon(() => read('If called'), asReturn(premium + strike - price))
  await expectSoon(() => read('Breakeven'), `$${(price - premium).toFixed(2)}`)
}

async function expectLinks(page: Page): Promise<void> {
  const targets = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const inPage = targets.filter((target) => target.startsWith('#'))
  expect(await page.evaluate((ids) => ids.filter((id) => document.querySelector(id) === null), inPage)).toEqual([])
  const pages = new Set(targets.filter((target) => target.startsWith('/')))
  expect(pages).toEqual(new Set(['/', '/login', '/register', '/api/docs']))
}

export function testLanding({ url, browser }: Opened): void {
  async function open(options: BrowserContextOptions = {}) {
    const context = await browser().newContext({ viewport: desktop, reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(WITHIN_MS)
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', ({ message }) => said.push(message))
    await page.goto(url())
    return { page, said }
  }

  describe('landing page', () => {
    test('is complete without a script', async () => {
      const { page } = await open({ javaScriptEnabled: false })
      await waitForHeading(page, HEADLINE)
      await page.getByText(/^You own 100 shares/).waitFor()
      await page.getByText(/^Yes. You can download all your data/).waitFor()
      expect(await page.getByRole('form').count()).toBe(0)
      expect(await page.getByRole('button', { name: /demo/i }).count()).toBe(0)
      await page.getByRole('link', { name: 'Get Started Free' }).waitFor()
    })

    test('is hydrated without errors, works by keyboard, and links to the right pages', async () => {
      const { page, said } = await open()
      const { found, checkWithColors } = watchWithAxe(page)
      await page.getByRole('button', { name: 'Watch Demo' }).press('Enter')
      await page.locator('form:focus').waitFor()
      const strike = page.getByRole('slider', { name: 'Strike, slider' })
      await page.locator('input[value="102.50"]').waitFor()
      // A change by the visitor stops the demo, whichever call it shows.
      await strike.press('Home')
      const least = Number(await strike.inputValue())
      await strike.press('ArrowRight')
      await page.locator(`input[value="${(least + 1).toFixed(2)}"]`).waitFor()
      await expectCalculated(page)
      const question = page.getByRole('button', { name: 'How much capital do I need?' })
      await question.press('Enter')
      await page.getByText(/^One contract stands for 100 shares/).waitFor()
      await page.getByText(/^You own 100 shares/).waitFor({ state: 'hidden' })
      await question.press('Space')
      await page.getByText(/^One contract stands for 100 shares/).waitFor({ state: 'hidden' })
      await expectLinks(page)
      expect(said).toEqual([])
      await checkWithColors('as it opens')
      expect(found).toEqual({})
    })

    test('shares its theme with the application, is shown for unknown URLs, and opens a demo with one click', async () => {
      const { page } = await open({ colorScheme: 'light' })
      const dark = page.locator('html[data-mantine-color-scheme=dark]')
      await page.getByRole('radio', { name: 'Dark' }).check()
      await dark.waitFor()
      await page.goto(`${url()}/login`)
      await waitForHeading(page, 'Sign in')
      await dark.waitFor()
      // Redirecting from an unknown URL adds no history entry.
      await page.goto(`${url()}/nowhere/at/all`)
      await waitForHeading(page, HEADLINE)
      expect(new URL(page.url()).pathname).toBe('/')
      await page.goBack()
      await waitForHeading(page, 'Sign in')

      // Checks the first paint, before any code of the page runs.
      await page.route('**/assets/*.js', () => {})
      await page.goto(url(), { waitUntil: 'commit' })
      await dark.waitFor({ state: 'attached' })
      await waitForHeading(page, HEADLINE)
      await page.unroute('**/assets/*.js')
      await page.goto(url())
      expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
      await page.getByRole('button', { name: 'Try the demo' }).click()
      await page.waitForURL('**/dashboard')
      await waitForHeading(page, 'Dashboard')
      await page.goto(url())
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Open dashboard' }).waitFor()
      expect(await main.getByRole('link', { name: 'Log In' }).count()).toBe(0)
    })
  })
}
