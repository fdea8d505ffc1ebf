import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { refuseUntilPressed } from '../refusal.ts'
import { desktop, expectSoon, phone, type Site } from '../screener/site.ts'
import { findAxeViolations } from '../support.ts'
import { watchWithAxe } from '../themes.ts'
import { BARS, openChart, parts } from './parts.ts'

export function testChartLooks(site: Site): void {
  describe('the chart as it looks', () => {
    const colorOf = (page: Page) =>
      page
        .locator('.highcharts-candlestick-series .highcharts-point-down')
        .first()
        .evaluate((element) => getComputedStyle(element).fill)

    test('a change of the theme recolours the chart as it stands', async () => {
      const page = await openChart(site, '', { colorScheme: 'light' })
      const light = await colorOf(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectSoon(async () => (await colorOf(page)) !== light, true)
    })

    test.each([
      ['desktop', desktop],
      ['phone', phone],
    ] as const)('nothing for axe to find, in both themes: %s', async (_name, viewport) => {
      const page = await openChart(site, '&lines=sma20,sma50,bollinger,rsi,stochastic', { viewport })
      const { card, asTable } = parts(page)
      const { found, check } = watchWithAxe(page)
      await check('drawn', card)
      await asTable.click()
      await card.getByRole('table').waitFor()
      await check('as a table', card)
      expect(found).toEqual({})
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await sideways()).toBeLessThanOrEqual(0)
    })

    test('nothing below the chart moves while it loads', async () => {
      const page = await site.openPage()
      const { card, crosshair } = parts(page)
      const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
      await page.route(BARS, async (route) => {
        await mayCome
        await route.continue()
      })
      await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
      await card.getByText('Loading chart…').waitFor({ state: 'attached' })
      const before = await card.boundingBox()
      letCome()
      await crosshair.waitFor()
      expect((await card.boundingBox())?.height).toBe(before?.height)
    })
  })

  test('bars of the chart that do not come: the words, the rest of the page, and a way to try again', async () => {
    const page = await site.openPage()
    const press = await refuseUntilPressed(page, BARS, (route) => route.abort())
    await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
    const { card, crosshair } = parts(page)
    await card.getByText('Failed to load chart data').waitFor()
    expect(await findAxeViolations(page, card)).toEqual([])
    await page.getByRole('region', { name: 'Options chain' }).getByRole('grid').waitFor()
    await press(card.getByRole('button', { name: 'Retry' }))
    await crosshair.waitFor()
  })
}
