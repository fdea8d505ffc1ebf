import { describe, expect, test } from '@jest/globals'
import { overflow } from '../screener/access.ts'
import { parts as screenerParts } from '../screener/parts.ts'
import { askSymbols, expectAddress, expectFocus, expectSoon, type Site } from '../screener/site.ts'
import { goToAnalysis, parts } from './parts.ts'

export function testArriving(site: Site): void {
  describe('arriving at a stock', () => {
    test('from a row of the screener, and on through its list by mouse and key', async () => {
      const page = await site.openScreener('?sort=rsi&order=asc')
      const symbols = await askSymbols(page, 'sort_by=rsi&sort_order=asc&limit=25')
      const [first = '', second = '', third = ''] = symbols
      await screenerParts(page).row(second).getByRole('gridcell').nth(3).click()
      const { stock, steps, next } = parts(page)
      await stock(second).waitFor()
      await expectAddress(page, `/analysis?symbol=${second}`)
      await steps.getByText(/^2 of \d+$/).waitFor()
      await next.click()
      await stock(third).waitFor()
      await steps.getByText(/^3 of /).waitFor()
      await page.keyboard.press('[')
      await stock(second).waitFor()
      await page.keyboard.press('[')
      await stock(first).waitFor()
      await page.keyboard.press('[')
      await expectAddress(page, `/analysis?symbol=${first}`)
      await page.reload()
      await steps.getByText(/^1 of /).waitFor()
    })

    test('by the search, with keys alone', async () => {
      const page = await site.openPage()
      await goToAnalysis(page, site, '?symbol=BRMZ')
      const { stock, search, suggestion } = parts(page)
      await stock('BRMZ').waitFor()
      await page.keyboard.press('/')
      await expectFocus(search)
      await page.keyboard.type('gln')
      await suggestion('GLNQ').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await stock('GLNQ').waitFor()
      await expectAddress(page, '/analysis?symbol=GLNQ')
      await page.keyboard.type('brmz')
      await page.keyboard.press('Enter')
      await stock('BRMZ').waitFor()
    })

    test('that there is none of, says so and leads back', async () => {
      const page = await site.openPage()
      await goToAnalysis(page, site, '?symbol=ZZZZ')
      await page.getByText('Unknown symbol: ZZZZ').waitFor()
      await page.getByRole('link', { name: 'Go to Stock Screening' }).click()
      await page.getByRole('heading', { name: 'Stock Screener' }).waitFor()
    })

    test('from nowhere: the stock last looked at in this tab, and Back leads to the page before', async () => {
      const page = await site.openScreener()
      await goToAnalysis(page, site, '?symbol=GLNQ')
      await parts(page)
        .stock('GLNQ')
        .getByText(/^\d+\.\d\d$/)
        .waitFor()
      await page.getByRole('link', { name: 'Stock Screening' }).click()
      await page.getByRole('heading', { name: 'Stock Screener' }).waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('a')
      await parts(page).stock('GLNQ').waitFor()
      await expectAddress(page, '/analysis?symbol=GLNQ')
      await page.goBack()
      await page.getByRole('heading', { name: 'Stock Screener' }).waitFor()
    })

    test('from nowhere in a new tab: AAPL, and where the market has none, the best rated stocks', async () => {
      const page = await site.openPage()
      await goToAnalysis(page, site, '')
      await expectAddress(page, '/analysis?symbol=AAPL')
      await page.getByText('Unknown symbol: AAPL').waitFor()
      await page.getByRole('list', { name: 'Best rated stocks' }).getByRole('link').first().click()
      await parts(page).ladder.waitFor()
    })

    test('on a phone, the chosen call stands at the foot and its preview comes from below', async () => {
      const page = await site.openPage({ viewport: { width: 390, height: 844 } })
      await goToAnalysis(page, site, '?symbol=BRMZ')
      const { bar } = parts(page)
      await bar.getByText(/credit, .*% a year$/).waitFor()
      await bar.getByRole('button', { name: 'Preview' }).click()
      const sheet = page.getByRole('dialog', { name: 'Trade preview' })
      await sheet.getByRole('heading', { name: /^Sell 1 BRMZ/ }).waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await expectFocus(bar.getByRole('button', { name: 'Preview' }))
      await expectSoon(() => overflow(page), 0)
      expect(await page.title()).toMatch(/^BRMZ \d+\.\d\d · Stock Analysis · Callwright$/)
    })
  })
}
