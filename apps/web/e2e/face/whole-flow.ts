import { expect, test } from '@jest/globals'
import { parts as portfolioParts } from '../portfolio/parts.ts'
import { listStored } from '../portfolio/positions.ts'
import { expectAddress, expectSoon, type Site, stepTo, tabAndPress, tabTo } from '../screener/site.ts'
import { inventAccount, waitForHeading } from './accounts.ts'

export function testWholeFlow(site: Site): void {
  test('from the registration to the recommendation for a call of one’s own, with the keyboard alone', async () => {
    const page = await site.openSignedOut()
    await page.goto(site.url())
    await tabAndPress(page, page.getByRole('link', { name: 'Get Started Free' }), 'Enter')
    await waitForHeading(page, 'Create account')
    const { username, email, password } = inventAccount()
    for (const [name, text] of [
      ['Username', username],
      ['Email Address', email],
      ['Password', password],
      ['Confirm Password', password],
    ] as const) {
      await tabTo(page, page.getByLabel(name, { exact: true }))
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await waitForHeading(page, 'Dashboard')

    await tabAndPress(page, page.getByRole('link', { name: /^Pick a stock/ }), 'Enter')
    await expectAddress(page, '/screening')
    const stock = page.getByRole('grid').getByRole('link').first()
    await stock.waitFor()
    const symbol = (await stock.textContent()) ?? ''
    await tabTo(page, stock)
    await page.keyboard.press('Enter')
    await expectAddress(page, `/analysis?symbol=${symbol}`)

    const add = page.getByRole('region', { name: 'Trade preview' }).getByRole('link', { name: 'Add as position' })
    await add.waitFor()
    // From the foot of the page it is nearer than past chart and chain.
    await tabTo(page, add, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const { addForm, grid, why, chart } = portfolioParts(page)
    await addForm.form.getByText(/^Once added/).waitFor()
    await tabAndPress(page, addForm.submit, 'Enter')
    await addForm.form.waitFor({ state: 'hidden' })
    await expectSoon(async () => (await listStored(page)).map(({ ticker }) => ticker), [symbol])

    await tabTo(page, grid.getByRole('rowheader').first())
    await stepTo(page, grid.getByRole('button', { name: /^Why / }), 'ArrowRight')
    await page.keyboard.press('Enter')
    await why.waitFor()
    await page.keyboard.press('Escape')
    await why.waitFor({ state: 'hidden' })
    expect(await chart.count()).toBe(0)
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await waitForHeading(page, 'Dashboard')
    await page.getByRole('region', { name: 'Portfolio Overview' }).getByText(symbol).first().waitFor()
  })
}
