import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectFocus, tabAndPress, tabTo } from '../harness/keys.ts'
import { expectAddress, expectSoon, readAddress, readOverflow, saveCsv, waitForHeading } from '../harness/look.ts'
import { phone, type Site } from '../harness/site.ts'
import { analysisParts, BARS_CALLS, CHOSEN, goToAnalysis, openAnalysis } from '../parts/analysis.ts'
import { askSymbols, openScreener, screenerParts } from '../parts/screener.ts'

/** Reads the parts of the page's state that a link and Back must restore. */
async function readState(page: Page) {
  const { trade, best } = analysisParts(page)
  return {
    call: await trade.title.textContent(),
    chosen: await best.locator('[aria-pressed="true"]').allTextContents(),
    address: readAddress(page),
  }
}

/** Counts candles by their bodies: every candle has one, and candles that look alike are drawn as one shape. */
const countCandles = (page: Page) =>
  page
    .locator('.highcharts-candlestick-series .highcharts-point')
    .evaluateAll((shapes) => shapes.flatMap((shape) => shape.getAttribute('d')?.match(/Z/gi) ?? []).length)

const readColor = (page: Page) =>
  page
    .locator('.highcharts-candlestick-series .highcharts-point-down')
    .first()
    .evaluate((element) => getComputedStyle(element).fill)

export function testAnalysis(site: Site): void {
  describe('stock analysis', () => {
    test('opens from a row, by stepping through the list, from the search, and with the last stock viewed', async () => {
      const page = await openScreener(site, '?sort=rsi&order=asc')
      const [first = '', second = '', third = ''] = await askSymbols(page, 'sort_by=rsi&sort_order=asc&limit=25')
      await screenerParts(page).row(second).getByRole('gridcell').nth(3).click()
      const { stock, steps, next, search, suggestion } = analysisParts(page)
      await stock(second).waitFor()
      await steps.getByText(/^2 of \d+$/).waitFor()
      await next.click()
      await stock(third).waitFor()
      await steps.getByText(/^3 of /).waitFor()
      for (const symbol of [second, first]) {
        await page.keyboard.press('[')
        await stock(symbol).waitFor()
      }
      await page.keyboard.press('[')
      await expectAddress(page, `/analysis?symbol=${first}`)
      await page.reload()
      await steps.getByText(/^1 of /).waitFor()

      await page.keyboard.press('/')
      await expectFocus(search)
      await page.keyboard.type('gln')
      await suggestion('GLNQ').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectAddress(page, '/analysis?symbol=GLNQ')
      await stock('GLNQ')
        .getByText(/^\d+\.\d\d$/)
        .waitFor()
      await page.getByRole('link', { name: 'Stock Screening' }).click()
      await waitForHeading(page, 'Stock Screener')
      await page.getByRole('link', { name: 'Stock Analysis' }).click()
      await stock('GLNQ').waitFor()
      await expectAddress(page, '/analysis?symbol=GLNQ')
      await page.goBack()
      await waitForHeading(page, 'Stock Screener')
    })

    test('Back, a reload and a pasted link restore the same call', async () => {
      const page = await openAnalysis(site, '?symbol=BRMZ')
      const { best, trade } = analysisParts(page)
      await trade.title.filter({ hasText: /^Sell 1 BRMZ/ }).waitFor()
      await best.getByRole('row').nth(2).waitFor()
      const before = await readState(page)
      await best.locator('[aria-pressed="false"]').first().click()
      await expectSoon(async () => (await readState(page)).chosen.length, 1)
      await expectSoon(async () => (await readState(page)).address !== before.address, true)
      await expectSoon(async () => (await readState(page)).call !== before.call, true)
      const after = await readState(page)
      expect(after.address).toMatch(/^\/analysis\?symbol=BRMZ&exp=[\d-]+&strike=[\d.]+$/)
      await page.reload()
      await expectSoon(async () => readState(page).catch(() => null), after)
      const pasted = await site.openElsewhere()
      await pasted.goto(`${site.url()}${after.address}`)
      await expectSoon(async () => readState(pasted).catch(() => null), after)
      await page.goBack()
      await expectSoon(async () => readState(page).catch(() => null), before)
    })

    test('the chart reserves its space, works with pointer and keys, and follows the theme', async () => {
      const page = await site.openPage({ colorScheme: 'light' })
      const { card, crosshair, timeframe, indicator, style, figure, asTable, term } = analysisParts(page).chart
      const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
      await page.route(BARS_CALLS, async (route) => {
        await mayCome
        await route.continue()
      })
      await goToAnalysis(page, site, '?symbol=BRMZ&range=1M')
      await card.getByText('Loading chart…').waitFor({ state: 'attached' })
      const before = await card.boundingBox()
      letCome()
      await crosshair.waitFor()
      expect((await card.boundingBox())?.height).toBe(before?.height)
      await page.unroute(BARS_CALLS)
      const light = await readColor(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectSoon(async () => (await readColor(page)) !== light, true)

      const bars = await countCandles(page)
      const box = await crosshair.boundingBox()
      if (box === null) throw new Error('The crosshair has no place')
      const readBar = () => crosshair.getAttribute('aria-valuenow')
      // The chart shows no crosshair for the first move over it.
      await page.mouse.move(box.x + 30, box.y + 80)
      await page.mouse.move(box.x + 3, box.y + 80)
      await expectSoon(readBar, '1')
      const spoken = await crosshair.getAttribute('aria-valuetext')
      expect(await card.locator('figure').textContent()).toContain(/Close ([\d.]+)/.exec(spoken ?? '')?.[1])
      await page.mouse.move(box.x + 3, box.y - 200)
      await expectSoon(readBar, String(bars))

      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/stocks/data/')) asked.push(request.url())
      })
      await tabAndPress(page, timeframe('3M'), 'Enter')
      await figure('three months').waitFor()
      await tabAndPress(page, indicator('Stochastic'), ' ')
      await card.getByText('Stochastic 14/3', { exact: true }).waitFor()
      await tabAndPress(page, style('Line'), 'Enter')
      await expectSoon(() => countCandles(page), 0)
      expect(asked).toEqual([])
      await tabTo(page, crosshair)
      const last = Number(await crosshair.getAttribute('aria-valuemax'))
      for (const [key, place] of [
        ['ArrowLeft', last - 1],
        ['PageDown', last - 11],
        ['Home', 1],
        ['End', last],
      ] as const) {
        await page.keyboard.press(key)
        await expectSoon(readBar, String(place))
      }
      await tabTo(page, term('SMA 20'))
      await analysisParts(page).hint.filter({ hasText: 'SMA 20' }).or(analysisParts(page).hint).first().waitFor()

      await tabTo(page, asTable, 'Shift+Tab')
      await page.keyboard.press('Enter')
      const table = card.getByRole('region', { name: /^Price of BRMZ/ })
      await tabTo(page, table)
      await page.keyboard.press('End')
      await expectSoon(() => table.evaluate(({ scrollTop }) => scrollTop > 0), true)
      expect(await card.getByRole('row').count()).toBe(last + 1)
      const { name, lines } = await saveCsv(page, () => card.getByRole('button', { name: 'Export CSV' }).click())
      expect(name).toMatch(/^callwright-BRMZ-3M-\d{4}-\d\d-\d\d\.csv$/)
      expect(lines.length - lines.findIndex((line) => line.startsWith('Date,')) - 1).toBe(last)
    })

    test('facts and volatility are shown on demand; a rule is back-tested with the keyboard, changed, and its calls are exported', async () => {
      const page = await openAnalysis(site, CHOSEN)
      const facts = page.locator('dl', { hasText: '52 weeks' })
      await facts
        .getByText(/^\d+\.\d\d – \d+\.\d\d$/)
        .first()
        .waitFor()
      const card = page.getByRole('region', { name: 'Volatility and earnings', exact: true })
      await card.getByRole('button', { name: 'Show volatility' }).press('Enter')
      for (const title of ['Volatility over a year', 'By expiration', /^By strike, calls of/]) {
        await card.getByText(title).waitFor()
      }
      expect(await card.locator('.highcharts-series path.highcharts-graph').count()).toBe(4)

      const backTest = page.getByRole('region', { name: 'Back-test', exact: true })
      await backTest.getByRole('button', { name: 'Run back-test' }).press('Enter')
      const delta = backTest.getByLabel('Sell the call nearest delta')
      await expectFocus(delta)
      const words = backTest.getByText(/^\d+ calls sold one after the other/)
      await words.waitFor()
      expect(await words.textContent()).toContain('Premiums are modelled, not quoted.')
      const premium = backTest.locator('dl', { hasText: 'Average premium' })
      const before = await premium.textContent()
      await delta.selectOption('0.50')
      await expectSoon(async () => (await premium.textContent()) === before, false)
      await backTest.getByRole('button', { name: /^Show all \d+ calls$/ }).press('Enter')
      const { name, lines } = await saveCsv(page, () => backTest.getByRole('button', { name: 'Download CSV' }).click())
      expect(name).toBe('callwright-backtest-BRMZ.csv')
      const calls = Number.parseInt((await words.textContent()) ?? '', 10)
      expect(lines.length - lines.findIndex((line) => line.startsWith('Sold,')) - 1).toBe(calls)
      expect(await backTest.getByRole('table').getByRole('row').count()).toBe(calls + 1)
    })

    test('on a phone the selected call is at the bottom, its preview slides up, its strike stays visible, and volatility fits', async () => {
      const page = await openAnalysis(site, CHOSEN, { viewport: phone })
      const { bar, chain } = analysisParts(page)
      await bar.getByText(/credit, .*% a year$/).waitFor()
      await bar.getByRole('button', { name: 'Preview' }).click()
      const sheet = page.getByRole('dialog', { name: 'Trade preview' })
      await sheet.getByRole('heading', { name: /^Sell 1 BRMZ/ }).waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await expectFocus(bar.getByRole('button', { name: 'Preview' }))
      const before = await chain.strikeOf('445').boundingBox()
      await chain.scroller.evaluate((box) => {
        box.scrollLeft = 300
      })
      // The strike is sticky, so it may move with the scroller until the next frame.
      await expectSoon(async () => (await chain.strikeOf('445').boundingBox())?.x, before?.x)
      await expectSoon(() => readOverflow(page), 0)
      expect(await page.title()).toMatch(/^BRMZ \d+\.\d\d · Stock Analysis · Callwright$/)
      const panel = page.getByRole('region', { name: 'Volatility and earnings', exact: true })
      await panel.getByRole('button', { name: 'Show volatility' }).click()
      await panel.getByText('52 weeks').waitFor()
      await panel.getByText('Volatility over a year').waitFor()
      await expectSoon(() => readOverflow(page), 0)
    })
  })
}
