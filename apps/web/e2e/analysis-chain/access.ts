import { describe, expect, test } from '@jest/globals'
import { untilStill } from '../screener/access.ts'
import { desktop, expectSoon, phone, type Site } from '../screener/site.ts'
import { findAxeViolations } from '../support.ts'
import { CHAIN_CALLS, openChain, parts } from './parts.ts'

export function testMissingAndAccess(site: Site): void {
  describe('when something is missing', () => {
    test('a failed chain says why and is asked for again; the dates stay', async () => {
      const page = await site.openPage()
      await page.route(CHAIN_CALLS, (route) =>
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
      // Whoever else shows the chain has asked, too.
      await expectSoon(() => button('Retry').getAttribute('aria-disabled'), 'false')
      await page.unroute(CHAIN_CALLS)
      await button('Retry').click()
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

  describe('accessibility', () => {
    test.each([
      ['desktop, light', desktop, 'light'],
      ['desktop, dark', desktop, 'dark'],
      ['phone, light', phone, 'light'],
      ['phone, dark', phone, 'dark'],
    ] as const)('axe finds nothing in any state: %s', async (_name, viewport, colorScheme) => {
      const page = await openChain(site, '&compare=475', { viewport, colorScheme, bypassCSP: true })
      const { card, button, table } = parts(page)
      const found: Record<string, unknown> = {}
      const check = async (name: string, part = card) => {
        await untilStill(page)
        const violations = await findAxeViolations(page, part)
        if (violations.length > 0) found[name] = violations
      }
      await check('calls')
      await button('All').click()
      await check('all strikes')
      await button('Puts').click()
      await table('Puts of BRMZ, Aug 14').waitFor()
      await check('puts')
      await button('Export').click()
      await page.getByRole('menu').waitFor()
      await check('menu', page.getByRole('menu'))
      await page.keyboard.press('Escape')
      await page.route(CHAIN_CALLS, (route) => route.fulfill({ status: 503, body: '{}' }))
      await page.reload()
      await card.getByText('Failed to load options chain').waitFor()
      await check('failure')
      expect(found).toEqual({})
    })
  })
}
