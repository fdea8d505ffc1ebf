import { describe, expect, test } from '@jest/globals'
import { watchWithAxe } from '../harness/axe.ts'
import { findCovered } from '../harness/keys.ts'
import { listSmall, readOverflow } from '../harness/look.ts'
import { phone, type Site } from '../harness/site.ts'
import { analysisParts, CHOSEN, goToAnalysis } from '../parts/analysis.ts'
import { portfolioParts } from '../parts/portfolio.ts'
import { goToPortfolio, positionsByRule, setPositions } from '../parts/positions.ts'
import { askSymbols, openScreener, screenerParts } from '../parts/screener.ts'

export function testPhoneWithAxe(site: Site): void {
  describe('accessibility on a phone', () => {
    test('controls in cards, sheets and bars are large enough to tap, and none covers the focus', async () => {
      const page = await openScreener(site, '', { viewport: phone })
      const { found, check, checkWithColors } = watchWithAxe(page)
      const { button, box, bar, pages } = screenerParts(page)
      await checkWithColors('stocks')
      const targets = page.getByRole('list', { name: 'Stocks' }).getByRole('link').or(pages.getByRole('button'))
      expect(await targets.evaluateAll(listSmall)).toEqual([])
      for (const [name, surface] of [
        ['Filters', page.getByRole('dialog', { name: 'Filters' })],
        ['Open menu', page.getByRole('dialog', { name: 'Menu' })],
      ] as const) {
        await button(name).click()
        await check(name, surface)
        await page.keyboard.press('Escape')
        await surface.waitFor({ state: 'hidden' })
      }
      const [first = '', ...others] = await askSymbols(page, 'limit=3')
      await box(first).click()
      await bar.waitFor()
      await check('selected', bar)
      await page.setViewportSize({ width: 320, height: 640 })
      for (const symbol of others) await box(symbol).click()
      expect(await readOverflow(page)).toBe(0)
      expect(
        await bar.getByRole('button', { name: /^(Compare|Export CSV|Ask coach|Clear)$/ }).evaluateAll(listSmall),
      ).toEqual([])
      await box(first).focus()
      expect(await findCovered(page, [['Tab', 12]])).toEqual([])
      await button('Compare', bar).click()
      await page.getByRole('table', { name: 'Compare stocks' }).waitFor()
      expect(await readOverflow(page)).toBe(0)

      await page.setViewportSize(phone)
      await goToAnalysis(page, site, `${CHOSEN}&compare=430,460`)
      await analysisParts(page).bar.getByRole('button', { name: 'Preview' }).click()
      const sheet = page.getByRole('dialog', { name: 'Trade preview' })
      const { panel, drawing } = analysisParts(page).trade
      await drawing.waitFor()
      for (const summary of await panel.locator('summary').all()) await summary.click()
      await checkWithColors('preview', sheet)
      expect(await panel.locator('button, input:not([type=hidden]), select, summary').evaluateAll(listSmall)).toEqual(
        [],
      )
      expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await check('analysis')

      await setPositions(page, site, positionsByRule())
      await goToPortfolio(page, site)
      const positions = portfolioParts(page)
      await page.getByRole('list', { name: 'Positions' }).getByRole('listitem').first().waitFor()
      await positions.attention.click()
      await check('positions')
      await positions.button('Add Position').click()
      await check('add', positions.addForm.form)
      expect(found).toEqual({})
    })
  })
}
