import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { watchWithAxe } from '../harness/axe.ts'
import { phone, type Site } from '../harness/site.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Calls with their returns and figures' })
const countOf = (page: Page) => page.getByRole('status').filter({ hasText: / of .* calls$/ })

/** Reads the contract terms in an analysis page's URL. */
const readTerms = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url())
  return { pathname, symbol: searchParams.get('symbol'), hasStrike: searchParams.has('strike') }
}

export function testCalls(site: Site): void {
  describe('the Calls tab', () => {
    test('gates are closed and opened, calls are sorted and opened by keyboard, and on a phone as cards', async () => {
      const page = await site.openPage()
      const { found, check } = watchWithAxe(page)
      await page.goto(`${site.url()}/screening`)
      await page.getByRole('link', { name: 'Calls', exact: true }).click()
      await page.getByRole('textbox', { name: 'Open interest, at least' }).fill('900000')
      await page.getByText('No calls pass these gates.').waitFor()
      expect(new URL(page.url()).searchParams.get('open_interest_min')).toBe('900000')
      await check('no calls')
      await page.getByRole('button', { name: 'No gates' }).click()
      await grid(page).waitFor()
      await countOf(page).waitFor()
      await check('calls')
      await page.getByRole('columnheader', { name: /^Days/ }).getByRole('button').click()
      await page.waitForURL(/sort=days_to_expiration/)
      const first = grid(page).getByRole('row').nth(1).getByRole('link')
      await first.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/analysis\?/)
      expect(readTerms(page)).toMatchObject({ pathname: '/analysis', hasStrike: true })

      await page.setViewportSize(phone)
      await page.goto(`${site.url()}/screening/calls`)
      await page.getByRole('button', { name: 'Gates', exact: true }).click()
      await page.getByRole('button', { name: 'No gates' }).click()
      const cards = page.getByRole('list', { name: 'Calls' })
      await cards.waitFor()
      await check('phone with gates')
      await cards.getByRole('link').first().click()
      await page.waitForURL(/\/analysis\?.*strike=/)
      expect(found).toEqual({})
    })
  })
}
