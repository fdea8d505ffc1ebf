import { describe, expect, test } from '@jest/globals'
import { refuseUntilPressed } from '../refusal.ts'
import { overflow } from '../screener/access.ts'
import { desktop, phone, type Site } from '../screener/site.ts'
import { watchWithAxe } from '../themes.ts'
import { CHAIN_CALLS, openChain, parts } from './parts.ts'

export function testChainAccess(site: Site): void {
  describe('when something of the options chain is missing', () => {
    test('a failed chain says why and is asked for again; the dates stay', async () => {
      const page = await site.openPage()
      const press = await refuseUntilPressed(page, CHAIN_CALLS, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: '{"detail":"The options source rests"}',
        }),
      )
      await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
      const { card, expiration, button } = parts(page)
      await card.getByText('The options source rests').waitFor()
      await expiration('Aug 14').waitFor()
      await press(button('Retry'))
      await card.getByRole('grid').waitFor()
    })

    test('a failure without words has some', async () => {
      const page = await site.openPage()
      await page.route(CHAIN_CALLS, (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
      )
      await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
      await parts(page).card.getByText('Failed to load options chain').waitFor()
    })

    test('an expiration without contracts says so', async () => {
      const page = await site.openPage()
      await page.route(CHAIN_CALLS, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), options: [] } })
      })
      await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
      await parts(page).card.getByText('No options data available for this expiration date.').waitFor()
    })
  })

  describe('accessibility of the options chain', () => {
    test.each([
      ['desktop', desktop],
      ['phone', phone],
    ] as const)('axe finds nothing in any state, in both themes: %s', async (_name, viewport) => {
      const page = await openChain(site, '&compare=475', { viewport })
      const { card, button, table } = parts(page)
      const { found, check } = watchWithAxe(page)
      await check('calls', card)
      await button('All').click()
      await check('all strikes', card)
      await button('5').click()
      await button('Puts').click()
      await table('Puts of BRMZ, Aug 14').waitFor()
      await check('puts', card)
      await button('Export').click()
      await check('menu', page.getByRole('menu'))
      await page.keyboard.press('Escape')
      await page.route(CHAIN_CALLS, (route) => route.fulfill({ status: 500, body: '{}' }))
      await page.reload()
      await card.getByText('Failed to load options chain').waitFor()
      await check('failure', card)
      expect(found).toEqual({})
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
      expect(await overflow(page)).toBe(0)
    })
  })
}
