import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { expectAddress, expectSoon, type Site } from '../screener/site.ts'
import { countCandles, openChart, parts } from './parts.ts'

export function testChartByMouse(site: Site): void {
  describe('the chart with the mouse', () => {
    test('every timeframe, indicator and style, none of which asks for bars anew', async () => {
      const page = await openChart(site)
      const { card, timeframe, indicator, style, figure } = parts(page)
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/stocks/data/')) asked.push(request.url())
      })
      const spans = { '1M': 'one month', '3M': 'three months', '1Y': 'one year', '2Y': 'two years', '6M': 'six months' }
      for (const [name, span] of Object.entries(spans)) {
        await timeframe(name).click()
        await figure(span).waitFor()
        expect(await timeframe(name).getAttribute('aria-pressed')).toBe('true')
      }
      for (const name of ['SMA 20', 'SMA 50', 'Bollinger Bands', 'RSI 14', 'Stochastic']) await indicator(name).click()
      await expectAddress(page, '/analysis?symbol=BRMZ&lines=bollinger,stochastic')
      await card.getByText('Stochastic 14/3', { exact: true }).waitFor()
      expect(await card.getByText('RSI 14', { exact: true }).count()).toBe(1)
      await style('Line').click()
      await expectSoon(() => countCandles(page), 0)
      await style('Candles').click()
      await expectAddress(page, '/analysis?symbol=BRMZ&lines=bollinger,stochastic')
      expect(asked).toEqual([])
      await page.goBack()
      await expectSoon(() => countCandles(page), 0)
    })

    test('1D and 5D show days where the source has no minutes, and say so', async () => {
      const page = await openChart(site)
      const { card, timeframe, figure } = parts(page)
      for (const name of ['1D', '5D']) {
        await timeframe(name).click()
        await card.getByText('No intraday data from this source. Days are shown.').waitFor()
        await figure('the last days').waitFor()
        await expectSoon(() => countCandles(page), 5)
      }
    })

    test('the pointer reads any bar in the legend; the table has them all and goes into a file', async () => {
      const page = await openChart(site, '&range=1M')
      const { card, crosshair, asTable } = parts(page)
      const bars = await countCandles(page)
      const box = await crosshair.boundingBox()
      if (box === null) throw new Error('The crosshair has a place')
      await page.mouse.move(box.x + 3, box.y + 80)
      await expectSoon(() => crosshair.getAttribute('aria-valuenow'), '1')
      const spoken = await crosshair.getAttribute('aria-valuetext')
      expect(await card.locator('figure').textContent()).toContain(/Close ([\d.]+)/.exec(spoken ?? '')?.[1])
      await page.mouse.move(box.x + 3, box.y - 200)
      await expectSoon(() => crosshair.getAttribute('aria-valuenow'), String(bars))

      await asTable.click()
      expect(await card.getByRole('row').count()).toBe(bars + 1)
      const saving = page.waitForEvent('download')
      await card.getByRole('button', { name: 'Export CSV' }).click()
      const file = await saving
      expect(file.suggestedFilename()).toMatch(/^callwright-BRMZ-1M-\d{4}-\d\d-\d\d\.csv$/)
      const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
      expect(lines.length - lines.findIndex((line) => line.startsWith('Date,')) - 1).toBe(bars)
    })

    test('marks, prices and figures explain themselves', async () => {
      const page = await openChart(site)
      const { card, term, hint } = parts(page)
      await card.getByRole('listitem').last().hover()
      await hint.filter({ hasText: /^(Earnings|Dividend|Split)/ }).waitFor()
      await term('Implied volatility').hover()
      await hint.filter({ hasText: 'above 30% is high' }).waitFor()
      await card.getByRole('button', { name: /^(Strong|Good|Fair|Weak|Avoid|No call)$/ }).hover()
      await hint.filter({ hasText: 'Strong from 40' }).waitFor()
    })
  })
}
