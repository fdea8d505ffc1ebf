import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { desktop, expectAddress, expectSoon, phone, setUpSite, tabAndPress, tabTo } from './screener/site.ts'
import { findAxeViolations } from './support.ts'

jest.setTimeout(180_000)

const site = setUpSite(12)
afterEach(site.closePages)

const BARS = '**/api/stocks/data/*'

const parts = (page: Page) => {
  const card = page.getByRole('region', { name: 'Price chart' })
  const controls = (group: string) => card.getByRole('group', { name: group })
  return {
    card,
    timeframe: (name: string) => controls('Timeframe').getByRole('button', { name }),
    indicator: (name: string) => controls('Indicators').getByRole('button', { name }),
    style: (name: string) => controls('Chart style').getByRole('button', { name }),
    asTable: card.getByRole('button', { name: 'View as table' }),
    figure: (span: string) => card.getByRole('figure', { name: `Price of BRMZ, ${span}` }),
    crosshair: card.getByRole('slider', { name: /^Crosshair/ }),
    term: (name: string) => card.getByRole('term').getByRole('button', { name }),
    hint: page.getByRole('tooltip'),
  }
}

async function openChart(search = '', options: Parameters<typeof site.openPage>[0] = {}): Promise<Page> {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/analysis?symbol=BRMZ${search}`)
  await parts(page).crosshair.waitFor()
  return page
}

const countCandles = (page: Page) => page.locator('.highcharts-candlestick-series .highcharts-point').count()

describe('with the mouse', () => {
  test('every timeframe, indicator and style, none of which asks for bars anew', async () => {
    const page = await openChart()
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
    for (const name of ['SMA 20', 'SMA 50', 'Bollinger', 'RSI 14', 'Stochastic']) await indicator(name).click()
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
    const page = await openChart()
    const { card, timeframe, figure } = parts(page)
    for (const name of ['1D', '5D']) {
      await timeframe(name).click()
      await card.getByText('No intraday data from this source. Days are shown.').waitFor()
      await figure('the last days').waitFor()
      await expectSoon(() => countCandles(page), 5)
    }
  })

  test('the pointer reads any bar in the legend; the table has them all and goes into a file', async () => {
    const page = await openChart('&range=1M')
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
    const page = await openChart()
    const { card, term, hint } = parts(page)
    await card.getByRole('listitem').last().hover()
    await hint.filter({ hasText: /^(Earnings|Dividend|Split)/ }).waitFor()
    await term('Implied volatility').hover()
    await hint.filter({ hasText: 'above 30% is high' }).waitFor()
    await card.getByRole('button', { name: /^(Strong|Good|Fair|Weak|Avoid|No call)$/ }).hover()
    await hint.filter({ hasText: 'Strong from 40' }).waitFor()
  })
})

describe('with the keyboard', () => {
  test('every control, the crosshair and the table', async () => {
    const page = await openChart('&range=1M')
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
    await hint.filter({ hasText: 'The average close of the last 20 sessions.' }).waitFor()
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

describe('as it looks', () => {
  const colorOf = (page: Page) =>
    page
      .locator('.highcharts-candlestick-series .highcharts-point-down')
      .first()
      .evaluate((element) => getComputedStyle(element).fill)

  test('a change of the theme recolours the chart as it stands', async () => {
    const page = await openChart('', { colorScheme: 'light' })
    const light = await colorOf(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectSoon(async () => (await colorOf(page)) !== light, true)
  })

  test.each([
    { name: 'light', viewport: desktop },
    { name: 'dark', viewport: desktop },
    { name: 'light', viewport: phone },
    { name: 'dark', viewport: phone },
  ] as const)('nothing for axe to find: $name, $viewport.width px', async ({ name, viewport }) => {
    const page = await openChart('&lines=sma20,sma50,bollinger,rsi,stochastic', { colorScheme: name, viewport })
    const { card, asTable } = parts(page)
    expect(await findAxeViolations(page, card)).toEqual([])
    await asTable.click()
    await card.getByRole('table').waitFor()
    expect(await findAxeViolations(page, card)).toEqual([])
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

test('bars that do not come: the words, the rest of the page, and a way to try again', async () => {
  const page = await site.openPage()
  await page.route(BARS, (route) => route.abort())
  await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
  const { card, crosshair } = parts(page)
  await card.getByText('Failed to load chart data').waitFor()
  expect(await findAxeViolations(page, card)).toEqual([])
  await page.getByRole('region', { name: 'Options chain' }).getByRole('grid').waitFor()
  await page.unroute(BARS)
  await card.getByRole('button', { name: 'Retry' }).click()
  await crosshair.waitFor()
})
