import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectFocus, tabAndPress, tabTo } from '../harness/keys.ts'
import { endPrint, expectAddress, expectSoon, printByMenu, recordVisits, saveCsv } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import {
  askSymbols,
  askView,
  expectRows,
  openScreener,
  readSymbols,
  SCREENER_CALLS,
  screenerParts,
} from '../parts/screener.ts'

const FILE_NAME = /^callwright-screener-\d{4}-\d{2}-\d{2}\.csv$/
const COLUMNS =
  'Symbol,Company,Callwright Rating (of 60),Price ($),Best ann. yield (%),Best call strike ($),Best call (contract),Best call expiration,Best call days searched,Best call bid ($),Best call breakeven ($),Best call delta,Best call if called (% of term),Best call liquidity,IV percentile (0-100),RSI (0-100),Sector,Market cap ($)'

const findHead = (lines: readonly string[]) => lines.findIndex((line) => line.startsWith('Symbol,'))

/** Visible rows that are marked as selected. */
const readSelected = (page: Page) =>
  page
    .locator('tr[aria-selected=true]')
    .evaluateAll((rows) => rows.map((row) => (row instanceof HTMLElement ? row.dataset.key : undefined)))

/** Replaces a company's name with text that a spreadsheet would run as a formula. */
const renameToFormula = (page: Page) =>
  page.route(SCREENER_CALLS, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const stock of body.stocks) {
      if (stock.symbol === 'GLNQ') stock.company_name = '=HYPERLINK("http://example.com")'
    }
    await route.fulfill({ response, json: body })
  })

export function testKeeping(site: Site): void {
  describe('keeping a screen', () => {
    test('custom weights change the ranking and are labeled; the chip restores the default rating', async () => {
      const page = await openScreener(site)
      const { button, dialog } = screenerParts(page)
      const own = page.getByText('Rated by your own weights')
      const usual = await askSymbols(page, 'limit=25')
      await tabAndPress(page, button('Weights'), 'Enter')
      const form = dialog('Rating weights')
      const fields = form.getByRole('textbox')
      await fields.first().waitFor()
      for (const field of await fields.all()) await field.fill('0')
      await tabTo(page, form.getByRole('slider').last())
      await page.keyboard.press('ArrowRight')
      await expectSoon(() => fields.last().inputValue(), '1')
      await tabTo(page, fields.last(), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await form.waitFor({ state: 'hidden' })
      await expectFocus(button('Weights'))
      await own.waitFor()
      await expectRows(page, '')
      expect(await askSymbols(page, 'limit=25')).not.toEqual(usual)
      await page.reload()
      await own.waitFor()
      await tabTo(page, button('Back to the Callwright Rating'))
      await page.keyboard.press('Enter')
      await own.waitFor({ state: 'hidden' })
      await expectFocus(button('Weights'))
      await expectRows(page, '')
      expect(await askSymbols(page, 'limit=25')).toEqual(usual)
    })

    test('a screen is saved, opened, renamed, deleted and restored', async () => {
      const page = await openScreener(site, '?yield=20&sort=rsi')
      const { button, dialog, notice, clearAll } = screenerParts(page)
      const list = page.getByRole('list', { name: 'Saved screens' })
      await tabAndPress(page, button('Save screen'), 'Enter')
      await expectFocus(dialog('Save screen').getByLabel('Name'))
      await page.keyboard.type('Rich premiums')
      await page.keyboard.press('Enter')
      await notice('Saved “Rich premiums”.').waitFor()
      await expectFocus(button('Save screen'))
      await clearAll.click()
      await expectRows(page, 'sort_by=rsi')
      await button('Saved screens').click()
      await list.getByRole('button', { name: /^Rich premiums/ }).click()
      await expectAddress(page, '/screening?yield=20&sort=rsi')
      await expectRows(page, 'min_yield=20&sort_by=rsi')

      await button('Saved screens').click()
      await button('Rename Rich premiums', list).click()
      await dialog('Rename screen').getByLabel('Name').fill('Richest')
      await button('Save', dialog('Rename screen')).click()
      await notice('Saved “Richest”.').waitFor()
      await page.reload()
      await button('Saved screens').press('Enter')
      await tabAndPress(page, button('Delete Richest', list), 'Enter')
      await expectFocus(button(/^Undo/))
      await page.keyboard.press('Enter')
      await notice('Deleted “Richest”.').waitFor({ state: 'hidden' })
      await page.reload()
      await button('Saved screens').click()
      await list.getByRole('button', { name: /^Richest/ }).waitFor()
    })

    test('an exported file has every stock on the screen and no formula; a printout has the facts and the rows', async () => {
      const page = await site.openPage()
      await renameToFormula(page)
      await page.goto(`${site.url()}/screening?yield=10&sort=symbol&order=asc`)
      const { button, item, table, filter, pages } = screenerParts(page)
      await page.getByRole('link', { name: 'ALDQ' }).waitFor()
      const symbols = await askSymbols(page, 'min_yield=10&sort_by=symbol&sort_order=asc&limit=500')
      await button('Export').click()
      const { name, lines } = await saveCsv(page, () => item('CSV, visible columns').first().click())
      expect(name).toMatch(FILE_NAME)
      expect(lines).toContain('Filters,Ann. yield 10%+')
      expect(lines).toContain(`Stocks,${symbols.length} of 55`)
      expect(lines.find((line) => line.startsWith('As of,'))).toMatch(/ ET/)
      const head = findHead(lines)
      expect(lines[head]).toBe(COLUMNS)
      const rows = lines.slice(head + 1)
      expect(rows.map((row) => row.split(',')[0])).toEqual(symbols)
      expect(rows.find((row) => row.startsWith('GLNQ'))).toContain(`GLNQ,"'=HYPERLINK(`)
      await button('Export').press('Enter')
      await expectFocus(item('CSV, visible columns').first())
      await page.keyboard.press('ArrowDown')
      const all = await saveCsv(page, () => page.keyboard.press('Enter'))
      expect(all.lines[head]?.split(',')).toHaveLength(35)
      await expectFocus(button('Export'))

      await printByMenu(page, () => button('Export').click())
      await page.getByText('Ann. yield 10%+').last().waitFor()
      await page.getByText('As of').last().waitFor()
      const controls = [filter('Sector'), button('Weights'), pages]
      expect(await Promise.all(controls.map((control) => control.isVisible()))).toEqual([false, false, false])
      expect(await table.getByRole('link').allTextContents()).toEqual(symbols.slice(0, 25))
      const display = await table.locator('thead').evaluate((element) => getComputedStyle(element).display)
      expect(display).toBe('table-header-group')
      await endPrint(page)
      await expectSoon(() => filter('Sector').isVisible(), true)
    })

    test('stocks are selected across pages and sort orders, compared, printed, exported and sent to the coach', async () => {
      const page = await openScreener(site, '?columns=professional')
      const { button, box, bar, header, pages, row, dialog, table, filter, choice } = screenerParts(page)
      const visits = recordVisits(page)
      const readChips = () => bar.getByRole('listitem').allTextContents()
      const [first = '', second = '', third = ''] = await askSymbols(page, 'limit=3')
      await tabTo(page, table.getByRole('link').first())
      await page.keyboard.press('x')
      await expectSoon(readChips, [first])
      expect(await button('Compare', bar).getAttribute('aria-disabled')).toBe('true')
      await box(third).click({ modifiers: ['Shift'] })
      await expectSoon(readChips, [first, second, third])
      expect(await page.evaluate(() => String(getSelection()))).toBe('')
      expect(await readSelected(page)).toEqual([first, second, third])

      await button('Next', pages).click()
      await expectRows(page, 'offset=25')
      const [distant = ''] = await readSymbols(page)
      // A click next to the checkbox also selects the row.
      await row(distant)
        .getByRole('gridcell')
        .first()
        .click({ position: { x: 4, y: 4 } })
      await button(/^Symbol/, header('Symbol')).click()
      await button(/^Symbol/, header('Symbol')).click()
      await expectRows(page, 'sort_by=symbol&sort_order=asc')
      const chosen = [first, second, third, distant]
      expect(await readChips()).toEqual(chosen)
      const inView = (await readSymbols(page)).filter((symbol) => chosen.includes(symbol))
      expect(await readSelected(page)).toEqual(inView)
      await page.emulateMedia({ media: 'print' })
      expect([await bar.isVisible(), await table.locator('input:visible').count()]).toEqual([false, 0])
      await page.emulateMedia({ media: 'screen' })

      await button('Compare', bar).click()
      const comparison = page.getByRole('table', { name: 'Compare stocks' })
      await expectSoon(
        () =>
          comparison
            .getByRole('columnheader')
            .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent ?? '')),
        ['Figure', ...chosen],
      )
      await page.keyboard.press('Escape')
      await dialog('Compare stocks').waitFor({ state: 'hidden' })
      await expectFocus(button('Compare', bar))
      await button('Compare', bar).click()
      await comparison.waitFor()
      await page.emulateMedia({ media: 'print' })
      expect([await table.isVisible(), await button('Close', dialog('Compare stocks')).isVisible()]).toEqual([
        false,
        false,
      ])
      const cut = await comparison.evaluate((element) => {
        const sheet = element.closest('[role=dialog]')
        return sheet === null ? null : sheet.scrollHeight - sheet.clientHeight
      })
      expect(cut).toBe(0)
      await page.emulateMedia({ media: 'screen' })
      await button('Close', dialog('Compare stocks')).click()
      await dialog('Compare stocks').waitFor({ state: 'hidden' })

      await filter('Sector').click()
      await choice('Utilities').click()
      await expectRows(page, 'sector=Utilities&sort_by=symbol&sort_order=asc')
      const { lines } = await saveCsv(page, () => button('Export CSV', bar).click())
      expect(lines).toContain(`Selected,"${chosen.join(', ')}"`)
      const rows = lines.slice(findHead(lines) + 1)
      const { stocks } = await askView(page, `symbols=${chosen.join()}&sort_by=symbol&sort_order=asc`)
      expect(rows.map((line) => line.split(',')[0])).toEqual(stocks.map(({ symbol }) => symbol))
      expect(rows.every((line, place) => line.includes(`,${stocks[place]?.current_price},`))).toBe(true)

      await button(`Remove ${distant}`, bar).click()
      await button('Ask coach', bar).click()
      const question = `Compare $${first}, $${second} and $${third} for covered calls`
      await expectSoon(async () => visits.includes(`/ai-coach?${new URLSearchParams({ prompt: question })}`), true)
    })
  })
}
