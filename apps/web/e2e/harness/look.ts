import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'

/**
 * How long to wait before failing. It is shorter than the test's timeout, so that the failure shows this wait's own
 * message.
 */
export const WITHIN_MS = 60_000 * Number(process.env.TEST_PATIENCE ?? 1)
const BETWEEN_LOOKS_MS = 80

/** Polls until the value equals the expected one. On failure, shows the difference. */
export async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + WITHIN_MS
  let value = await read()
  while (JSON.stringify(value) !== JSON.stringify(expected) && Date.now() < deadline) {
    await delay(BETWEEN_LOOKS_MS)
    value = await read()
  }
  expect(value).toEqual(expected)
}

/** The URL without its origin. */
export const readAddress = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${decodeURIComponent(search)}`
}
export const expectAddress = (page: Page, address: string) => expectSoon(async () => readAddress(page), address)

export const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** How many pixels wider the page is than its window. */
export const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Markup of controls that are too small to tap. Runs in the page. */
export const listSmall = (controls: readonly Element[]) =>
  controls
    .filter((control) => {
      const { width, height } = (control.closest('fieldset') ?? control).getBoundingClientRect()
      return control.checkVisibility() && Math.min(width, height) < 44
    })
    .map((control) => control.outerHTML.slice(0, 80))

/** Records every URL that the page visits, in order and including redirects. */
export function recordVisits(page: Page): readonly string[] {
  const visits: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    visits.push(`${pathname}${search}`)
  })
  return visits
}

/** Waits for a new tab and checks that it opened this URL. */
export async function expectNewTab(page: Page, open: () => Promise<unknown>, address: string): Promise<void> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), open()])
  // The tab starts empty and then navigates.
  await tab.waitForURL(({ protocol }) => protocol.startsWith('http'))
  const asked = await tab.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '')
  const { pathname, search } = new URL(asked)
  expect(`${pathname}${search}`).toBe(address)
  await tab.close()
}

/** Returns the CSV file that an action saves. Checks the byte order mark, by which spreadsheets recognize UTF-8. */
export async function saveCsv(page: Page, save: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  const path = await download.path()
  const text = await readFile(path, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return { name: download.suggestedFilename(), path, lines: text.slice(1).trimEnd().split('\r\n') }
}

/** Prints from an Export menu. The page stays in its print layout until `endPrint`. */
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

/** Returns the page to its screen layout. */
export async function endPrint(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}
