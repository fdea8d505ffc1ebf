import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { newYorkCloseMs } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { guardBars } from '../../src/providers/guards/bar-guard.ts'
import { guardChain } from '../../src/providers/guards/chain-guard.ts'
import { openMassive } from '../../src/providers/massive/massive-provider.ts'
import type { ChainFilter, MarketData, OptionChain, OptionQuote } from '../../src/providers/provider.ts'
import type { Capabilities } from '../../src/providers/provider-definition.ts'
import { openRecordedMarket } from '../../src/providers/recorded/recorded-provider.ts'
import { renderAsMassive, USUAL_PLAN } from '../fake-provider/massive-wire.ts'
import { describeShared, sharedData } from '../support.ts'
import { buildDeps } from './provider-deps.ts'
import { openRawPack } from './raw-pack.ts'
import { type StubServer, startStubServer } from './stub-server.ts'

const AS_OF_DATE = '2026-07-10'
const NOW_MS = newYorkCloseMs(AS_OF_DATE)
const FOLDER = join(sharedData, `us-${AS_OF_DATE}`)
/** Class shares, adjusted roots, stale captures, splits, spin-offs, no options, no bars, and every 34th other symbol. */
const CHOSEN = [
  'KO',
  'BRK.B',
  'COP',
  'STLD',
  'NFLX',
  'BKNG',
  'CRWD',
  'DD',
  'AMCR',
  'WRB',
  'NVDA',
  'HON',
  'SPGI',
  'MNST',
]

/** Timeout for comparing thousands of records for about thirty symbols. */

describeShared('the recorded market of 2026-07-10 sent as Massive sends it', () => {
  const counted = { massive: new Map<string, number>(), recorded: new Map<string, number>() }
  const count = (counts: Map<string, number>) => (reason: string, records?: number) => {
    counts.set(reason, (counts.get(reason) ?? 0) + (records ?? 1))
  }
  let stub: StubServer
  let recorded: MarketData
  let massive: Required<
    Pick<Capabilities, 'bars' | 'quotes' | 'chains' | 'expirations' | 'dividends' | 'splits' | 'rates'>
  >
  let symbols: readonly string[]
  const chains = new Map<string, OptionChain>()

  beforeAll(async () => {
    stub = await startStubServer()
    stub.route(renderAsMassive(await openRawPack(FOLDER, AS_OF_DATE), { ...USUAL_PLAN, events: 'old' }))
    recorded = await openRecordedMarket(FOLDER, count(counted.recorded))
    massive = open(stub, count(counted.massive))
    const { value: universe } = await recorded.reference.listUniverse()
    const others = universe.map(({ symbol }) => symbol).filter((_symbol, index) => index % 34 === 0)
    symbols = [...new Set([...CHOSEN, ...others])].filter((symbol) => !['NVR', 'HONA', 'AVB', 'EA'].includes(symbol))
    expect(symbols.length).toBeGreaterThanOrEqual(27)
    for (const symbol of symbols) {
      const { value } = await massive.chains.findChain(symbol)
      if (value !== null) chains.set(symbol, value)
    }
  })
  afterAll(() => stub.close())

  test('daily bars match after the guard', async () => {
    for (const symbol of symbols) {
      const { value: rows, dataClass, source } = await massive.bars.listDailyBars(symbol)
      expect([symbol, dataClass, source]).toEqual([symbol, 'delayed', 'massive'])
      const splits = (await massive.splits.listSplits(symbol)).value ?? []
      const { bars } = guardBars(rows ?? [], { asOfDate: AS_OF_DATE, splits, reject: count(counted.massive) })
      expectSame(symbol, bars, (await recorded.bars.listDailyBars(symbol)).value)
    }
  })

  test('quotes match, except bid and ask, which this plan lacks', async () => {
    for (const symbol of symbols) {
      const theirs = await massive.quotes.findQuote(symbol)
      expect([symbol, theirs.value]).toEqual([symbol, (await recorded.quotes.findQuote(symbol)).value])
      expect(theirs.missing).toContainEqual({ field: 'bid', reason: 'Massive has no stock bid and ask on this plan' })
      expect(theirs.asOfMs).toBe(NOW_MS)
    }
  })

  test('chains match after the guard, except rho, which the format lacks', async () => {
    for (const symbol of symbols) {
      const ours = (await recorded.chains.findChain(symbol)).value
      expect([symbol, chains.get(symbol)?.quotedAtMs]).toEqual([symbol, ours?.quotedAtMs])
      const contracts = await guard(symbol, chains.get(symbol)?.contracts ?? [])
      expectSame(symbol, contracts, ours?.contracts.map(withoutRho))
    }
    // Both sources must drop or blank the same records for the same reasons.
    for (const reason of counted.recorded.keys()) {
      if (!reason.startsWith('bar_'))
        expect([reason, counted.massive.get(reason)]).toEqual([reason, counted.recorded.get(reason)])
    }
    expect(counted.recorded.get('adjusted_root')).toBeGreaterThanOrEqual(15)
    expect(counted.recorded.get('superseded_contract')).toBeGreaterThan(100)
  })

  test('a filtered chain equals the same part of the whole chain', async () => {
    const filter: ChainFilter = { type: 'call', minDays: 25, maxDays: 50, minStrike: 60, maxStrike: 90 }
    const whole = chains.get('KO')?.contracts ?? []
    const before = stub.requests.length
    const part = (await massive.chains.findChain('KO', filter)).value?.contracts ?? []
    expect(stub.requests.length - before).toBe(1)
    expect(part).toEqual(
      whole.filter(({ type, expiration, strike }) => {
        const days = (newYorkCloseMs(expiration) - NOW_MS) / 86_400_000
        return type === 'call' && days >= 25 && days <= 50 && strike >= 60 && strike <= 90
      }),
    )
    expect(part.length).toBeGreaterThan(5)
  })

  test('expirations include those of calls that the guard removes from the chain', async () => {
    const datesOfCalls = (contracts: readonly OptionQuote[] = []) => [
      ...new Set(contracts.filter(({ type }) => type === 'call').map(({ expiration }) => expiration)),
    ]
    for (const symbol of symbols) {
      const theirs = (await massive.expirations.listExpirations(symbol)).value
      const ours = datesOfCalls((await recorded.chains.findChain(symbol)).value?.contracts)
      expect([symbol, theirs]).toEqual([symbol, datesOfCalls(chains.get(symbol)?.contracts).sort()])
      expect(theirs).toEqual(expect.arrayContaining(ours))
    }
  })

  describe.each(['old', 'new'] as const)('events from the vendor’s %s endpoint', (events) => {
    let other: StubServer
    let provider: typeof massive
    beforeAll(async () => {
      other = await startStubServer()
      other.route(renderAsMassive(await openRawPack(FOLDER, AS_OF_DATE), { ...USUAL_PLAN, events }))
      provider = open(other, () => undefined)
    })
    afterAll(() => other.close())

    test('dividends per current share match', async () => {
      for (const symbol of [...symbols, 'WMT', 'LRCX', 'AVGO', 'FAST', 'ODFL']) {
        const ours = (await recorded.dividends.listDividends(symbol)).value ?? []
        const theirs = (await provider.dividends.listDividends(symbol)).value ?? []
        expect([symbol, theirs.map(({ exDate }) => exDate)]).toEqual([symbol, ours.map(({ exDate }) => exDate)])
        for (const [index, { cashUsd }] of theirs.entries()) expect(cashUsd).toBeCloseTo(ours[index]?.cashUsd ?? 0, 7)
      }
    })

    test('splits match; the format lacks spin-offs', async () => {
      for (const symbol of [...symbols, 'WMT', 'LRCX', 'TPL', 'ORLY']) {
        const ours = ((await recorded.splits.listSplits(symbol)).value ?? []).filter(({ kind }) => kind === 'split')
        const theirs = (await provider.splits.listSplits(symbol)).value ?? []
        const dates = (splits: typeof theirs) => splits.map(({ executionDate }) => executionDate)
        expect([symbol, dates(theirs)]).toEqual([symbol, dates(ours)])
        for (const [index, { ratio }] of theirs.entries()) expect(ratio).toBeCloseTo(ours[index]?.ratio ?? 0, 7)
      }
    })
  })

  test('rates match for every tenor', async () => {
    for (const days of [7, 30, 60, 91, 182, 365, 730, 1_000]) {
      expect((await massive.rates.findRate(days)).value).toEqual((await recorded.rates.findRate(days)).value)
    }
  })

  async function guard(symbol: string, contracts: readonly OptionQuote[]): Promise<readonly OptionQuote[]> {
    const spot = (await massive.quotes.findQuote(symbol)).value?.lastPrice ?? null
    const splits = (await massive.splits.listSplits(symbol)).value ?? []
    return guardChain(contracts, { spot, splits, asOfDate: AS_OF_DATE, reject: count(counted.massive) }).contracts
  }
})

function open(stub: StubServer, reject: (reason: string, records?: number) => void) {
  const provider = openMassive({ apiKey: 'key-of-a-test', baseUrl: stub.url }, buildDeps({ now: () => NOW_MS, reject }))
  const { bars, quotes, chains, expirations, dividends, splits, rates } = provider.capabilities
  if (!bars || !quotes || !chains || !expirations || !dividends || !splits || !rates) throw new Error('incomplete')
  return { bars, quotes, chains, expirations, dividends, splits, rates }
}

function withoutRho(contract: OptionQuote): OptionQuote {
  return { ...contract, vendorGreeks: contract.vendorGreeks === null ? null : { ...contract.vendorGreeks, rho: null } }
}

/** Compares thousands of records at once, and formats them only if they differ. */
function expectSame(symbol: string, theirs: unknown, ours: unknown): void {
  if (!isDeepStrictEqual(theirs, ours)) expect([symbol, theirs]).toEqual([symbol, ours])
}
