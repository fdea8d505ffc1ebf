import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectAddress, expectFocus, phone, type Site } from '../screener/site.ts'
import { waitForHeading } from './accounts.ts'

const parts = (page: Page) => ({
  keys: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  form: page.getByRole('dialog', { name: 'Add Covered Call Position' }),
  question: page.getByRole('dialog', { name: 'Discard what you wrote?' }),
  filters: page.getByRole('dialog', { name: 'Filters' }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
})

/** The page is one step after the settings, which a document of its own came before. */
async function openAfterSettings(site: Site, name: string, options: Parameters<Site['openPage']>[0] = {}) {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/settings`)
  await waitForHeading(page, 'Settings')
  await page.getByRole('link', { name }).first().click()
  return page
}

export function testBack(site: Site): void {
  describe('Back', () => {
    test('closes a dialog and stays on the page, whatever became of the dialogs before it', async () => {
      const page = await openAfterSettings(site, 'Stock Screening')
      const { keys, button } = parts(page)
      await waitForHeading(page, 'Stock Screener')
      await button('Keyboard shortcuts').press('Enter')
      await keys.waitFor()
      await page.goBack()
      await keys.waitFor({ state: 'hidden' })
      await expectAddress(page, '/screening')
      await expectFocus(button('Keyboard shortcuts'))
      await button('Keyboard shortcuts').click()
      await keys.getByRole('button', { name: 'Close' }).click()
      await keys.waitFor({ state: 'hidden' })
      await button('Keyboard shortcuts').click()
      await keys.waitFor()
      await page.reload()
      await waitForHeading(page, 'Stock Screener')
      expect(await keys.count()).toBe(0)
      await page.goBack()
      await waitForHeading(page, 'Settings')
    })

    test('closes a dialog on the page the tab began with, too; the next Back leaves it', async () => {
      const page = await site.openPage()
      await page.goto(`${site.url()}/settings`)
      await waitForHeading(page, 'Settings')
      await page.goto(`${site.url()}/portfolio?open=add`)
      const { form, question, button } = parts(page)
      const notes = form.getByLabel('Notes (optional)')
      await notes.fill('Roll in July')
      await page.goBack()
      await question.getByRole('button', { name: 'Discard' }).click()
      await form.waitFor({ state: 'hidden' })
      await expectAddress(page, '/portfolio')
      await button('Add Position').first().click()
      await form.waitFor()
      await page.goBack()
      await form.waitFor({ state: 'hidden' })
      await expectAddress(page, '/portfolio')
      await page.goBack()
      await waitForHeading(page, 'Settings')
    })

    test('asks before it loses what was written, and closes the question first', async () => {
      const page = await openAfterSettings(site, 'Portfolio Tracking')
      const { form, question, button } = parts(page)
      await waitForHeading(page, 'Portfolio Tracking')
      await button('Add Position').first().click()
      const notes = form.getByLabel('Notes (optional)')
      await notes.fill('Roll in July')
      await page.goBack()
      await question.waitFor()
      await page.goBack()
      await question.waitFor({ state: 'hidden' })
      expect(await notes.inputValue()).toBe('Roll in July')
      await page.goBack()
      await question.getByRole('button', { name: 'Discard' }).click()
      await form.waitFor({ state: 'hidden' })
      await expectAddress(page, '/portfolio')
      await page.goBack()
      await waitForHeading(page, 'Settings')
    })

    test('closes the filters of a phone, and takes those that are in force off again', async () => {
      const page = await openAfterSettings(site, 'Screening', { viewport: phone })
      const { filters, button } = parts(page)
      await waitForHeading(page, 'Stock Screener')
      await button('Filters').click()
      await filters.waitFor()
      await page.goBack()
      await filters.waitFor({ state: 'hidden' })
      await button('Filters').click()
      await filters
        .getByText('70%', { exact: true })
        .or(filters.getByText('70', { exact: true }))
        .first()
        .click()
      await filters.getByRole('button', { name: /^Show/ }).click()
      await expectAddress(page, '/screening?rsi=70')
      await page.goBack()
      await expectAddress(page, '/screening')
      await page.goBack()
      await waitForHeading(page, 'Settings')
    })
  })
}
