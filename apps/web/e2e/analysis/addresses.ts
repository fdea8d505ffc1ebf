import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectAddress, expectSoon, readAddress, type Site } from '../screener/site.ts'
import { goToAnalysis, parts } from './parts.ts'

/** What tells one state of the page from another. */
async function readState(page: Page) {
  const { preview, best } = parts(page)
  return {
    call: await preview.getByRole('heading', { level: 2 }).first().textContent(),
    chosen: await best.locator('[aria-pressed="true"]').allTextContents(),
    address: readAddress(page),
  }
}

export function testAddresses(site: Site): void {
  describe('addresses', () => {
    test('Back, reload and a pasted link bring the very same page', async () => {
      const page = await site.openPage()
      await goToAnalysis(page, site, '?symbol=BRMZ')
      const { best, ladder, preview } = parts(page)
      await ladder.waitFor()
      const heading = preview.getByRole('heading', { name: /^Sell 1 BRMZ/ }).first()
      await heading.waitFor()
      const rows = best.getByRole('row')
      await rows.nth(2).waitFor()
      const before = await readState(page)
      const row = best.locator('[aria-pressed="false"]').first()
      await row.click()
      await expectSoon(async () => (await readState(page)).chosen.length, 1)
      await expectSoon(async () => (await readState(page)).address !== before.address, true)
      await expectSoon(async () => (await readState(page)).call !== before.call, true)
      const after = await readState(page)
      expect(after.address).toMatch(/^\/analysis\?symbol=BRMZ&exp=[\d-]+&strike=[\d.]+$/)

      await page.reload()
      await expectSoon(async () => readState(page).catch(() => null), after)
      const pasted = await site.openPage()
      await pasted.goto(`${site.url()}${after.address}`)
      await expectSoon(async () => readState(pasted).catch(() => null), after)
      await page.goBack()
      await expectSoon(async () => readState(page).catch(() => null), before)
    })

    test('what means nothing is told, left out and can be dismissed', async () => {
      const page = await site.openPage()
      await goToAnalysis(page, site, '?symbol=BRMZ&range=9Y&strikes=15')
      await page.getByText(/was left out: range=9Y/).waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expectAddress(page, '/analysis?symbol=BRMZ&strikes=15')
    })
  })
}
