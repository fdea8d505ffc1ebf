import { describe, expect, test } from '@jest/globals'
import { expectNewTab, parts, recordVisits } from './parts.ts'
import {
  expectAddress,
  expectFocus,
  expectRows,
  expectSoon,
  readColumns,
  readSymbols,
  type Site,
  stepTo,
  tabAndPress,
  tabTo,
} from './site.ts'

export function testTableByKeyboard(site: Site): void {
  describe('the table with the keyboard alone', () => {
    test('columns, presets and row heights', async () => {
      const page = await site.openScreener()
      const { button, dialog, row } = parts(page)
      await tabAndPress(page, button('Roomy rows'), 'Enter')
      await expectSoon(async () => (await row('BRMZ').boundingBox())?.height, 44)
      await tabAndPress(page, button('Professional'), 'Space')
      await expectSoon(async () => (await readColumns(page)).length, 23)
      await tabTo(page, button('Essential'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expectSoon(async () => (await readColumns(page)).length, 9)

      await tabAndPress(page, button('Columns'), 'Enter')
      const panel = dialog('Columns')
      await expectFocus(panel.getByRole('searchbox', { name: 'Find a column' }))
      await page.keyboard.type('volume')
      const volume = panel.getByRole('checkbox', { name: /^Volume/ })
      await tabAndPress(page, volume, 'Space')
      await expectSoon(() => volume.isChecked(), true)
      await expectSoon(async () => (await readColumns(page)).at(-1), 'Volume')
      await tabAndPress(page, button('Move Volume up', panel), 'Enter')
      await expectFocus(button('Move Volume up', panel))
      await panel.getByText('Volume is now column 9 of 10').waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await expectSoon(async () => (await readColumns(page)).slice(-3), ['Volume', 'Sector', 'Market cap'])
      await tabAndPress(page, button('Reset', panel), 'Enter')
      await expectSoon(async () => (await readColumns(page)).length, 9)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
      await expectFocus(button('Columns'))
    })

    test('the grid is one stop: arrows lead to headers that sort, to ratings that open, and along the rows', async () => {
      const page = await site.openScreener('?page=2')
      const { table, row, rating, breakdown, header } = parts(page)
      await tabTo(page, table.getByRole('link').first())
      await page.keyboard.press('ArrowUp')
      await stepTo(page, header('Price').getByRole('button'), 'ArrowRight')
      await page.keyboard.press('Enter')
      await expectRows(page, 'sort_by=current_price')
      await expectFocus(header('Price').getByRole('button'))
      await page.keyboard.press('Space')
      await expectRows(page, 'sort_by=current_price&sort_order=asc')
      await expectAddress(page, '/screening?sort=current_price&order=asc')
      expect(await header('Price').getAttribute('aria-sort')).toBe('ascending')

      const [first = '', second = ''] = (await readSymbols(page)).map(String)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowDown')
      await expectFocus(rating(first))
      await page.getByRole('dialog', { name: `Rating of ${first}` }).waitFor()
      await page.keyboard.press('Escape')
      await breakdown.waitFor({ state: 'hidden' })
      await expectFocus(rating(first))
      await page.keyboard.press('j')
      await page.getByRole('dialog', { name: `Rating of ${second}` }).waitFor()
      await page.keyboard.press('ArrowRight')
      await breakdown.waitFor({ state: 'hidden' })
      await expectFocus(row(second).getByRole('gridcell').nth(3))
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.press('Home')
      await expectFocus(table.getByRole('checkbox').last())
      await page.keyboard.press('Tab')
      await expectSoon(() => table.evaluate((grid) => grid.contains(document.activeElement)), false)
    })

    test('Enter leads to the analysis, from the link, from any cell, from the menu, and apart with Ctrl', async () => {
      const page = await site.openScreener()
      const { row, item, button } = parts(page)
      const visits = recordVisits(page)
      await tabTo(page, row('BRMZ').getByRole('link'))
      await stepTo(page, button('Actions for BRMZ'), 'ArrowRight')
      await page.keyboard.press('Enter')
      await expectFocus(item('Open analysis'))
      await page.keyboard.press('Escape')
      await item('Open analysis').waitFor({ state: 'hidden' })
      await expectFocus(button('Actions for BRMZ'))
      await page.keyboard.press('ArrowLeft')
      await expectNewTab(page, () => page.keyboard.press('ControlOrMeta+Enter'), '/analysis?symbol=BRMZ')
      await expectFocus(row('BRMZ').getByRole('gridcell').nth(8))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectSoon(async () => visits[0], '/analysis?symbol=GLNQ')

      await site.reopen(page)
      await tabTo(page, row('BRMZ').getByRole('link'))
      await page.keyboard.press('Enter')
      await expectSoon(async () => visits.includes('/analysis?symbol=BRMZ'), true)
      await site.reopen(page)
      await tabTo(page, row('BRMZ').getByRole('link'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expectFocus(item('Open analysis'))
      await page.keyboard.press('Enter')
      await expectSoon(async () => visits.includes('/analysis?symbol=WLMQ'), true)
    })

    test('pages and rows per page keep the focus where it is', async () => {
      const page = await site.openScreener()
      const { button, pages, rows } = parts(page)
      for (const [name, key, offset] of [
        ['Next', 'Enter', 25],
        ['Last', 'Space', 50],
        ['Prev', 'Enter', 25],
        ['Page 3', 'Enter', 50],
        ['First', 'Enter', 0],
      ] as const) {
        await tabTo(page, button(name, pages), name === 'Next' || name === 'Last' ? 'Tab' : 'Shift+Tab')
        await page.keyboard.press(key)
        await expectRows(page, `offset=${offset}`)
        await expectFocus(button(name, pages))
      }
      await tabTo(page, rows)
      await page.keyboard.press('ArrowDown')
      await expectRows(page, 'limit=50')
      await expectFocus(rows)
    })
  })
}
