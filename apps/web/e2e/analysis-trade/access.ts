import { expect, test } from '@jest/globals'
import type { Locator } from 'playwright-core'
import { refuseUntilPressed } from '../refusal.ts'
import { desktop, phone, type Site } from '../screener/site.ts'
import { watchWithAxe } from '../themes.ts'
import { expectTitle, openPreview, parts } from './parts.ts'

/** Too small for a finger, by name. */
const findSmallTargets = (panel: Locator) =>
  panel.locator('button, input:not([type=hidden]), select, summary').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { width, height } = (control.closest('fieldset') ?? control).getBoundingClientRect()
        return control.checkVisibility() && Math.min(width, height) < 44
      })
      .map((control) => control.outerHTML.slice(0, 80)),
  )

export function testTradeAccess(site: Site): void {
  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ] as const)(
    'axe finds nothing in the trade preview with everything open, in both themes: %s',
    async (_name, viewport) => {
      const page = await openPreview(site, '&compare=430,460&price=420&days=9', { viewport })
      const { panel } = parts(page)
      for (const summary of await panel.locator('summary').all()) await summary.click()
      const { found, check } = watchWithAxe(page)
      await check('everything open', panel)
      expect(found).toEqual({})
      expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      if (viewport === phone) expect(await findSmallTargets(panel)).toEqual([])
    },
  )

  test('axe finds nothing where there is no call to preview, and the best call is one step away', async () => {
    const page = await site.openPage()
    await page.goto(`${site.url()}/analysis?symbol=BRMZ&strike=444`)
    await page.getByText('No 444 call that expires Aug 21 is listed.').waitFor()
    const { found, check } = watchWithAxe(page)
    await check('no call', parts(page).panel)
    expect(found).toEqual({})
    await parts(page).button('Show the best call').click()
    await expectTitle(page, 'Sell 1 BRMZ Aug 21, 445 call')
  })

  test('without its chain the preview says why and asks again, and the rest of the page is there', async () => {
    const page = await site.openPage()
    const detail = 'The source does not answer'
    const press = await refuseUntilPressed(page, '**/api/options/chain/*', (route) =>
      route.fulfill({ status: 404, contentType: 'application/problem+json', body: JSON.stringify({ detail }) }),
    )
    await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
    const { panel, button, title } = parts(page)
    await panel.getByText(`${detail}.`).waitFor()
    await page.getByRole('heading', { name: 'BRMZ' }).first().waitFor()
    await page.getByRole('region', { name: 'Best in range' }).getByRole('table').waitFor()
    await press(button('Retry'))
    await title.filter({ hasText: /^Sell 1 BRMZ Aug 14, / }).waitFor()
  })

  test('without its drawing the diagram is still there as figures', async () => {
    const page = await site.openPage()
    const press = await refuseUntilPressed(page, '**/assets/payoff-chart-*.js', (route) => route.abort())
    await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
    const { panel, drawing } = parts(page)
    await panel.getByText('The diagram could not be loaded.').waitFor()
    await panel.getByText(/^You keep \$/).waitFor()
    await press(panel.getByRole('button', { name: 'Try Again' }))
    await drawing.waitFor()
  })
}
