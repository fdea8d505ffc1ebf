import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { createAccount, signIn, signOut } from '../harness/accounts.ts'
import { expectSoon, saveCsv } from '../harness/look.ts'
import { refuseUntilPressed } from '../harness/refusal.ts'
import type { Site } from '../harness/site.ts'
import { HISTORY, UNKNOWN } from '../parts/import-files.ts'
import { expectStrikes, portfolioParts, readFacts } from '../parts/portfolio.ts'
import {
  addPrefilled,
  buildTerms,
  expectStored,
  goToPortfolio,
  listStored,
  openPortfolio,
  openWithPositions,
  POSITION_CALLS,
  setPositions,
  toStored,
} from '../parts/positions.ts'

const HEADER = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts,broker'
const WRITTEN = [
  HEADER,
  'BRMZ,2026-06-12,2026-08-14,430,9.20,380.50,2,Somebody',
  'BRMZ,2026-06-12,2026-06-01,430,9.20,380.50,1,Somebody',
  'BRMZ,2026-06-12,2026-08-14,much,9.20,380.50,1,Somebody',
  '"BRMZ",2026-06-12,2026-08-14,460,$4.10,"1,380.50",,Somebody',
].join('\n')

/** Stores rows in the browser the way a page does without a session. */
const storeRows = (page: Page, rows: readonly unknown[]) =>
  page.evaluate((text) => localStorage.setItem('coveredCallPositions', text), JSON.stringify(rows))
const readLeft = (page: Page) => page.evaluate(() => localStorage.getItem('coveredCallPositions'))

/** Whether a script with this name has loaded. */
const hasLoaded = (name: string) =>
  performance.getEntriesByType('resource').some((entry) => entry.name.includes(name) && entry.name.endsWith('.js'))

export function testKeepingInStep(site: Site): void {
  describe('positions, browsers and the server', () => {
    test('additions, changes and deletions made offline reach the server once after reconnecting (F40)', async () => {
      const page = await site.openElsewhere()
      await setPositions(page, site, [buildTerms(), buildTerms({ strike_price: 430 })])
      await goToPortfolio(page, site)
      const { row, chart, button, editForm, addForm, remove, removal, unsynced } = portfolioParts(page)
      // No dialog has been opened yet, so the code must have come from the preload.
      await page.waitForFunction(hasLoaded, '/portfolio-dialogs-')
      await page.context().setOffline(true)
      const offline = page.getByText(/^You are offline\./)
      await offline.waitFor()
      await button('Add Position').click()
      await addForm.symbol.fill('BRMZ')
      await button('Enter by hand', addForm.form).click()
      await addForm.expiration.fill('2026-08-14')
      await addForm.strike.fill('460')
      await addForm.price.fill('398,75')
      await addForm.premium.fill('6')
      await addForm.submit.click()
      await unsynced.filter({ hasText: '1 change' }).waitFor()
      await row(445).getByText('445.00').click()
      await button('Edit', chart).click()
      await editForm.contracts.fill('7')
      await editForm.submit.click()
      await unsynced.filter({ hasText: '2 changes' }).waitFor()
      await remove(430).click()
      await button('Delete', removal).click()
      await unsynced.filter({ hasText: '3 changes' }).waitFor()
      await expectStrikes(page, [445, 460])

      // A page that has not loaded yet reports the failure inside the application, and opens automatically later.
      await page.getByRole('link', { name: 'AI Coach' }).click()
      await page.getByText('Could not load this page').waitFor()
      await page.context().setOffline(false)
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
      await offline.waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: 'Portfolio Tracking' }).click()
      await unsynced.waitFor({ state: 'hidden' })
      await expectStored(page, [445, 460])
      await page.reload()
      await expectStrikes(page, [445, 460])
      await row(445).getByText('445.00').click()
      await expectSoon(async () => (await readFacts(chart)).Contracts, '7')
    })

    test('changes survive a page that is closed before they are sent', async () => {
      const page = await openWithPositions(site, [buildTerms()])
      // The page itself still loads from the server: only the positions API is blocked.
      await goToPortfolio(page, site)
      const { remove, removal, button, unsynced } = portfolioParts(page)
      await remove(445).waitFor()
      const press = await refuseUntilPressed(page, POSITION_CALLS, (route) => route.abort())
      await remove(445).click()
      await button('Delete', removal).click()
      await unsynced.waitFor()
      await addPrefilled(page, site, 460)
      await unsynced.filter({ hasText: '2 changes' }).waitFor()
      await page.reload()
      await expectStrikes(page, [460])
      await unsynced.waitFor()
      await press(button('Sync now'))
      await unsynced.waitFor({ state: 'hidden' })
      await expectStrikes(page, [460])
      await expectStored(page, [460])
    })

    test("two tabs show the same positions, and no user sees or sends another user's pending changes", async () => {
      const [first, second] = [await createAccount(site.url()), await createAccount(site.url())]
      const page = await site.openSignedOut()
      const enter = async (account: typeof first) => {
        await page.goto(`${site.url()}/login?next=%2Fportfolio`)
        await signIn(page, account)
        await page.waitForURL('**/portfolio')
      }
      await enter(first)
      const { empty, remove, removal, button, unsynced } = portfolioParts(page)
      await empty.waitFor()
      const tab = await page.context().newPage()
      await addPrefilled(tab, site, 460)
      await remove(460).click()
      await button('Delete', removal).click()
      await portfolioParts(tab).empty.waitFor()
      await expectStored(page, [])
      await tab.close()

      await page.route(POSITION_CALLS, (route) => route.abort())
      await addPrefilled(page, site, 460)
      await unsynced.waitFor()
      await signOut(page)
      await page.unroute(POSITION_CALLS)
      await enter(second)
      await empty.waitFor()
      expect(await unsynced.count()).toBe(0)
      await expectStored(page, [])
      await signOut(page)
      await enter(first)
      await expectStrikes(page, [460])
      await expectStored(page, [460])
      await unsynced.waitFor({ state: 'hidden' })
    })

    test('positions saved before sign-in move to the account once, even if the page reloads meanwhile; others stay', async () => {
      const page = await openPortfolio(site)
      const { empty, notice, button, unsynced, rows } = portfolioParts(page)
      await empty.waitFor()
      const unreadable = { ...toStored(buildTerms()), strikePrice: 'much' }
      const found = [
        buildTerms(),
        buildTerms({ strike_price: 460 }),
        // The server keeps four decimals.
        buildTerms({ strike_price: 430.123456 }),
      ]
      await storeRows(page, [...found.map(toStored), unreadable])
      const arrived = Promise.withResolvers<void>()
      const keepAnswer = async (route: { fetch: () => Promise<unknown> }) => {
        // The server stores them, but the page never gets the response.
        await route.fetch()
        arrived.resolve()
      }
      await page.route('**/positions/migrate', keepAnswer, { times: 1 })
      await page.reload()
      await arrived.promise
      await page.reload()
      await notice(/^The server rejected BRMZ 430\.123456 call/).waitFor()
      await notice(/^Some positions saved in this browser could not be read\./).waitFor()
      await expectStored(page, [445, 460])
      expect(await readLeft(page)).toBe(JSON.stringify([unreadable]))
      await button('Discard').click()
      await expectStrikes(page, [445, 460])
      await page.reload()
      await expectSoon(() => rows.count(), 2)
      await unsynced.waitFor({ state: 'hidden' })
      await expectStored(page, [445, 460])
    })

    test("a broker's history is imported from a dropped file, unknown columns are named by keyboard, and an import is taken back", async () => {
      // The shares that it imports outlast the positions that other journeys remove.
      const page = await site.openElsewhere({}, await createAccount(site.url()))
      await setPositions(page, site, [buildTerms()])
      await goToPortfolio(page, site)
      const { button, importing } = portfolioParts(page)
      await button('Import').click()
      const dataTransfer = await page.evaluateHandle((text) => {
        const dropped = new DataTransfer()
        dropped.items.add(new File([text], 'history.csv', { type: 'text/csv' }))
        return dropped
      }, HISTORY)
      const target = importing.getByText(/^Choose a file or drop it here/)
      for (const event of ['dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer })
      await expectSoon(() => importing.getByLabel('Or rows as text').inputValue(), HISTORY)
      await button('Check rows', importing).click()
      await importing.getByText(/^Robinhood: 2 events to record from 3 lines/).waitFor()
      await button('Import 2 events', importing).click()
      await button('Done', importing).click()
      await expectStored(page, [445, 460])
      await button('Undo').click()
      await expectStored(page, [445])

      await button('Import').click()
      await importing.getByLabel('Or rows as text').fill(UNKNOWN)
      await button('Check rows', importing).focus()
      await page.keyboard.press('Enter')
      await importing.getByLabel('Name').fill('My bank')
      await button('Read with these columns', importing).focus()
      await page.keyboard.press('Enter')
      await button('Change the columns', importing).focus()
      await page.keyboard.press('Enter')
      await button('Read with these columns', importing).focus()
      await page.keyboard.press('Enter')
      await button('Import 2 events', importing).focus()
      await page.keyboard.press('Enter')
      await button('Done', importing).click()
      await expectStored(page, [445, 460])
    })

    test('positions are exported and imported unchanged, and rows from another file are checked first', async () => {
      const page = await openPortfolio(site, [buildTerms({ notes: '=1+1' }), buildTerms({ expiry_date: '2026-08-21' })])
      const { button, importing, dialog } = portfolioParts(page)
      await button('Export').click()
      const file = await saveCsv(page, () => page.getByRole('menuitem', { name: 'CSV, all positions' }).click())
      expect(file.name).toBe('callwright-positions-2026-07-10.csv')
      expect(file.lines).toHaveLength(3)
      const [names = [], cells = []] = file.lines.map((line) => line.split(','))
      expect(Object.fromEntries(names.map((column, at) => [column, cells[at]]))).toMatchObject({
        ticker: 'BRMZ',
        strike_price: '445',
        notes: `"'=1+1"`,
        current_price: '398.75',
        current_premium: '6.1',
        cc_pnl_usd: '4270',
        recommendation: 'Hold',
        kept_on: 'server',
        as_of: expect.stringMatching(/^2026-07-10T/),
      })
      await button('Import').click()
      await importing.getByLabel('CSV file').setInputFiles(file.path)
      await button('Check rows', importing).click()
      await button('Nothing to import', importing).waitFor()
      expect((await listStored(page)).map(({ notes }) => notes).toSorted()).toEqual(['=1+1', null])
      await page.keyboard.press('Escape')
      await button('Discard', dialog('Discard your changes?')).click()
      await importing.waitFor({ state: 'hidden' })

      await button('Import').click()
      await importing.getByLabel('Or rows as text').fill(WRITTEN)
      await button('Check rows', importing).click()
      const refused = importing.getByRole('region', { name: 'Rejected rows' }).getByRole('row')
      await refused.filter({ hasText: /^3/ }).waitFor()
      await refused.filter({ hasText: /^4/ }).waitFor()
      const taken = importing.getByRole('region', { name: 'Positions' }).getByRole('row')
      expect(await taken.filter({ hasText: 'Will be added' }).count()).toBe(2)
      // Nothing has been imported yet.
      await expectStored(page, [445, 445])
      const { name, lines } = await saveCsv(page, () => button('Download rejected rows', importing).click())
      expect(name).toBe('callwright-refused-rows.csv')
      expect(lines[0]).toBe(`Line,Reason,${HEADER}`)
      expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['3', '4'])
      await button('Import 2 positions', importing).click()
      await button('Done', importing).click()
      await expectStrikes(page, [430, 445, 445, 460])
      await expectStored(page, [430, 445, 445, 460])
      expect(await listStored(page)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ strike_price: 460, entry_premium: 4.1, entry_price: 1380.5, contracts: 1 }),
        ]),
      )
    })
  })
}
