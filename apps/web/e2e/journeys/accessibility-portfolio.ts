import { describe, expect, test } from '@jest/globals'
import { watchWithAxe } from '../harness/axe.ts'
import type { Site } from '../harness/site.ts'
import { portfolioParts } from '../parts/portfolio.ts'
import {
  buildTerms,
  goToPortfolio,
  openPortfolio,
  openPrefilledForm,
  POSITION_CALLS,
  positionsByRule,
  setPositions,
} from '../parts/positions.ts'

/** A broker's file that does not say what the shares cost. */
const ASKED = `Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount
6/12/2026,6/12/2026,6/15/2026,BRMZ,BRMZ 8/21/2026 Call $460.00,STO,1,$6.10,$609.35`

export function testPortfolioWithAxe(site: Site): void {
  describe('accessibility of the portfolio', () => {
    test('portfolio with its dialogs, without positions, and without the server', async () => {
      const unknown = buildTerms({ ticker: 'NONE', strike_price: 30 })
      const [inTheMoney = unknown, ...others] = positionsByRule()
      const page = await openPortfolio(site, [inTheMoney, ...others.slice(-1), unknown])
      const { attention, button, chart, addForm, editForm, why, removal, importing, notice, empty, unsynced } =
        portfolioParts(page)
      const question = page.getByRole('dialog', { name: 'Discard your changes?' })
      const { found, check, checkWithColors } = watchWithAxe(page)
      await attention.click()
      await button(/^BRMZ 385 call/, page.getByRole('list', { name: 'Positions that need attention' })).click()
      await chart.getByRole('figure', { name: /^Price of BRMZ/ }).waitFor()
      await checkWithColors('everything open')
      await button('Why', chart).click()
      await checkWithColors('analysis', why)
      await page.keyboard.press('Escape')
      await why.waitFor({ state: 'hidden' })
      await button('Edit', chart).click()
      await editForm.form.getByText(/^Breakeven/).waitFor()
      await check('edit', editForm.form)
      await editForm.notes.fill('x')
      await page.keyboard.press('Escape')
      await check('question', question)
      await button('Discard', question).click()
      await editForm.form.waitFor({ state: 'hidden' })

      await button('Add Position').click()
      await addForm.submit.click()
      await checkWithColors('faults', addForm.form)
      await addForm.symbol.fill('br')
      await check('suggestions', page.getByRole('listbox', { name: 'Suggestions' }))
      await addForm.cancel.click()
      await addForm.form.waitFor({ state: 'hidden' })
      await button('Import').click()
      await importing
        .getByLabel('Or rows as text')
        .fill(
          'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\nBRMZ,2026-06-12,2026-08-14,445,9,380\nX',
        )
      await button('Check rows', importing).click()
      await importing.getByRole('region', { name: 'Rejected rows' }).waitFor()
      await check('rows', importing)
      await button('Back', importing).click()
      await importing.getByLabel('Or rows as text').fill(ASKED)
      await button('Check rows', importing).click()
      await importing.getByLabel('Dollars per share: BRMZ').fill('380')
      await checkWithColors('questions', importing)
      await button('Use these answers', importing).click()
      await importing.getByRole('region', { name: 'Your answers' }).waitFor()
      await checkWithColors('events', importing)
      await button('Back', importing).click()
      await importing.getByLabel('Or rows as text').fill('When;What;How many;When\n1;Sold;2;3')
      await button('Check rows', importing).click()
      await button('Read with these columns', importing).click()
      await importing.locator('[aria-invalid="true"]').first().waitFor()
      await checkWithColors('columns', importing)
      await page.keyboard.press('Escape')
      await button('Discard', question).click()
      await importing.waitFor({ state: 'hidden' })
      await button('Export').click()
      await check('export', page.getByRole('menu'))
      await page.keyboard.press('Escape')
      await button('Delete BRMZ 385 call').click()
      await check('delete', removal)
      await button('Delete', removal).click()
      await check('undo', notice('Deleted BRMZ 385 call.'))

      await setPositions(page, site, [])
      await goToPortfolio(page, site)
      await empty.waitFor()
      await check('empty')
      await page.route(POSITION_CALLS, (route) => route.abort())
      // Without the answers that the device keeps for use without a network, the page fails.
      await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name)
      })
      await goToPortfolio(page, site)
      await page.getByText('Could not load your positions').waitFor()
      await check('failed')
      await openPrefilledForm(page, site, 445)
      // This part of the form loads last, and the button may move until it has loaded.
      await addForm.form.getByText(/^Once added/).waitFor()
      await addForm.submit.click()
      await unsynced.waitFor()
      await checkWithColors('on this device alone')
      await page.unroute(POSITION_CALLS)
      // These requests never get a response.
      await page.route(POSITION_CALLS, () => {})
      await page.reload()
      await page.getByText('Loading positions...').waitFor()
      await check('loading')
      expect(found).toEqual({})
    })
  })
}
