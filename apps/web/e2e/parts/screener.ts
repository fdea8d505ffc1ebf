import type { Locator, Page } from 'playwright-core'
import { expectSoon } from '../harness/look.ts'
import type { Site, View } from '../harness/site.ts'

/** Matches a stock's rating on the screener. */
export const ratingChip = /Callwright Rating \d+ of 60/

/** Parts of the screener, found by their visible names. */
export const screenerParts = (page: Page) => {
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const filters = page.getByRole('region', { name: 'Search and filters' })
  const table = page.getByRole('grid')
  return {
    button,
    search: page.getByRole('combobox', { name: 'Search by symbol or company' }),
    suggestions: page.getByRole('listbox', { name: 'Suggestions' }),
    suggestion: (symbol: string) => page.getByRole('option', { name: new RegExp(`^${symbol} `) }),
    /** Finds a filter button by the start of its name. */
    filter: (name: string) => filters.getByRole('button', { name: new RegExp(`^${name}`) }),
    /** A choice of a filter's menu, whose name may end with the number of matching stocks. */
    choice: (name: string | RegExp) =>
      page.getByRole('menuitemradio', {
        name: typeof name === 'string' ? new RegExp(`^${name.replace(/[+$]/g, '\\$&')}`) : name,
      }),
    item: (name: string | RegExp) => page.getByRole('menuitem', { name }),
    /** `N of 55 stocks` */
    count: page.getByRole('status').filter({ hasText: /^[\d,]+ (of [\d,]+ )?stocks?$/ }),
    chip: (words: string) => button(`Remove filter ${words}`),
    clearAll: page.locator('main').getByRole('button', { name: 'Clear all', exact: true }),
    dialog: (name: string | RegExp) => page.getByRole('dialog', { name }),
    table,
    header: (name: string) => table.getByRole('columnheader', { name: new RegExp(`^${name}`) }),
    row: (symbol: string) => table.locator(`tr[data-key="${symbol}"]`),
    /** A stock's checkbox, whether in the table or on its card. */
    box: (symbol: string) => page.getByRole('checkbox', { name: `Select ${symbol}`, exact: true }),
    bar: page.getByRole('region', { name: 'Selected stocks' }),
    pages: page.getByRole('navigation', { name: 'Pages' }),
    rows: page.getByLabel('Rows', { exact: true }),
    range: page.getByRole('status').filter({ hasText: /^\d+–\d+ of / }),
    notice: (words: string | RegExp) => page.getByRole('alert').filter({ hasText: words }),
    rating: (symbol: string) => button(new RegExp(`^${symbol}, Callwright Rating`)),
    breakdown: page.getByRole('dialog', { name: /^Rating of / }),
    run: page.getByRole('group', { name: 'Price refresh' }),
  }
}

/** Opens the screener at a query string (`?sort=rsi`) and waits for its rows. */
export async function openScreener(site: Site, search = '', view: View = {}): Promise<Page> {
  const page = await site.openPage(view)
  await goToScreener(page, site, search)
  return page
}

/** Reloads the screener in the same tab. */
export async function goToScreener(page: Page, site: Site, search = ''): Promise<void> {
  await page.goto(`${site.url()}/screening${search}`)
  await page.locator('a[href^="/analysis?symbol="]').first().waitFor()
}

export const SCREENER_CALLS = '**/views/stock-screener?*'

/** Fields of the API's response that the tests read. */
interface Answer {
  readonly total: number
  readonly universe_total: number
  readonly stocks: readonly Readonly<Record<string, unknown> & { symbol: string }>[]
}

/** Sends the page's query to the API, signed in as the page's user. */
export function askView(page: Page, query: string): Promise<Answer> {
  return page.evaluate(async (search) => {
    const response = await fetch(`/api/phase1/views/stock-screener?${search}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    if (!response.ok) throw new Error(`${response.status} for ${search}: ${await response.text()}`)
    return response.json()
  }, query)
}

export const askSymbols = async (page: Page, query: string) =>
  (await askView(page, query)).stocks.map(({ symbol }) => symbol)

/** Visible symbols in order, whether in the table or on cards. */
export const readSymbols = (page: Page) =>
  page.locator('main a[href^="/analysis?symbol="]').evaluateAll((links) => links.map((link) => link.textContent ?? ''))

/** Waits until the rows match the API's response to a query, which has 25 rows by default. */
export async function expectRows(page: Page, query: string): Promise<void> {
  const sized = query.includes('limit=') ? query : `${query}&limit=25`
  await expectSoon(() => readSymbols(page), await askSymbols(page, sized))
}

export const readColumns = (page: Page) =>
  page
    .getByRole('columnheader')
    .filter({ has: page.getByRole('button') })
    .evaluateAll((headers) =>
      headers.map((header) => header.querySelector('button span')?.firstChild?.textContent?.trim() ?? ''),
    )
