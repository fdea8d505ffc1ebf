import type { Locator, Page } from 'playwright-core'
import { expectSoon } from '../harness/look.ts'
import { phone, type Site, type View } from '../harness/site.ts'

export const CHAIN_CALLS = '**/api/options/chain/*'
export const BARS_CALLS = '**/api/stocks/data/*'

/** Query string that selects the call that most tests use. */
export const CHOSEN = '?symbol=BRMZ&exp=2026-08-14&strike=445'

/** Parts of the analysis, found by their visible names. */
export const analysisParts = (page: Page) => ({
  stock: (symbol: string) => page.getByRole('region', { name: symbol, exact: true }),
  search: page.getByRole('combobox', { name: 'Go to a symbol or company' }),
  suggestion: (symbol: string) => page.getByRole('option', { name: new RegExp(`^${symbol} `) }),
  steps: page.getByRole('navigation', { name: 'Screener list' }),
  next: page.getByRole('button', { name: 'Next stock' }),
  best: page.getByRole('region', { name: /^Best/ }),
  bar: page.getByRole('region', { name: 'Selected call' }),
  hint: page.getByRole('tooltip'),
  chart: chartParts(page.getByRole('region', { name: 'Price chart' })),
  chain: chainParts(page.getByRole('region', { name: 'Options chain' })),
  trade: tradeParts(page.getByRole('region', { name: 'Trade preview' })),
})

const chartParts = (card: Locator) => {
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
  }
}

const chainParts = (card: Locator) => {
  const row = (strike: string) => card.locator(`tr[data-key="${strike}"]`)
  return {
    card,
    ladder: card.getByRole('grid'),
    button: (name: string) => card.getByRole('button', { name, exact: true }),
    row,
    strikeOf: (strike: string) => row(strike).getByRole('rowheader'),
    table: (words: string) => card.getByRole('grid', { name: words, exact: true }),
    scroller: card.getByRole('grid').locator('..'),
    strikes: () => card.getByRole('rowheader').allTextContents(),
    expiration: (date: string) => card.getByRole('option', { name: new RegExp(`^${date}`) }),
    price: card.getByText('$398.75'),
  }
}

const tradeParts = (panel: Locator) => ({
  panel,
  title: panel.getByRole('heading', { level: 2 }).first(),
  button: (name: string | RegExp) => panel.getByRole('button', { name }),
  field: (name: string) => panel.getByRole('textbox', { name }),
  slider: (name: string) => panel.getByRole('slider', { name: `${name}, slider` }),
  cursor: panel.getByRole('slider', { name: 'Cursor on the diagram' }),
  drawing: panel.locator('.highcharts-series-group'),
  compare: panel.getByRole('combobox', { name: 'Strike to compare' }),
  table: panel.getByRole('region', { name: 'Compare strikes' }),
  figure: (name: string) => panel.locator('dt', { hasText: name }).locator('+ dd'),
})

/** Opens the analysis at a URL (`?symbol=BRMZ`) without waiting for its content. */
export const goToAnalysis = (page: Page, site: Site, search: string) => page.goto(`${site.url()}/analysis${search}`)

/** Opens the analysis of a stock and waits for chart, options and trade. */
export async function openAnalysis(site: Site, search: string, view: View = {}): Promise<Page> {
  const page = await site.openPage(view)
  await goToAnalysis(page, site, search)
  const { chart, chain, trade } = analysisParts(page)
  await chart.crosshair.waitFor()
  await chain.ladder.waitFor()
  await chain.card.getByRole('option').first().waitFor()
  if (view.viewport !== phone) await trade.drawing.waitFor()
  return page
}

export const expectTrade = (page: Page, title: string) =>
  expectSoon(() => analysisParts(page).trade.title.textContent(), title)
