import type { Page } from 'playwright-core'
import type { Site } from '../screener/site.ts'

export const BARS = '**/api/stocks/data/*'

/** The chart by the names a reader knows its parts by. */
export const parts = (page: Page) => {
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

/** The chart of one stock at an address (`&range=1M`), drawn. */
export async function openChart(site: Site, search = '', options: Parameters<Site['openPage']>[0] = {}): Promise<Page> {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/analysis?symbol=BRMZ${search}`)
  await parts(page).crosshair.waitFor()
  return page
}

/** Each has a body; those that look alike are one shape. */
export const countCandles = (page: Page) =>
  page
    .locator('.highcharts-candlestick-series .highcharts-point')
    .evaluateAll((shapes) => shapes.flatMap((shape) => shape.getAttribute('d')?.match(/Z/gi) ?? []).length)
