import { expect, test } from '@jest/globals'
import { expectAddress, expectSoon, type Site, tabAndPress, tabTo } from '../screener/site.ts'
import { expectTitle, openPreview, parts, readCursor } from './parts.ts'

export function testTradeByKeyboard(site: Site): void {
  test('every control of the trade preview with the keyboard alone', async () => {
    const page = await openPreview(site)
    const { panel, button, cursor, compare, slider, field } = parts(page)
    await tabAndPress(page, button('Next strike, 460.00'), 'Enter')
    await expectTitle(page, 'Sell 1 BRMZ Aug 14, 460 call')
    await tabAndPress(page, button(/^Next expiration, Aug 21/), 'Space')
    await expectTitle(page, 'Sell 1 BRMZ Aug 21, 445 call')
    await tabTo(page, field('Contracts of 100 shares'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('3')
    await expectTitle(page, 'Sell 3 BRMZ Aug 21, 445 calls')
    await tabAndPress(page, compare, 'ArrowDown')
    await tabAndPress(page, button('Compare'), 'Enter')
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21&strike=445&contracts=3&compare=475')

    await tabTo(page, cursor)
    const start = await readCursor(page)
    await page.keyboard.press('ArrowRight')
    const moved = await readCursor(page)
    expect(moved).toBeGreaterThan(start)
    await page.keyboard.press('PageDown')
    expect(await readCursor(page)).toBeLessThan(start)
    await page.keyboard.press('End')
    expect(await readCursor(page)).toBe(Number(await cursor.getAttribute('aria-valuemax')))
    await page.keyboard.press('Escape')
    expect(await readCursor(page)).toBe(start)

    await tabAndPress(page, panel.getByText('View as table'), 'Enter')
    await panel.getByRole('table', { name: 'Profit and loss, $' }).waitFor()
    await tabAndPress(page, panel.locator('summary', { hasText: 'Once added' }), 'Enter')
    await panel.getByText('A rule applied to your data, not advice.').waitFor()
    await tabAndPress(page, button('Remove 475'), 'Enter')
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21&strike=445&contracts=3')
    await tabAndPress(page, slider('Price'), 'ArrowRight')
    await tabAndPress(page, slider('Days forward'), 'ArrowRight')
    await tabAndPress(page, slider('Volatility'), 'ArrowRight')
    await expectSoon(() => field('Days forward d').inputValue(), '1')
    await expectSoon(async () => /price=.*&days=1&iv=/.test(page.url()), true)
    await tabTo(page, button('Reset'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21&strike=445&contracts=3')
  })
}
