import { afterEach, describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { readPid } from '../support.ts'
import { parts } from './parts.ts'
import { expectRows, expectSoon, type Site } from './site.ts'

const STATUS = '/api/stocks/screener/enrichment-status'
const EVENTS = '/api/stocks/screener/enrichment-events'
const START = '/api/stocks/screener/start-background-enrichment'

interface Status {
  readonly state: string
  readonly done: number
}

/** The paths a page asks for from here on. */
function recordRequests(page: Page): readonly string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

const countOf = (paths: readonly string[], path: string) => paths.filter((each) => each === path).length

export function testRuns(site: Site): void {
  describe('a run', () => {
    /** Runs stand still while their worker does. */
    const holdWorker = () => process.kill(readPid(site.stack(), 'worker'), 'SIGSTOP')
    const letWorkerGo = () => process.kill(readPid(site.stack(), 'worker'), 'SIGCONT')
    afterEach(() => void letWorkerGo())

    /** Asks beside the page, so that what the page asks itself can be counted. */
    async function askStatus(page: Page): Promise<Status> {
      const token = await page.evaluate(() => localStorage.getItem('token'))
      const response = await fetch(`${site.url()}${STATUS}`, { headers: { authorization: `Bearer ${token}` } })
      return response.json() as Promise<Status>
    }

    test('starts once however often Start is clicked, tells what it does, and stops', async () => {
      const page = await site.openScreener()
      const { button, run, dialog, header } = parts(page)
      const paths = recordRequests(page)
      holdWorker()
      await button('Start enrichment').dblclick()
      await run.getByText(/^Enriching 0 of 55|^0 of 55\./).waitFor()
      expect(countOf(paths, START)).toBe(1)
      expect((await askStatus(page)).state).toBe('running')

      await button('RSI', header('RSI')).click()
      await expectRows(page, 'sort_by=rsi')
      await run.getByRole('button').first().click()
      const panel = dialog('Enrichment is running')
      await panel.getByText('A user').waitFor()
      await button('Stop this run', panel).click()
      letWorkerGo()
      await dialog('Last enrichment').waitFor()
      await expectSoon(async () => (await askStatus(page)).state, 'idle')
      await button('Start a run', dialog('Last enrichment')).click()
      await dialog('Last enrichment').getByText('55 of 55').waitFor()
      await dialog('Last enrichment').getByText('2 incomplete').waitFor()
      await button('BKWQ', dialog('Last enrichment')).click()
      await expectRows(page, 'q=BKWQ')
    })

    test('moves by events alone, also after a reload', async () => {
      const page = await site.openScreener()
      const { button, run } = parts(page)
      await run.getByText(/^Enriched 55 stocks/).waitFor()
      let paths = recordRequests(page)
      holdWorker()
      await button('Start enrichment').click()
      await run.getByText(/0 of 55/).waitFor()
      letWorkerGo()
      await expectSoon(async () => (await askStatus(page)).done > 0, true)
      holdWorker()
      // What the worker had sent before it was held is still written.
      const tellsStatus = async () => {
        const { state, done } = await askStatus(page)
        return state !== 'running' || run.getByText(`${done} of 55`).isVisible()
      }
      await expectSoon(tellsStatus, true)
      expect(countOf(paths, STATUS)).toBe(0)

      await page.reload()
      paths = recordRequests(page)
      await expectSoon(tellsStatus, true)
      letWorkerGo()
      await run.getByText(/^Enriched 55 stocks/).waitFor()
      // Once as the page begins.
      expect(countOf(paths, STATUS)).toBeLessThanOrEqual(1)
    })

    test('Refresh has every figure worked out anew', async () => {
      const page = await site.openScreener()
      const { button, notice } = parts(page)
      await button('Refresh').click()
      await notice('Enrichment finished: 55 stocks').waitFor()
      await expectRows(page, '')
    })

    test('a broken stream comes back by itself', async () => {
      const page = await site.openScreener()
      const { button, run } = parts(page)
      await run.getByText(/^Enriched 55 stocks/).waitFor()
      // How long the service is away is the machine's to say; that the stream is opened anew is the page's.
      const opened = page.waitForResponse((response) => response.url().endsWith(EVENTS) && response.status() === 200)
      process.kill(readPid(site.stack(), 'screener'), 'SIGKILL')
      await opened
      await run.getByText(/^Enriched 55 stocks/).waitFor()
      await button('Start enrichment').click()
      await page.getByText('Enrichment finished: 55 stocks').waitFor()
      await expectRows(page, '')
    })
  })
}
