import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { watchWithAxe } from '../themes.ts'
import { findCover, overflow } from './access.ts'
import { parts, readDownload, recordVisits } from './parts.ts'
import {
  askSymbols,
  askView,
  desktop,
  expectFocus,
  expectRows,
  expectSoon,
  phone,
  readSymbols,
  type Site,
  tabAndPress,
  tabTo,
} from './site.ts'

const readChips = (page: Page) => parts(page).bar.getByRole('listitem').allTextContents()

/** The rows in view that say they are selected. */
const readSelected = (page: Page) =>
  page
    .locator('tr[aria-selected=true]')
    .evaluateAll((rows) => rows.map((row) => (row instanceof HTMLElement ? row.dataset.symbol : undefined)))

const comparison = (page: Page) => page.getByRole('table', { name: 'Stocks compared' })

export function testSelecting(site: Site): void {
  describe('selecting stocks', () => {
    test('with the mouse: one, a range, over pages and orders; compared, exported, asked about, cleared', async () => {
      const page = await site.openScreener('?columns=professional')
      const { button, box, bar, header, pages, row, dialog } = parts(page)
      const visits = recordVisits(page)
      const [first = '', second = '', third = ''] = await askSymbols(page, 'limit=3')
      await box(first).click()
      await bar.getByText('1 selected').waitFor()
      expect(await button('Compare', bar).getAttribute('aria-disabled')).toBe('true')
      await box(third).click({ modifiers: ['Shift'] })
      await expectSoon(() => readChips(page), [first, second, third])
      expect(await page.evaluate(() => String(getSelection()))).toBe('')
      expect(await readSelected(page)).toEqual([first, second, third])

      await button('Next', pages).click()
      await expectRows(page, 'offset=25')
      const [distant = ''] = (await readSymbols(page)).map(String)
      // Beside the box is as good as on it.
      await row(distant)
        .getByRole('gridcell')
        .first()
        .click({ position: { x: 4, y: 4 } })
      await button(/^Symbol/, header('Symbol')).click()
      await button(/^Symbol/, header('Symbol')).click()
      await expectRows(page, 'sort_by=symbol&sort_order=asc')
      const chosen = [first, second, third, distant]
      expect(await readChips(page)).toEqual(chosen)
      const inView = (await readSymbols(page)).map(String).filter((symbol) => chosen.includes(symbol))
      expect(await readSelected(page)).toEqual(inView)

      await button('Compare', bar).click()
      const heads = comparison(page).getByRole('columnheader')
      await expectSoon(
        () => heads.evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent ?? '')),
        chosen,
      )
      await page.keyboard.press('Escape')
      await dialog('Stocks compared').waitFor({ state: 'hidden' })

      await parts(page).filter('Sector').click()
      await parts(page).choice('Utilities').click()
      await expectRows(page, 'sector=Utilities&sort_by=symbol&sort_order=asc')
      const lines = await readDownload(page, () => button('Export CSV', bar).click())
      expect(lines).toContain(`Selected,"${chosen.join(', ')}"`)
      expect(lines).toContain('Stocks,4 of 55')
      const rows = lines.slice(lines.findIndex((line) => line.startsWith('Symbol,')) + 1)
      const { stocks } = await askView(page, `symbols=${chosen.join()}&sort_by=symbol&sort_order=asc`)
      expect(rows.map((line) => line.split(',')[0])).toEqual(stocks.map(({ symbol }) => symbol))
      expect(rows.every((line, place) => line.includes(`,${stocks[place]?.current_price},`))).toBe(true)

      await button(`Remove ${distant}`, bar).click()
      await button('Ask coach', bar).click()
      const question = `Compare $${first}, $${second} and $${third} for covered calls`
      await expectSoon(async () => visits.includes(`/ai-coach?${new URLSearchParams({ prompt: question })}`), true)
    })

    test('with the keyboard: x, Shift+x and Space; the dialog and Clear give the focus back', async () => {
      const page = await site.openScreener()
      const { button, box, bar, table, dialog } = parts(page)
      const [first = '', second = '', third = '', fourth = ''] = await askSymbols(page, 'limit=4')
      await tabTo(page, table.getByRole('link').first())
      await page.keyboard.press('x')
      await expectSoon(() => readChips(page), [first])
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('Shift+X')
      await expectSoon(() => readChips(page), [first, second, third])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowLeft')
      await expectFocus(box(fourth))
      await page.keyboard.press('Space')
      await expectSoon(() => readChips(page), [first, second, third, fourth])
      await page.getByRole('status').filter({ hasText: '4 selected' }).waitFor({ state: 'attached' })

      await tabAndPress(page, button('Compare', bar), 'Enter')
      await comparison(page).waitFor()
      await page.keyboard.press('Escape')
      await dialog('Stocks compared').waitFor({ state: 'hidden' })
      await expectFocus(button('Compare', bar))
      await tabAndPress(page, button('Clear', bar), 'Enter')
      await bar.waitFor({ state: 'hidden' })
      await expectFocus(box(fourth))
      expect(await readSelected(page)).toEqual([])
      await page.keyboard.press('?')
      await dialog('Keyboard shortcuts').getByText('Shift X').waitFor()
    })

    test.each([
      ['desktop', desktop],
      ['phone', phone],
    ] as const)('axe finds nothing on the bar nor in the comparison, in both themes: %s', async (_name, viewport) => {
      const page = await site.openScreener('', { viewport })
      const { button, box, bar, dialog } = parts(page)
      const { found, check } = watchWithAxe(page)
      const symbols = await askSymbols(page, 'limit=5')
      await box(symbols[0] ?? '').click()
      await bar.waitFor()
      await check('one selected')
      for (const symbol of symbols.slice(1, 4)) await box(symbol).click()
      await button('Compare', bar).click()
      await comparison(page).waitFor()
      await check('compared', dialog('Stocks compared'))
      expect(found).toEqual({})
    })

    test('on a narrow screen nothing is cut off, and the bar hides no focus', async () => {
      const page = await site.openScreener('', { viewport: { width: 320, height: 640 } })
      const { button, box, bar } = parts(page)
      const symbols = await askSymbols(page, 'limit=6')
      for (const symbol of symbols.slice(0, 3)) await box(symbol).click()
      await bar.waitFor()
      expect(await overflow(page)).toBe(0)
      for (const name of ['Compare', 'Export CSV', 'Ask coach', 'Clear']) {
        const place = await button(name, bar).boundingBox()
        expect(place === null || place.x < 0 || place.x + place.width > 320 ? name : null).toBeNull()
        expect(place?.height).toBeGreaterThanOrEqual(44)
      }
      await box(symbols[0] ?? '').focus()
      const hidden: string[] = []
      for (let count = 0; count < 12; count += 1) {
        await page.keyboard.press('Tab')
        const covered = await page.evaluate(findCover)
        if (covered !== null) hidden.push(covered)
      }
      expect(hidden).toEqual([])
      await button('Compare', bar).click()
      await comparison(page).waitFor()
      expect(await overflow(page)).toBe(0)
    })

    test('paper has neither boxes nor bar; a comparison is on it alone and whole', async () => {
      const page = await site.openScreener()
      const { button, box, bar, table, dialog } = parts(page)
      for (const symbol of await askSymbols(page, 'limit=4')) await box(symbol).click()
      await bar.waitFor()
      await page.emulateMedia({ media: 'print' })
      expect(await bar.isVisible()).toBe(false)
      expect(await table.locator('input:visible').count()).toBe(0)
      await page.emulateMedia({ media: 'screen' })
      await button('Compare', bar).click()
      await comparison(page).waitFor()
      await page.emulateMedia({ media: 'print' })
      expect(await table.isVisible()).toBe(false)
      expect(await button('Close', dialog('Stocks compared')).isVisible()).toBe(false)
      const cut = await comparison(page).evaluate((element) => {
        const box = element.closest('[role=dialog]')
        return box === null ? null : box.scrollHeight - box.clientHeight
      })
      expect(cut).toBe(0)
    })
  })
}
