import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { desktop, phone, type Site } from '../screener/site.ts'
import { watchWithAxe } from '../themes.ts'
import { oneForEachRule } from './figures.ts'
import { parts } from './parts.ts'
import { buildTerms, goToPortfolio, openPortfolio } from './positions.ts'

const POSITIONS = '**/api/portfolio/positions*'

const sizes = [
  ['desktop', desktop],
  ['phone', phone],
] as const

async function openEveryPart(page: Page): Promise<void> {
  const { attention, button, chart } = parts(page)
  await attention.click()
  await button(/^BRMZ 385 call/, page.getByRole('list', { name: 'Positions that need attention' })).click()
  await chart.getByRole('figure', { name: /^Price of BRMZ/ }).waitFor()
}

export function testAccess(site: Site): void {
  test.each(sizes)(
    'axe finds nothing in the positions and their dialogs, in both themes: %s',
    async (_name, viewport) => {
      const page = await openPortfolio(site, [...oneForEachRule(), buildTerms({ ticker: 'NONE', strike_price: 30 })], {
        options: { viewport },
      })
      const { button, chart, addForm, editForm, why, removal, importing, dialog, notice } = parts(page)
      const { found, check } = watchWithAxe(page)
      await openEveryPart(page)
      await check('everything open')

      await button('Why', chart).click()
      await check('analysis', why)
      await page.keyboard.press('Escape')
      await why.waitFor({ state: 'hidden' })
      await button('Edit', chart).click()
      await editForm.form.getByText(/^Breakeven/).waitFor()
      await check('edit', editForm.form)
      await editForm.notes.fill('x')
      await page.keyboard.press('Escape')
      await check('question', dialog('Discard what you wrote?'))
      await button('Discard', dialog('Discard what you wrote?')).click()
      await editForm.form.waitFor({ state: 'hidden' })

      await button('Add Position').click()
      await check('add', addForm.form)
      await addForm.submit.click()
      await check('faults', addForm.form)
      await addForm.ticker.fill('br')
      await check('suggestions', page.getByRole('listbox', { name: 'Suggestions' }))
      await addForm.cancel.click()
      await addForm.form.waitFor({ state: 'hidden' })

      await button('Import').click()
      await check('import', importing)
      await importing
        .getByLabel('Or rows as text')
        .fill(
          `ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\nBRMZ,2026-06-12,2026-08-14,445,9,380\nX`,
        )
      await button('Check rows', importing).click()
      await importing.getByText(/1 row refused/).waitFor()
      await check('rows', importing)
      await page.keyboard.press('Escape')
      await button('Discard', dialog('Discard what you wrote?')).click()
      await importing.waitFor({ state: 'hidden' })

      await button('Export').click()
      await check('export', page.getByRole('menu'))
      await page.keyboard.press('Escape')
      await button('Delete BRMZ 385 call').click()
      await check('delete', removal)
      await button('Delete', removal).click()
      await check('undo', notice('Deleted BRMZ 385 call.'))
      expect(found).toEqual({})
    },
  )

  test.each(sizes)(
    'axe finds nothing where there are no positions, or none can be had, in both themes: %s',
    async (_name, viewport) => {
      const page = await openPortfolio(site, [], { options: { viewport } })
      const { empty, addForm, unsynced } = parts(page)
      const { found, check } = watchWithAxe(page)
      await check('empty', empty)
      await check('empty page')
      await page.route(POSITIONS, (route) => route.abort())
      await goToPortfolio(page, site)
      await page.getByText('Your positions could not be loaded').waitFor()
      await check('failed')
      await goToPortfolio(page, site, '?add=BRMZ&exp=2026-08-14&strike=445&price=398.75&premium=6&sort=bogus')
      // The last to come: until then the button may move.
      await addForm.form.getByText(/^Once added/).waitFor()
      await addForm.submit.click()
      await unsynced.waitFor()
      await check('on this device alone')
      await page.unroute(POSITIONS)
      // Never answered.
      await page.route(POSITIONS, () => {})
      await page.reload()
      await page.getByText('Loading positions...').waitFor()
      await check('loading')
      expect(found).toEqual({})
    },
  )
}
