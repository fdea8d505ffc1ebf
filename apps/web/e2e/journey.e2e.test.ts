import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, register, type Stack, startStack } from './support.ts'

jest.setTimeout(180_000)

let stack: Stack
let browser: Browser

beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})

async function openPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  return context.newPage()
}

/** The rating column as numbers, in the order of the rows. */
async function readRatings(page: Page): Promise<number[]> {
  const cells = await page.getByRole('button', { name: /Callwright Rating .* of 60/ }).allTextContents()
  return cells.map((cell) => Number(/\d+/.exec(cell)?.[0]))
}

describe('from registration to a ranked screen', () => {
  test('a new user registers and sees every stock ranked by rating', async () => {
    const page = await openPage()
    await register(page, stack.url)
    await expect(page.getByRole('heading', { name: 'Stock Screener' }).isVisible()).resolves.toBe(true)
    await page
      .getByText(/Enriched \d+ stocks|stocks enriched|of \d+ stocks/i)
      .first()
      .waitFor()
    const ratings = await readRatings(page)
    expect(ratings.length).toBeGreaterThan(10)
    expect(ratings).toEqual([...ratings].sort((left, right) => right - left))
  })
})

test('the page loads nothing from other hosts and logs no error', async () => {
  const page = await openPage()
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await register(page, stack.url)
  await page.getByRole('table').waitFor()
  expect({ foreign, errors }).toEqual({ foreign: [], errors: [] })
})
