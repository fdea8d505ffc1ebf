import { randomBytes } from 'node:crypto'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon, type Site } from '../screener/site.ts'

/** A position as the API takes it. */
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

/** Two calls of Brightmoor that expire on Aug 14, sold on Jun 12, unless it says otherwise. */
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

/** The same as a page without a session left it in the browser. */
export const toStored = ({ id, ticker, notes, contracts, ...terms }: Terms) => ({
  id,
  ticker,
  entryDate: terms.entry_date,
  expiryDate: terms.expiry_date,
  strikePrice: terms.strike_price,
  entryPremium: terms.entry_premium,
  entryPrice: terms.entry_price,
  contracts,
  notes,
})

/** Calls the portfolio's API as the user who is signed in in the browser. */
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

/** What the server has. */
export async function listStored(page: Page): Promise<readonly Terms[]> {
  const { positions } = await (await callApi(page, 'GET', '')).json()
  return positions
}

export const listStoredStrikes = async (page: Page) =>
  (await listStored(page)).map(({ strike_price }) => strike_price).sort((a, b) => a - b)

/** Waits until the server has these and no others, each once. */
export const expectStored = (page: Page, strikes: readonly number[]) =>
  expectSoon(() => listStoredStrikes(page), [...strikes])

/** Has the user of the tests own these and no others. */
async function replacePositions(page: Page, positions: readonly Terms[]): Promise<void> {
  for (const { id } of await listStored(page)) await callApi(page, 'DELETE', `/${id}`)
  if (positions.length === 0) return
  const { migrated_count } = await (await callApi(page, 'POST', '/migrate', positions)).json()
  expect(migrated_count).toBe(positions.length)
}

interface Arrival {
  /** Of the page, as `?sort=strike`. */
  readonly search?: string
  readonly options?: Parameters<Site['openPage']>[0]
}

/** The portfolio in a browser that has not been here before, with these positions. */
export async function openPortfolio(
  site: Site,
  positions: readonly Terms[] = [],
  { search = '', options = {} }: Arrival = {},
): Promise<Page> {
  const page = await site.openPage(options)
  // Of this origin, and the least there is of it.
  await page.goto(`${site.url()}/api/health`)
  await replacePositions(page, positions)
  await goToPortfolio(page, site, search)
  return page
}

export const goToPortfolio = (page: Page, site: Site, search = '') => page.goto(`${site.url()}/portfolio${search}`)
