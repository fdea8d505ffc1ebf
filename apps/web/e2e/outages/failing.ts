import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { refuseUntilPressed } from '../harness/refusal.ts'
import type { Site } from '../harness/site.ts'
import { analysisParts, BARS_CALLS, CHAIN_CALLS, goToAnalysis } from '../parts/analysis.ts'
import { dashboardParts } from '../parts/dashboard.ts'
import { buildDue, buildTerms, openWithPositions } from '../parts/positions.ts'
import { SCREENER_CALLS } from '../parts/screener.ts'

interface Failure<Part extends string> {
  readonly calls: string
  /** The server's error message; omitted if the server sends none. */
  readonly detail?: string
  /** Texts that the page shows in place of the missing part. */
  readonly texts: readonly string[]
  readonly lost: readonly Part[]
}

/** The main parts of the analysis. Each locator matches only if its part shows figures. */
const findAnalysis = (page: Page) => {
  const { stock, chart, chain, trade, best } = analysisParts(page)
  const summary = (name: string) => chart.card.locator('dt', { hasText: name }).locator('+ dd')
  return {
    price: stock('BRMZ').getByText(/^\d+\.\d\d$/),
    chart: chart.crosshair,
    indicators: summary('Stochastic').filter({ hasText: /^\d/ }),
    volatility: summary('Implied volatility').filter({ hasText: /^\d/ }),
    expirations: page.getByRole('listbox', { name: 'Expiration' }),
    ladder: chain.ladder,
    preview: trade.panel.getByRole('heading', { name: /^Sell 1 BRMZ/ }),
    list: best.getByRole('table'),
  }
}

const detail = 'The source does not answer'

const onAnalysis: readonly Failure<keyof ReturnType<typeof findAnalysis>>[] = [
  { calls: BARS_CALLS, texts: ['Failed to load chart data'], lost: ['chart', 'indicators'] },
  { calls: CHAIN_CALLS, texts: ['Failed to load options chain'], lost: ['ladder', 'preview'] },
  { calls: CHAIN_CALLS, detail, texts: [detail, `${detail}.`], lost: ['ladder', 'preview'] },
  {
    calls: '**/api/options/expirations/*',
    texts: ['Unable to load expiration dates. Please try again.'],
    lost: ['expirations'],
  },
  { calls: '**/api/stocks/quote/*', texts: ['Could not load the price of BRMZ.'], lost: ['price'] },
  { calls: '**/api/options/iv/*', texts: ['--.--%'], lost: ['volatility'] },
  { calls: '**/api/options/recommendations/**', texts: ['Could not load the list'], lost: ['list'] },
]

const findDashboard = (page: Page) => {
  const { positions, attention, candidates, line } = dashboardParts(page)
  return { positions, attention, candidates, line }
}

const onDashboard: readonly Failure<keyof ReturnType<typeof findDashboard>>[] = [
  {
    calls: '**/api/portfolio/positions*',
    texts: ['Could not load your positions'],
    lost: ['positions', 'attention'],
  },
  {
    calls: '**/api/portfolio/attention*',
    texts: ['Could not load what needs attention.'],
    lost: ['attention'],
  },
  {
    calls: SCREENER_CALLS,
    texts: ['Could not load opportunities', 'Could not load the top-rated stock'],
    lost: ['candidates', 'line'],
  },
  { calls: BARS_CALLS, texts: ['Could not load the price line.'], lost: ['line'] },
]

/** Makes calls fail, opens a page, and checks that it reports the failure and that everything else works. */
async function expectFailsAlone(
  page: Page,
  { calls, detail: message, texts, lost }: Failure<string>,
  open: () => Promise<unknown>,
  figures: Readonly<Record<string, Locator>>,
): Promise<void> {
  await page.route(calls, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify(message === undefined ? {} : { detail: message }),
    }),
  )
  await open()
  for (const text of texts) await page.getByText(text).first().waitFor()
  for (const [name, figure] of Object.entries(figures)) {
    if (!lost.includes(name)) await figure.first().waitFor()
  }
  for (const name of lost)
    expect({ calls, name, count: await figures[name]?.count() }).toEqual({ calls, name, count: 0 })
  await page.unroute(calls)
}

export function testFailing(site: Site): void {
  describe('failures stay isolated', () => {
    test.each(onAnalysis)('on the analysis: $calls $detail', async (failure) => {
      const page = await site.openPage()
      const open = () => goToAnalysis(page, site, '?symbol=BRMZ')
      await expectFailsAlone(page, failure, open, findAnalysis(page))
    })

    test('on the dashboard', async () => {
      const page = await openWithPositions(site, [buildDue(), buildTerms()])
      const open = () => page.goto(`${site.url()}/dashboard`)
      for (const failure of onDashboard) await expectFailsAlone(page, failure, open, findDashboard(page))
    })

    test('a chart whose code fails to load can be retried, and its figures show without it', async () => {
      const page = await site.openElsewhere()
      const press = await refuseUntilPressed(page, '**/assets/payoff-chart-*.js', (route) => route.abort())
      await goToAnalysis(page, site, '?symbol=BRMZ')
      const { panel, drawing } = analysisParts(page).trade
      const again = panel.getByRole('button', { name: 'Try Again' })
      await again.waitFor()
      await panel.getByText(/^You keep \$/).waitFor()
      await press(again)
      await drawing.waitFor()
    })

    test('an unreachable server is reported on every page, until a click on Retry reaches it (F17)', async () => {
      const page = await site.openPage()
      await page.goto(`${site.url()}/settings`)
      const press = await refuseUntilPressed(page, '**/api/**', (route) => route.abort())
      await page.reload()
      const unreachable = page.getByText(/^Cannot reach the server\./)
      await unreachable.waitFor()
      await press(page.getByRole('main').getByRole('button', { name: 'Retry' }).first())
      await unreachable.waitFor({ state: 'hidden' })
    })
  })
}
