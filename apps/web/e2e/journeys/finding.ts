import { describe, expect, test } from '@jest/globals'
import type { Page, Route } from 'playwright-core'
import { expectFocus, stepTo, tabAndPress, tabTo } from '../harness/keys.ts'
import { expectAddress, expectSoon, readAddress } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import {
  askView,
  expectRows,
  goToScreener,
  openScreener,
  readColumns,
  readSymbols,
  SCREENER_CALLS,
  screenerParts,
} from '../parts/screener.ts'
import { filters, readRows } from '../parts/screener-rows.ts'

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

/** Holds back the responses to requests whose URL contains this text until the test releases them. */
async function holdBack(page: Page, part: string): Promise<{ held: () => number; release: () => Promise<void> }> {
  const routes: Route[] = []
  await page.route(SCREENER_CALLS, async (route) => {
    if (route.request().url().includes(part)) routes.push(route)
    else await route.fallback()
  })
  return {
    held: () => routes.length,
    release: async () => {
      // Requests that the page aborted cannot continue.
      await Promise.all(routes.map((route) => route.continue().catch(() => {})))
      await page.unroute(SCREENER_CALLS)
    },
  }
}

/** Navigates within the page as a link would, which is faster than a reload. */
async function followAddress(page: Page, search: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/screening${search}`)
}

export function testFinding(site: Site): void {
  describe('finding stocks', () => {
    test('search and filters narrow the stocks by keyboard alone, without losing focus', async () => {
      const page = await openScreener(site)
      const { search, suggestions, suggestion, button, filter, choice, chip, clearAll, count, dialog } =
        screenerParts(page)
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
      await tabAndPress(page, button('Clear the search'), 'Enter')
      await expectFocus(search)
      await expectRows(page, '')

      const steps = [
        { name: 'Rating', option: '20+', wire: 'min_score=20' },
        { name: 'Yield', option: '5%+', wire: 'min_yield=5' },
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
      const { total } = await askView(page, asked.join('&'))
      await expectSoon(() => count.textContent(), `${total} of 55 stocks`)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await choice('All').waitFor({ state: 'hidden' })
      await expectFocus(filter('Market cap'))
      await tabAndPress(page, chip('Sector Known sectors'), 'Enter')
      await expectFocus(chip('Market cap Large'))
      await page.keyboard.press('Enter')
      await expectFocus(chip('Ann. yield 5%+'))
      await expectRows(page, asked.slice(0, 2).join('&'))
      await tabAndPress(page, clearAll, 'Space')
      await expectRows(page, '')
      await expectFocus(count)

      await tabAndPress(page, button('More filters'), 'Enter')
      const form = dialog('More filters')
      const most = form.getByLabel('Maximum RSI')
      await tabTo(page, form.getByLabel('Minimum RSI'))
      await page.keyboard.type('50')
      await tabTo(page, most)
      await page.keyboard.type('40')
      await page.keyboard.press('Enter')
      await expectSoon(() => most.getAttribute('aria-invalid'), 'true')
      await expectFocus(most)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('60')
      await page.keyboard.press('Enter')
      await form.waitFor({ state: 'hidden' })
      await expectRows(page, 'rsi_min=50&rsi_max=60')
      await expectAddress(page, '/screening?rsi=60&rsi_min=50')
      await expectFocus(button('More filters'))
    })

    test("a filter matches the API's results, and every visible row satisfies it", async () => {
      const page = await openScreener(site)
      const { count } = screenerParts(page)
      for (const { address, wire, holds } of filters) {
        await followAddress(page, `?${address}&size=200`)
        const { total, universe_total, stocks } = await askView(page, `${wire}&limit=200`)
        expect({ address, some: total > 0 && total < universe_total }).toEqual({ address, some: true })
        const symbols = stocks.map(({ symbol }) => symbol)
        await expectSoon(() => readSymbols(page), symbols)
        await expectSoon(() => count.textContent(), `${total} of ${universe_total} stocks`)
        const rows = await readRows(page)
        expect({ address, wrong: rows.filter((row) => !holds(row)) }).toEqual({ address, wrong: [] })
      }
    })

    test('a URL restores the whole screen, after a reload and in another browser', async () => {
      const page = await openScreener(site, ADDRESS)
      await expectRows(page, WIRE)
      const symbols = await readSymbols(page)
      expect(symbols.length).toBeGreaterThan(5)
      await page.reload()
      await expectSoon(() => readSymbols(page), symbols)
      const other = await site.openElsewhere()
      await goToScreener(other, site, new URL(page.url()).search)
      await expectSoon(() => readSymbols(other), symbols)
      for (const each of [page, other]) {
        const { chip, header, range, rows } = screenerParts(each)
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

    test('Back undoes one step at a time, Forward redoes it, and the last choice wins over a late response and over quickly typed letters', async () => {
      const page = await openScreener(site)
      const { button, filter, choice, header, search, rows, clearAll, suggestions } = screenerParts(page)
      const readStep = async () => ({
        address: readAddress(page),
        symbols: await readSymbols(page),
        text: await search.inputValue(),
      })
      const trail: Awaited<ReturnType<typeof readStep>>[] = []
      const mark = async (wire: string) => {
        await expectRows(page, wire)
        trail.push(await readStep())
      }
      await mark('')
      await filter('Yield').click()
      await choice('5%+').click()
      await mark('min_yield=5')
      await button('RSI', header('RSI')).click()
      await mark('min_yield=5&sort_by=rsi')
      await rows.selectOption('50')
      await mark('min_yield=5&sort_by=rsi&limit=50')
      await search.fill('be')
      await search.press('Enter')
      await mark('min_yield=5&sort_by=rsi&limit=50&q=be')
      await button('Professional').click()
      await expectSoon(async () => (await readColumns(page)).length, 32)
      for (const step of trail.toReversed()) {
        await page.goBack()
        await expectSoon(readStep, step)
      }
      expect(await readColumns(page)).toHaveLength(9)
      await page.goForward()
      await expectSoon(readStep, trail[1])

      await clearAll.click()
      await expectRows(page, '')
      const slow = await holdBack(page, 'sector=technology')
      await filter('Sector').click()
      await choice('Technology').click()
      await expectSoon(async () => slow.held() > 0, true)
      await filter('Sector').click()
      await choice('Health Care').click()
      await expectRows(page, 'sector=healthcare')
      await slow.release()
      // The late response would have appeared before this next one.
      await filter('Yield').click()
      await choice('5%+').click()
      await expectRows(page, 'sector=healthcare&min_yield=5')
      await expectAddress(page, '/screening?yield=5&sector=healthcare')
      await clearAll.click()

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
  })
}
