import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectFocus, findCovered, stepTo, tabAndPress, tabTo } from '../harness/keys.ts'
import { endPrint, expectAddress, expectSoon, printByMenu, saveCsv } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import { analysisParts, CHOSEN, expectTrade, openAnalysis } from '../parts/analysis.ts'

/** Whether the stock's price is halfway down the ladder. */
const isPriceInMiddle = async (page: Page) => {
  const { scroller, price } = analysisParts(page).chain
  const [box, line] = [await scroller.boundingBox(), await price.boundingBox()]
  if (box === null || line === null) return false
  return Math.abs(box.y + box.height / 2 - (line.y + line.height / 2)) < 20
}

const readCursor = async (page: Page) => Number(await analysisParts(page).trade.cursor.getAttribute('aria-valuenow'))

export function testOptions(site: Site): void {
  describe('options and trades', () => {
    test('the keyboard selects an expiration, a strike and others to compare, and the focus is never covered', async () => {
      const page = await openAnalysis(site, CHOSEN)
      const { hint, chain } = analysisParts(page)
      const { card, button, expiration, ladder, table, strikes, strikeOf, row } = chain
      const isOnLadder = () => ladder.evaluate((grid) => grid.contains(document.activeElement))
      await tabAndPress(page, button('Puts'), 'Enter')
      await table('Puts of BRMZ, Aug 14').waitFor()
      await tabAndPress(page, button('5'), 'Space')
      await expectSoon(async () => (await strikes()).length, 10)
      await tabTo(page, button('Calls'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await table('Calls of BRMZ, Aug 14').waitFor()
      await tabAndPress(page, button('8'), 'Enter')
      await tabTo(page, strikeOf('445'))
      await page.keyboard.press('ArrowDown')
      await expectSoon(
        () => card.getByText('+1 expected move').evaluate((words) => words.closest('td') === document.activeElement),
        true,
      )
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460')
      await expectFocus(strikeOf('460'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await expectFocus(button('Compare 475'))
      await page.keyboard.press('Space')
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460&compare=475')
      await page.keyboard.press('ArrowLeft')
      await expectFocus(row('475').getByRole('gridcell').nth(12))
      await page.keyboard.press('ControlOrMeta+Home')
      await expectFocus(card.getByRole('columnheader', { name: 'Strike' }))
      await hint.waitFor()
      await page.keyboard.press('ControlOrMeta+End')
      await expectFocus(card.getByRole('button', { name: /^Compare / }).last())
      await page.keyboard.press('Tab')
      await expectSoon(isOnLadder, false)

      await tabTo(page, expiration('Aug 14'), 'Shift+Tab')
      await page.keyboard.press('End')
      await expectFocus(expiration('Jan 21, 2028'))
      await page.keyboard.press('Home')
      await expectFocus(expiration('Jul 17'))
      await stepTo(page, expiration('Sep 18'), 'ArrowRight')
      await page.keyboard.press('Enter')
      await table('Calls of BRMZ, Sep 18').waitFor()
      await expectFocus(expiration('Sep 18'))
      expect(await findCovered(page, [['ArrowRight', 1]])).toEqual([])
      await page.keyboard.press('Tab')
      await expectSoon(isOnLadder, true)

      await page.setViewportSize({ width: 1100, height: 640 })
      await button('All').click()
      await expectSoon(async () => (await strikes()).length > 16, true)
      await ladder.locator('[tabindex="0"]').first().focus()
      const presses = [
        ['End', 1],
        ['ArrowLeft', 13],
        ['PageDown', 2],
        ['ArrowUp', 18],
        ['PageUp', 2],
      ] as const
      expect(await findCovered(page, presses)).toEqual([])
    })

    test('the price stays in the middle of the ladder, which has explanations and can be exported and printed', async () => {
      const page = await openAnalysis(site, CHOSEN)
      const { hint, chain } = analysisParts(page)
      const { card, button, row, strikes, expiration, table } = chain
      expect(await strikes()).toHaveLength(16)
      const save = (item: string) => async () => {
        await button('Export').click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      const { name, lines } = await saveCsv(page, save('CSV, visible strikes'))
      expect(name).toBe('callwright-BRMZ-2026-08-14-calls.csv')
      expect(lines).toContain('Symbol,BRMZ')
      const head = lines.findIndex((line) => line.startsWith('Contract,'))
      expect(lines.slice(head + 1)).toHaveLength(16)
      const all = await saveCsv(page, save('CSV, all strikes'))
      expect(all.lines.slice(head + 1)).toHaveLength(21)

      await button('All').click()
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strikes=all&strike=445')
      await row('580').getByRole('gridcell').nth(12).locator('[data-hint]').hover()
      await hint.filter({ hasText: '12' }).waitFor()
      await card.getByText('+1 expected move').hover()
      await hint.filter({ hasNotText: '12' }).waitFor()
      await expiration('Aug 21').click()
      await table('Calls of BRMZ, Aug 21').waitFor()
      await expectSoon(() => isPriceInMiddle(page), true)
      await button('8').click()
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21')
      await expectSoon(() => isPriceInMiddle(page), true)
      await expiration('Aug 14').click()
      await table('Calls of BRMZ, Aug 14').waitFor()
      await row('460').getByRole('gridcell').nth(3).click()
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460')
      await expectSoon(() => row('460').getAttribute('aria-selected'), 'true')

      await printByMenu(page, () => button('Export').click())
      await expectSoon(() => button('Calls').isVisible(), false)
      await card.getByText('at the bid', { exact: true }).waitFor()
      expect((await strikes()).length).toBe(16)
      await endPrint(page)
    })

    test('a trade moves by strike and expiration, is compared, changed, read from its diagram, and restored from its URL', async () => {
      const page = await openAnalysis(site, CHOSEN)
      const { button, cursor, compare, slider, field, figure, table, drawing } = analysisParts(page).trade
      const readCredit = async () => Number((await figure('Credit, at bid').textContent())?.replace(/\D/g, ''))
      const readResult = () => figure('Profit or loss').textContent()
      const address = '/analysis?symbol=BRMZ&exp=2026-08-21&strike=445&contracts=3'
      await tabAndPress(page, button('Next strike, 460.00'), 'Enter')
      await expectTrade(page, 'Sell 1 BRMZ Aug 14, 460 call')
      await tabAndPress(page, button(/^Next expiration, Aug 21/), 'Space')
      await expectTrade(page, 'Sell 1 BRMZ Aug 21, 445 call')
      const credit = await readCredit()
      await tabTo(page, field('Contracts of 100 shares'))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('3')
      await expectTrade(page, 'Sell 3 BRMZ Aug 21, 445 calls')
      await expectSoon(readCredit, 3 * credit)
      await tabAndPress(page, compare, 'ArrowDown')
      await tabAndPress(page, button('Compare'), 'Enter')
      await expectAddress(page, `${address}&compare=475`)
      await table.getByRole('row', { name: /^Credit .*best/ }).waitFor()

      await tabTo(page, cursor)
      const start = await readCursor(page)
      await page.keyboard.press('ArrowRight')
      expect(await readCursor(page)).toBeGreaterThan(start)
      await page.keyboard.press('End')
      expect(await readCursor(page)).toBe(Number(await cursor.getAttribute('aria-valuemax')))
      await page.keyboard.press('Escape')
      expect(await readCursor(page)).toBe(start)
      await tabTo(page, button('Remove 475'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expectAddress(page, address)
      const box = await cursor.boundingBox()
      if (box === null) throw new Error('The diagram has no room')
      await cursor.hover({ position: { x: box.width * 0.1, y: 20 } })
      await expectSoon(async () => (await readCursor(page)) < start, true)
      await cursor.hover({ position: { x: box.width * 0.9, y: 20 } })
      await expectSoon(async () => (await readCursor(page)) > start, true)

      const asItIs = await readResult()
      await slider('Days forward').hover()
      const rail = await slider('Days forward').boundingBox()
      if (rail === null) throw new Error('The slider has no room')
      await page.mouse.move(rail.x + rail.width / 2, rail.y + rail.height / 2)
      await page.mouse.down()
      await page.mouse.move(rail.x + 40, rail.y + rail.height / 2, { steps: 4 })
      await page.mouse.up()
      const days = await field('Days forward d').inputValue()
      expect(Number(days)).toBeGreaterThan(0)
      await field('Price $').fill('430')
      await field('Volatility %').fill('45')
      await expectAddress(page, `${address}&price=430&days=${days}&iv=45`)
      await page.reload()
      await drawing.waitFor()
      expect(await field('Price $').inputValue()).toBe('430')
      expect(await readResult()).not.toBe(asItIs)
      await button('Reset').click()
      await expectAddress(page, address)
      await expectSoon(readResult, asItIs)
    })
  })
}
