import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { buildTerms, openPortfolio, type Terms } from '../portfolio/positions.ts'
import { askView, desktop, expectAddress, phone, type Site, tabAndPress } from '../screener/site.ts'
import { watchWithAxe } from '../themes.ts'

type Options = Parameters<Site['openPage']>[0]

const card = (page: Page, name: string) => page.getByRole('region', { name })
const priceLine = (page: Page) => page.getByRole('img', { name: /^30-day price line/ })

/** Sums up what moves without being asked to. */
function watchShifts(): void {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { readonly value: number }).value
    document.documentElement.dataset.shift = String(sum)
  }).observe({ type: 'layout-shift', buffered: true })
}

const readShift = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))

export function testDashboardLooks(site: Site): void {
  const openDashboard = async (positions: readonly Terms[], options: Options = {}): Promise<Page> => {
    const page = await openPortfolio(site, positions, { options })
    await page.addInitScript(watchShifts)
    await page.goto(`${site.url()}/dashboard`)
    await priceLine(page).waitFor()
    return page
  }

  test('the figures are those of the portfolio and of the screener', async () => {
    const page = await openDashboard([buildTerms()])
    const overview = card(page, 'Portfolio Overview')
    // (398.75 − 380.50 + 9.20 − 6.10) × 200, of 380.50 × 200.
    await overview.getByText('+$4,270').first().waitFor()
    await overview.getByText('+5.6% of $76,100 at entry').waitFor()
    const { stocks } = await askView(page, 'limit=1&sort_by=cc_score&sort_order=desc')
    const [best] = stocks
    const featured = card(page, 'Featured Analysis')
    await featured.getByText(`${Number(best?.best_ann_yield).toFixed(1)}%`).waitFor()
    await featured.getByRole('link', { name: `Analyze ${best?.symbol}` }).waitFor()
  })

  describe.each([
    ['1440 px', desktop],
    ['390 px', phone],
    ['320 px', { width: 320, height: 640 }],
  ])('at %s', (_name, viewport) => {
    test.each([
      ['with a position', [buildTerms()]],
      ['without one', []],
    ])('nothing moves under the reader and nothing leaves the window, %s', async (_state, positions) => {
      const page = await openDashboard(positions, { viewport })
      await page.getByText(positions.length === 0 ? 'No positions yet' : 'Top Winners').waitFor()
      expect(await readShift(page)).toBeLessThanOrEqual(0.05)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    })

    test('axe finds nothing, whatever the cards show', async () => {
      const page = await openDashboard([buildTerms()], { viewport })
      const { found, check } = watchWithAxe(page)
      await check('with a position')
      const empty = await openDashboard([], { viewport })
      const watch = watchWithAxe(empty)
      await watch.check('without one')
      await page.route(/\/api\/(?:portfolio|phase1)\//, (route) => route.fulfill({ status: 500, body: '' }))
      await page.reload()
      await page.getByText('Your positions could not be loaded').waitFor()
      await check('failed')
      await page.route(/\/api\/(?:portfolio|phase1)\//, () => {})
      await page.reload()
      await page.getByText('Loading your positions...').waitFor()
      await check('loading')
      expect({ ...found, ...watch.found }).toEqual({})
    })
  })

  test('each card leads to its page, by the keyboard and by a click on any place of it', async () => {
    const page = await openDashboard([])
    await tabAndPress(page, page.getByRole('link', { name: 'Open screener' }), 'Enter')
    await expectAddress(page, '/screening')
    await page.goBack()
    await card(page, 'Opportunity Radar').getByText('stocks analyzed').click()
    await expectAddress(page, '/screening')
  })
}
