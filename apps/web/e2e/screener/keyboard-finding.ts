import { describe, expect, test } from '@jest/globals'
import { parts } from './parts.ts'
import {
  expectAddress,
  expectFocus,
  expectRows,
  expectSoon,
  readSymbols,
  type Site,
  stepTo,
  tabAndPress,
  tabTo,
} from './site.ts'

export function testFindingByKeyboard(site: Site): void {
  describe('finding stocks with the keyboard alone', () => {
    test('arrows reach a suggestion, Enter takes it, Escape and leaving the field close the list', async () => {
      const page = await site.openScreener()
      const { search, suggestions, suggestion, button } = parts(page)
      await page.keyboard.press('/')
      await expectFocus(search)
      await page.keyboard.type('al')
      await suggestion('ALDQ').waitFor()
      await page.keyboard.press('ArrowDown')
      await expectSoon(() => suggestion('ALDQ').getAttribute('aria-selected'), 'true')
      expect(await search.getAttribute('aria-activedescendant')).toBe(await suggestion('ALDQ').getAttribute('id'))
      await page.keyboard.press('Enter')
      await expectRows(page, 'q=ALDQ')
      await suggestions.waitFor({ state: 'hidden' })
      await expectFocus(search)

      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('north')
      await suggestion('NTHV').waitFor()
      await page.keyboard.press('Escape')
      await suggestions.waitFor({ state: 'hidden' })
      expect(await search.inputValue()).toBe('north')
      await expectRows(page, 'q=north')
      await page.keyboard.press('ArrowDown')
      await suggestion('NTHV').waitFor()
      await page.keyboard.press('Tab')
      await suggestions.waitFor({ state: 'hidden' })

      await expectFocus(button('Clear the search'))
      await page.keyboard.press('Enter')
      await expectFocus(search)
      await expectRows(page, '')
      await page.keyboard.type('GLN')
      await page.keyboard.press('Enter')
      await expectRows(page, 'q=GLN')
    })

    test('dropdowns, chips and Clear all; the focus is never lost', async () => {
      const page = await site.openScreener()
      const { filter, choice, chip, clearAll, count } = parts(page)
      const steps = [
        { name: 'Rating', option: '35+', wire: 'min_score=35' },
        { name: 'Yield', option: '10%+', wire: 'min_yield=10' },
        { name: 'RSI', option: 'up to 60', wire: 'max_rsi=60' },
        { name: 'IV rank', option: '50+', wire: 'min_iv_rank=50' },
        { name: 'Sector', option: 'Known sectors', wire: 'sector=known_sectors' },
        { name: 'Market cap', option: /^Large/, wire: 'market_cap=large' },
      ]
      const asked: string[] = []
      for (const { name, option, wire } of steps) {
        await tabAndPress(page, filter(name), 'Enter')
        await stepTo(page, choice(option), 'ArrowDown')
        await page.keyboard.press('Enter')
        await choice(option).waitFor({ state: 'hidden' })
        await expectFocus(filter(name))
        asked.push(wire)
      }
      await expectRows(page, asked.join('&'))
      await tabAndPress(page, filter('Market cap'), 'Enter')
      await stepTo(page, choice('All'), 'ArrowDown')
      await page.keyboard.press('Escape')
      await expectFocus(filter('Market cap'))
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await choice('All').waitFor({ state: 'hidden' })
      await expectFocus(filter('Market cap'))

      await tabAndPress(page, chip('Sector Known sectors'), 'Enter')
      await expectFocus(chip('Market cap Large'))
      await page.keyboard.press('Enter')
      await expectFocus(chip('IV rank 50+'))
      await expectRows(page, asked.slice(0, 4).join('&'))
      await tabAndPress(page, clearAll, 'Space')
      await expectRows(page, '')
      await expectFocus(count)
    })

    test('More filters is typed into, corrected and sent with Enter', async () => {
      const page = await site.openScreener()
      const { button, dialog } = parts(page)
      await tabAndPress(page, button('More filters'), 'Enter')
      const form = dialog('More filters')
      const least = form.getByLabel('RSI, at least')
      const most = form.getByLabel('RSI, at most')
      await tabTo(page, least)
      await page.keyboard.type('50')
      await tabTo(page, most)
      await page.keyboard.type('40')
      await page.keyboard.press('Enter')
      await form.getByText('The most is below the least').waitFor()
      await expectFocus(most)
      expect(await most.getAttribute('aria-invalid')).toBe('true')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('60')
      await page.keyboard.press('Enter')
      await form.waitFor({ state: 'hidden' })
      await expectRows(page, 'rsi_min=50&rsi_max=60')
      await expectAddress(page, '/screening?rsi=60&rsi_min=50')
      await expectFocus(button('More filters'))
      await page.keyboard.press('Enter')
      await form.waitFor()
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'hidden' })
      await expectFocus(button('More filters'))
      expect((await readSymbols(page)).length).toBeGreaterThan(0)
    })
  })
}
