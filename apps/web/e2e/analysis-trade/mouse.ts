import { describe, expect, test } from '@jest/globals'
import { expectAddress, expectSoon, type Site } from '../screener/site.ts'
import { expectTitle, openPreview, parts, readCursor } from './parts.ts'

export function testTradeByMouse(site: Site): void {
  describe('the trade preview with the mouse', () => {
    test('strike, expiration and contracts step, and the figures follow', async () => {
      const page = await openPreview(site)
      const { button, figure } = parts(page)
      await expectTitle(page, 'Sell 1 BRMZ Aug 14, 445 call')
      const credit = Number((await figure('Credit, at bid').textContent())?.replace(/\D/g, ''))
      await button('More contracts, 2').click()
      await expectSoon(
        async () => Number((await figure('Credit, at bid').textContent())?.replace(/\D/g, '')),
        2 * credit,
      )
      await button('Fewer contracts, 1').click()
      await button('Next strike, 460.00').click()
      await expectTitle(page, 'Sell 1 BRMZ Aug 14, 460 call')
      await button('Previous strike, 445.00').click()
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=445')
      await button(/^Next expiration, Aug 21/).click()
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21')
      await page.goBack()
      await expectTitle(page, 'Sell 1 BRMZ Aug 14, 445 call')
    })

    test('the diagram is read where the pointer is, and as a table', async () => {
      const page = await openPreview(site)
      const { panel, cursor } = parts(page)
      const box = await cursor.boundingBox()
      if (box === null) throw new Error('The diagram has no room')
      const start = await readCursor(page)
      await page.mouse.move(box.x + box.width * 0.1, box.y + 20)
      await expectSoon(async () => (await readCursor(page)) < start, true)
      await page.mouse.move(box.x + box.width * 0.9, box.y + 20)
      await expectSoon(async () => (await readCursor(page)) > start, true)
      await panel.getByText(/^At [\d.]+: \+\$[\d,]+ at expiration, [+−]\$[\d,]+ today$/).waitFor()
      await panel.getByText('View as table').click()
      await panel.getByRole('row', { name: /^445\.00 strike/ }).waitFor()
    })

    test('what is supposed survives a reload and is taken back', async () => {
      const page = await openPreview(site)
      const { panel, button, field, figure } = parts(page)
      const readResult = () => figure('Profit or loss').textContent()
      const suppose = async () => {
        await field('Price $').fill('430')
        await field('Days forward d').fill('20')
        await field('Volatility %').fill('45')
        await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=445&price=430&days=20&iv=45')
      }
      const asItIs = await readResult()
      await suppose()
      await page.reload()
      await parts(page).drawing.waitFor()
      expect(await field('Price $').inputValue()).toBe('430')
      const supposed = await readResult()
      expect(supposed).not.toBe(asItIs)
      await panel.getByText('In 20 days', { exact: true }).waitFor()
      await button('Reset').click()
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=445')
      await expectSoon(readResult, asItIs)
      // The figures follow the address: only these are known to be those of all three.
      await suppose()
      await expectSoon(readResult, supposed)
    })

    test('a slider is dragged', async () => {
      const page = await openPreview(site)
      const { slider, field } = parts(page)
      await slider('Days forward').hover()
      const box = await slider('Days forward').boundingBox()
      if (box === null) throw new Error('The slider has no room')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 })
      await page.mouse.up()
      const days = await field('Days forward d').inputValue()
      expect(Number(days)).toBeGreaterThan(0)
      await expectAddress(page, `/analysis?symbol=BRMZ&exp=2026-08-14&strike=445&days=${days}`)
    })

    test('up to four strikes stand beside each other, also after a reload', async () => {
      const page = await openPreview(site)
      const { compare, table, button } = parts(page)
      for (const strike of ['430', '460', '475']) {
        await compare.selectOption(strike)
        await button('Compare').click()
      }
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=445&compare=430,460,475')
      await expectSoon(() => button('Compare').getAttribute('aria-disabled'), 'true')
      await table.getByRole('row', { name: /^Credit .*best/ }).waitFor()
      await page.reload()
      await button('Remove 460').click()
      await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=445&compare=430,475')
      await expectSoon(() => table.getByRole('columnheader').count(), 3)
    })

    test('what the rules would say opens; the trade leads to the portfolio and to the coach', async () => {
      const page = await openPreview(site)
      const { panel } = parts(page)
      await panel.getByText('Once added, the recommendation would be').click()
      await panel.getByText('A rule applied to your data, not advice.').waitFor()
      await panel.getByText('Simulated market: not real prices').waitFor()
      expect(await panel.getByRole('link').allInnerTexts()).toEqual(['Add as position', 'Ask coach'])
    })
  })
}
