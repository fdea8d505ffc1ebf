import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { refuseUntilPressed } from '../refusal.ts'
import { expectSoon, type Site } from '../screener/site.ts'
import { readPid } from '../support.ts'
import { expectStrikes, parts } from './parts.ts'
import { buildTerms, expectStored, goToPortfolio, openPortfolio } from './positions.ts'

const handOver = (strike: number) => `?add=BRMZ&exp=2026-08-14&strike=${strike}&price=398.75&premium=6&contracts=1`

/** Has the form open and filled in. */
async function openFilled(page: Page, site: Site, strike: number): Promise<void> {
  await goToPortfolio(page, site, handOver(strike))
  await parts(page)
    .addForm.form.getByText(/^Breakeven/)
    .waitFor()
}

export function testOutages(site: Site): void {
  describe('when something is away', () => {
    test('what is added, changed and deleted offline is there once when the line is back', async () => {
      const page = await openPortfolio(site, [buildTerms(), buildTerms({ strike_price: 430 })])
      const { row, chart, button, editForm, addForm, remove, removal, unsynced } = parts(page)
      await goToPortfolio(page, site)
      // No dialog has been open before.
      await page.waitForFunction(hasLoaded, '/portfolio-dialogs-')
      await page.context().setOffline(true)
      await button('Add Position').click()
      await addForm.ticker.fill('BRMZ')
      await button('Enter by hand', addForm.form).click()
      await addForm.expiry.fill('2026-08-14')
      await addForm.strike.fill('460')
      await addForm.price.fill('398,75')
      await addForm.premium.fill('6')
      await addForm.submit.click()
      await unsynced.filter({ hasText: '1 change is' }).waitFor()
      await row(460).getByText('Not synced').waitFor()
      await row(445).getByText('445.00').click()
      await button('Edit', chart).click()
      await editForm.contracts.fill('7')
      await editForm.submit.click()
      await unsynced.filter({ hasText: '2 changes are' }).waitFor()
      await remove(430).click()
      await button('Delete', removal).click()
      await unsynced.filter({ hasText: '3 changes are' }).waitFor()
      await expectStrikes(page, [445, 460])

      // A page that was not open before says so within the application, and opens by itself later.
      await page.getByRole('link', { name: 'AI Coach' }).click()
      await page.getByText('This page could not be loaded').waitFor()
      await page.getByText(/^You are offline, and a page needs the network/).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      await page.getByRole('link', { name: 'Portfolio Tracking' }).click()
      await unsynced.waitFor({ state: 'hidden' })
      await expectStrikes(page, [445, 460])
      await expectStored(page, [445, 460])
      await page.reload()
      await expectStrikes(page, [445, 460])
      await row(445).getByText('445.00').click()
      await chart.locator('dt', { hasText: 'Contracts' }).locator('+ dd').filter({ hasText: '7' }).waitFor()
    })

    test('changes outlive a page that is closed offline', async () => {
      const page = await openPortfolio(site, [buildTerms()])
      const { addForm, remove, removal, button, unsynced } = parts(page)
      await openFilled(page, site, 460)
      // The page itself comes from the server: only the positions are cut off.
      const press = await refuseUntilPressed(page, '**/api/portfolio/**', (route) => route.abort())
      await addForm.submit.click()
      await unsynced.waitFor()
      await remove(445).click()
      await button('Delete', removal).click()
      await unsynced.filter({ hasText: '2 changes are' }).waitFor()
      await page.reload()
      await page
        .getByText(/^The rest of your portfolio cannot be loaded: .* the positions saved on this device\./)
        .waitFor()
      await expectStrikes(page, [460])
      await press(button('Sync now'))
      await unsynced.waitFor({ state: 'hidden' })
      await expectStrikes(page, [460])
      await expectStored(page, [460])
    })

    test('a frozen, then killed portfolio service costs nothing: it is said, and the rest comes back by itself', async () => {
      const page = await openPortfolio(site, [buildTerms()])
      const { addForm, button, empty, unsynced } = parts(page)
      await expectStrikes(page, [445])
      const pid = readPid(site.stack(), 'portfolio')
      process.kill(pid, 'SIGSTOP')
      try {
        await button('Refresh').click()
        await page.getByText(/^The positions could not be loaded anew: .* The last ones stay in view\./).waitFor()
        await expectStrikes(page, [445])
        await goToPortfolio(page, site)
        await page.getByText('Your positions could not be loaded').waitFor()
        expect(await empty.count()).toBe(0)
        await openFilled(page, site, 460)
        await addForm.submit.click()
        await page.getByText(/^The rest of your portfolio cannot be loaded/).waitFor()
        expect(await empty.count()).toBe(0)
      } finally {
        process.kill(pid, 'SIGKILL')
      }
      await unsynced.waitFor({ state: 'hidden' })
      await expectStrikes(page, [445, 460])
      await page.getByText(/cannot be loaded/).waitFor({ state: 'hidden' })
      await expectStored(page, [445, 460])
    })

    test('where the browser is full, a position is saved with the server or not at all', async () => {
      const page = await openPortfolio(site)
      const { addForm, unsynced, empty } = parts(page)
      await openFilled(page, site, 460)
      await page.evaluate(fillStorage)
      await page.route('**/api/portfolio/positions', (route) => route.abort())
      await addForm.submit.click()
      await addForm.form
        .getByText(
          'Failed to add position: The server cannot be reached, and this browser could not keep it either. Please try again.',
        )
        .waitFor()
      await expectStored(page, [])
      await page.unroute('**/api/portfolio/positions')
      await addForm.submit.click()
      await addForm.form.waitFor({ state: 'hidden' })
      await expectStrikes(page, [460])
      await expectStored(page, [460])
      expect([await unsynced.count(), await empty.count()]).toEqual([0, 0])
    })

    test.each(['{"broken', '[]x', 'null', '{"kind":"add","position":{}}'])(
      'what is broken in the browser, %s, does not keep the page from opening',
      async (text) => {
        const page = await openPortfolio(site, [buildTerms()])
        await page.evaluate(breakStored, text)
        await page.reload()
        await expectStrikes(page, [445])
        await page.getByText(/^Positions were found in this browser that cannot be read\./).waitFor()
        await expectSoon(() => page.evaluate(() => localStorage.getItem('coveredCallPositions')), text)
        await expectStored(page, [445])
      },
    )
  })
}

/** Whether the code of that name is there. */
const hasLoaded = (name: string) =>
  performance.getEntriesByType('resource').some((entry) => entry.name.includes(name) && entry.name.endsWith('.js'))

/** Leaves no room for another entry. */
function fillStorage(): void {
  for (let length = 4_000_000; length > 0; length = Math.floor(length / 2)) {
    for (let count = 0; ; count += 1) {
      try {
        localStorage.setItem(`filler-${length}-${count}`, 'x'.repeat(length))
      } catch {
        break
      }
    }
  }
}

/** Breaks the positions of nobody, and one of the reader's own. */
function breakStored(text: string): void {
  const user: { id: string } = JSON.parse(localStorage.getItem('user') ?? '{}')
  localStorage.setItem('coveredCallPositions', text)
  localStorage.setItem(`coveredCallPositions.${user.id}.broken`, text)
}
