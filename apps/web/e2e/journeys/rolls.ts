import { buildRollsAddress } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { createAccount } from '../harness/accounts.ts'
import { watchWithAxe } from '../harness/axe.ts'
import { expectSoon } from '../harness/look.ts'
import { phone, type Site } from '../harness/site.ts'
import { buildTerms, goToPortfolio, setPositions } from '../parts/positions.ts'

const rollsOf = (page: Page) => page.getByRole('grid', { name: 'Calls to roll to' })

/** Shows the rolls of one expiration, because axe takes ten seconds for all hundred rows, which are alike. */
async function showOneExpiration(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Expiration', exact: true }).selectOption({ index: 3 })
  await page
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ of [\d,]+ calls$/ })
    .waitFor()
}

const form = (page: Page, strike: number) => page.getByRole('dialog', { name: `Roll BRMZ ${strike} call` })

/** Records the roll in the form, and returns the strike of the new call. */
async function record(page: Page, strike: number): Promise<number> {
  const dialog = form(page, strike)
  const newStrike = Number(await dialog.getByLabel('New strike ($)').inputValue())
  await dialog.getByRole('button', { name: 'Record roll' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return newStrike
}

export function testRolls(site: Site): void {
  describe('rolling a call from the table of rolls', () => {
    test('the table opens from the recommendation; a chosen row is recorded, and the ledger shows the event', async () => {
      const page = await site.openElsewhere({}, await createAccount(site.url()))
      const [deep, later] = [buildTerms({ strike_price: 385 }), buildTerms({ strike_price: 405 })]
      await setPositions(page, site, [deep, later])
      await goToPortfolio(page, site)
      const axe = watchWithAxe(page)

      // With the mouse, from the recommendation.
      await page.getByRole('button', { name: 'Actions for BRMZ 385 call' }).click()
      await page.getByRole('menuitem', { name: 'Explain recommendation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Compare rolls' }).click()
      await rollsOf(page).waitFor()
      await page.getByText(/Looked at \d+ calls: \d+ expirations from .*, strikes \$/).waitFor()
      await showOneExpiration(page)
      await axe.checkWithColors('table of rolls')
      await page.getByRole('button', { name: 'Happy to sell', exact: true }).click()
      await page.getByText(/^You chose to be happy to sell/).waitFor()
      await page.getByLabel('Contracts, of 2').fill('1')
      await page.getByLabel('Fee per contract ($)').fill('0.65')
      await page.getByText('is the one entered above').waitFor()
      await page.getByRole('button', { name: 'Not below my strike' }).click()
      await rollsOf(page)
        .getByRole('button', { name: /^Roll to the / })
        .first()
        .click()
      const dialog = form(page, 385)
      await expectSoon(() => dialog.getByLabel('Contracts').inputValue(), '1')
      await expectSoon(() => dialog.getByLabel('Fees of both trades ($, optional)').inputValue(), '1.30')
      await axe.checkWithColors('prefilled roll', dialog)
      const strike = await record(page, 385)
      expect(strike).toBeGreaterThanOrEqual(385)
      // The new call is selected, and its ledger has the roll.
      await page.getByRole('region', { name: 'Chart of BRMZ' }).waitFor()
      await page.getByRole('row', { name: /Rolled 1 call: .*Net (credit|debit)/ }).waitFor()

      // With the keyboard, from the address.
      await page.goto(site.url() + buildRollsAddress(later.id))
      await rollsOf(page).waitFor()
      await rollsOf(page).locator('[tabindex="0"]').first().focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await form(page, 405).waitFor()
      await page.keyboard.press('Escape')
      await form(page, 405).waitFor({ state: 'hidden' })

      // On a phone, as cards.
      await page.setViewportSize(phone)
      const cards = page.getByRole('list', { name: 'Calls to roll to' })
      await cards.waitFor()
      await page.getByLabel('Buy back at ($)').fill('9.50')
      await page.getByText('Buy back at your price').waitFor()
      await showOneExpiration(page)
      await axe.checkWithColors('cards of rolls')
      await cards
        .getByRole('button', { name: /^Roll to the / })
        .first()
        .click()
      await form(page, 405).waitFor()
      await record(page, 405)
      await page.getByRole('row', { name: /Rolled 2 calls: .*Net (credit|debit)/ }).waitFor()
      await page.goto(site.url() + buildRollsAddress(later.id))
      await page.getByText('This call is not open').waitFor()
      expect(axe.found).toEqual({})
    })
  })
}
