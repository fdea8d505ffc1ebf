import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { refuseUntilPressed } from '../refusal.ts'
import { expectAddress, expectFocus, expectSoon, type Site } from '../screener/site.ts'
import { expectStrikes, parts } from './parts.ts'
import { expectStored, listStored, openPortfolio } from './positions.ts'

const AUG_14 = '2026-08-14'
const HANDED_OVER = `?add=BRMZ&exp=${AUG_14}&strike=445&price=398.75&premium=6&contracts=2`

/** Chooses a stock by a part of its name. */
async function chooseBrightmoor(page: Page): Promise<void> {
  const { addForm, suggestion } = parts(page)
  await addForm.ticker.fill('brig')
  await suggestion(/^BRMZ/).click()
  expect(await addForm.ticker.inputValue()).toBe('BRMZ')
}

export function testAddingByMouse(site: Site): void {
  describe('adding a position with the mouse', () => {
    test('each field opens the next, the market fills in what it knows, and the position is there', async () => {
      const page = await openPortfolio(site)
      const { empty, button, addForm } = parts(page)
      await empty.waitFor()
      await button('Add Position').first().click()
      const { form, ticker, expiry, strike, price, premium, submit } = addForm
      await form.getByText('Enter your position details').waitFor()
      expect(await ticker.getAttribute('placeholder')).toBe('e.g. AAPL')
      expect([await expiry.isDisabled(), await strike.isDisabled()]).toEqual([true, true])
      await chooseBrightmoor(page)
      await expectSoon(() => expiry.isDisabled(), false)
      expect(await strike.isDisabled()).toBe(true)
      await expiry.selectOption(AUG_14)
      expect(await expiry.locator('option:checked').textContent()).toMatch(/Aug 14.* \(35 d\)$/)
      await strike.selectOption({ label: '445.00' })
      await expectSoon(() => price.inputValue(), '398.75')
      await expectSoon(() => premium.inputValue(), '6.00')
      await form.getByText('The bid; the mid is 6.10').waitFor()
      // 398.75 − 6.00, and (445 − 398.75 + 6.00) × 100.
      await form.getByText('Breakeven 392.75. If called you make $5,225 per contract.').waitFor()
      await premium.fill('6.05')
      await submit.click()
      await form.waitFor({ state: 'hidden' })
      await expectStrikes(page, [445])
      await expectStored(page, [445])
      expect(await listStored(page)).toMatchObject([
        { ticker: 'BRMZ', entry_date: '2026-07-10', expiry_date: AUG_14, entry_price: 398.75, entry_premium: 6.05 },
      ])
    })

    test('a change takes back what rested on it; Cancel begins anew', async () => {
      const page = await openPortfolio(site, [], { search: HANDED_OVER })
      const { addForm, button, dialog, suggestion } = parts(page)
      const { form, ticker, expiry, strike, price, premium, cancel } = addForm
      await form.getByText(/^Breakeven/).waitFor()
      await expiry.selectOption('2026-08-21')
      await expectSoon(() => strike.inputValue(), '')
      expect(await premium.inputValue()).toBe('')
      await strike.selectOption('445')
      await ticker.fill('ALDQ')
      await expectSoon(async () => [await expiry.inputValue(), await strike.inputValue()], ['', ''])
      expect(await strike.isDisabled()).toBe(true)
      await expectSoon(async () => ['', '398.75'].includes(await price.inputValue()), false)

      // The list of suggestions closes first.
      await suggestion(/^ALDQ/).waitFor()
      await page.keyboard.press('Escape')
      await suggestion(/^ALDQ/).waitFor({ state: 'hidden' })
      await page.keyboard.press('Escape')
      const question = dialog('Discard what you wrote?')
      await button('Keep writing', question).click()
      await question.waitFor({ state: 'hidden' })
      await cancel.click()
      await form.waitFor({ state: 'hidden' })
      await button('Add Position').first().click()
      await form.waitFor()
      expect([await ticker.inputValue(), await expiry.inputValue(), await price.inputValue()]).toEqual(['', '', ''])
    })

    test('what is missing is named, and each name leads to its field', async () => {
      const page = await openPortfolio(site)
      const { addForm, button } = parts(page)
      await button('Add Position').first().click()
      const { form, price, submit, premium, ticker } = addForm
      await submit.click()
      await form.getByText('Please fill all fields').waitFor()
      await expectFocus(ticker)
      await button('Entry Price ($)', form).click()
      await expectSoon(() => price.evaluate((field) => field === document.activeElement), true)
      await premium.fill('-1')
      await premium.blur()
      await form.getByText('Write a premium of 0 or more').waitFor()
      await expectStored(page, [])
    })

    test('a call that is listed no more is entered by hand', async () => {
      const page = await openPortfolio(site)
      const { addForm, button, row } = parts(page)
      await button('Add Position').first().click()
      const { form, ticker, entryDate, expiry, strike, price, premium, contracts, notes, submit } = addForm
      await ticker.fill('BRMZ')
      await button('Enter by hand', form).click()
      await entryDate.fill('2026-04-01')
      await expiry.fill('2026-03-20')
      await strike.fill('401.5')
      await price.fill('390')
      await premium.fill('7.25')
      await contracts.fill('3')
      await notes.fill('Sold after the report')
      await submit.click()
      await form.getByText('The call expires before the entry date').waitFor()
      await expiry.fill('2026-06-18')
      await submit.click()
      await form.waitFor({ state: 'hidden' })
      await row(401.5).getByText('Expired', { exact: true }).waitFor()
      await expectStored(page, [401.5])
      expect(await listStored(page)).toMatchObject([{ contracts: 3, notes: 'Sold after the report' }])
    })

    test('a call under examination is handed over, and its form leaves no trace in the address', async () => {
      const page = await openPortfolio(site)
      await page.goto(`${site.url()}/analysis?symbol=BRMZ&exp=${AUG_14}&strike=460`)
      await page.getByRole('link', { name: 'Add as position' }).click()
      const { form, ticker, expiry, strike, price, premium, contracts, submit } = parts(page).addForm
      await form.getByText(/^Breakeven/).waitFor()
      await expectAddress(page, '/portfolio')
      const given = [ticker, expiry, strike, price, premium, contracts]
      expect(await Promise.all(given.map((field) => field.inputValue()))).toEqual([
        'BRMZ',
        AUG_14,
        '460',
        '398.75',
        '3.7',
        '1',
      ])
      await submit.click()
      await expectStrikes(page, [460])
      await page.reload()
      await expectStrikes(page, [460])
      await expectStored(page, [460])
    })

    test('what the server refuses is said in the form, and kept nowhere', async () => {
      const page = await openPortfolio(site, [], { search: HANDED_OVER })
      const { form, submit, cancel } = parts(page).addForm
      await form.getByText(/^Breakeven/).waitFor()
      const detail = 'You have as many positions as can be kept.'
      await page.route('**/api/portfolio/positions', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ detail }) })
          : route.continue(),
      )
      await submit.click()
      await form
        .getByText('Failed to add position: You have as many positions as can be kept. Please try again.')
        .waitFor()
      await cancel.click()
      await parts(page).empty.waitFor()
      expect(await listKept(page)).toEqual([])
    })

    test('expirations that do not come are asked for again', async () => {
      const page = await openPortfolio(site)
      const { addForm, button } = parts(page)
      const press = await refuseUntilPressed(page, '**/api/options/expirations/*', (route) => route.abort())
      await button('Add Position').first().click()
      await addForm.ticker.fill('BRMZ')
      await addForm.form.getByText('Unable to load expiration dates. Please try again.').waitFor()
      await press(button('Retry', addForm.form))
      await expectSoon(() => addForm.expiry.isDisabled(), false)
    })

    test('strikes that do not come are asked for again', async () => {
      const page = await openPortfolio(site)
      const { addForm, button } = parts(page)
      await button('Add Position').first().click()
      await chooseBrightmoor(page)
      const press = await refuseUntilPressed(page, '**/api/options/chain/*', (route) => route.abort())
      await addForm.expiry.selectOption(AUG_14)
      await addForm.form.getByText('Unable to load strike prices. Please try again.').waitFor()
      await press(button('Retry', addForm.form))
      await addForm.strike.selectOption('445')
    })
  })
}

/** The keys under which this device keeps positions. */
const listKept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('coveredCallPositions')))
