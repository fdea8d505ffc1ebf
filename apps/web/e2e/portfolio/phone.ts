import { expect, test } from '@jest/globals'
import { expectSoon, phone, type Site } from '../screener/site.ts'
import { parts } from './parts.ts'
import { buildTerms, expectStored, openPortfolio } from './positions.ts'

export function testOnPhone(site: Site): void {
  test('a phone adds, looks at, changes and deletes a position, with nothing out of its window', async () => {
    const page = await openPortfolio(site, [buildTerms()], { options: { viewport: phone, hasTouch: true } })
    const { button, addForm, editForm, suggestion, chart, why, removal, undo } = parts(page)
    const cards = page.getByRole('list', { name: 'Positions' })
    const card = (strike: number) => button(new RegExp(`^BRMZ ${strike} call, 35 d`), cards)
    await card(445).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

    await button('Add Position').tap()
    await addForm.ticker.fill('brmz')
    await suggestion(/^BRMZ/).tap()
    await addForm.expiry.selectOption('2026-08-14')
    await addForm.strike.selectOption('460')
    await expectSoon(() => addForm.premium.inputValue(), '3.70')
    expect(await addForm.form.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0)
    await addForm.submit.tap()
    await addForm.form.waitFor({ state: 'hidden' })
    await card(460).tap()
    await chart.getByText(/strike 460/).waitFor()

    await button('Edit', chart).tap()
    await editForm.contracts.fill('4')
    await editForm.submit.tap()
    await editForm.form.waitFor({ state: 'hidden' })
    await chart.locator('dt', { hasText: 'Contracts' }).locator('+ dd').filter({ hasText: '4' }).waitFor()
    await button('Why Hold for BRMZ 445 call').tap()
    await why.getByText('A rule applied to your data, not advice.').waitFor()
    await button('Close', why).tap()
    await why.waitFor({ state: 'hidden' })

    await button('Delete BRMZ 445 call').tap()
    await button('Delete', removal).tap()
    await card(445).waitFor({ state: 'hidden' })
    await undo.tap()
    await card(445).waitFor()
    await expectStored(page, [445, 460])
  })
}
