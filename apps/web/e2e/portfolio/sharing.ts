import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon, type Site } from '../screener/site.ts'
import { register } from '../support.ts'
import { expectStrikes, parts } from './parts.ts'
import { buildTerms, expectStored, goToPortfolio, openPortfolio, toStored } from './positions.ts'

const POSITIONS = '**/api/portfolio/**'
const HANDED_OVER = '?add=BRMZ&exp=2026-08-14&strike=460&price=398.75&premium=6&contracts=1'

async function add(page: Page, site: Site): Promise<void> {
  await goToPortfolio(page, site, HANDED_OVER)
  const { form, submit } = parts(page).addForm
  await form.getByText(/^Breakeven/).waitFor()
  await submit.click()
  await form.waitFor({ state: 'hidden' })
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login**')
}

async function signIn(page: Page, { username, password }: Awaited<ReturnType<typeof register>>): Promise<void> {
  await page.getByLabel('Username or Email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

const leave = (page: Page, rows: readonly unknown[]) =>
  page.evaluate((text) => localStorage.setItem('coveredCallPositions', text), JSON.stringify(rows))
const readLeft = (page: Page) => page.evaluate(() => localStorage.getItem('coveredCallPositions'))

export function testSharing(site: Site): void {
  describe('one browser, several tabs and readers', () => {
    test('what one tab adds and deletes, the other shows; signed out in one is signed out in both', async () => {
      const page = await site.openSignedOut()
      await register(page, site.url())
      await goToPortfolio(page, site)
      await parts(page).empty.waitFor()
      const other = await page.context().newPage()
      await add(other, site)
      await expectStrikes(page, [460])
      await parts(page).remove(460).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await parts(other).empty.waitFor()
      await expectStored(page, [])
      await signOut(other)
      await page.waitForURL('**/login**')
    })

    test('what one reader has yet to send, another never sees or sends; it waits for its own', async () => {
      const page = await site.openSignedOut()
      const first = await register(page, site.url())
      await page.route(POSITIONS, (route) => route.abort())
      await add(page, site)
      await parts(page).unsynced.waitFor()
      await signOut(page)
      await page.unroute(POSITIONS)

      await register(page, site.url())
      await goToPortfolio(page, site)
      await parts(page).empty.waitFor()
      expect(await parts(page).unsynced.count()).toBe(0)
      await expectStored(page, [])
      await signOut(page)

      await signIn(page, first)
      await goToPortfolio(page, site)
      await expectStrikes(page, [460])
      await expectStored(page, [460])
      await parts(page).unsynced.waitFor({ state: 'hidden' })
    })

    test('positions of nobody become those of who signs in; one that cannot be read stays where it is', async () => {
      const page = await site.openSignedOut()
      await page.goto(`${site.url()}/register`)
      const unreadable = { ...toStored(buildTerms()), strikePrice: 'much' }
      await leave(page, [
        toStored(buildTerms()),
        unreadable,
        toStored(buildTerms({ strike_price: 460 })),
        // The server keeps four decimals.
        toStored(buildTerms({ strike_price: 430.123456 })),
      ])
      await register(page, site.url())
      await goToPortfolio(page, site)
      const { notice, button, rows } = parts(page)
      await notice('2 positions found in this browser were added to your portfolio.').waitFor()
      await notice(/^BRMZ 430\.123456 call was not taken by the server: .*decimals/).waitFor()
      await notice(/^Positions were found in this browser that cannot be read\./).waitFor()
      await expectStored(page, [445, 460])
      expect(await readLeft(page)).toBe(JSON.stringify([unreadable]))
      await button('Discard').click()
      await expectStrikes(page, [445, 460])
      await page.reload()
      await expectSoon(() => rows.count(), 2)
      await expectStored(page, [445, 460])
    })

    test('a page reloaded while its positions move to the server has each of them once', async () => {
      const page = await openPortfolio(site)
      await parts(page).empty.waitFor()
      await leave(page, [toStored(buildTerms()), toStored(buildTerms({ strike_price: 460 }))])
      const arrived = Promise.withResolvers<void>()
      await page.route(
        '**/positions/migrate',
        async (route) => {
          // The server has them, and the page never hears of it.
          await route.fetch()
          arrived.resolve()
        },
        { times: 1 },
      )
      await page.reload()
      await arrived.promise
      await page.reload()
      await expectStrikes(page, [445, 460])
      await parts(page).unsynced.waitFor({ state: 'hidden' })
      await expectStored(page, [445, 460])
      expect(await readLeft(page)).toBeNull()
    })
  })
}
