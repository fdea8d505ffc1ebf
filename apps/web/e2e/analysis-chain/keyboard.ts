import { describe, expect, test } from '@jest/globals'
import { findCover } from '../screener/access.ts'
import { expectAddress, expectFocus, expectSoon, type Site, stepTo, tabAndPress, tabTo } from '../screener/site.ts'
import { openChain, parts } from './parts.ts'

export function testChainByKeyboard(site: Site): void {
  describe('the options chain with the keyboard', () => {
    test('the strip, the switches and the export are reached and used', async () => {
      const page = await openChain(site)
      const { button, expiration, table, strikes } = parts(page)
      await tabAndPress(page, button('Puts'), 'Enter')
      await table('Puts of BRMZ, Aug 14').waitFor()
      await tabAndPress(page, button('5'), 'Space')
      await expectSoon(async () => (await strikes()).length, 10)
      await tabTo(page, button('Calls'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await table('Calls of BRMZ, Aug 14').waitFor()
      await tabAndPress(page, button('Export'), 'Enter')
      await expectFocus(page.getByRole('menuitem', { name: 'CSV, strikes in view' }))
      await page.keyboard.press('Escape')
      await expectFocus(button('Export'))

      await tabTo(page, expiration('Aug 14'))
      await page.keyboard.press('End')
      await expectFocus(expiration('Jan 21, 2028'))
      await page.keyboard.press('Home')
      await expectFocus(expiration('Jul 17'))
      await stepTo(page, expiration('Sep 18'), 'ArrowRight')
      await page.keyboard.press('Enter')
      await table('Calls of BRMZ, Sep 18').waitFor()
      await expectFocus(expiration('Sep 18'))
      expect(await page.evaluate(findCover)).toBeNull()
      await page.keyboard.press('Tab')
      await expectSoon(
        () => table('Calls of BRMZ, Sep 18').evaluate((grid) => grid.contains(document.activeElement)),
        true,
      )
    })

    test('the ladder is one stop at the chosen row: arrows, edges, pages, Enter and compare', async () => {
      const page = await openChain(site)
      const { card, strikeOf, row, button, hint } = parts(page)
      await tabTo(page, strikeOf('445'))
      await page.keyboard.press('ArrowDown')
      await expectSoon(
        () => card.getByText('+1 expected move').evaluate((words) => words.closest('td') === document.activeElement),
        true,
      )
      await page.keyboard.press('ArrowDown')
      await expectFocus(strikeOf('460'))
      await page.keyboard.press('Enter')
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460')
      await expectFocus(strikeOf('460'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await expectFocus(button('Compare 475'))
      await page.keyboard.press('Space')
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460&compare=475')
      await page.keyboard.press('ArrowLeft')
      await expectFocus(row('475').getByRole('gridcell').nth(12))
      await page.keyboard.press('Home')
      await page.keyboard.press('PageUp')
      await page.keyboard.press('ControlOrMeta+Home')
      await expectFocus(card.getByRole('columnheader', { name: 'Strike' }))
      await hint.filter({ hasText: 'The price at which the shares are sold' }).waitFor()
      await page.keyboard.press('ControlOrMeta+End')
      await expectFocus(card.getByRole('button', { name: /^Compare / }).last())
      await page.keyboard.press('Tab')
      await expectSoon(() => card.getByRole('grid').evaluate((grid) => grid.contains(document.activeElement)), false)
    })

    test('the focus is never under what is sticky', async () => {
      const page = await openChain(site, '&strikes=all', { viewport: { width: 1100, height: 640 } })
      const hidden: string[] = []
      const press = async (key: string, times: number) => {
        for (let count = 0; count < times; count += 1) {
          await page.keyboard.press(key)
          const covered = await page.evaluate(findCover)
          if (covered !== null) hidden.push(`${key} ${count + 1}: ${covered}`)
        }
      }
      await parts(page).strikeOf('445').focus()
      await press('ArrowRight', 14)
      await press('ArrowDown', 12)
      await press('ArrowLeft', 14)
      await press('ArrowUp', 24)
      await press('PageDown', 2)
      await press('PageUp', 2)
      expect(hidden).toEqual([])
    })
  })
}
