import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { testMissingAndAccess } from './analysis-chain/access.ts'
import { openChain, parts } from './analysis-chain/parts.ts'
import { findCover } from './screener/access.ts'
import {
  expectAddress,
  expectFocus,
  expectSoon,
  phone,
  setUpSite,
  stepTo,
  tabAndPress,
  tabTo,
} from './screener/site.ts'

jest.setTimeout(180_000)

const site = setUpSite(11)
afterEach(site.closePages)

const isInMiddle = async (page: Page) => {
  const { scroller, price } = parts(page)
  const [box, line] = [await scroller.boundingBox(), await price.boundingBox()]
  if (box === null || line === null) return false
  return Math.abs(box.y + box.height / 2 - (line.y + line.height / 2)) < 20
}

describe('with the mouse', () => {
  test('an expiration, a depth and a side each bring their rows', async () => {
    const page = await openChain(site)
    const { button, expiration, table, strikes } = parts(page)
    await table('Calls of BRMZ, Aug 14').waitFor()
    expect(await expiration('Aug 14').getAttribute('aria-selected')).toBe('true')
    expect((await strikes()).length).toBe(16)

    await expiration('Aug 21').click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21')
    await table('Calls of BRMZ, Aug 21').waitFor()
    await button('5').click()
    await expectSoon(async () => (await strikes()).length, 10)
    await button('15').click()
    await button('All').click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21&strikes=all')
    await expectSoon(() => isInMiddle(page), true)

    await button('Puts').click()
    await table('Puts of BRMZ, Aug 21').waitFor()
    await button('Calls').click()
    await table('Calls of BRMZ, Aug 21').waitFor()
    await button('8').click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21')
    await page.goBack()
    await expectSoon(() => isInMiddle(page), true)
  })

  test('a row is chosen, others are put beside it', async () => {
    const page = await openChain(site)
    const { row, button } = parts(page)
    expect(await row('445').getAttribute('aria-selected')).toBe('true')
    await row('460').getByRole('gridcell').nth(3).click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460')
    await expectSoon(() => row('460').getAttribute('aria-selected'), 'true')
    for (const strike of ['445', '475', '430']) await button(`Compare ${strike}`).click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460&compare=430,445,475')
    // A fifth finds no place.
    await button('Compare 415').click({ force: true })
    await button('Compare 445').click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=460&compare=430,475')
  })

  test('headers and notes explain themselves, and the data say their age', async () => {
    const page = await openChain(site, '&strikes=all')
    const { card, hint, row } = parts(page)
    await card.getByRole('columnheader', { name: /^Yield/ }).hover()
    await hint.filter({ hasText: 'Uses the bid.' }).waitFor()
    await row('580').getByRole('gridcell').nth(12).locator('[data-hint]').hover()
    await hint.filter({ hasText: 'Low open interest: 12' }).waitFor()
    await card.getByText('+1 expected move').hover()
    await hint.filter({ hasText: 'two times in three' }).waitFor()
    await card.getByRole('option', { name: /^Jun 17, 2027/ }).hover()
    await hint.filter({ hasText: 'the third Friday is a holiday' }).waitFor()
    await card.getByRole('button', { name: / ET$/ }).click()
    await page.getByText('Last updated').waitFor()
  })

  test('the chain is saved as a file, and stands on paper', async () => {
    const page = await openChain(site)
    const { card, button } = parts(page)
    const save = async (item: string) => {
      await button('Export').click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      expect(download.suggestedFilename()).toBe('callwright-BRMZ-2026-08-14-calls.csv')
      return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    }
    const lines = await save('CSV, strikes in view')
    expect(lines).toContain('Symbol,BRMZ')
    const head = lines.findIndex((line) => line.startsWith('Contract,Strike ($),'))
    expect(lines.slice(head + 1)).toHaveLength(16)
    expect((await save('CSV, all strikes')).slice(head + 1)).toHaveLength(21)

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await button('Export').click()
    await page.getByRole('menuitem', { name: 'Print this page' }).click()
    await page.locator('body[data-printed]').waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await card.getByText('at the bid', { exact: true }).waitFor()
    await expectSoon(() => button('Calls').isVisible(), false)
  })
})

describe('with the keyboard', () => {
  test('the strip, the switches and the export are reached and used', async () => {
    const page = await openChain(site)
    const { button, expiration, table, strikes } = parts(page)
    await tabAndPress(page, button('Puts'), 'Enter')
    await table('Puts of BRMZ, Aug 14').waitFor()
    await tabAndPress(page, button('5'), 'Space')
    await expectSoon(async () => (await strikes()).length, 10)
    await tabTo(page, button('Calls'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await table('Calls of BRMZ, Aug 14').waitFor()
    await tabAndPress(page, button('Export'), 'Enter')
    await expectFocus(page.getByRole('menuitem', { name: 'CSV, strikes in view' }))
    await page.keyboard.press('Escape')
    await expectFocus(button('Export'))

    await tabTo(page, expiration('Aug 14'))
    await page.keyboard.press('End')
    await expectFocus(expiration('Jan 21, 2028'))
    await page.keyboard.press('Home')
    await expectFocus(expiration('Jul 17'))
    await stepTo(page, expiration('Sep 18'), 'ArrowRight')
    await page.keyboard.press('Enter')
    await table('Calls of BRMZ, Sep 18').waitFor()
    await expectFocus(expiration('Sep 18'))
    expect(await page.evaluate(findCover)).toBeNull()
    await page.keyboard.press('Tab')
    await expectSoon(
      () => table('Calls of BRMZ, Sep 18').evaluate((grid) => grid.contains(document.activeElement)),
      true,
    )
  })

  test('the ladder is one stop at the chosen row: arrows, edges, pages, Enter and compare', async () => {
    const page = await openChain(site)
    const { card, strikeOf, row, button, hint } = parts(page)
    await tabTo(page, strikeOf('445'))
    await page.keyboard.press('ArrowDown')
    await expectSoon(
      () => card.getByText('+1 expected move').evaluate((words) => words.closest('td') === document.activeElement),
      true,
    )
    await page.keyboard.press('ArrowDown')
    await expectFocus(strikeOf('460'))
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
    await page.keyboard.press('Home')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ControlOrMeta+Home')
    await expectFocus(card.getByRole('columnheader', { name: 'Strike' }))
    await hint.filter({ hasText: 'change hands' }).waitFor()
    await page.keyboard.press('ControlOrMeta+End')
    await expectFocus(card.getByRole('button', { name: /^Compare / }).last())
    await page.keyboard.press('Tab')
    await expectSoon(() => card.getByRole('grid').evaluate((grid) => grid.contains(document.activeElement)), false)
  })

  test('the focus is never under what is sticky', async () => {
    const page = await openChain(site, '&strikes=all', { viewport: { width: 1100, height: 640 } })
    const hidden: string[] = []
    const press = async (key: string, times: number) => {
      for (let count = 0; count < times; count += 1) {
        await page.keyboard.press(key)
        const covered = await page.evaluate(findCover)
        if (covered !== null) hidden.push(`${key} ${count + 1}: ${covered}`)
      }
    }
    await parts(page).strikeOf('445').focus()
    await press('ArrowRight', 14)
    await press('ArrowDown', 12)
    await press('ArrowLeft', 14)
    await press('ArrowUp', 24)
    await press('PageDown', 2)
    await press('PageUp', 2)
    expect(hidden).toEqual([])
  })
})

test('on a phone rows are as high as a finger, and the strike stays while the rest scrolls', async () => {
  const page = await openChain(site, '', { viewport: phone })
  const { scroller, strikeOf, row } = parts(page)
  expect((await row('445').boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const before = await strikeOf('445').boundingBox()
  await scroller.evaluate((box) => {
    box.scrollLeft = 300
  })
  expect((await strikeOf('445').boundingBox())?.x).toBe(before?.x)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

testMissingAndAccess(site)
