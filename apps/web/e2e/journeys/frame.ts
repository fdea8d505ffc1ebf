import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { signUp } from '../harness/accounts.ts'
import { expectFocus } from '../harness/keys.ts'
import { expectAddress, expectSoon, readOverflow, waitForHeading } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import { buildTerms, openWithPositions } from '../parts/positions.ts'

const pages = [
  { name: 'Dashboard', word: 'Dashboard', path: '/dashboard', keys: 'gd', title: 'Dashboard' },
  { name: 'Stock Screening', word: 'Screening', path: '/screening', keys: 'gs', title: 'Stock Screener' },
  { name: 'Stock Analysis', word: 'Analysis', path: '/analysis?symbol=AAPL', keys: 'ga', title: 'Stock Analysis' },
  { name: 'Portfolio Tracking', word: 'Portfolio', path: '/portfolio', keys: 'gp', title: 'Portfolio Tracking' },
] as const

/** Every page, and whether it needs a session. */
const routes = [
  { path: '/', title: 'Covered Calls, Made Simple.', entrance: true },
  { path: '/login', title: 'Sign in', entrance: true },
  { path: '/register', title: 'Create account', entrance: true },
  { path: '/reset-password', title: 'Reset password', entrance: true },
  { path: '/dashboard', title: 'Dashboard' },
  { path: '/screening?columns=professional&rating=20&sector=known_sectors', title: 'Stock Screener' },
  { path: '/analysis?symbol=BRMZ', title: 'Stock Analysis' },
  { path: '/portfolio', title: 'Portfolio Tracking' },
  { path: '/ai-coach', title: 'AI Trading Coach' },
  { path: '/settings', title: 'Settings' },
  { path: '/market-data', title: 'Market data' },
] as const

/** Widths of a tablet, of 1440 px zoomed to 200 %, and the minimum. */
const widths = [1024, 720, 320] as const

const parts = (page: Page) => ({
  main: page.getByRole('navigation', { name: 'Main' }),
  bar: page.getByRole('navigation', { name: 'Quick navigation' }),
  palette: page.getByRole('dialog', { name: 'Command palette' }),
  field: page.getByRole('combobox', { name: 'Find a symbol, a page or an action' }),
  keys: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  form: page.getByRole('dialog', { name: 'Add Covered Call Position' }),
  question: page.getByRole('dialog', { name: 'Discard your changes?' }),
  filters: page.getByRole('dialog', { name: 'Filters' }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
})

/** Opens the palette by keyboard, searches and selects a result. */
async function find(page: Page, words: string, label: RegExp): Promise<void> {
  const { palette, field } = parts(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expectFocus(field)
  await page.keyboard.type(words)
  await page.getByRole('option', { selected: true }).filter({ hasText: label }).waitFor()
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'hidden' })
}

/** Collects requests to other hosts and errors in the console. */
function recordFaults(page: Page, url: string): readonly string[] {
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(`asks ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`says ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return faults
}

export function testFrame(site: Site): void {
  const openSettings = async () => {
    const page = await site.openPage()
    await page.goto(`${site.url()}/settings`)
    await waitForHeading(page, 'Settings')
    return page
  }

  describe('frame of all pages', () => {
    test('the market chip, the sidebar, keys and the palette reach every page, symbol and position', async () => {
      const page = await openWithPositions(site, [buildTerms()])
      await page.goto(`${site.url()}/screening`)
      await page.getByRole('button', { name: /^Simulated . / }).click()
      await page.getByRole('link', { name: 'Market data: sources and progress' }).click()
      await waitForHeading(page, 'Market data')
      const sources = page.getByRole('region', { name: 'Sources', exact: true })
      await sources.getByRole('article').first().waitFor()
      await page.getByText('npm run setup', { exact: true }).waitFor()
      await page.goBack()
      await expectAddress(page, '/screening')

      const { main, button, field, palette } = parts(page)
      for (const { name, path, title } of pages) {
        await main.getByRole('link', { name }).click()
        await waitForHeading(page, title)
        await expectAddress(page, path)
        expect(await main.locator('a[aria-current=page]').allTextContents()).toEqual([name])
      }
      for (const { keys, path, title } of pages) {
        for (const key of keys) await page.keyboard.press(key)
        await expectAddress(page, path)
        // Two keys count as a sequence only if pressed within 1.5 seconds, so wait for the page in between.
        await waitForHeading(page, title)
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      }
      await find(page, 'screening', /^Stock Screening/)
      await expectAddress(page, '/screening')
      // Each entry ends with the company, or with a position's call.
      await find(page, 'brm', /^BRMZBright/)
      await expectAddress(page, '/analysis?symbol=BRMZ')
      await find(page, 'brmz 445 call', /^BRMZ 445 call/)
      await page.getByRole('region', { name: 'Chart of BRMZ' }).waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await expectFocus(field)
      await page.keyboard.type('headroom')
      await palette.getByRole('group', { name: 'Glossary' }).getByRole('option', { selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await expectFocus(palette.getByRole('button', { name: 'Back' }))
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'hidden' })

      const readWidth = async () => (await page.getByRole('complementary').boundingBox())?.width ?? 0
      const wide = await readWidth()
      await button('Collapse the sidebar').click()
      await expectSoon(async () => (await readWidth()) < wide / 2, true)
      await page.reload()
      await button('Expand the sidebar').waitFor()
      expect(await readWidth()).toBeLessThan(wide / 2)
      await button('Expand the sidebar').click()
      await expectSoon(readWidth, wide)
    })

    test('on a phone, pages start at the top, with the main pages at the bottom, others in a drawer, and filters in a sheet', async () => {
      const page = await site.openSignedOut({ viewport: { width: 390, height: 600 } })
      await signUp(page, site.url())
      await page.getByText('No positions yet').waitFor()
      // The previous page, a form, had been scrolled.
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      await page.getByRole('link', { name: 'Add Position', exact: true }).click()
      const { bar, button, filters, form } = parts(page)
      await form.waitFor()
      await page.keyboard.press('Escape')
      await expectAddress(page, '/portfolio')
      for (const { word, title } of pages) {
        await bar.getByRole('link', { name: word }).click()
        await waitForHeading(page, title)
      }
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await button('Open menu').press('Enter')
      await drawer.getByRole('button', { name: 'Logout' }).waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await expectFocus(button('Open menu'))
      await page.keyboard.press('Enter')
      await drawer.getByRole('link', { name: 'Settings' }).click()
      await drawer.waitFor({ state: 'hidden' })
      await waitForHeading(page, 'Settings')

      await bar.getByRole('link', { name: 'Screening' }).click()
      await button('Filters').click()
      await filters.waitFor()
      await page.goBack()
      await filters.waitFor({ state: 'hidden' })
      await button('Filters').click()
      await filters
        .getByText(/^70%?$/)
        .first()
        .click()
      await filters.getByRole('button', { name: /^Show/ }).click()
      await expectAddress(page, '/screening?rsi=70')
      await page.goBack()
      await expectAddress(page, '/screening')
      await page.goBack()
      await waitForHeading(page, 'Settings')
    })

    test('Back closes a dialog, asks before discarding input, and only then leaves the page', async () => {
      const page = await openSettings()
      const { keys, form, question, button } = parts(page)
      await page.getByRole('link', { name: 'Stock Screening' }).first().click()
      await waitForHeading(page, 'Stock Screener')
      await button('Keyboard shortcuts').press('Enter')
      await keys.waitFor()
      await page.goBack()
      await keys.waitFor({ state: 'hidden' })
      await expectAddress(page, '/screening')
      await expectFocus(button('Keyboard shortcuts'))
      await button('Keyboard shortcuts').click()
      await keys.getByRole('button', { name: 'Close' }).click()
      await keys.waitFor({ state: 'hidden' })
      await button('Keyboard shortcuts').click()
      await keys.waitFor()
      await page.reload()
      await waitForHeading(page, 'Stock Screener')
      expect(await keys.count()).toBe(0)
      await page.goBack()
      await waitForHeading(page, 'Settings')

      // The link opens a dialog, so the first history entry already has one.
      await page.goto(`${site.url()}/portfolio?open=add`)
      const notes = form.getByLabel('Notes (optional)')
      await notes.fill('Roll in July')
      await page.goBack()
      await question.waitFor()
      await page.goBack()
      await question.waitFor({ state: 'hidden' })
      expect(await notes.inputValue()).toBe('Roll in July')
      await page.goBack()
      await question.getByRole('button', { name: 'Discard' }).click()
      await form.waitFor({ state: 'hidden' })
      await expectAddress(page, '/portfolio')
      await button('Add Position').first().click()
      await form.waitFor()
      await page.goBack()
      await form.waitFor({ state: 'hidden' })
      await expectAddress(page, '/portfolio')
      await page.goBack()
      await waitForHeading(page, 'Settings')
    })

    test('no page scrolls sideways at any width, contacts another host, or logs an error', async () => {
      const size = { width: 1440, height: 800 }
      const page = await openWithPositions(site, [buildTerms()])
      const signedOut = await site.openSignedOut()
      const faults = [page, signedOut].map((each) => recordFaults(each, site.url()))
      for (const { path, title, ...route } of routes) {
        const shown = 'entrance' in route ? signedOut : page
        await shown.setViewportSize(size)
        await shown.goto(`${site.url()}${path}`)
        await waitForHeading(shown, title)
        await shown.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        for (const width of widths) {
          await shown.setViewportSize({ ...size, width })
          await expectSoon(async () => ({ path, width, over: await readOverflow(shown) }), { path, width, over: 0 })
        }
      }
      expect(faults).toEqual([[], []])
    })
  })
}
