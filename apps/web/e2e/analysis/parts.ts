import type { Page } from 'playwright-core'
import type { Site } from '../screener/site.ts'

/** The frame of the analysis by the names a reader knows it by. */
export const parts = (page: Page) => ({
  stock: (symbol: string) => page.getByRole('region', { name: symbol, exact: true }),
  search: page.getByRole('combobox', { name: 'Go to a symbol or company' }),
  suggestion: (symbol: string) => page.getByRole('option', { name: new RegExp(`^${symbol} `) }),
  steps: page.getByRole('navigation', { name: 'Stocks of the screener' }),
  next: page.getByRole('button', { name: 'Next stock' }),
  ladder: page.getByRole('region', { name: 'Options chain' }).getByRole('grid'),
  preview: page.getByRole('region', { name: 'Trade preview' }),
  best: page.getByRole('region', { name: /^Best/ }),
  bar: page.getByRole('region', { name: 'Chosen call' }),
})

/** Goes to the analysis at an address (`?symbol=BRMZ`). */
export const goToAnalysis = (page: Page, site: Site, address: string) => page.goto(`${site.url()}/analysis${address}`)
