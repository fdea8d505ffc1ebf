import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'

/** Who waits in vain for this long has found a defect. It ends before the test does, and so with a message of its own. */
export const WITHIN_MS = 60_000 * Number(process.env.TEST_PATIENCE ?? 1)
const BETWEEN_LOOKS_MS = 80

/** Waits until what is read is what is expected; fails with the difference. */
export async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + WITHIN_MS
  let value = await read()
  while (JSON.stringify(value) !== JSON.stringify(expected) && Date.now() < deadline) {
    await delay(BETWEEN_LOOKS_MS)
    value = await read()
  }
  expect(value).toEqual(expected)
}

/** The address without its origin. */
export const readAddress = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${decodeURIComponent(search)}`
}
export const expectAddress = (page: Page, address: string) => expectSoon(async () => readAddress(page), address)

export const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** By how much the page is wider than its window. */
export const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Where the page was sent, in order: also what led on from there at once. */
export function recordVisits(page: Page): readonly string[] {
  const visits: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    visits.push(`${pathname}${search}`)
  })
  return visits
}

/** Waits for the tab that something opens, which must have been sent to this address. */
export async function expectNewTab(page: Page, open: () => Promise<unknown>, address: string): Promise<void> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), open()])
  // It opens empty, and goes there next.
  await tab.waitForURL(({ protocol }) => protocol.startsWith('http'))
  const asked = await tab.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '')
  const { pathname, search } = new URL(asked)
  expect(`${pathname}${search}`).toBe(address)
  await tab.close()
}

/** The file that an action saves. The spreadsheets of the world tell UTF-8 by its first character. */
export async function saveCsv(page: Page, save: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  const path = await download.path()
  const text = await readFile(path, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return { name: download.suggestedFilename(), path, lines: text.slice(1).trimEnd().split('\r\n') }
}

/** Prints by the menu of an Export button, and leaves the page as paper shows it. */
export async function printByMenu(page: Page, openMenu: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await openMenu()
  await page.getByRole('menuitem', { name: 'Print this page' }).click()
  await page.locator('body[data-printed]').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

/** The page as a screen shows it again. */
export async function endPrint(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}
