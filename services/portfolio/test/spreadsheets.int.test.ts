import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { countries, saveAs } from './spreadsheets.ts'
import { inventPosition, openStack, type Stack } from './support.ts'

const owner = 'owner'
let stack: Stack
beforeAll(async () => {
  stack = await openStack()
  // An id of digits, as the first release gave them, is a number to a spreadsheet.
  await stack.get('portfolio.add', { user: owner, body: inventPosition({ fees_usd: 1.3, notes: 'mine; "both"' }) })
  const other = { id: 'three-dec-7', ticker: 'PEP', entry_date: '2026-07-01', expiry_date: '2026-08-21' }
  await stack.get('portfolio.add', {
    user: owner,
    body: inventPosition({ ...other, entry_premium: 1.1255, contracts: 3 }),
  })
  const close = { event_id: 'e-1', kind: 'close', occurred_on: '2026-07-02', contracts: 1, price: 0.4, note: '1/2' }
  await stack.get('portfolio.recordCallEvent', { user: owner, params: { id: inventPosition().id }, body: close })
  const csv = readFileSync(new URL('../src/statement/samples/robinhood.csv', import.meta.url), 'utf8')
  await stack.importEvents({ user: owner, body: { csv } })
})
afterAll(() => stack.close())

const exportFile = async (what?: string) =>
  (await stack.ask('portfolio.export', { user: owner, ...(what === undefined ? {} : { query: { what } }) })).text

const readChains = async (user: string) =>
  (await stack.get('portfolio.listChains', { user, query: { state: 'all' } })).chains.map(
    ({ chain_id: _id, ...chain }) => chain,
  )

test.each(countries)(
  'an exported ledger that a spreadsheet set to %s has saved imports back whole',
  async (country) => {
    const csv = saveAs(await exportFile('ledger'), country)
    const user = `heir in ${country}`
    const report = await stack.importEvents({ user, body: { csv } })
    expect([report.counts.refused, report.form_questions]).toEqual([0, []])
    expect(await readChains(user)).toEqual(await readChains(owner))
    expect((await stack.importEvents({ user, body: { csv } })).counts.event).toBe(0)
    expect((await stack.importEvents({ user: owner, body: { csv } })).counts.event).toBe(0)
  },
)

const readPositions = async (user: string) =>
  (await stack.get('portfolio.list', { user })).positions.map(
    ({ ticker, entry_date, expiry_date, strike_price, entry_premium, entry_price, contracts, notes }) => ({
      ...{ ticker, entry_date, expiry_date, strike_price, entry_premium, entry_price, contracts, notes },
    }),
  )

test.each(countries)(
  'exported positions that a spreadsheet set to %s has saved are those of before',
  async (country) => {
    const csv = saveAs(await exportFile(), country)
    const user = `reader in ${country}`
    const report = await stack.importPositions({ user, body: { csv } })
    expect([report.refused, report.questions]).toEqual([[], []])
    expect(await readPositions(user)).toEqual(await readPositions(owner))
    const again = await stack.importPositions({ user: owner, body: { csv } })
    expect([again.counts.created, again.counts.refused]).toEqual([0, 0])
  },
)
