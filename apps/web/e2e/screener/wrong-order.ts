import { describe, expect, test } from '@jest/globals'
import type { Page, Route } from 'playwright-core'
import { refuseUntilPressed } from '../refusal.ts'
import { parts } from './parts.ts'
import { askSymbols, expectAddress, expectRows, expectSoon, readColumns, readSymbols, type Site } from './site.ts'

const VIEW = '**/views/stock-screener?*'

/** Holds back the answers to the questions with this in them, until they are let go. */
async function holdBack(page: Page, part: string): Promise<{ held: () => number; letGo: () => Promise<void> }> {
  const routes: Route[] = []
  await page.route(VIEW, async (route) => {
    if (route.request().url().includes(part)) routes.push(route)
    else await route.fallback()
  })
  return {
    held: () => routes.length,
    letGo: async () => {
      // Questions that the page gave up cannot go on.
      await Promise.all(routes.map((route) => route.continue().catch(() => {})))
      await page.unroute(VIEW)
    },
  }
}

export function testWrongOrder(site: Site): void {
  describe('things done in the wrong order', () => {
    test('a filter changed while the answer is on its way: the last one wins', async () => {
      const page = await site.openScreener()
      const { filter, choice } = parts(page)
      const slow = await holdBack(page, 'sector=technology')
      await filter('Sector').click()
      await choice('Technology').click()
      await expectSoon(async () => slow.held() > 0, true)
      await filter('Sector').click()
      await choice('Health Care').click()
      await expectRows(page, 'sector=healthcare')
      await slow.letGo()
      // The late answer would be in view by the time the next one is.
      await filter('Yield').click()
      await choice('5%+').click()
      await expectRows(page, 'sector=healthcare&min_yield=5')
      await expectAddress(page, '/screening?yield=5&sector=healthcare')
    })

    test('typing and deleting quickly ends with what stands in the field', async () => {
      const page = await site.openScreener()
      const { search, suggestions } = parts(page)
      await search.pressSequentially('xantheon', { delay: 0 })
      for (let left = 8; left > 0; left -= 1) await search.press('Backspace')
      await search.pressSequentially('zenn', { delay: 0 })
      await expectRows(page, 'q=zenn')
      await search.press('ControlOrMeta+a')
      await search.press('Delete')
      await expectRows(page, '')
      await suggestions.waitFor({ state: 'hidden' })
      expect(await search.inputValue()).toBe('')
      await expectAddress(page, '/screening')
    })

    test('two tabs: each keeps its columns, the next visit has those chosen last', async () => {
      const page = await site.openScreener()
      const second = await page.context().newPage()
      await site.reopen(second)
      await parts(second).button('Professional').click()
      await expectSoon(async () => (await readColumns(second)).length, 23)
      expect(await readColumns(page)).toHaveLength(9)
      await page.bringToFront()
      await parts(page).button('RSI', parts(page).header('RSI')).click()
      await expectRows(page, 'sort_by=rsi')
      expect(await readColumns(page)).toHaveLength(9)
      const third = await page.context().newPage()
      await site.reopen(third)
      await expectSoon(async () => (await readColumns(third)).length, 23)
    })

    test('Escape and Back out of a dialog leave everything as it was', async () => {
      const page = await site.openScreener('?rating=40')
      const { button, dialog, filter, choice } = parts(page)
      const symbols = await readSymbols(page)
      await button('More filters').click()
      await dialog('More filters').getByLabel('Price, $, at least').fill('100')
      await page.keyboard.press('Escape')
      await dialog('More filters').waitFor({ state: 'hidden' })
      await button('More filters').click()
      expect(await dialog('More filters').getByLabel('Price, $, at least').inputValue()).toBe('')
      await page.keyboard.press('Escape')
      await dialog('More filters').waitFor({ state: 'hidden' })
      expect(await readSymbols(page)).toEqual(symbols)

      await filter('Yield').click()
      await choice('20%+').click()
      await expectRows(page, 'min_score=40&min_yield=20')
      await button('More filters').click()
      await dialog('More filters').getByLabel('Price, $, at least').fill('100')
      await page.goBack()
      await dialog('More filters').waitFor({ state: 'hidden' })
      await expectRows(page, 'min_score=40&min_yield=20')
      await page.goBack()
      await expectAddress(page, '/screening?rating=40')
      await expectSoon(() => readSymbols(page), symbols)
    })

    test('an answer that fails says so word for word, and Retry asks again', async () => {
      const page = await site.openScreener()
      const { filter, choice, button } = parts(page)
      const press = await refuseUntilPressed(page, VIEW, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({ title: 'Unavailable', status: 503, detail: 'The screener is restarting.' }),
        }),
      )
      await filter('Sector').click()
      await choice('Energy').click()
      await page.getByText('Failed to load stock data: The screener is restarting.').waitFor()
      expect(await readSymbols(page)).toEqual([])
      await press(button('Retry'))
      await expectRows(page, 'sector=Energy')
      expect(await readSymbols(page)).toEqual(await askSymbols(page, 'sector=Energy'))
    })
  })
}
