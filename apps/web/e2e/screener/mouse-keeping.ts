import { describe, expect, test } from '@jest/globals'
import { parts, readDownload } from './parts.ts'
import { askSymbols, expectAddress, expectRows, expectSoon, type Site } from './site.ts'

export function testKeepingByMouse(site: Site): void {
  describe('weights, saved screens and exports with the mouse', () => {
    test('weights of one’s own rank anew and say so; the chip leads back', async () => {
      const page = await site.openScreener()
      const { button, dialog, notice } = parts(page)
      const usual = await askSymbols(page, 'limit=25')
      await button('Weights').click()
      const form = dialog('Weights of the rating')
      await form.getByRole('textbox').first().waitFor()
      for (const field of await form.getByRole('textbox').all()) await field.fill('0')
      await form.getByText('At least one part must count.').waitFor()
      await form.getByRole('textbox').last().fill('10')
      await form.getByText('counts 60 of 60, 100%').waitFor()
      await button('Save', form).click()
      await notice('Ratings stand under your own weights.').waitFor()
      await page.getByText('Rated by your own weights').waitFor()
      await expectRows(page, '')
      expect(await askSymbols(page, 'limit=25')).not.toEqual(usual)

      await button('Weights').click()
      await button('Reset to the Callwright Rating', form).click()
      await form.getByText('counts 15 of 60, 25%').first().waitFor()
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'hidden' })
      // The pointer stands over a rating now, which opens its breakdown over the chip.
      await page.getByRole('heading', { name: 'Stock Screener' }).hover()
      await button('Return to the Callwright Rating').click()
      await page.getByText('Rated by your own weights').waitFor({ state: 'hidden' })
      await expectRows(page, '')
      expect(await askSymbols(page, 'limit=25')).toEqual(usual)
    })

    test('a screen is saved, opened, updated, renamed, deleted, and brought back', async () => {
      const page = await site.openScreener('?yield=20&sort=rsi')
      const { button, dialog, notice, clearAll } = parts(page)
      await button('Save screen').click()
      await button('Save', dialog('Save screen')).click()
      await dialog('Save screen').getByText('Give the screen a name').waitFor()
      await dialog('Save screen').getByLabel('Name').fill('Rich premiums')
      await button('Save', dialog('Save screen')).click()
      await notice('“Rich premiums” is saved.').waitFor()

      await clearAll.click()
      await expectRows(page, 'sort_by=rsi')
      const list = page.getByRole('list', { name: 'Saved screens' })
      await button('Saved screens').click()
      await list.getByRole('button', { name: /^Rich premiums/ }).click()
      await expectAddress(page, '/screening?yield=20&sort=rsi')
      await expectRows(page, 'min_yield=20&sort_by=rsi')

      await button('Saved screens').click()
      await button('Rename Rich premiums', list).click()
      await dialog('Rename screen').getByLabel('Name').fill('Richest')
      await button('Save', dialog('Rename screen')).click()
      await notice('“Richest” is saved.').waitFor()
      await button('Saved screens').click()
      await button('Delete Richest', list).click()
      await list.waitFor({ state: 'hidden' })
      await page.getByText('No screens yet. Set some filters, then choose Save screen.').waitFor()
      await button(/^Undo/).click()
      await notice('Deleted “Richest”.').waitFor({ state: 'hidden' })
      if (!(await list.isVisible())) await button('Saved screens').click()
      await list.getByRole('button', { name: /^Richest/ }).waitFor()
      await button('Delete Richest', list).click()
      await notice('Deleted “Richest”.').waitFor()
    })

    test('the file has every stock the filters let through, what they are, and no formula', async () => {
      const page = await site.openPage()
      await page.route('**/views/stock-screener?*', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        body.stocks.forEach((stock: { symbol: string; company_name: string }) => {
          if (stock.symbol === 'GLNQ') stock.company_name = '=HYPERLINK("http://example.com")'
        })
        await route.fulfill({ response, json: body })
      })
      await site.go(page, '?yield=10&sort=symbol&order=asc')
      const { button, item } = parts(page)
      await page.getByRole('link', { name: 'ALDQ' }).waitFor()
      const symbols = await askSymbols(page, 'min_yield=10&sort_by=symbol&sort_order=asc&limit=500')
      await button('Export').click()
      const lines = await readDownload(page, () => item('CSV, columns in view').click())
      expect(lines[0]).toBe('Callwright stock screener')
      expect(lines).toContain('Filters,Ann. yield 10%+')
      expect(lines).toContain(`Stocks,${symbols.length} of 55`)
      expect(lines.find((line) => line.startsWith('As of,'))).toMatch(/ ET/)
      const head = lines.findIndex((line) => line.startsWith('Symbol,'))
      expect(lines[head]).toBe(
        'Symbol,Company,Callwright Rating (of 60),Price ($),Best ann. yield (%),Best call (contract),Best call strike ($),Best call expiration,Best call delta,Best call bid ($),Best call if called (%),Best call liquidity,Best call days searched,IV percentile (0-100),RSI (0-100),Sector,Market cap ($)',
      )
      const rows = lines.slice(head + 1)
      expect(rows.map((row) => row.split(',')[0])).toEqual(symbols)
      expect(rows.find((row) => row.startsWith('GLNQ'))).toContain(`GLNQ,"'=HYPERLINK(`)

      await button('Export').click()
      const all = await readDownload(page, () => item('CSV, all columns').click())
      expect(all[head]?.split(',')).toHaveLength(30)
    })

    test('on paper there are the facts, the header and the rows, and no controls', async () => {
      const page = await site.openScreener('?sector=Utilities')
      const { button, item, table, filter } = parts(page)
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      await button('Export').click()
      await item('Print this page').click()
      await page.locator('body[data-printed]').waitFor({ state: 'attached' })
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      await page.getByText('Sector Utilities').last().waitFor()
      await page.getByText('As of').last().waitFor()
      expect(await filter('Sector').isVisible()).toBe(false)
      expect(await button('Weights').isVisible()).toBe(false)
      expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false)
      expect(await table.getByRole('link').allTextContents()).toEqual(await askSymbols(page, 'sector=Utilities'))
      const head = table.locator('thead')
      expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe('table-header-group')
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })
      await expectSoon(() => filter('Sector').isVisible(), true)
    })
  })
}
