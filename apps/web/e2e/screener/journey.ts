import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ratingChip, readPid, register, signUp } from '../support.ts'
import { watchWithAxe } from '../themes.ts'
import { desktop, phone, type Site } from './site.ts'

/** The ratings on the page in the order of the rows; rows without one are left out. */
async function readRatings(page: Page): Promise<number[]> {
  const labels = await page
    .getByRole('button', { name: ratingChip })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  return labels.map((label) => Number(/Rating (\d+) of/.exec(label)?.[1]))
}

export function testJourney(site: Site): void {
  describe('from registration to a ranked screen', () => {
    test('a new user registers, and every stock of the market is ranked by its rating', async () => {
      const page = await site.openSignedOut()
      await register(page, site.url())
      await page.getByRole('heading', { name: 'Stock Screener' }).waitFor()
      await page.getByText(/^Enriched \d+ stocks/).waitFor()

      const ratings = await readRatings(page)
      expect(ratings.length).toBeGreaterThan(15)
      expect(ratings).toEqual([...ratings].sort((left, right) => right - left))
      expect(new Set(ratings).size).toBeGreaterThan(3)
      await page.getByText('Simulated market: not real prices').waitFor()
      expect(await page.getByRole('link', { name: 'Stock Screening' }).isVisible()).toBe(true)
      expect(await page.getByText('Trader', { exact: true }).isVisible()).toBe(true)
    })

    test('a rating opens into parts that add up to it', async () => {
      const page = await site.openScreener()
      const chip = page.getByRole('button', { name: ratingChip }).first()
      const shown = Number(/Rating (\d+) of/.exec((await chip.getAttribute('aria-label')) ?? '')?.[1])
      await chip.hover()
      const breakdown = page.getByRole('dialog', { name: /^Rating of / })
      await breakdown.waitFor()
      const parts = await breakdown.getByRole('listitem').allTextContents()
      const points = parts.map((part) => Number(/(\d+(?:\.\d+)?)\s*\/\s*\d+/.exec(part)?.[1] ?? 0))
      expect(parts).toHaveLength(6)
      expect(Math.round(points.reduce((sum, value) => sum + value, 0))).toBeCloseTo(shown, -0.5)
      await page.keyboard.press('Escape')
    })

    test('sort and page live in the address: reload and Back restore them', async () => {
      const page = await site.openScreener()
      const firstSymbol = () => page.getByRole('row').nth(1).getByRole('rowheader').textContent()
      const ranked = await firstSymbol()

      const sorted = page.waitForResponse(/sort_by=current_price/)
      await page.getByRole('button', { name: /^Price/ }).click()
      await sorted
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      const dearest = await firstSymbol()
      expect(dearest).not.toBe(ranked)
      await page.reload()
      await page.getByRole('grid').waitFor()
      expect(await firstSymbol()).toBe(dearest)

      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText(/^26.\d+ of \d+$/).waitFor()
      await page.goBack()
      await page.getByText(/^1.25 of \d+$/).waitFor()
    })

    test('signing out leads to the login page, a wrong password says so, the right one leads back', async () => {
      const page = await site.openSignedOut()
      const { username, password } = await register(page, site.url())
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.waitForURL('**/login')
      await page.goto(`${site.url()}/screening`)
      await page.waitForURL('**/login?next=*')

      await page.getByLabel('Username or Email').fill(username)
      await page.getByLabel('Password', { exact: true }).fill('not-the-password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      expect(new URL(page.url()).pathname).toBe('/login')
      expect(await page.getByLabel('Username or Email').inputValue()).toBe(username)

      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/screening')
    })
  })

  describe('when something is away', () => {
    test('a frozen, then killed screener shows its error, signs nobody out, and comes back by itself', async () => {
      const page = await site.openScreener()
      const pid = readPid(site.stack(), 'screener')
      process.kill(pid, 'SIGSTOP')
      await page
        .getByRole('columnheader', { name: /^Sector/ })
        .getByRole('button')
        .click()
      await page.getByText(/^Failed to load stock data/).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
      expect(new URL(page.url()).pathname).toBe('/screening')

      process.kill(pid, 'SIGKILL')
      await page.waitForFunction(async () => {
        const response = await fetch('/api/stocks/screener/status', {
          headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
        })
        return response.status === 200
      })
      await page.getByRole('button', { name: ratingChip }).nth(3).waitFor()
    })
  })

  test('on a phone the page after a form that was scrolled starts at its top', async () => {
    const page = await site.openSignedOut({ viewport: { width: 390, height: 600 } })
    await signUp(page, site.url())
    await page.getByText('No positions yet').waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('the page loads nothing from other hosts and logs no error', async () => {
    const page = await site.openPage()
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url()) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    page.on(
      'console',
      (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
    )
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(`${site.url()}/screening`)
    await page.getByRole('button', { name: ratingChip }).nth(3).waitFor()
    expect({ foreign, errors }).toEqual({ foreign: [], errors: [] })
  })

  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ] as const)('axe finds nothing on the login page, in both themes: %s', async (_name, viewport) => {
    const page = await site.openSignedOut({ viewport })
    await page.goto(`${site.url()}/login`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Password is required').waitFor()
    const { found, check } = watchWithAxe(page)
    await check('login')
    expect(found).toEqual({})
  })
}
