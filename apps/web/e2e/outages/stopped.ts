import { afterEach, describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import { readPid } from '../harness/stack.ts'
import { coachParts, openCoach } from '../parts/coach.ts'
import { expectStrikes, portfolioParts } from '../parts/portfolio.ts'
import { buildTerms, expectStored, goToPortfolio, openPortfolio, openPrefilledForm } from '../parts/positions.ts'
import { expectRows, openScreener, ratingChip, screenerParts } from '../parts/screener.ts'

const STATUS = '/api/stocks/screener/enrichment-status'
const EVENTS = '/api/stocks/screener/enrichment-events'
const START = '/api/stocks/screener/start-background-enrichment'

/** Records the paths of all requests that the page sends from now on. */
function recordRequests(page: Page): readonly string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

const countOf = (paths: readonly string[], path: string) => paths.filter((each) => each === path).length

export function testStopped(site: Site): void {
  const signal = (part: string, name: NodeJS.Signals) => process.kill(readPid(site.stack(), part), name)

  /** Reads the status without going through the page, whose requests are being counted. */
  async function askStatus(page: Page): Promise<{ readonly state: string; readonly done: number }> {
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const response = await fetch(`${site.url()}${STATUS}`, { headers: { authorization: `Bearer ${token}` } })
    return response.json() as Promise<{ state: string; done: number }>
  }

  describe('a run while its worker is stopped', () => {
    afterEach(() => void signal('worker', 'SIGCONT'))

    test('starts once for any number of clicks on Start, shows its progress, and stops (F33)', async () => {
      const page = await openScreener(site)
      const { button, run, dialog, header } = screenerParts(page)
      const paths = recordRequests(page)
      signal('worker', 'SIGSTOP')
      await button('Refresh prices').dblclick()
      await run.getByText(/^Refreshing prices|^0 of 55\./).waitFor()
      expect(countOf(paths, START)).toBe(1)
      expect((await askStatus(page)).state).toBe('running')
      await button('RSI', header('RSI')).click()
      await expectRows(page, 'sort_by=rsi')
      await run.getByRole('button').first().click()
      const panel = dialog('Refreshing prices')
      await panel.getByText('A user').waitFor()
      await button('Stop this refresh', panel).click()
      signal('worker', 'SIGCONT')
      await dialog('Last price refresh').waitFor()
      await expectSoon(async () => (await askStatus(page)).state, 'idle')
      // The notice that the run has ended may cover the button.
      await button('Refresh prices', dialog('Last price refresh')).press('Enter')
      await dialog('Last price refresh').getByText('55 of 55').waitFor()
      await dialog('Last price refresh').getByText('2 incomplete').waitFor()
    })

    test('is followed through events alone, even after a reload', async () => {
      const page = await openScreener(site)
      const { button, run } = screenerParts(page)
      await run.getByText(/^55 stocks refreshed/).waitFor()
      let paths = recordRequests(page)
      signal('worker', 'SIGSTOP')
      await button('Refresh prices').click()
      await run.getByText(/0 of 55/).waitFor()
      signal('worker', 'SIGCONT')
      await expectSoon(async () => (await askStatus(page)).done > 0, true)
      signal('worker', 'SIGSTOP')
      // Status updates that the worker sent before it stopped may still be arriving.
      const tellsStatus = async () => {
        const { state, done } = await askStatus(page)
        return state !== 'running' || run.getByText(`${done} of 55`).isVisible()
      }
      await expectSoon(tellsStatus, true)
      expect(countOf(paths, STATUS)).toBe(0)
      await page.reload()
      paths = recordRequests(page)
      await expectSoon(tellsStatus, true)
      signal('worker', 'SIGCONT')
      await run.getByText(/^55 stocks refreshed/).waitFor()
      // The page may send one request when it starts.
      expect(countOf(paths, STATUS)).toBeLessThanOrEqual(1)
    })
  })

  describe('a frozen or killed service', () => {
    test('the screener: shows its error, keeps the user signed in, and recovers automatically (F14)', async () => {
      const page = await openScreener(site)
      const { button, header } = screenerParts(page)
      signal('screener', 'SIGSTOP')
      await button(/^Sector/, header('Sector')).click()
      await page.getByText(/^Failed to load stock data/).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
      expect(new URL(page.url()).pathname).toBe('/screening')
      signal('screener', 'SIGKILL')
      await page.waitForFunction(async () => {
        const response = await fetch('/api/stocks/screener/status', {
          headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
        })
        return response.status === 200
      })
      await page.getByRole('button', { name: ratingChip }).nth(3).waitFor()
    })

    test('the screener: reopens a broken event stream automatically', async () => {
      const page = await openScreener(site)
      const { button, run } = screenerParts(page)
      await run.getByText(/^55 stocks refreshed/).waitFor()
      // The outage may last longer on a slow machine; what matters is that the page reopens the stream.
      const opened = page.waitForResponse((response) => response.url().endsWith(EVENTS) && response.status() === 200)
      signal('screener', 'SIGKILL')
      await opened
      await run.getByText(/^55 stocks refreshed/).waitFor()
      await button('Refresh prices').click()
      await page.getByText('Prices refreshed: 55 stocks').waitFor()
      await expectRows(page, '')
    })

    test('the portfolio: loses nothing, reports the outage, and recovers automatically (F15)', async () => {
      const page = await openPortfolio(site, [buildTerms()])
      const { addForm, button, empty, unsynced } = portfolioParts(page)
      await expectStrikes(page, [445])
      const pid = readPid(site.stack(), 'portfolio')
      process.kill(pid, 'SIGSTOP')
      try {
        await button('Refresh').click()
        await page.getByText(/^Could not refresh the positions: .* Showing the last data loaded\./).waitFor()
        await expectStrikes(page, [445])
        await goToPortfolio(page, site)
        await page.getByText(/^Could not load your portfolio/).waitFor()
        await expectStrikes(page, [445])
        await openPrefilledForm(page, site, 460)
        await addForm.submit.click()
        await expectStrikes(page, [445, 460])
        expect(await empty.count()).toBe(0)
      } finally {
        process.kill(pid, 'SIGKILL')
      }
      await unsynced.waitFor({ state: 'hidden' })
      await expectStrikes(page, [445, 460])
      await page.getByText(/^Could not load your portfolio/).waitFor({ state: 'hidden' })
      await expectStored(page, [445, 460])
    })

    test('the coach: apologizes and accepts the next question (F16)', async () => {
      const page = await openCoach(site)
      const { log, field } = coachParts(page)
      signal('coach', 'SIGKILL')
      await field.fill('Explain delta')
      await page.keyboard.press('Enter')
      await log
        .getByText('I apologize, but I encountered an error processing your request. Please try again.')
        .waitFor()
      expect(await field.isEnabled()).toBe(true)
    })
  })
}
