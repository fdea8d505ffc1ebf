import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { createAccount } from '../harness/accounts.ts'
import { watchWithAxe } from '../harness/axe.ts'
import { expectSoon } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import { expectStrikes, portfolioParts } from '../parts/portfolio.ts'
import { buildTerms, goToPortfolio, setPositions } from '../parts/positions.ts'

const fill = async (page: Page, dialog: string, texts: Readonly<Record<string, string>>) => {
  const form = page.getByRole('dialog', { name: dialog })
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text)
  return form
}

const chooseAct = async (page: Page, strike: number, act: string) => {
  await page.getByRole('button', { name: `Actions for BRMZ ${strike} call` }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

export function testLifecycle(site: Site): void {
  describe('the life of a covered call', () => {
    test('a call expires, its shares are written on again, that call is rolled, and income and tax add up', async () => {
      const expired = buildTerms({
        strike_price: 420,
        entry_date: '2026-04-01',
        expiry_date: '2026-06-18',
        entry_premium: 4,
      })
      // An account of its own, because ended calls and shares stay in the ledger.
      const page = await site.openElsewhere({}, await createAccount(site.url()))
      await setPositions(page, site, [expired])
      await goToPortfolio(page, site)
      const { grid, row, undo, addForm } = portfolioParts(page)
      const axe = watchWithAxe(page)
      await grid.waitFor()

      await page.getByRole('button', { name: /^1 outcome to confirm/ }).click()
      await page.getByRole('button', { name: /^(Something else happened|Say what happened)/ }).click()
      const outcome = await fill(page, 'How did the call end?', { Assigned: '', 'Expired worthless': '2' })
      await outcome.getByRole('button', { name: 'Record outcome' }).click()
      await outcome.waitFor({ state: 'hidden' })
      await undo.waitFor()
      await page.getByText('200 shares without a call').waitFor()

      // The next call is written on the shares that the first one has left.
      await page.getByRole('button', { name: 'Write up to 2' }).click()
      await addForm.form.getByRole('button', { name: 'Enter by hand' }).click()
      await addForm.expiration.fill('2026-08-14')
      await addForm.strike.fill('445')
      await addForm.premium.fill('6')
      await addForm.submit.click()
      await addForm.form.waitFor({ state: 'hidden' })
      await expectStrikes(page, [445])
      await expectSoon(() => page.getByText('shares without a call').count(), 0)

      await chooseAct(page, 445, 'Roll')
      const roll = page.getByRole('dialog', { name: 'Roll BRMZ 445 call' })
      await roll.getByLabel('New expiration').fill('2026-08-21')
      await roll.getByLabel('New strike ($)').fill('455')
      await roll.getByLabel('New premium ($)').fill('7')
      await roll.getByLabel('Price paid to close ($)').fill('6.20')
      // (7.00 − 6.20) × 200
      await roll.getByText('$160.00').waitFor()
      await axe.checkWithColors('roll', roll)
      await roll.getByRole('button', { name: 'Record roll' }).click()
      await roll.waitFor({ state: 'hidden' })
      await expectStrikes(page, [455])

      await row(455).getByText('455.00').click()
      await page.getByRole('button', { name: 'Chain settings' }).click()
      const settings = page.getByRole('dialog', { name: 'Chain of BRMZ' })
      await settings.getByLabel('What you want').selectOption('happy_to_sell')
      await axe.checkWithColors('chain settings', settings)
      await settings.getByRole('button', { name: 'Save' }).click()
      await settings.waitFor({ state: 'hidden' })
      await page.getByText('200 shares held. Happy to sell').waitFor()

      // Without a network nothing is recorded, and a view that was not opened before says what it needs.
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Actions for BRMZ 455 call' }).click()
      await page.getByRole('menu').getByText('Recording needs a connection', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await view(page, 'Holdings')
      await page.getByText('Your list of holdings needs a connection').waitFor()
      await page.context().setOffline(false)
      await page.getByRole('row', { name: /BRMZ.*200/ }).waitFor()
      await axe.checkWithColors('holdings')

      // 4.00 × 200 + 6.00 × 200 + 0.80 × 200 as cash; the 420 call and the rolled one as realized.
      await view(page, 'Income')
      const income = page.getByRole('region', { name: 'Income', exact: true })
      const total = () => income.locator('dd').first().textContent()
      await expectSoon(total, '+$2,160.00')
      await view(page, 'Realized')
      await expectSoon(total, '+$760.00')
      await axe.checkWithColors('income')

      // For tax, the 420 calls expired and the 445 calls were bought back at a loss of (6.20 − 6.00) × 200.
      await view(page, 'Tax')
      const tax = page.getByRole('region', { name: 'Tax', exact: true })
      await tax.getByRole('row', { name: /^2 calls BRMZ 06\/18\/2026 \$420\.00 .*\+\$800\.00 Short-term/ }).waitFor()
      await tax.getByRole('row', { name: /^2 calls BRMZ 08\/14\/2026 \$445\.00 .*\$40\.00 Short-term/ }).waitFor()
      await axe.checkWithColors('tax')
      const saving = page.waitForEvent('download')
      await tax.getByRole('button', { name: 'Download CSV' }).click()
      expect((await saving).suggestedFilename()).toBe('callwright-tax-2026.csv')
      expect(axe.found).toEqual({})
    })
  })
}
