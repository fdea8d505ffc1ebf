import { MAX_LIST_SYMBOLS, MAX_LISTS, type Success } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { holding } from './fake-portfolio.ts'
import { type Answer, type Api, openStack, problemOf, readView, type Stack, untilIdle } from './support.ts'

type Lists = Success<'screener.listWatchlists'>
type Calls = Success<'screener.calls'>

let stack: Stack
let api: Api
beforeAll(async () => {
  stack = await openStack()
  api = await stack.openApi()
  await stack.openWorker()
  await untilIdle(api.ask)
})
afterAll(() => stack.close())

const listsOf = ({ body }: Answer) =>
  (body as Lists).lists.map(({ id, name, symbols }) => [id, name, symbols.join(' ')])
const read = (user: string) => api.ask('screener.listWatchlists', { user })
const put = (user: string, id: string, name: string, symbols?: readonly string[]) =>
  api.ask('screener.putWatchlist', { user, params: { id }, body: { name, ...(symbols && { symbols }) } })
const change = (user: string, id: string, body: { add?: readonly string[]; remove?: readonly string[] }) =>
  api.ask('screener.changeWatchlist', { user, params: { id }, body })
const codeOf = (answer: Answer) => [answer.status, problemOf(answer).code]
const readCalls = async (user: string, query: Record<string, string>) =>
  (await api.ask('screener.calls', { user, query: { limit: '500', ...query } })).body as Calls

test('a list is created, renamed without its symbols, changed and removed; a repeated write changes nothing', async () => {
  await put('u1', 'b', ' My   picks ', ['qaa', 'brk-b', 'QAA', 'ZZZZ'])
  const created = await put('u1', 'a', 'Energy')
  expect(listsOf(created)).toEqual([
    ['a', 'Energy', ''],
    ['b', 'My picks', 'QAA BRK.B ZZZZ'],
  ])
  expect((created.body as Lists).unlisted).toEqual(['ZZZZ'])
  expect(listsOf(await put('u1', 'b', 'Picks'))[1]).toEqual(['b', 'Picks', 'QAA BRK.B ZZZZ'])
  for (let time = 0; time < 2; time += 1) {
    const changed = await change('u1', 'b', { add: ['QAB', '$QAC'], remove: ['brk/b', 'QZZ'] })
    expect(listsOf(changed)[1]).toEqual(['b', 'Picks', 'QAA ZZZZ QAB QAC'])
  }
  const removed = await api.ask('screener.removeWatchlist', { user: 'u1', params: { id: 'b' } })
  expect(listsOf(removed)).toEqual([['a', 'Energy', '']])
  expect(listsOf(await read('u1'))).toEqual([['a', 'Energy', '']])
  expect(codeOf(await change('u1', 'b', { add: ['QAA'] }))).toEqual([404, 'unknown_list'])
})

test('concurrent additions to one list are all kept', async () => {
  await put('u2', 'a', 'Shared')
  await Promise.all(['QAA', 'QAB', 'QAC', 'QAD'].map((symbol) => change('u2', 'a', { add: [symbol] })))
  const [, , symbols] = listsOf(await read('u2'))[0] ?? []
  expect(symbols?.split(' ').sort()).toEqual(['QAA', 'QAB', 'QAC', 'QAD'])
})

test('text that is no symbol, a taken or blank name and a reserved id are rejected with a reason to act on', async () => {
  await put('u3', 'a', 'Banks')
  const unreadable = await change('u3', 'a', { add: ['QAA', '123', 'TOOLONGNAME'] })
  expect(unreadable.status).toBe(400)
  expect(problemOf(unreadable).errors).toEqual([
    { field: 'add', detail: '“123” is not a stock symbol' },
    { field: 'add', detail: '“TOOLONGNAME” is not a stock symbol' },
  ])
  expect(codeOf(await put('u3', 'b', 'BANKS'))).toEqual([409, 'list_name_taken'])
  expect((await put('u3', 'b', ' ')).status).toBe(400)
  expect(problemOf(await put('u3', 'holdings', 'Mine')).detail).toMatch(/reserved/)
  expect(listsOf(await read('u3'))).toEqual([['a', 'Banks', '']])
})

test('there are at most 50 lists and 1,000 stocks in one', async () => {
  for (let index = 0; index < MAX_LISTS; index += 1) await put('u4', `l${index}`, `List ${index}`)
  expect(codeOf(await put('u4', 'more', 'More'))).toEqual([409, 'too_many_lists'])
  const letters = 'ABCDEFGHIJ'
  const name = (index: number) =>
    `X${[...String(index).padStart(4, '0')].map((digit) => letters[Number(digit)]).join('')}`
  const many = Array.from({ length: MAX_LIST_SYMBOLS }, (_, index) => name(index))
  expect((await change('u4', 'l0', { add: many })).status).toBe(200)
  expect((await change('u4', 'l0', { add: many })).status).toBe(200)
  expect(codeOf(await change('u4', 'l0', { add: ['YYY'] }))).toEqual([409, 'list_full'])
  expect((await change('u4', 'l0', { add: ['YYY'], remove: [many[0] ?? ''] })).status).toBe(200)
})

test('a list narrows both views, in counts and pages, for its owner only', async () => {
  await put('u5', 'a', 'Few', ['QAA', 'QAC', 'QAE', 'ZZZZ'])
  const ask = (query: Record<string, string>, user = 'u5') => api.ask('screener.view', { user, query })
  const whole = (await ask({ list: 'a', sort_by: 'symbol', sort_order: 'asc' })).body as Success<'screener.view'>
  expect([whole.total, whole.stocks.map(({ symbol }) => symbol)]).toEqual([3, ['QAA', 'QAC', 'QAE']])
  const paged = (await ask({ list: 'a', sort_by: 'symbol', sort_order: 'asc', limit: '1', offset: '2' })).body
  expect((paged as Success<'screener.view'>).stocks.map(({ symbol }) => symbol)).toEqual(['QAE'])
  const calls = await readCalls('u5', { list: 'a' })
  expect(new Set(calls.calls.map(({ symbol }) => symbol))).toEqual(new Set(['QAA', 'QAC', 'QAE']))
  expect(calls.gates).toMatchObject([
    { gate: 'stock', parameters: ['list'], removed: calls.universe_total - calls.total },
  ])
  // The same URL has another page once the list has changed.
  const before = await ask({ list: 'a' })
  await change('u5', 'a', { remove: ['QAC'] })
  const after = await ask({ list: 'a' })
  expect([(after.body as Success<'screener.view'>).total, after.headers.etag === before.headers.etag]).toEqual([
    2,
    false,
  ])
  expect(codeOf(await ask({ list: 'a' }, 'another'))).toEqual([404, 'unknown_list'])
})

test('the stocks in the portfolio are a list, and own costs are in the returns and the gate', async () => {
  const plain = (await readCalls('u6', { symbols: 'QBA' })).calls
  const cost = plain[5]?.strike ?? 0
  stack.portfolio.hold('u6', [holding('QBA', 100, cost), holding('QBB', 100, null)])
  expect((await readView((id, options) => api.ask(id, { ...options, user: 'u6' }), { list: 'holdings' })).total).toBe(2)
  const query = { list: 'holdings', basis: 'own_cost', never_below_cost: 'true' }
  const answer = await api.ask('screener.calls', { user: 'u6', query: { limit: '500', ...query } })
  expect(answer.headers['cache-control']).toBe('private, no-store')
  const { calls, gates, return_basis } = answer.body as Calls
  expect(return_basis).toBe('own_cost')
  expect(calls.map(({ contract_symbol }) => contract_symbol).sort()).toEqual(
    plain
      .filter(({ strike }) => strike >= cost)
      .map(({ contract_symbol }) => contract_symbol)
      .sort(),
  )
  for (const { if_called_return_pct, strike, bid, own_cost } of calls) {
    expect(own_cost).toBe(cost)
    expect(if_called_return_pct).toBeGreaterThan((100 * (strike - cost + bid)) / cost - 1e-5)
  }
  const withoutCost = (await readCalls('u6', { symbols: 'QBB' })).total
  expect(gates.map(({ gate, unknown_cost }) => [gate, unknown_cost])).toEqual([
    ['stock', null],
    ['cost', withoutCost],
  ])
  expect((await readCalls('another', { basis: 'own_cost', symbols: 'QBA' })).calls[0]?.if_called_return_pct).toBeNull()
})

test('without the portfolio, only pages that need it fail, and they say why', async () => {
  stack.portfolio.setDown(true)
  const answer = await api.ask('screener.view', { user: 'u7', query: { list: 'holdings' } })
  stack.portfolio.setDown(false)
  expect(answer.status).toBe(503)
  expect(problemOf(answer).detail).not.toBe('')
  expect((await readView(api.ask)).total).toBeGreaterThan(2)
})

test('lists are exported and erased with the account, and screens keep their tab', async () => {
  await put('leaver', 'a', 'Mine', ['QAA'])
  const screen = { name: 'Weekly', query: 'delta_max=0.2', tab: 'calls' }
  await api.ask('screener.putScreen', { user: 'leaver', params: { id: 's' }, body: screen })
  const asAuth = {
    params: { id: 'leaver' },
    headers: { [IDENTITY_HEADER]: createIdentitySigner(stack.apiConfig, 'auth')('screener', { kind: 'service' }) },
  }
  const { kept } = (await api.ask('screener.exportUser', asAuth)).body as Success<'screener.exportUser'>
  expect(kept.lists).toMatchObject([{ id: 'a', name: 'Mine', symbols: ['QAA'] }])
  expect(kept.screens).toMatchObject([{ id: 's', ...screen }])
  await api.ask('screener.erase', asAuth)
  expect(listsOf(await read('leaver'))).toEqual([])
})
test('a run reads the stocks on lists and in portfolios first, and then the rest in their order', async () => {
  await put('u8', 'a', 'Last', ['QFF', 'BRK.B', 'ELSE'])
  stack.portfolio.hold('u9', [holding('QFE', 100, 10), holding('NOWHR', 100, 10)])
  expect((await api.ask('screener.startEnrichment', { user: 'u8' })).status).toBe(202)
  const { symbols } = await stack.database
    .selectFrom('enrichmentRun')
    .select('symbols')
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  const place = (symbol: string) => symbols.indexOf(symbol)
  const firstOther = symbols.indexOf('CRASH')
  for (const symbol of ['QFF', 'BRK.B', 'QFE']) expect(place(symbol)).toBeLessThan(firstOther)
  expect(new Set(symbols)).toEqual(new Set(allSymbols))
  const rest = symbols.slice(firstOther)
  expect(rest).toEqual(rest.toSorted())
  await untilIdle(api.ask)
})
