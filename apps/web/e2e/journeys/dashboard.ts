import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { tabAndPress } from '../harness/keys.ts'
import { expectAddress, expectSoon, readOverflow } from '../harness/look.ts'
import { phone, type Site } from '../harness/site.ts'
import { dashboardParts } from '../parts/dashboard.ts'
import { buildTerms, openWithPositions } from '../parts/positions.ts'
import { askView } from '../parts/screener.ts'

/** Adds up unexpected layout shifts. Runs in the page. */
function watchShifts(): void {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { readonly value: number }).value
    document.documentElement.dataset.shift = String(sum)
  }).observe({ type: 'layout-shift', buffered: true })
}

const readShift = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))

export function testDashboard(site: Site): void {
  describe('dashboard', () => {
    test('shows the figures of portfolio and screener without layout shifts, hides amounts, and each card opens its page', async () => {
      const page = await openWithPositions(site, [buildTerms()])
      await page.addInitScript(watchShifts)
      await page.goto(`${site.url()}/dashboard`)
      const { overview, radar, featured, candidates } = dashboardParts(page)
      // (398.75 − 380.50 + 9.20 − 6.10) × 200, on a cost of 380.50 × 200.
      await overview.getByText('+$4,270').first().waitFor()
      await overview.getByText('+5.6% of $76,100').waitFor()
      const { universe_total, stocks } = await askView(page, 'limit=3&sort_by=cc_score&sort_order=desc')
      await radar.getByText(`${universe_total} stocks`).waitFor()
      await expectSoon(
        () => candidates.getByRole('link').allTextContents(),
        stocks.map(({ symbol }) => symbol),
      )
      const [best] = stocks
      await featured.getByText(`${Number(best?.best_ann_yield).toFixed(1)}%`).waitFor()
      await featured.getByRole('link', { name: `Analyze ${best?.symbol}` }).waitFor()
      await dashboardParts(page).line.waitFor()
      await overview.getByText('Top Winners').waitFor()
      expect([await readShift(page), await readOverflow(page)]).toEqual([expect.closeTo(0, 1), 0])
      await page.keyboard.press('h')
      await overview.getByText('+$4,270').first().waitFor({ state: 'hidden' })
      await page.keyboard.press('h')
      await overview.getByText('+$4,270').first().waitFor()

      await tabAndPress(page, page.getByRole('link', { name: 'Open screener' }), 'Enter')
      await expectAddress(page, '/screening')
      await page.goBack()
      await radar.getByText(`${universe_total} stocks`).click()
      await expectAddress(page, '/screening')
    })

    test('has no layout shifts or horizontal overflow on phones', async () => {
      const shifts: Record<string, number> = {}
      for (const [name, positions, viewport] of [
        ['a phone with a position', [buildTerms()], phone],
        ['a small phone without one', [], { width: 320, height: 640 }],
      ] as const) {
        const page = await openWithPositions(site, positions, { viewport })
        await page.addInitScript(watchShifts)
        await page.goto(`${site.url()}/dashboard`)
        const { line, empty, overview } = dashboardParts(page)
        await line.waitFor()
        await (positions.length === 0 ? empty : overview.getByText('Top Winners')).waitFor()
        shifts[name] = await readShift(page)
        expect({ name, over: await readOverflow(page) }).toEqual({ name, over: 0 })
      }
      expect(Object.entries(shifts).filter(([, shift]) => shift > 0.05)).toEqual([])
    })
  })
}
