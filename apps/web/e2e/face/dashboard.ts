import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { buildTerms, openPortfolio } from '../portfolio/positions.ts'
import { refuseUntilPressed } from '../refusal.ts'
import { askView, expectAddress, expectSoon, type Site } from '../screener/site.ts'

const cardsOf = (page: Page) => {
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const overview = card('Portfolio Overview')
  const radar = card('Opportunity Radar')
  return {
    overview,
    radar,
    featured: card('Featured Analysis'),
    figures: {
      positions: overview.locator('dt', { hasText: 'Total positions' }),
      attention: overview.getByRole('list', { name: 'What needs attention' }),
      candidates: radar.getByRole('table'),
      line: page.getByRole('img', { name: /^30-day price line/ }),
    },
  }
}
type Figure = keyof ReturnType<typeof cardsOf>['figures']

interface Failure {
  readonly calls: string
  readonly texts: readonly string[]
  readonly lost: readonly Figure[]
}

const failures: readonly Failure[] = [
  {
    calls: '**/api/portfolio/positions*',
    texts: ['Your positions could not be loaded'],
    lost: ['positions', 'attention'],
  },
  {
    calls: '**/api/portfolio/attention*',
    texts: ['What needs attention could not be loaded.'],
    lost: ['attention'],
  },
  {
    calls: '**/views/stock-screener?*',
    texts: ['The opportunities could not be loaded', 'The top-scored stock could not be loaded'],
    lost: ['candidates', 'line'],
  },
  {
    calls: '**/api/stocks/data/*',
    texts: ['The price line could not be loaded.'],
    lost: ['line'],
  },
]

/** It expires within the week, which is a reason to look at it. */
const due = () => buildTerms({ expiry_date: '2026-07-17', strike_price: 400 })

export function testDashboard(site: Site): void {
  const goToDashboard = (page: Page) => page.goto(`${site.url()}/dashboard`)

  describe('the dashboard', () => {
    test('what fails fails alone, says so, and is asked for again', async () => {
      const page = await openPortfolio(site, [due(), buildTerms()])
      const { figures } = cardsOf(page)
      for (const { calls, texts, lost } of failures) {
        await page.route(calls, (route) => route.fulfill({ status: 500, body: '{}' }))
        await goToDashboard(page)
        for (const text of texts) await page.getByText(text).waitFor()
        for (const [name, figure] of Object.entries(figures)) {
          if (!lost.some((part) => part === name)) await figure.waitFor()
        }
        for (const name of lost) expect([calls, name, await figures[name].count()]).toEqual([calls, name, 0])
        await page.unroute(calls)
      }
      const press = await refuseUntilPressed(page, '**/api/portfolio/positions*', (route) =>
        route.fulfill({ status: 500, body: '{}' }),
      )
      await goToDashboard(page)
      await press(cardsOf(page).overview.getByRole('button', { name: 'Retry' }))
      await figures.attention.waitFor()
    })

    test('candidates and attention are those of the screener and of the portfolio, and amounts can be hidden', async () => {
      const page = await openPortfolio(site, [due(), buildTerms()])
      await goToDashboard(page)
      const { radar, figures } = cardsOf(page)
      const view = await askView(page, 'limit=3&sort_by=cc_score&sort_order=desc')
      await radar.getByText(`${view.universe_total} stocks analyzed`).waitFor()
      await expectSoon(
        () => figures.candidates.getByRole('link').allTextContents(),
        view.stocks.map(({ symbol }) => symbol),
      )
      const pnl = page.locator('dt', { hasText: 'Covered-call P&L' }).locator('+ dd')
      const shown = await pnl.textContent()
      await page.keyboard.press('h')
      await expectSoon(async () => /\$\d/.test((await pnl.textContent()) ?? ''), false)
      await page.keyboard.press('h')
      await expectSoon(() => pnl.textContent(), shown)
      await figures.attention.getByRole('link', { name: /^BRMZ expires in 7 days/ }).click()
      await page.getByRole('region', { name: 'Chart of BRMZ' }).getByText('400.00').first().waitFor()
    })

    test('without positions it leads to the first one', async () => {
      const page = await openPortfolio(site)
      for (const [name, dialog] of [
        ['Add Position', 'Add Covered Call Position'],
        ['Import CSV', 'Import positions'],
      ] as const) {
        await goToDashboard(page)
        await page.getByRole('link', { name, exact: true }).click()
        await page.getByRole('dialog', { name: dialog }).waitFor()
        await page.keyboard.press('Escape')
        await expectAddress(page, '/portfolio')
      }
    })
  })
}
