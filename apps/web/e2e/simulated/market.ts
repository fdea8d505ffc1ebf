import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { register } from '../harness/accounts.ts'
import { WITHIN_MS } from '../harness/look.ts'
import { ratingChip } from '../parts/screener.ts'
import { takeLandingPictures } from './pictures.ts'

const readmePicture = join(import.meta.dirname, '../../../../docs/images/screener.png')
const LABEL = 'Simulated market: not real prices'

async function expectLabels(page: Page): Promise<void> {
  await page.getByRole('button', { name: ratingChip }).nth(3).waitFor()
  await page.getByRole('note').getByText(LABEL, { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Simulated . / }).waitFor()
  expect(await page.getByText(/\b(live|real.time|delayed|recorded)\b/i).count()).toBe(0)
}

/** Takes a screenshot of the screener, after dismissing the notice that the run has ended. */
async function takePicture(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/screening`)
  await expectLabels(page)
  await page.getByText(/^503 stocks refreshed/).waitFor()
  await page.screenshot({ path: readmePicture })
}

/** Expects five page numbers around the current one. */
async function expectPageNumbers(page: Page): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const readNumbers = () => pages.getByRole('button', { name: /^Page \d+$/ }).allTextContents()
  expect(await readNumbers()).toEqual(['1', '2', '3', '4', '5'])
  await pages.getByRole('button', { name: 'Page 5' }).click()
  await page.getByText('101–125 of 503').waitFor()
  expect(await readNumbers()).toEqual(['3', '4', '5', '6', '7'])
  await pages.getByRole('button', { name: 'Last' }).click()
  await page.getByText('501–503 of 503').waitFor()
  expect(await readNumbers()).toEqual(['17', '18', '19', '20', '21'])
}

interface Opened {
  readonly url: () => string
  readonly browser: () => Browser
}

export function testSimulatedMarket({ url, browser }: Opened): void {
  test('without any settings, ranks every stock of the simulated market and clearly labels it as simulated', async () => {
    const context = await browser().newContext({ viewport: { width: 1366, height: 800 }, colorScheme: 'dark' })
    context.setDefaultTimeout(WITHIN_MS)
    const page = await context.newPage()
    await register(page, url())
    await expectLabels(page)
    // Has no timeout of its own, only the test's: a busy machine takes a long time to rate 503 stocks.
    await page.getByText(/^503 stocks refreshed/).waitFor({ timeout: 0 })
    await page.getByText('1–25 of 503').waitFor()
    await expectPageNumbers(page)
    if (process.env.UPDATE_PICTURES === '1') {
      await takePicture(await context.newPage(), url())
      await takeLandingPictures(browser(), url(), await context.storageState())
    }

    const phone = await browser().newPage({
      viewport: { width: 390, height: 844 },
      storageState: await context.storageState(),
    })
    phone.setDefaultTimeout(WITHIN_MS)
    await phone.goto(`${url()}/screening`)
    await expectLabels(phone)
  })
}
