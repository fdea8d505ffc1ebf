import { describe, test } from '@jest/globals'
import { expectSoon, type Site, tabAndPress, tabTo } from '../screener/site.ts'
import { countCandles, openChart, parts } from './parts.ts'

export function testChartByKeyboard(site: Site): void {
  describe('the chart with the keyboard', () => {
    test('every control, the crosshair and the table', async () => {
      const page = await openChart(site, '&range=1M')
      const { card, timeframe, indicator, style, asTable, crosshair, figure, term, hint } = parts(page)
      await tabAndPress(page, timeframe('3M'), 'Enter')
      await figure('three months').waitFor()
      await tabAndPress(page, indicator('Stochastic'), ' ')
      await card.getByText('Stochastic 14/3', { exact: true }).waitFor()
      await tabAndPress(page, style('Line'), 'Enter')
      await expectSoon(() => countCandles(page), 0)
      await tabTo(page, crosshair)
      const last = Number(await crosshair.getAttribute('aria-valuemax'))
      const at = () => crosshair.getAttribute('aria-valuenow')
      for (const [key, place] of [
        ['ArrowLeft', last - 1],
        ['PageDown', last - 11],
        ['Home', 1],
        ['ArrowRight', 2],
        ['End', last],
      ] as const) {
        await page.keyboard.press(key)
        await expectSoon(at, String(place))
      }
      await tabTo(page, term('SMA 20'))
      await hint.filter({ hasText: 'The mean of the last 20 daily closes.' }).waitFor()
      await tabTo(page, card.getByRole('button', { name: /^(Strong|Good|Fair|Weak|Avoid|No call)$/ }))
      await hint.filter({ hasText: 'Strong from 40' }).waitFor()
      await tabTo(page, asTable, 'Shift+Tab')
      await page.keyboard.press('Enter')
      const table = card.getByRole('region', { name: /^Price of BRMZ/ })
      await tabTo(page, table)
      await page.keyboard.press('End')
      await expectSoon(() => table.evaluate(({ scrollTop }) => scrollTop > 0), true)
    })
  })
}
