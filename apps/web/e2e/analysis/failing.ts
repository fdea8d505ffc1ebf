import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { Site } from '../screener/site.ts'
import { goToAnalysis, parts } from './parts.ts'

/** What a reader comes for, each where its figures are there. */
const findFigures = (page: Page) => {
  const { stock, ladder, preview, best } = parts(page)
  const chart = page.getByRole('region', { name: 'Price chart' })
  const summary = (name: string) => chart.locator('dt', { hasText: name }).locator('+ dd')
  return {
    price: stock('BRMZ').getByText(/^\d+\.\d\d$/),
    chart: chart.getByRole('slider', { name: /^Crosshair/ }),
    indicators: summary('Stochastic').filter({ hasText: /^\d/ }),
    volatility: summary('Implied volatility').filter({ hasText: /^\d/ }),
    expirations: page.getByRole('listbox', { name: 'Expiration' }),
    ladder,
    preview: preview.getByRole('heading', { name: /^Sell 1 BRMZ/ }),
    list: best.getByRole('table'),
  }
}
type Part = keyof ReturnType<typeof findFigures>

interface Failure {
  readonly name: string
  readonly call: string
  /** What the server says of it; null: nothing. */
  readonly detail: string | null
  /** What then stands where, region by region. */
  readonly texts: Readonly<Record<string, string>>
  readonly lost: readonly Part[]
}

const detail = 'The source does not answer'

const failures: readonly Failure[] = [
  {
    name: 'the bars',
    call: '**/api/stocks/data/*',
    detail: null,
    texts: { 'Price chart': 'Failed to load chart data' },
    lost: ['chart', 'indicators'],
  },
  {
    name: 'the chain',
    call: '**/api/options/chain/*',
    detail: null,
    texts: { 'Options chain': 'Failed to load options chain', 'Trade preview': 'Failed to load options chain.' },
    lost: ['ladder', 'preview'],
  },
  {
    name: 'the chain, with a word of the server',
    call: '**/api/options/chain/*',
    detail,
    texts: { 'Options chain': detail, 'Trade preview': `${detail}.` },
    lost: ['ladder', 'preview'],
  },
  {
    name: 'the expirations',
    call: '**/api/options/expirations/*',
    detail: null,
    texts: { 'Options chain': 'Unable to load expiration dates. Please try again.' },
    lost: ['expirations'],
  },
  {
    name: 'the quote',
    call: '**/api/stocks/quote/*',
    detail: null,
    texts: { BRMZ: 'The price of BRMZ could not be loaded.' },
    lost: ['price'],
  },
  {
    name: 'the volatility',
    call: '**/api/options/iv/*',
    detail: null,
    texts: { 'Price chart': '--.--%' },
    lost: ['volatility'],
  },
  {
    name: 'the recommendations',
    call: '**/api/options/recommendations/**',
    detail: null,
    texts: { 'Best in range': 'The list could not be loaded' },
    lost: ['list'],
  },
]

export function testFailing(site: Site): void {
  describe('failing alone', () => {
    test.each(failures)(
      '$name: it is said, and the rest of the page is there',
      async ({ call, detail, texts, lost }) => {
        const page = await site.openPage()
        await page.route(call, (route) =>
          route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            body: JSON.stringify(detail === null ? {} : { detail }),
          }),
        )
        await goToAnalysis(page, site, '?symbol=BRMZ')
        for (const [name, text] of Object.entries(texts)) {
          await page.getByRole('region', { name, exact: true }).getByText(text).first().waitFor()
        }
        const figures = findFigures(page)
        for (const [name, figure] of Object.entries(figures)) {
          if (!lost.some((part) => part === name)) await figure.first().waitFor()
        }
        for (const name of lost) expect([name, await figures[name].count()]).toEqual([name, 0])
      },
    )
  })
}
