import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { overflow } from '../screener/access.ts'
import { desktop, expectSoon, phone, type Site } from '../screener/site.ts'
import { watchWithAxe } from '../themes.ts'
import { goToAnalysis, parts } from './parts.ts'

interface Surface {
  readonly name: string
  readonly open: (page: Page) => Promise<Locator>
}

const both: readonly Surface[] = [
  {
    name: 'breakdown',
    open: async (page) => {
      await page.getByRole('button', { name: /^BRMZ, Callwright Rating/ }).click()
      return page.getByRole('dialog', { name: 'Rating of BRMZ' })
    },
  },
  {
    name: 'criteria, with an error',
    open: async (page) => {
      await parts(page).best.getByRole('button', { name: 'Criteria' }).click()
      const form = page.getByRole('dialog', { name: 'Criteria for calls' })
      await form.getByLabel('Delta, at least').fill('many')
      await page.keyboard.press('Enter')
      await form.getByText('Write a plain number, such as 0.2').waitFor()
      return form
    },
  },
]
const onPhone: readonly Surface[] = [
  ...both,
  {
    name: 'preview',
    open: async (page) => {
      await parts(page).bar.getByRole('button', { name: 'Preview' }).click()
      const sheet = page.getByRole('dialog', { name: 'Trade preview' })
      await sheet.getByRole('heading', { name: /^Sell/ }).waitFor()
      return sheet
    },
  },
]

export function testAccess(site: Site): void {
  describe('accessibility', () => {
    test.each([
      ['desktop', desktop, both],
      ['phone', phone, onPhone],
    ] as const)('axe finds nothing in any state, in both themes: %s', async (_name, viewport, surfaces) => {
      const page = await site.openPage({ viewport })
      const { found, check } = watchWithAxe(page)
      await goToAnalysis(page, site, '?symbol=BRMZ')
      const { ladder, best } = parts(page)
      await ladder.waitFor()
      await best
        .getByRole('button', { name: /^Reasons for/ })
        .first()
        .click()
      await check('stock')
      for (const { name, open } of surfaces) {
        const surface = await open(page)
        await check(name, surface)
        await page.keyboard.press('Escape')
        await surface.waitFor({ state: 'hidden' })
      }
      const main = page.locator('main')
      await goToAnalysis(page, site, '?symbol=ZZZZ')
      await page.getByText('Unknown symbol: ZZZZ').waitFor()
      await page.getByRole('list', { name: 'Best rated stocks' }).getByRole('link').first().waitFor()
      await check('unknown', main)
      await page.route('**/api/{stocks,options}/**', (route) => route.fulfill({ status: 502, body: '{}' }))
      await goToAnalysis(page, site, '?symbol=BRMZ')
      await page.getByText('The price of BRMZ could not be loaded.').waitFor()
      await check('error', main)
      expect(found).toEqual({})
    })

    test('the page never scrolls sideways', async () => {
      const page = await site.openPage()
      await goToAnalysis(page, site, '?symbol=BRMZ')
      await parts(page).ladder.waitFor()
      for (const width of [1440, 1280, 1024, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await parts(page).ladder.waitFor()
        await expectSoon(async () => ({ width, over: await overflow(page) }), { width, over: 0 })
      }
    })
  })
}
