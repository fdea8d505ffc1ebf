import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { describeShared } from '../support.ts'
import { BARS, CONTRACTS, openForTest, SNAPSHOTS } from './alpaca-support.ts'
import { fixtureAnswer } from './fixtures.ts'
import { type StubServer, startStubServer } from './stub-server.ts'

const AAPL = '/v1beta1/options/snapshots/AAPL'

describeShared('answers from the tests of Alpaca’s own client', () => {
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => {
    stub.reset()
    stub.onJson(CONTRACTS, { option_contracts: [], next_page_token: null })
  })
  afterAll(() => stub.close())

  test('a chain', async () => {
    stub.on(AAPL, fixtureAnswer('alpaca/option-chain-AAPL.json'))
    const { value, asOfMs } = await openForTest(stub, '2024-04-25T16:20:00-04:00').chains.findChain('AAPL')
    expect(value?.contracts).toMatchObject([
      {
        contractSymbol: 'AAPL240503P00155000',
        bid: 0.32,
        ask: 0.35,
        last: 0.34,
        vendorGreeks: { rho: -0.00233165154510125 },
      },
    ])
    expect(asOfMs).toBe(Date.parse('2024-04-25T20:00:00.259Z'))
  })

  test.each([
    ['option-snapshot.json', 0.52],
    ['option-snapshot-quote-only.json', null],
  ])('%s', async (file, last) => {
    stub.on(AAPL, fixtureAnswer(`alpaca/${file}`))
    const { value } = await openForTest(stub, '2024-01-25T15:00:00-05:00').chains.findChain('AAPL')
    expect(value?.contracts).toMatchObject([{ bid: 0.48, ask: 0.59, last }])
  })

  test('an empty chain', async () => {
    stub.on(AAPL, fixtureAnswer('alpaca/option-snapshot-empty.json'))
    expect((await openForTest(stub).chains.findChain('AAPL')).value).toBeNull()
  })

  test('contracts', async () => {
    stub.on(CONTRACTS, fixtureAnswer('alpaca/option-contracts.json'))
    const { expirations } = openForTest(stub, '2023-11-01T12:00:00-04:00')
    expect((await expirations.listExpirations('AAPL')).value).toEqual(['2023-11-03'])
  })

  test('bars', async () => {
    const last = { body: '{"bars":{},"next_page_token":null}' }
    stub.on(BARS, fixtureAnswer('alpaca/stock-bars.json'), last)
    const { value } = await openForTest(stub, '2022-02-05T12:00:00-05:00').bars.listDailyBars('AAPL')
    expect(value?.map(({ date, close }) => [date, close])).toEqual([
      ['2022-02-01', 174.61],
      ['2022-02-02', 175.84],
    ])
  })

  test('a stock snapshot', async () => {
    stub.on(SNAPSHOTS, fixtureAnswer('alpaca/stock-snapshots.json'))
    const { value } = await openForTest(stub, '2022-03-18T10:50:00-04:00').quotes.findQuote('AAPL')
    expect(value).toEqual({ lastPrice: 161.1998, previousClose: 160.62, bid: 161.19, ask: 161.2, volume: 31_749_988 })
  })

  test('corporate actions', async () => {
    const last = { body: '{"corporate_actions":{},"next_page_token":null}' }
    const page = fixtureAnswer('alpaca/corporate-actions.json')
    stub.on('/v1/corporate-actions', page, last, page, last)
    const { splits } = openForTest(stub, '2023-09-01T12:00:00-04:00')
    expect((await splits.listSplits('SRE')).value).toEqual([{ executionDate: '2023-08-22', ratio: 2, kind: 'split' }])
    expect((await splits.listSplits('MNTS')).value).toEqual([
      { executionDate: '2023-08-24', ratio: 0.02, kind: 'split' },
    ])
  })
})
