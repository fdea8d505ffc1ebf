import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'

/** The parts of the screener by the names a reader knows them by. */
export const parts = (page: Page) => {
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const filters = page.getByRole('region', { name: 'Search and filters' })
  const table = page.getByRole('grid')
  return {
    button,
    search: page.getByRole('combobox', { name: 'Search by symbol or company' }),
    suggestions: page.getByRole('listbox', { name: 'Suggestions' }),
    suggestion: (symbol: string) => page.getByRole('option', { name: new RegExp(`^${symbol} `) }),
    /** One of the filter buttons, by what it begins with. */
    filter: (name: string) => filters.getByRole('button', { name: new RegExp(`^${name}`) }),
    choice: (name: string | RegExp) => page.getByRole('menuitemradio', { name, exact: true }),
    item: (name: string | RegExp) => page.getByRole('menuitem', { name }),
    /** `N of 55 stocks` */
    count: page.getByRole('status').filter({ hasText: /^[\d,]+ (of [\d,]+ )?stocks?$/ }),
    chip: (words: string) => button(`Remove filter ${words}`),
    clearAll: page.locator('main').getByRole('button', { name: 'Clear all', exact: true }),
    dialog: (name: string | RegExp) => page.getByRole('dialog', { name }),
    table,
    header: (name: string) => table.getByRole('columnheader', { name: new RegExp(`^${name}`) }),
    row: (symbol: string) => table.locator(`tr[data-symbol="${symbol}"]`),
    /** The checkbox of a stock, in the table or on its card. */
    box: (symbol: string) => page.getByRole('checkbox', { name: `Select ${symbol}`, exact: true }),
    bar: page.getByRole('region', { name: 'Selected stocks' }),
    pages: page.getByRole('navigation', { name: 'Pages' }),
    rows: page.getByLabel('Rows', { exact: true }),
    range: page.getByRole('status').filter({ hasText: /^\d+–\d+ of / }),
    notice: (words: string | RegExp) => page.getByRole('alert').filter({ hasText: words }),
    rating: (symbol: string) => button(new RegExp(`^${symbol}, Callwright Rating`)),
    breakdown: page.getByRole('dialog', { name: /^Rating of / }),
    run: page.getByRole('group', { name: 'Enrichment' }),
  }
}

/** Where the page was sent, in order: also what led on from there at once. */
export function recordVisits(page: Page): readonly string[] {
  const visits: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    visits.push(`${pathname}${search}`)
  })
  return visits
}

/** Waits for the tab that something opens, which must have been sent to this address. */
export async function expectNewTab(page: Page, open: () => Promise<unknown>, address: string): Promise<void> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), open()])
  // It opens empty, and goes there next.
  await tab.waitForURL(({ protocol }) => protocol.startsWith('http'))
  const asked = await tab.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '')
  const { pathname, search } = new URL(asked)
  expect(`${pathname}${search}`).toBe(address)
  await tab.close()
}

/** The lines of the file that an action saves. */
export async function readDownload(page: Page, save: () => Promise<unknown>): Promise<readonly string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  expect(download.suggestedFilename()).toMatch(/^callwright-screener-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return text.slice(1).trimEnd().split('\r\n')
}
