import { describe, expect, test } from '@jest/globals'
import type { Locator } from 'playwright-core'
import { ratingChip } from '../support.ts'
import { expectNewTab, parts, recordVisits } from './parts.ts'
import { expectAddress, expectRows, expectSoon, readColumns, readSymbols, type Site } from './site.ts'

const essential = [
  'Symbol',
  'Company',
  'Callwright Rating',
  'Price',
  'Best ann. yield',
  'IV percentile',
  'RSI',
  'Sector',
  'Market cap',
]

export function testTableByMouse(site: Site): void {
  describe('the table with the mouse', () => {
    test('columns come and go, move by drag and by button, and Reset brings back the essential ones', async () => {
      const page = await site.openScreener()
      const { button, dialog } = parts(page)
      await button('Columns').click()
      const panel = dialog('Columns')
      const box = (name: string) => panel.getByRole('checkbox', { name: new RegExp(`^${name}`) })
      await box('Stochastic').click()
      await expectSoon(() => readColumns(page), [...essential, 'Stochastic %K'])
      expect(await box('Callwright Rating').isDisabled()).toBe(true)
      await panel.getByRole('searchbox', { name: 'Find a column' }).fill('spread')
      await box('Spread').click()
      await expectSoon(() => box('Spread').isChecked(), true)
      expect(await panel.getByRole('checkbox').count()).toBe(1)
      await box('Spread').click()
      await expectSoon(() => box('Spread').isChecked(), false)
      await panel.getByRole('searchbox').fill('')

      const item = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
      const [from, to] = await Promise.all(
        ['Stochastic', 'Company'].map((name) => item(name).locator('svg').first().boundingBox()),
      )
      if (!from || !to) throw new Error('The columns have no place on the page')
      await item('Stochastic').scrollIntoViewIfNeeded()
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + 4, to.y + 30, { steps: 4 })
      await page.mouse.move(to.x + 4, to.y - 4, { steps: 4 })
      await page.mouse.up()
      const [symbol = '', ...others] = essential
      await expectSoon(() => readColumns(page), [symbol, 'Stochastic %K', ...others])
      await button('Move Stochastic %K down', panel).click()
      await expectSoon(async () => (await readColumns(page)).slice(0, 3), ['Symbol', 'Company', 'Stochastic %K'])
      await button('Reset', panel).click()
      await expectSoon(() => readColumns(page), essential)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
    })

    test('presets and row heights show at once and are there on the next visit', async () => {
      const page = await site.openScreener()
      const { button, row } = parts(page)
      const heightOf = async () => (await row('BRMZ').boundingBox())?.height
      await button('Professional').click()
      await expectSoon(async () => (await readColumns(page)).length, 23)
      await expectAddress(page, '/screening?columns=professional')
      for (const [name, height] of [
        ['Compact', 28],
        ['Roomy', 44],
        ['Standard', 36],
        ['Compact', 28],
      ] as const) {
        await button(`${name} rows`).click()
        await expectSoon(heightOf, height)
      }
      await page.goto(`${site.url()}/screening`)
      await expectSoon(async () => (await readColumns(page)).length, 23)
      await expectSoon(heightOf, 28)
      await button('Essential').click()
      await expectSoon(() => readColumns(page), essential)
    })

    test('a header sorts, highest first, then turns round; both lead to the first page', async () => {
      const page = await site.openScreener('?page=2')
      const { button, header } = parts(page)
      await button(/^Price/, header('Price')).click()
      await expectRows(page, 'sort_by=current_price&sort_order=desc')
      await expectAddress(page, '/screening?sort=current_price')
      expect(await header('Price').getAttribute('aria-sort')).toBe('descending')
      await button(/^Price/, header('Price')).click()
      await expectRows(page, 'sort_by=current_price&sort_order=asc')
      expect(await header('Price').getAttribute('aria-sort')).toBe('ascending')
      await button('Company', header('Company')).click()
      await expectRows(page, 'sort_by=company_name&sort_order=desc')
    })

    test('pages by First, Prev, numbers, Next and Last; more rows to a page start over', async () => {
      const page = await site.openScreener()
      const { button, pages, range, rows } = parts(page)
      const steps = [
        ['Next', 25],
        ['Last', 50],
        ['Prev', 25],
        ['First', 0],
        ['Page 3', 50],
        ['Page 2', 25],
      ] as const
      for (const [name, offset] of steps) {
        await button(name, pages).click()
        await expectRows(page, `offset=${offset}`)
        await expectSoon(() => range.textContent(), `${offset + 1}–${Math.min(55, offset + 25)} of 55`)
      }
      await rows.selectOption('50')
      await expectRows(page, 'limit=50')
      await expectAddress(page, '/screening?size=50')
      await button('Last', pages).click()
      await expectRows(page, 'limit=50&offset=50')
      expect(await button('Next', pages).getAttribute('aria-disabled')).toBe('true')
      for (const size of ['100', '200']) {
        await rows.selectOption(size)
        await expectSoon(async () => (await readSymbols(page)).length, 55)
      }
    })

    test('a rating opens its breakdown under the pointer, and only there', async () => {
      const page = await site.openScreener()
      const { rating, breakdown } = parts(page)
      await page.getByRole('button', { name: ratingChip }).nth(3).waitFor()
      await rating('GLNQ').hover()
      await breakdown.getByText('Glenmarrow Capital').waitFor()
      await expectSoon(() => breakdown.getByRole('listitem').count(), 6)
      await page.getByRole('heading', { name: 'Stock Screener' }).hover()
      await breakdown.waitFor({ state: 'hidden' })
      await rating('BRMZ').click()
      await page.getByRole('dialog', { name: 'Rating of BRMZ' }).waitFor()
      await page.keyboard.press('Escape')
      await breakdown.waitFor({ state: 'hidden' })
    })

    test('a breakdown in a low window stands beside its rating', async () => {
      const page = await site.openScreener('', { viewport: { width: 1366, height: 640 } })
      const { breakdown } = parts(page)
      const chip = page.getByRole('button', { name: ratingChip }).nth(4)
      await chip.hover()
      await expectSoon(() => breakdown.getByRole('listitem').count(), 6)
      const covers = async () => {
        const [over, under] = await Promise.all([breakdown.boundingBox(), chip.boundingBox()])
        if (over === null || under === null) return null
        const apart = over.x >= under.x + under.width || over.x + over.width <= under.x
        return !apart && over.y < under.y + under.height && over.y + over.height > under.y
      }
      await expectSoon(covers, false)
    })

    test('a row leads to its analysis; its menu copies, opens, and opens apart', async () => {
      const page = await site.openScreener('', { permissions: ['clipboard-read', 'clipboard-write'] })
      const { row, item, button, notice } = parts(page)
      const visits = recordVisits(page)
      await row('WLMQ').hover()
      await button('Actions for WLMQ').click()
      await item('Copy symbol').click()
      await notice('WLMQ is copied').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('WLMQ')

      await row('GLNQ').getByRole('gridcell').nth(3).click({ button: 'right' })
      await expectNewTab(page, () => item('Open in new tab').click(), '/analysis?symbol=GLNQ')
      const apart: Parameters<Locator['click']>[0] = { modifiers: ['ControlOrMeta'] }
      await expectNewTab(page, () => row('BRMZ').getByRole('link').click(apart), '/analysis?symbol=BRMZ')
      await expectNewTab(page, () => row('MPLQ').getByRole('gridcell').nth(3).click(apart), '/analysis?symbol=MPLQ')
      expect(visits).toEqual([])
      await row('FRTH.B').getByRole('gridcell').nth(3).click()
      await expectSoon(async () => visits[0], '/analysis?symbol=FRTH.B')
    })
  })
}
