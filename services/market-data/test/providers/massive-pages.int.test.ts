import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Answer, OptionChain } from '../../src/providers/provider.ts'
import { CHAIN, details, KEY, NOW, openForTest, page, row } from './massive-support.ts'
import { failureOf, type StubAnswer, type StubServer, startStubServer } from './stub-server.ts'

let stub: StubServer
/** Another host, which must never receive a request. */
let canary: StubServer
beforeAll(async () => {
  stub = await startStubServer()
  canary = await startStubServer()
})
beforeEach(() => stub.reset())
afterAll(async () => {
  await stub.close()
  await canary.close()
})

const strikes = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const strike = from + index
    const ticker = `O:KO260821C${String(strike * 1_000).padStart(8, '0')}`
    return row({ details: details({ ticker, strike_price: strike }) })
  })
const next = (cursor: string) => `https://api.massive.com${CHAIN}?cursor=${cursor}`

test('all pages are read from the configured host, under both vendor names, with the key as a header', async () => {
  stub.onJson(CHAIN, page(strikes(1, 250), `https://api.polygon.io${CHAIN}?cursor=b&apiKey=${KEY}`))
  stub.onJson(`${CHAIN}?cursor=b`, page(strikes(251, 250), next('c')))
  stub.onJson(`${CHAIN}?cursor=c`, page(strikes(501, 10)))
  const { chains } = openForTest(stub, NOW)
  const filter = { type: 'call', expiration: '2026-08-21', minStrike: 1, maxStrike: 600.5 } as const
  expect((await chains.findChain('KO', filter)).value?.contracts).toHaveLength(510)
  expect(stub.requests.map(({ query }) => query)).toEqual([
    {
      limit: '250',
      contract_type: 'call',
      expiration_date: '2026-08-21',
      'strike_price.gte': '1',
      'strike_price.lte': '600.5',
    },
    { cursor: 'b' },
    { cursor: 'c' },
  ])
  for (const { headers } of stub.requests) expect(headers.authorization).toBe(`Bearer ${KEY}`)
})

test('days to expiration are counted in New York', async () => {
  stub.onJson(CHAIN, page([]))
  const { chains } = openForTest(stub, '2026-07-10T23:30:00-04:00')
  await chains.findChain('KO', { minDays: 0, maxDays: 45 })
  const [{ query } = { query: {} }] = stub.requests
  expect(query).toMatchObject({ 'expiration_date.gte': '2026-07-10', 'expiration_date.lte': '2026-08-24' })
})

const broken: Readonly<Record<string, StubAnswer>> = {
  unavailable: { status: 503, body: 'try later' },
  rate_limited: { status: 429, headers: { 'retry-after': '12' }, body: '' },
  not_entitled: { status: 200, body: '{"status":"NOT_AUTHORIZED","message":"You are not entitled to this data."}' },
  unreadable: { body: '<html>maintenance</html>' },
}
test.each(Object.entries(broken))(
  'fails with the partial chain, marked incomplete, if the second page is %s',
  async (kind, answer) => {
    stub.onJson(CHAIN, page(strikes(1, 250), next('b')))
    stub.on(`${CHAIN}?cursor=b`, answer)
    const { chains } = openForTest(stub, NOW)
    const failure = await failureOf(chains.findChain('KO'))
    expect(failure).toMatchObject({ kind, retryAfterMs: kind === 'rate_limited' ? 12_000 : null })
    const partial = failure.partial as Answer<OptionChain>
    expect(partial.value.contracts).toHaveLength(250)
    expect(partial.missing[0]).toMatchObject({
      field: 'chain',
      reason: expect.stringMatching(/^The chain is incomplete/),
    })
  },
)

test.each([
  ['on another host', () => `${canary.url}${CHAIN}?cursor=x`, /another host/],
  [
    'with a username and password',
    () => `https://${['user', 'pass'].join(':')}@api.massive.com${CHAIN}?cursor=x`,
    /another host/,
  ],
  ['on a lookalike host', () => `https://api.massive.com.evil.example${CHAIN}`, /another host/],
  ['of another list', () => 'https://api.massive.com/v3/reference/options/contracts?cursor=x', /another list/],
  ['above the list', () => `https://api.massive.com${CHAIN}/../../x`, /another list/],
  ['no address', () => 'cursor=x', /not a valid URL/],
])('a next page %s is not requested', async (_name, link, detail) => {
  stub.onJson(CHAIN, page(strikes(1, 3), link()))
  const { chains } = openForTest(stub, NOW)
  const failure = await failureOf(chains.findChain('KO'))
  expect(failure).toMatchObject({ kind: 'unreadable', detail: expect.stringMatching(detail) })
  expect((failure.partial as Answer<OptionChain>).value.contracts).toHaveLength(3)
  expect([stub.requests.length, canary.requests.length]).toEqual([1, 0])
})

test('stops on circular or endless pages', async () => {
  stub.onJson(CHAIN, page(strikes(1, 3), next('b')))
  stub.onJson(`${CHAIN}?cursor=b`, page(strikes(4, 3), next('b')))
  const { chains } = openForTest(stub, NOW)
  expect((await failureOf(chains.findChain('KO'))).detail).toMatch(/repeats/)
  expect(stub.requests).toHaveLength(2)
  stub.reset()
  let count = 0
  stub.route(() => {
    count += 1
    return { body: JSON.stringify(page(strikes(1, 1), next(String(count)))) }
  })
  expect((await failureOf(chains.findChain('KO'))).detail).toMatch(/more than 100 pages/)
  expect(count).toBe(100)
})

test('rejects expirations from an incomplete list', async () => {
  const path = '/v3/reference/options/contracts'
  stub.onJson(path, page([details()], `https://api.massive.com${path}?cursor=b`))
  stub.on(`${path}?cursor=b`, { status: 500 })
  const { expirations } = openForTest(stub, NOW)
  const failure = await failureOf(expirations.listExpirations('KO'))
  expect(failure).toMatchObject({ kind: 'unavailable', partial: { value: ['2026-08-21'] } })
  expect(failure.partial?.missing[0]?.reason).toMatch(/incomplete/)
})
