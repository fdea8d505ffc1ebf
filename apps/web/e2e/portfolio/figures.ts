import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon, type Site } from '../screener/site.ts'
import { parts, readColumn, readFacts } from './parts.ts'
import { buildTerms, openPortfolio } from './positions.ts'

/**
 * The invented market closes on 2026-07-10 with Brightmoor at 398.75. Of its calls of Aug 14 the 445 stands at 6.00 by 6.20
 * and was priced with a volatility of 0.4131 (its source quotes one 3 % higher); 35 days are left of the 63 on Jun 12.
 */
const worked = {
  DTE: '35',
  Strike: '445.00',
  Price: '398.75',
  Delta: /^0\.22[12]$/,
  'Entry prem.': '9.20',
  // (6.00 + 6.20) / 2
  Now: '6.10',
  // (398.75 − 380.50) × 200
  'Stock P&L': '+$3,650',
  // (9.20 − 6.10) × 200
  'Option P&L': '+$620',
  'CC P&L': '+$4,270',
  // 9.20 / 380.50 × 365 / 63 = 0.14008
  'Static yield': '14.0',
  // (445 − 398.75) / 398.75 = 0.11599
  Headroom: '11.60',
  // 46.25 / (398.75 × 0.4131 × √(35 / 365)) = 46.25 / 51.01
  'Headroom/EM': '0.91',
  IV: '41.3',
  // Delta below 0.5, more than 7 days, 34 % captured, 0.91 and 14 % above the least.
  Recommendation: 'Hold',
} as const

/** A call for each of the rules, in their order, by what the market says of it. */
const ruled = [
  // Delta 0.638.
  { terms: { strike_price: 385 }, says: 'Roll Out & Up' },
  // 7 days, (405 − 398.75) / 398.75 = 1.57 %, delta 0.412.
  { terms: { strike_price: 405, expiry_date: '2026-07-17' }, says: 'Let Assign' },
  // (12 − 2.24) / 12 = 81 % captured in 4 days of 39, out of the money.
  { terms: { strike_price: 475, entry_date: '2026-07-06', entry_premium: 12 }, says: 'Close (50% Profit)' },
  // 2 / 380.50 × 365 / 63 = 3.0 % a year.
  { terms: { strike_price: 430, entry_premium: 2 }, says: 'Close' },
  { terms: { strike_price: 460 }, says: 'Hold' },
  { terms: { strike_price: 400, entry_date: '2026-04-01', expiry_date: '2026-06-18' }, says: 'N/A' },
] as const

export const oneForEachRule = () => ruled.map(({ terms }) => buildTerms({ contracts: 1, ...terms }))

async function expectColumn(page: Page, name: string, expected: string | RegExp): Promise<void> {
  const [shown = ''] = await readColumn(page, name)
  if (typeof expected === 'string') expect([name, shown]).toEqual([name, expected])
  else expect(shown).toMatch(expected)
}

export function testFigures(site: Site): void {
  describe('the figures of a position', () => {
    test('are those worked out by hand: in the table, in the sums, beside the chart and in the analysis', async () => {
      const page = await openPortfolio(site, [buildTerms()])
      const { grid, chart, row, why, button } = parts(page)
      await grid.waitFor()
      for (const [name, expected] of Object.entries(worked)) await expectColumn(page, name, expected)
      expect(await readFacts(page.getByRole('region', { name: 'Summary' }))).toEqual({
        'Covered-call P&L': '+$4,270',
        Stock: '+$3,650',
        Options: '+$620',
        'Premium received': '$1,840',
        'Shares at entry': '$76,100',
        'Next expiration': 'Aug 14, BRMZ',
      })

      await row(445).getByText('445.00').click()
      await chart.getByText('Entry Jun 12, strike 445, 35 days to expiry').waitFor()
      expect(await readFacts(chart)).toMatchObject({
        Contracts: '2',
        'Entry price': '380.50',
        'Current price': '398.75',
        'Premium received': '9.20',
        'Cost to close, ask': '6.20',
        // (9.20 − 6.10) / 9.20
        'Profit captured': '33.7%',
        // 28 / 63
        'Time elapsed': '44.4%',
        // (445 − 380.50 + 9.20) × 200
        'If called': '+$14,740',
      })
      await button('Why', chart).click()
      await why.getByText('BRMZ, 445 call').waitFor()
      expect(await readFacts(why)).toEqual({
        Delta: expect.stringMatching(worked.Delta),
        'Days to Expiry': '35',
        'Headroom %': '11.60',
        'Headroom/EM': '0.91',
        'Static Yield %': '14.0',
        'Profit Captured %': '33.7',
        'Time Elapsed %': '44.4',
        'Current Premium $': '6.10',
      })
    })

    test('each rule says what it says, and the dialog what it looked at', async () => {
      const page = await openPortfolio(site, oneForEachRule())
      const { grid, row, why, button } = parts(page)
      await grid.waitFor()
      for (const { terms, says } of ruled) {
        await button(`Why ${says} for BRMZ ${terms.strike_price} call`, row(terms.strike_price)).click()
        await why.getByText(`BRMZ, ${terms.strike_price} call`).waitFor()
        const rules = why.getByRole('list', { name: 'Rules, in order' }).getByRole('listitem')
        const deciding = rules.and(page.locator('[data-standing=decides]'))
        expect(await rules.count()).toBe(5)
        expect(await deciding.locator('span').first().allTextContents()).toEqual(says === 'N/A' ? [] : [says])
        await why.getByText('A rule applied to your data, not advice.').waitFor()
        await button('Close', why).click()
        await why.waitFor({ state: 'hidden' })
        // A hint under the pointer would stand over the next row.
        await page.getByRole('heading', { name: 'Portfolio Tracking' }).hover()
        await page.getByRole('tooltip').waitFor({ state: 'hidden' })
      }
    })

    test('a stock that the market does not have stands at its entry price, is left out of the sums, and says so', async () => {
      const page = await openPortfolio(site, [buildTerms(), buildTerms({ ticker: 'NONE', strike_price: 30 })])
      await page.getByText(/^No figures of the market for NONE/).waitFor()
      await page
        .getByText(
          /^1 of 2 positions is left out of these P&L figures: NONE 30 call \(the current price is not known\)/,
        )
        .waitFor()
      await expectSoon(
        async () => (await readColumn(page, 'CC P&L')).map((text) => text.slice(0, 7)).toSorted(),
        ['+$4,270', 'N/Anot '],
      )
      expect((await readColumn(page, 'Price')).some((text) => /entry.*380\.50/.test(text))).toBe(true)
      await page
        .getByRole('row', { name: /^2 positions/ })
        .getByText('+$4,270')
        .waitFor()
    })
  })
}
