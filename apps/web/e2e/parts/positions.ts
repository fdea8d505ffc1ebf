import { randomBytes } from 'node:crypto'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon } from '../harness/look.ts'
import type { Site, View } from '../harness/site.ts'
import { portfolioParts } from './portfolio.ts'

/** A position as the API accepts it. */
export interface Terms {
  readonly id: string
  readonly ticker: string
  readonly entry_date: string
  readonly expiry_date: string
  readonly strike_price: number
  readonly entry_premium: number
  readonly entry_price: number
  readonly contracts: number
  readonly notes: string | null
}

/** By default, two Brightmoor calls that expire on Aug 14 and were sold on Jun 12. */
export const buildTerms = (terms: Partial<Terms> = {}): Terms => ({
  id: `test-${randomBytes(6).toString('hex')}`,
  ticker: 'BRMZ',
  entry_date: '2026-06-12',
  expiry_date: '2026-08-14',
  strike_price: 445,
  entry_premium: 9.2,
  entry_price: 380.5,
  contracts: 2,
  notes: null,
  ...terms,
})

/** One call for each rule, with that rule deciding its recommendation. The 400 has expired. */
export const positionsByRule = () =>
  [
    { strike_price: 385 },
    { strike_price: 405, expiry_date: '2026-07-17' },
    { strike_price: 475, entry_date: '2026-07-06', entry_premium: 12 },
    { strike_price: 430, entry_premium: 2 },
    { strike_price: 460 },
    { strike_price: 400, entry_date: '2026-04-01', expiry_date: '2026-06-18' },
  ].map((terms) => buildTerms({ contracts: 1, ...terms }))

/** The position in the form that a page without a session stores in the browser. */
export const toStored = ({ id, ticker: symbol, notes, contracts, ...terms }: Terms) => ({
  id,
  ticker: symbol,
  entryDate: terms.entry_date,
  expiryDate: terms.expiry_date,
  strikePrice: terms.strike_price,
  entryPremium: terms.entry_premium,
  entryPrice: terms.entry_price,
  contracts,
  notes,
})

/** Calls the portfolio API as the browser's signed-in user. */
async function callApi(page: Page, method: 'GET' | 'POST' | 'DELETE', path: string, data?: unknown) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const response = await page.request.fetch(`${new URL(page.url()).origin}/api/portfolio/positions${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data !== undefined && { data }),
  })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return response
}

export const POSITION_CALLS = '**/api/portfolio/**'

/** Positions stored on the server. */
export async function listStored(page: Page): Promise<readonly Terms[]> {
  const { positions } = await (await callApi(page, 'GET', '')).json()
  return positions
}

export const listStoredStrikes = async (page: Page) =>
  (await listStored(page)).map(({ strike_price }) => strike_price).sort((a, b) => a - b)

/** Waits until the server has exactly these strikes. */
export const expectStored = (page: Page, strikes: readonly number[]) =>
  expectSoon(() => listStoredStrikes(page), [...strikes])

/** Replaces the test user's positions. */
async function replacePositions(page: Page, positions: readonly Terms[]): Promise<void> {
  for (const { id } of await listStored(page)) await callApi(page, 'DELETE', `/${id}`)
  if (positions.length === 0) return
  const { migrated_count } = await (await callApi(page, 'POST', '/migrate', positions)).json()
  expect(migrated_count).toBe(positions.length)
}

/** Opens a tab for the user and gives the user exactly these positions. It does not open the portfolio. */
export async function openWithPositions(site: Site, positions: readonly Terms[], view?: View): Promise<Page> {
  const page = await site.openPage(view)
  await setPositions(page, site, positions)
  return page
}

/** Gives a page's user exactly these positions. The page must not have been used yet. */
export async function setPositions(page: Page, site: Site, positions: readonly Terms[]): Promise<void> {
  // Any response from this origin will do; this one is small.
  await page.goto(`${site.url()}/api/health`)
  await replacePositions(page, positions)
}

/** A call that needs attention, because it expires within a week. */
export const buildDue = () => buildTerms({ expiry_date: '2026-07-17', strike_price: 400 })

/** Opens the portfolio with these positions. */
export async function openPortfolio(site: Site, positions: readonly Terms[] = [], view?: View): Promise<Page> {
  const page = await openWithPositions(site, positions, view)
  await goToPortfolio(page, site)
  return page
}

export const goToPortfolio = (page: Page, site: Site, search = '') => page.goto(`${site.url()}/portfolio${search}`)

/** Opens a link that fills the position form in with a call. */
export async function openPrefilledForm(page: Page, site: Site, strike: number): Promise<void> {
  await goToPortfolio(page, site, `?add=BRMZ&exp=2026-08-14&strike=${strike}&price=398.75&premium=6&contracts=1`)
  await portfolioParts(page)
    .addForm.form.getByText(/^Breakeven/)
    .waitFor()
}

/** Opens a link that fills the position form in with a call, and adds that call. */
export async function addPrefilled(page: Page, site: Site, strike: number): Promise<void> {
  await openPrefilledForm(page, site, strike)
  const { form, submit } = portfolioParts(page).addForm
  await submit.click()
  await form.waitFor({ state: 'hidden' })
}
