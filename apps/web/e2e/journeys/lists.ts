import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { watchWithAxe } from '../harness/axe.ts'
import { phone, type Site } from '../harness/site.ts'

const stocks = (page: Page) => page.getByRole('grid', { name: 'Stocks with their rating and figures' })
const dialog = (page: Page) => page.getByRole('dialog')
const matches = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })

/** Opens the lists of a row by its menu, and returns the row's symbol. */
async function openByMenu(page: Page, row: number): Promise<string> {
  const button = stocks(page)
    .getByRole('button', { name: /^Actions for / })
    .nth(row)
  const symbol = ((await button.getAttribute('aria-label')) ?? '').replace('Actions for ', '')
  await button.click()
  await page.getByRole('menuitem', { name: 'Add to a list' }).click()
  await page.getByRole('dialog', { name: `Lists for ${symbol}` }).waitFor()
  return symbol
}

export function testLists(site: Site): void {
  describe('watchlists', () => {
    test('by mouse: create one from a row, undo, import, filter both tabs, and screen on own cost', async () => {
      const page = await site.openPage()
      const { found, check, checkWithColors } = watchWithAxe(page)
      await page.goto(`${site.url()}/screening`)
      const symbol = await openByMenu(page, 1)
      await page.getByRole('textbox', { name: 'New list' }).fill('Mouse')
      await page.getByRole('button', { name: `Create with ${symbol}` }).click()
      const box = page.getByRole('checkbox', { name: /^Mouse \(/ })
      // The box changes once the server has answered.
      await box.click()
      await page.getByText(`Removed ${symbol} from “Mouse”.`).waitFor()
      await page.getByRole('button', { name: /^Undo/ }).click()
      await page.getByRole('checkbox', { name: 'Mouse (1)' }).waitFor()
      await checkWithColors('lists of a stock', dialog(page))
      await page.getByRole('button', { name: 'Manage lists' }).click()
      await page.getByRole('button', { name: 'Import stocks into Mouse' }).click()
      await page.getByRole('textbox', { name: 'Or symbols as text' }).fill(`Ticker\n${symbol}\nZZZZZ\n12 shares`)
      await page.getByRole('button', { name: 'Check symbols' }).click()
      await page.getByText('Not in the screener, added anyway (1): ZZZZZ').waitFor()
      await page.getByText('Not a symbol, left out (1): 12 shares').waitFor()
      await check('import', dialog(page))
      await page.getByRole('button', { name: 'Add ZZZZZ' }).click()
      await page.getByRole('list', { name: 'Stocks on Mouse' }).getByText('not in the screener').waitFor()
      await checkWithColors('stocks of a list', dialog(page))
      await dialog(page).getByRole('link', { name: 'Mouse' }).click()
      await matches(page, /^1 of /).waitFor()
      await page.getByRole('list', { name: 'Active filters' }).getByText('Mouse').waitFor()
      await check('filtered')
      const { search } = new URL(page.url())
      await page.goto(`${site.url()}/screening/calls${search}`)
      await page.getByRole('button', { name: 'No gates' }).waitFor()
      await page.getByRole('combobox', { name: 'Returns on' }).selectOption('my cost')
      await page.getByRole('combobox', { name: 'My cost' }).selectOption('Never below my cost')
      await page.waitForURL(/basis=own_cost.*never_below_cost=true/)
      await check('calls on own cost')
      expect(found).toEqual({})
    })

    test('by keyboard, w opens the lists on a row and on the analysis; on a phone, a call’s stock goes on a list, which is deleted', async () => {
      const page = await site.openPage()
      const { found, check } = watchWithAxe(page)
      await page.goto(`${site.url()}/screening`)
      const link = stocks(page).getByRole('row').nth(2).getByRole('link')
      await link.focus()
      const symbol = (await link.textContent()) ?? ''
      await page.keyboard.press('w')
      await page.getByRole('dialog', { name: `Lists for ${symbol}` }).waitFor()
      await page.getByRole('textbox', { name: 'New list' }).focus()
      await page.keyboard.type('Keyboard')
      await page.keyboard.press('Enter')
      await page.getByRole('checkbox', { name: 'Keyboard (1)' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
      await page.goto(`${site.url()}/analysis?symbol=${symbol}`)
      await page.getByRole('button', { name: `Lists for ${symbol}` }).waitFor()
      await page.keyboard.press('w')
      expect(await page.getByRole('checkbox', { name: 'Keyboard (1)' }).isChecked()).toBe(true)

      await page.setViewportSize(phone)
      await page.goto(`${site.url()}/screening/calls`)
      await page.getByRole('button', { name: 'No gates' }).click()
      await page
        .getByRole('button', { name: /^Lists for / })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'New list' }).fill('Phone')
      await page.getByRole('button', { name: /^Create with / }).click()
      await page.getByRole('checkbox', { name: 'Phone (1)' }).waitFor()
      await check('phone', dialog(page))
      await page.getByRole('button', { name: 'Manage lists' }).click()
      await page.getByRole('button', { name: 'Delete Phone' }).click()
      await page.getByText('Deleted “Phone”.').waitFor()
      expect(found).toEqual({})
    })
  })
}
