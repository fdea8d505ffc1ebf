import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectFocus, findCovered, stepTo, tabAndPress, tabTo } from '../harness/keys.ts'
import { expectAddress, expectNewTab, expectSoon, recordVisits } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import {
  askSymbols,
  expectRows,
  goToScreener,
  openScreener,
  ratingChip,
  readColumns,
  readSymbols,
  screenerParts,
} from '../parts/screener.ts'

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

/** Ratings on the page from top to bottom, without unrated rows. */
async function readRatings(page: Page): Promise<number[]> {
  const labels = await page
    .getByRole('button', { name: ratingChip })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  return labels.map((label) => Number(/Rating (\d+) of/.exec(label)?.[1]))
}

/** Whether an open breakdown covers the rating that it explains. */
async function coversRating(page: Page, place: number): Promise<boolean | null> {
  const chip = page.getByRole('button', { name: ratingChip }).nth(place)
  const [over, under] = await Promise.all([screenerParts(page).breakdown.boundingBox(), chip.boundingBox()])
  if (over === null || under === null) return null
  const apart = over.x >= under.x + under.width || over.x + over.width <= under.x
  return !apart && over.y < under.y + under.height && over.y + over.height > under.y
}

export function testTable(site: Site): void {
  describe('stock table', () => {
    test('stocks are ranked by rating; a breakdown opens beside each rating, with parts that add up to it', async () => {
      const page = await openScreener(site, '', { viewport: { width: 1366, height: 640 } })
      const { breakdown, pages, button, range } = screenerParts(page)
      await page.getByText('Simulated market: not real prices').waitFor()
      const ratings = await readRatings(page)
      expect(ratings.length).toBeGreaterThan(15)
      expect(ratings).toEqual([...ratings].sort((left, right) => right - left))
      expect(new Set(ratings).size).toBeGreaterThan(3)

      const place = 4
      await page.getByRole('button', { name: ratingChip }).nth(place).hover()
      await expectSoon(() => breakdown.getByRole('listitem').count(), 6)
      const texts = await breakdown.getByRole('listitem').allTextContents()
      const points = texts.map((text) => Number(/(\d+(?:\.\d+)?)\s*\/\s*\d+/.exec(text)?.[1] ?? 0))
      expect(Math.round(points.reduce((sum, value) => sum + value, 0))).toBeCloseTo(ratings[place] ?? 0, -0.5)
      await expectSoon(() => coversRating(page, place), false)
      await page.getByRole('heading', { name: 'Stock Screener' }).hover()
      await breakdown.waitFor({ state: 'hidden' })

      for (const [name, offset] of [
        ['Next', 25],
        ['Last', 50],
        ['Prev', 25],
        ['First', 0],
        ['Page 3', 50],
      ] as const) {
        await button(name, pages).click()
        await expectRows(page, `offset=${offset}`)
        await expectSoon(() => range.textContent(), `${offset + 1}–${Math.min(55, offset + 25)} of 55`)
      }
    })

    test('dragged columns keep their new order on the next visit, and another open tab is unchanged', async () => {
      const page = await openScreener(site)
      const { button, dialog, header } = screenerParts(page)
      await button('Columns').click()
      const panel = dialog('Columns')
      await panel.getByRole('checkbox', { name: /^Stochastic/ }).click()
      await expectSoon(() => readColumns(page), [...essential, 'Stochastic %K'])
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
      await button('Reset', panel).click()
      await expectSoon(() => readColumns(page), essential)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })

      const second = await page.context().newPage()
      await goToScreener(second, site)
      await screenerParts(second).button('Professional').click()
      await expectSoon(async () => (await readColumns(second)).length, 32)
      await page.bringToFront()
      await button('RSI', header('RSI')).click()
      await expectRows(page, 'sort_by=rsi')
      expect(await readColumns(page)).toEqual(essential)
      await goToScreener(second, site)
      await expectSoon(async () => (await readColumns(second)).length, 32)
    })

    test('keys move through headers, ratings, rows and pages, and the focus is never covered', async () => {
      const page = await openScreener(site, '?page=2')
      const { table, row, rating, breakdown, header, button, pages } = screenerParts(page)
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

      const [first = '', second = ''] = await readSymbols(page)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowDown')
      await expectFocus(rating(first))
      await page.getByRole('dialog', { name: `Rating of ${first}` }).waitFor()
      await page.keyboard.press('Escape')
      await breakdown.waitFor({ state: 'hidden' })
      await page.keyboard.press('j')
      await page.getByRole('dialog', { name: `Rating of ${second}` }).waitFor()
      await page.keyboard.press('ArrowRight')
      await breakdown.waitFor({ state: 'hidden' })
      await expectFocus(row(second).getByRole('gridcell').nth(3))
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.press('Tab')
      await expectSoon(() => table.evaluate((grid) => grid.contains(document.activeElement)), false)
      await tabTo(page, button('Last', pages))
      await page.keyboard.press('Enter')
      await expectRows(page, 'sort_by=current_price&sort_order=asc&offset=50')
      await expectFocus(button('Last', pages))

      await page.setViewportSize({ width: 1366, height: 640 })
      await goToScreener(page, site, '?columns=professional')
      await table.getByRole('link').first().focus()
      const presses = [
        ['End', 1],
        ['ArrowLeft', 22],
        ['PageDown', 2],
        ['ArrowUp', 16],
        ['ControlOrMeta+End', 1],
        ['PageUp', 1],
        ['ControlOrMeta+Home', 1],
      ] as const
      expect(await findCovered(page, presses)).toEqual([])
    })

    test('a row opens its analysis, in the same tab or a new one, and its menu copies the symbol', async () => {
      const page = await site.openElsewhere({ permissions: ['clipboard-read', 'clipboard-write'] })
      await goToScreener(page, site)
      const { row, item, button, notice } = screenerParts(page)
      const visits = recordVisits(page)
      await tabTo(page, row('BRMZ').getByRole('link'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await expectFocus(button('Actions for GLNQ'))
      await page.keyboard.press('ArrowLeft')
      await expectNewTab(page, () => page.keyboard.press('ControlOrMeta+Enter'), '/analysis?symbol=GLNQ')
      await row('WLMQ').hover()
      await button('Actions for WLMQ').click()
      await item('Copy symbol').click()
      await notice('Copied WLMQ').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('WLMQ')
      const cellOf = (symbol: string) => row(symbol).getByRole('gridcell').nth(3)
      await cellOf('GLNQ').click({ button: 'right' })
      await expectNewTab(page, () => item('Open in new tab').click(), '/analysis?symbol=GLNQ')
      const apart = { modifiers: ['ControlOrMeta' as const] }
      await expectNewTab(page, () => row('BRMZ').getByRole('link').click(apart), '/analysis?symbol=BRMZ')
      await expectNewTab(page, () => cellOf('MPLQ').click(apart), '/analysis?symbol=MPLQ')
      expect(visits).toEqual([])
      await cellOf('FRTH.B').click()
      await expectSoon(async () => visits[0], '/analysis?symbol=FRTH.B')
    })

    test('a run is started by keyboard and followed through events alone; an incomplete stock links to its row', async () => {
      const page = await openScreener(site)
      const { run, dialog, button } = screenerParts(page)
      await run.getByText(/^55 stocks refreshed/).waitFor()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await tabAndPress(page, button('Refresh prices'), 'Enter')
      await page.getByText('Prices refreshed: 55 stocks').waitFor()
      await run.getByText(/^55 stocks refreshed/).waitFor()
      expect(asked.filter((path) => path.endsWith('/enrichment-status'))).toEqual([])
      const details = run.getByRole('button').first()
      await tabTo(page, details, 'Shift+Tab')
      await page.keyboard.press('Enter')
      const panel = dialog('Last price refresh')
      await panel.getByText('55 of 55').waitFor()
      await panel.getByText('2 incomplete').waitFor()
      await tabAndPress(page, button('DNMR', panel), 'Enter')
      await expectRows(page, 'q=DNMR')
      await panel.waitFor({ state: 'hidden' })
      await expectFocus(details)
      expect(await askSymbols(page, 'limit=100')).toHaveLength(55)
    })
  })
}
