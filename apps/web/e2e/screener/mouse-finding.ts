import { describe, expect, test } from '@jest/globals'
import { parts } from './parts.ts'
import { askView, expectAddress, expectRows, expectSoon, readSymbols, type Site } from './site.ts'

export function testFindingByMouse(site: Site): void {
  describe('finding stocks with the mouse', () => {
    test('a suggestion shows its stock, a click elsewhere closes the list, clearing shows all', async () => {
      const page = await site.openScreener()
      const { search, suggestions, suggestion, button } = parts(page)
      await search.click()
      await search.pressSequentially('glen')
      await suggestion('GLNQ').click()
      await expectRows(page, 'q=GLNQ')
      await expectAddress(page, '/screening?q=GLNQ')
      expect(await search.inputValue()).toBe('GLNQ')
      await suggestions.waitFor({ state: 'hidden' })

      await search.fill('north')
      await suggestion('NTHV').waitFor()
      await page.getByRole('heading', { name: 'Stock Screener' }).click()
      await suggestions.waitFor({ state: 'hidden' })
      await expectRows(page, 'q=north')

      await button('Clear the search').click()
      await expectRows(page, '')
      expect(await search.inputValue()).toBe('')
      await expectAddress(page, '/screening')
    })

    test('every dropdown narrows the rows down, its chip widens them again, and the count follows', async () => {
      const page = await site.openScreener()
      const { filter, choice, chip, clearAll, count } = parts(page)
      const steps = [
        { name: 'Rating', option: '20+', chip: 'Rating 20+', wire: 'min_score=20' },
        { name: 'Yield', option: '5%+', chip: 'Ann. yield 5%+', wire: 'min_yield=5' },
        { name: 'RSI', option: 'up to 70', chip: 'RSI up to 70', wire: 'max_rsi=70' },
        { name: 'IV rank', option: '30+', chip: 'IV rank 30+', wire: 'min_iv_rank=30' },
        { name: 'Sector', option: 'Technology', chip: 'Sector Technology', wire: 'sector=technology' },
        { name: 'Market cap', option: /^Large/, chip: 'Market cap Large', wire: 'market_cap=large' },
      ]
      const asked: string[] = []
      for (const step of steps) {
        await filter(step.name).click()
        await choice(step.option).click()
        asked.push(step.wire)
        await expectRows(page, asked.join('&'))
        const { total } = await askView(page, asked.join('&'))
        await expectSoon(() => count.textContent(), `${total} of 55 stocks`)
        await chip(step.chip).waitFor()
      }
      await expectAddress(page, '/screening?rating=20&yield=5&rsi=70&iv_rank=30&sector=technology&cap=large')

      await chip('Sector Technology').click()
      await expectRows(page, asked.filter((each) => !each.startsWith('sector')).join('&'))
      await clearAll.click()
      await expectRows(page, '')
      await expectSoon(() => count.textContent(), '55 stocks')
      expect(await clearAll.count()).toBe(0)
    })

    test('More filters counts beforehand, says what is wrong with a figure, and bounds any column', async () => {
      const page = await site.openScreener()
      const { button, dialog, chip } = parts(page)
      await button('More filters').click()
      const form = dialog('More filters')
      const least = form.getByLabel('Price, $, at least')
      const most = form.getByLabel('Price, $, at most')
      await least.fill('100')
      await most.fill('50')
      await button(/^Show/, form).click()
      await form.getByText('The most is below the least').waitFor()
      await most.fill('fifty')
      await form.getByText('Write a plain number, such as 12.5').waitFor()
      await most.fill('200')
      const query = 'current_price_min=100&current_price_max=200'
      const { total } = await askView(page, query)
      await button(`Show ${total} stocks`, form).click()
      await form.waitFor({ state: 'hidden' })
      await expectRows(page, query)
      await chip('Price $100 to $200').waitFor()

      await button('More filters').click()
      expect(await least.inputValue()).toBe('100')
      await form.getByRole('combobox', { name: 'Options' }).selectOption('none')
      await button('Clear all', form).click()
      expect(await least.inputValue()).toBe('')
      await form.getByRole('combobox', { name: 'Options' }).selectOption('none')
      await button('Show 1 stock', form).click()
      await expectSoon(() => readSymbols(page), ['DNMR'])
      await chip('Options none').waitFor()
      await page.reload()
      await expectSoon(() => readSymbols(page), ['DNMR'])
    })

    test('filters that leave nothing name the one to take off', async () => {
      const page = await site.openPage()
      await site.go(page, '?rating=45&sector=Utilities')
      const { button } = parts(page)
      await page.getByText('No stocks match your filters. Try adjusting your criteria.').waitFor()
      await button('Without Rating 45+: 3 stocks').click()
      await expectRows(page, 'sector=Utilities')
    })
  })
}
