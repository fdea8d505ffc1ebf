import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { untilStill } from '../screener/access.ts'
import { desktop, phone, type Site } from '../screener/site.ts'
import { findAxeViolations } from '../support.ts'
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
      ['desktop, light', desktop, 'light', both],
      ['desktop, dark', desktop, 'dark', both],
      ['phone, light', phone, 'light', onPhone],
      ['phone, dark', phone, 'dark', onPhone],
    ] as const)('axe finds nothing in any state: %s', async (_name, viewport, colorScheme, surfaces) => {
      const page = await site.openPage({ viewport, colorScheme, bypassCSP: true })
      const found: Record<string, unknown> = {}
      const check = async (name: string, surface?: Locator) => {
        await surface?.waitFor()
        await untilStill(page)
        const violations = await findAxeViolations(page, surface)
        if (violations.length > 0) found[name] = violations
      }
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
      await goToAnalysis(page, site, '')
      await check('no stock', page.getByRole('list', { name: 'Best rated stocks' }).getByRole('link').first())
      await goToAnalysis(page, site, '?symbol=ZZZZ')
      await check('unknown', page.getByText('ZZZZ is not a symbol of this market.'))
      await page.route('**/api/{stocks,options}/**', (route) => route.fulfill({ status: 502, body: '{}' }))
      await goToAnalysis(page, site, '?symbol=BRMZ')
      await check('error', page.getByText('The price of BRMZ could not be loaded.'))
      expect(found).toEqual({})
    })

    test('the page never scrolls sideways', async () => {
      const page = await site.openPage()
      await goToAnalysis(page, site, '?symbol=BRMZ')
      await parts(page).ladder.waitFor()
      const widths: Record<number, number> = {}
      for (const width of [1440, 1280, 1024, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await parts(page).ladder.waitFor()
        widths[width] = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
      }
      expect(widths).toEqual({ 1440: 0, 1280: 0, 1024: 0, 768: 0, 390: 0, 320: 0 })
    })
  })
}
