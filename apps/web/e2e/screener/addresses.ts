import { describe, expect, test } from '@jest/globals'
import { register } from '../support.ts'
import { parts } from './parts.ts'
import { expectAddress, expectRows, expectSoon, readAddress, readColumns, readSymbols, type Site } from './site.ts'

const ADDRESS =
  '?yield=5&rsi=80&sector=known_sectors&current_price_max=300&sort=rsi&order=asc&page=2' +
  '&columns=symbol.cc_score.company_name.volume.current_price.best_ann_yield.iv_percentile.rsi.sector.market_cap'
const WIRE = 'min_yield=5&max_rsi=80&sector=known_sectors&current_price_max=300&sort_by=rsi&sort_order=asc&offset=25'
const columns = [
  'Symbol',
  'Callwright Rating',
  'Company',
  'Volume',
  'Price',
  'Best ann. yield',
  'IV percentile',
  'RSI',
  'Sector',
  'Market cap',
]

export function testAddresses(site: Site): void {
  describe('the address is the screen', () => {
    test('reload and a link pasted by somebody else show the exact screen', async () => {
      const page = await site.openScreener(ADDRESS)
      await expectRows(page, WIRE)
      const symbols = await readSymbols(page)
      expect(symbols.length).toBeGreaterThan(5)
      await page.reload()
      await expectSoon(() => readSymbols(page), symbols)

      const other = await site.openSignedOut()
      await register(other, site.url())
      await site.reopen(other, new URL(page.url()).search)
      await expectSoon(() => readSymbols(other), symbols)
      for (const each of [page, other]) {
        const { chip, header, range, rows } = parts(each)
        await expectAddress(each, `/screening${ADDRESS}`)
        expect(await readColumns(each)).toEqual(columns)
        for (const words of ['Ann. yield 5%+', 'RSI up to 80', 'Sector Known sectors', 'Price up to $300']) {
          await chip(words).waitFor()
        }
        expect(await header('RSI').getAttribute('aria-sort')).toBe('ascending')
        expect(await range.textContent()).toMatch(/^26–/)
        expect(await rows.inputValue()).toBe('25')
      }
    })

    test('Back undoes one step at a time, Forward does it again', async () => {
      const page = await site.openScreener()
      const { button, filter, choice, header, pages, search, rows } = parts(page)
      const trail: { address: string; symbols: readonly (string | null)[]; text: string }[] = []
      const mark = async (wire: string) => {
        await expectRows(page, wire)
        trail.push({ address: readAddress(page), symbols: await readSymbols(page), text: await search.inputValue() })
      }
      await mark('')
      await filter('Yield').click()
      await choice('5%+').click()
      await mark('min_yield=5')
      await button('RSI', header('RSI')).click()
      await mark('min_yield=5&sort_by=rsi')
      await rows.selectOption('50')
      await mark('min_yield=5&sort_by=rsi&limit=50')
      await rows.selectOption('25')
      await mark('min_yield=5&sort_by=rsi')
      await button('Next', pages).click()
      await mark('min_yield=5&sort_by=rsi&offset=25')
      await search.fill('be')
      await search.press('Enter')
      await mark('min_yield=5&sort_by=rsi&q=be')
      await button('Professional').click()
      await expectSoon(async () => (await readColumns(page)).length, 23)

      const expectStep = async (step: number) => {
        const expected = trail[step]
        await expectSoon(
          async () => ({
            address: readAddress(page),
            symbols: await readSymbols(page),
            text: await search.inputValue(),
          }),
          { address: expected?.address ?? '', symbols: expected?.symbols ?? [], text: expected?.text ?? '' },
        )
      }
      for (let step = trail.length - 1; step >= 0; step -= 1) {
        await page.goBack()
        await expectStep(step)
      }
      expect(await readColumns(page)).toHaveLength(9)
      await page.goForward()
      await expectStep(1)
    })

    test('a page beyond the last is the last', async () => {
      const page = await site.openScreener('?page=99')
      await expectRows(page, 'offset=50')
      await expectAddress(page, '/screening?page=3')
    })

    test('an address with nonsense in it shows what makes sense and says what does not', async () => {
      const page = await site.openScreener('?sort=wings&rating=40&rsi=hot&cap=giant&columns=symbol&net_worth_min=3')
      const { button } = parts(page)
      await expectRows(page, 'min_score=40')
      const notice = page.getByText(/^Part of this address means nothing here and was left out:/)
      for (const part of ['sort=wings', 'rsi=hot', 'cap=giant', 'columns=symbol', 'net_worth_min=3']) {
        expect(await notice.textContent()).toContain(part)
      }
      await button('Dismiss').first().click()
      await notice.waitFor({ state: 'hidden' })
      await expectAddress(page, '/screening?rating=40')
    })
  })
}
