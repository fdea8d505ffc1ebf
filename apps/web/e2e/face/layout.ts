import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { buildTerms, openPortfolio } from '../portfolio/positions.ts'
import { refuseUntilPressed } from '../refusal.ts'
import { expectAddress, expectFocus, expectSoon, phone, type Site } from '../screener/site.ts'
import { waitForHeading } from './accounts.ts'

const pages = [
  { name: 'Dashboard', word: 'Dashboard', path: '/dashboard', keys: 'gd', title: 'Dashboard' },
  { name: 'Stock Screening', word: 'Screening', path: '/screening', keys: 'gs', title: 'Stock Screener' },
  { name: 'Stock Analysis', word: 'Analysis', path: '/analysis?symbol=AAPL', keys: 'ga', title: 'Stock Analysis' },
  { name: 'Portfolio Tracking', word: 'Portfolio', path: '/portfolio', keys: 'gp', title: 'Portfolio Tracking' },
] as const

const parts = (page: Page) => ({
  main: page.getByRole('navigation', { name: 'Main' }),
  bar: page.getByRole('navigation', { name: 'Quick navigation' }),
  palette: page.getByRole('dialog', { name: 'Command palette' }),
  field: page.getByRole('combobox', { name: 'Find a symbol, a page or an action' }),
  keys: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  reached: page.getByRole('option', { selected: true }),
})

async function openSettings(site: Site, options: Parameters<Site['openPage']>[0] = {}): Promise<Page> {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/settings`)
  await waitForHeading(page, 'Settings')
  return page
}

/** Opens the palette with its keys, finds something by its words, and takes it. */
async function find(page: Page, words: string, label: RegExp): Promise<void> {
  const { palette, field, reached } = parts(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expectFocus(field)
  await page.keyboard.type(words)
  await reached.filter({ hasText: label }).waitFor()
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'hidden' })
}

const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')

export function testLayout(site: Site): void {
  describe('the frame of all pages', () => {
    test('the sidebar leads everywhere, tells where one is, and stays a rail of icons once it was made one', async () => {
      const page = await openSettings(site)
      const { main, button } = parts(page)
      await page.getByText('Test Trader', { exact: true }).waitFor()
      await page.getByText('Trader', { exact: true }).waitFor()
      for (const { name, path, title } of pages) {
        await main.getByRole('link', { name }).click()
        await waitForHeading(page, title)
        await expectAddress(page, path)
        expect(await page.locator('a[aria-current=page]').allTextContents()).toEqual([name])
      }
      const width = async () => (await page.getByRole('complementary').boundingBox())?.width ?? 0
      const wide = await width()
      await button('Collapse the sidebar').click()
      await expectSoon(async () => (await width()) < wide / 2, true)
      await page.reload()
      await button('Expand the sidebar').waitFor()
      expect(await width()).toBeLessThan(wide / 2)
      await main.getByRole('link', { name: 'Dashboard' }).click()
      await waitForHeading(page, 'Dashboard')
      await button('Expand the sidebar').click()
      await expectSoon(width, wide)
    })

    test('a phone has the pages at its foot and the rest in a drawer', async () => {
      const page = await openSettings(site, { viewport: phone })
      const { bar, button } = parts(page)
      for (const { word, title } of pages) {
        await bar.getByRole('link', { name: word }).click()
        await waitForHeading(page, title)
      }
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await button('Open menu').click()
      await drawer.getByRole('button', { name: 'Logout' }).waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await expectFocus(button('Open menu'))
      await page.keyboard.press('Enter')
      await drawer.getByRole('link', { name: 'Settings' }).click()
      await drawer.waitFor({ state: 'hidden' })
      await waitForHeading(page, 'Settings')
    })

    test('the palette finds pages, symbols, positions, actions and words with the keyboard alone', async () => {
      const page = await openPortfolio(site, [buildTerms()])
      const { palette, field, keys } = parts(page)
      await waitForHeading(page, 'Portfolio Tracking')
      await find(page, 'screening', /^Stock Screening/)
      await expectAddress(page, '/screening')
      // The company stands behind the symbol; of the positions, the call does.
      await find(page, 'brm', /^BRMZBright/)
      await expectAddress(page, '/analysis?symbol=BRMZ')
      await find(page, 'brmz 445 call', /^BRMZ 445 call/)
      await expectSoon(async () => new URL(page.url()).pathname, '/portfolio')
      await page.getByRole('region', { name: 'Chart of BRMZ' }).waitFor()
      await find(page, 'dark theme', /^Use the dark theme/)
      await expectSoon(() => scheme(page), 'dark')
      await find(page, 'keyboard', /^Keyboard shortcuts/)
      await keys.waitFor()
      await page.keyboard.press('Escape')
      await keys.waitFor({ state: 'hidden' })
      await page.keyboard.press('ControlOrMeta+k')
      await expectFocus(field)
      await page.keyboard.type('headroom')
      await palette.getByRole('group', { name: 'Glossary' }).getByRole('option', { selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await expectFocus(palette.getByRole('button', { name: 'Back' }))
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'hidden' })
    })

    test('single keys lead everywhere, until they are switched off', async () => {
      const page = await openSettings(site)
      const { keys, palette } = parts(page)
      for (const { keys: pressed, path, title } of pages) {
        for (const key of pressed) await page.keyboard.press(key)
        await expectAddress(page, path)
        // Two keys count as one where no second and a half lies between them.
        await waitForHeading(page, title)
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      }
      const before = await scheme(page)
      await page.keyboard.press('t')
      await expectSoon(async () => (await scheme(page)) === before, false)
      await page.keyboard.press('n')
      const form = page.getByRole('dialog', { name: 'Add Covered Call Position' })
      await form.waitFor()
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'hidden' })

      await page.keyboard.press('?')
      await keys.getByLabel('Single-key shortcuts').uncheck()
      await page.keyboard.press('Escape')
      await keys.waitFor({ state: 'hidden' })
      for (const key of ['?', '/', 'g', 'd', 'n']) await page.keyboard.press(key)
      await page.keyboard.press('ControlOrMeta+k')
      await palette.waitFor()
      await expectAddress(page, '/portfolio')
      expect(await keys.or(form).count()).toBe(0)
    })

    test('the tray tells how the work in the background went, and a banner when the line is gone', async () => {
      const page = await openSettings(site)
      await page.getByRole('button', { name: /^Updated/ }).click()
      const panel = page.getByRole('dialog', { name: 'Background work' })
      await panel.getByRole('link', { name: 'Open the screener' }).waitFor()
      await page.keyboard.press('Escape')
      await expectFocus(page.getByRole('button', { name: /^Updated/ }))
      await page.context().setOffline(true)
      const offline = page.getByText(/^You are offline\./)
      await offline.waitFor()
      await page.context().setOffline(false)
      await offline.waitFor({ state: 'hidden' })
      const press = await refuseUntilPressed(page, '**/api/**', (route) => route.abort())
      await page.reload()
      const unreachable = page.getByText(/^Cannot reach the server\./)
      await unreachable.waitFor()
      await press(page.getByRole('main').getByRole('button', { name: 'Retry' }).first())
      await unreachable.waitFor({ state: 'hidden' })
    })
  })
}
