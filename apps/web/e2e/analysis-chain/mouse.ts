import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectAddress, expectSoon, type Site } from '../screener/site.ts'
import { openChain, parts } from './parts.ts'

const isInMiddle = async (page: Page) => {
  const { scroller, price } = parts(page)
  const [box, line] = [await scroller.boundingBox(), await price.boundingBox()]
  if (box === null || line === null) return false
  return Math.abs(box.y + box.height / 2 - (line.y + line.height / 2)) < 20
}

export function testChainByMouse(site: Site): void {
  describe('the options chain with the mouse', () => {
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
      await expectSoon(async () => (await strikes()).length < 16, true)
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
      await hint.filter({ hasText: 'What the premium at the bid earns in a year' }).waitFor()
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
}
