import { describe, expect, test } from '@jest/globals'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { watchWithAxe } from '../themes.ts'

interface Opened {
  readonly url: () => string
  readonly browser: () => Browser
}

const wide = { viewport: { width: 1440, height: 900 } } as const
const phone = { viewport: { width: 390, height: 844 } } as const

export function testLanding({ url, browser }: Opened): void {
  async function open(options: BrowserContextOptions = wide) {
    const context = await browser().newContext({ reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', ({ message }) => said.push(message))
    await page.goto(url())
    return { page, said }
  }

  describe('the landing page', () => {
    test('is all there without a script', async () => {
      const { page } = await open({ ...wide, javaScriptEnabled: false })
      await page.getByRole('heading', { level: 1, name: 'Covered Calls, Made Simple.' }).waitFor()
      await page.getByText(/^You own 100 shares/).waitFor()
      await page.getByText(/^Yes. You can take all your data/).waitFor()
      expect(await page.getByRole('form').count()).toBe(0)
      expect(await page.getByRole('button', { name: /demo/i }).count()).toBe(0)
      await page.getByRole('link', { name: 'Get Started Free' }).waitFor()
    })

    test('is taken over by its script without a word, and works by keyboard', async () => {
      const { page, said } = await open()
      await page.getByRole('button', { name: 'Watch Demo' }).press('Enter')
      await page.locator('form:focus').waitFor()
      await page.keyboard.press('Tab')
      const strike = page.getByRole('slider', { name: 'Strike, slider' })
      await strike.press('ArrowRight')
      await page.getByText('106.00').or(page.locator('input[value="106.00"]')).first().waitFor()
      await page.getByText(/If they are called you sell 6\.0% higher/).waitFor()
      const question = page.getByRole('button', { name: 'How much capital do I need?' })
      await question.press('Enter')
      await page.getByText(/^One contract stands for 100 shares/).waitFor()
      await page.getByText(/^You own 100 shares/).waitFor({ state: 'hidden' })
      await question.press('Space')
      await page.getByText(/^One contract stands for 100 shares/).waitFor({ state: 'hidden' })
      expect(said).toEqual([])
    })

    test('has one theme with the application', async () => {
      const { page } = await open({ ...wide, colorScheme: 'light' })
      await page.getByRole('radio', { name: 'Dark' }).check()
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
      await page.goto(`${url()}/login`)
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.goto(url())
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
      expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
    })

    test('opens a demo in one press, and the dashboard for who comes back', async () => {
      const { page } = await open()
      await page.getByRole('button', { name: 'Try the demo' }).click()
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
      await page.goto(url())
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Open dashboard' }).waitFor()
      expect(await main.getByRole('link', { name: 'Log In' }).count()).toBe(0)
    })

    test('is where an address of no page leads, which is then no step back', async () => {
      const { page } = await open()
      await page.goto(`${url()}/login`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.goto(`${url()}/nowhere/at/all`)
      await page.getByRole('heading', { name: 'Covered Calls, Made Simple.' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      await page.goBack()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })

    test.each([
      ['1440', wide],
      ['390', phone],
    ])('has nothing for axe to find at %s px, and one width fits', async (_width, options) => {
      const { page } = await open(options)
      const { found, check } = watchWithAxe(page)
      await check('as it opens')
      expect(found).toEqual({})
      for (const width of [320, options.viewport.width]) await expectNoOverflow(page, width)
    })
  })
}

async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
}
