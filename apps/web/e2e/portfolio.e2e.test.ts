import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findAxeViolations, openBrowser, register, type Stack, startStack } from './support.ts'

jest.setTimeout(180_000)

let stack: Stack
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stack = await startStack('invented', { redisDatabase: 10 })
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  page = await context.newPage()
  await register(page, stack.url)
})
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})

const open = (search = '') => page.goto(`${stack.url}/portfolio${search}`)
const tickers = async () => (await page.getByRole('rowheader').allInnerTexts()).slice(0, -1)
const unsynced = () => page.getByText(/saved on this device, not yet synced/)
const undo = () => page.getByRole('button', { name: /^Undo/ })

async function addBrmz(strike: number): Promise<void> {
  await open(`?add=BRMZ&exp=2026-08-14&strike=${strike}&price=430&premium=9.5&contracts=2`)
  const form = page.getByRole('dialog', { name: 'Add Covered Call Position' })
  await form.getByText(/^Breakeven/).waitFor()
  await form.getByRole('button', { name: 'Add Position' }).click()
  await form.waitFor({ state: 'hidden' })
}

async function remove(strike: number): Promise<void> {
  await page.getByRole('button', { name: `Delete BRMZ ${strike} call` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

/** The server's own list, by a page that starts anew. */
async function reloadUntil(count: number): Promise<void> {
  await open()
  await page.getByRole('rowheader').nth(count).waitFor()
  expect(await tickers()).toHaveLength(count)
}

describe('the portfolio, from nothing on', () => {
  test('an empty one says what to do', async () => {
    await open()
    await page.getByText('No positions yet. Add your first covered call position!').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  })

  test('a position handed over is added and shows its figures, and its chart below', async () => {
    await addBrmz(445)
    await page.getByRole('grid', { name: 'Covered calls with their figures' }).waitFor()
    await page.getByRole('button', { name: /^Strike/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('figure', { name: /^Price of BRMZ/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('selected')).toMatch(/^\d+-[0-9a-f]+$/)
    expect(await findAxeViolations(page)).toEqual([])
  })

  test('a position added offline is marked, and there once when the line is back', async () => {
    await open('?add=BRMZ&exp=2026-08-14&strike=460&price=430&premium=6&contracts=1')
    const form = page.getByRole('dialog', { name: 'Add Covered Call Position' })
    await form.getByText(/^Breakeven/).waitFor()
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Add Position' }).click()
    await unsynced().waitFor()
    expect(await page.getByText('Not synced', { exact: true }).count()).toBe(1)
    await context.setOffline(false)
    await unsynced().waitFor({ state: 'hidden' })
    await reloadUntil(2)
  })

  test('a deletion offline holds, and a deletion can be taken back', async () => {
    await context.setOffline(true)
    await remove(460)
    await unsynced().waitFor()
    expect(await tickers()).toHaveLength(1)
    await context.setOffline(false)
    await unsynced().waitFor({ state: 'hidden' })
    await reloadUntil(1)
    await remove(445)
    await page.getByText(/No positions yet/).waitFor()
    await undo().click()
    await page.getByRole('button', { name: 'Delete BRMZ 445 call' }).waitFor()
    await reloadUntil(1)
  })

  test('a phone shows cards, with nothing for axe to find', async () => {
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      storageState: await context.storageState(),
    })
    const small = await phone.newPage()
    await small.goto(`${stack.url}/portfolio`)
    await small.getByRole('list', { name: 'Positions' }).waitFor()
    expect(await findAxeViolations(small)).toEqual([])
    await small.getByRole('button', { name: /^BRMZ 445 call/ }).click()
    await small.getByRole('region', { name: 'Chart of BRMZ' }).waitFor()
    await phone.close()
  })
})
