import { dataClasses } from '@callwright/contracts'
import { addDays, daysBetween, newYorkDate } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parseContractSymbol } from '../../src/providers/contract-symbol.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import type { Answer, ChainFilter, MarketData, OptionQuote, Stamp } from '../../src/providers/provider.ts'
import type { Capabilities, CapabilityName } from '../../src/providers/provider-definition.ts'

export interface OpenedProvider {
  readonly capabilities: Partial<Capabilities>
  readonly stamp: () => Stamp
  readonly ping: () => Promise<void>
  readonly nowMs: number
  readonly close: () => Promise<unknown>
}

export interface ProviderCase {
  readonly name: string
  readonly has: readonly CapabilityName[]
  readonly open: () => Promise<OpenedProvider>
  /** A dividend-paying stock with complete fixtures. */
  readonly symbol: string
  /** Whether it returns only the requested contracts; a source without filters returns more. */
  readonly choosesContracts: boolean
  /** Market behind the fixtures; each answer must match it. */
  readonly truth?: MarketData
}

const UNKNOWN = ['ZZZZZ', 'constructor'] as const

/** Tests the rules of `provider.ts` for every provider. A provider's own tests only cover its wire format. */
export function describeProvider({ name, has, open, symbol, choosesContracts, truth }: ProviderCase): void {
  describe(name, () => {
    let opened: OpenedProvider
    let today: string
    beforeAll(async () => {
      opened = await open()
      today = newYorkDate(opened.nowMs)
    })
    afterAll(() => opened.close())

    /** Finds the source for a capability that the case lists. */
    function source<K extends CapabilityName>(capability: K): NonNullable<Capabilities[K]> {
      const found = opened.capabilities[capability]
      if (!found) throw new Error(`${name} has no ${capability}: take it off the list of its case`)
      return found as NonNullable<Capabilities[K]>
    }
    const testCapability = (capability: CapabilityName, title: string, body: () => Promise<void>) =>
      has.includes(capability) ? test(`${capability}: ${title}`, body) : undefined

    async function readValue<T>(asked: Promise<Answer<T>>): Promise<NonNullable<T>> {
      const { value, ...answer } = await asked
      expectStamp(answer)
      for (const { field, reason } of answer.missing) expect([field, reason.length > 10]).toEqual([field, true])
      if (value === null || value === undefined) throw new Error(`nothing, for ${JSON.stringify(answer.missing)}`)
      return value
    }

    function expectStamp({ source, dataClass, asOfMs }: Stamp): void {
      expect(source).not.toBe('')
      expect(dataClasses).toContain(dataClass)
      // A daily figure is stamped with the day's close, even in the morning.
      expect(newYorkDate(asOfMs) <= today).toBe(true)
    }

    /** Expects either an empty answer with a reason or an unknown-symbol failure, but no other failure. */
    async function expectNothing(asked: Promise<Answer<unknown>>): Promise<void> {
      const outcome = await asked.catch((error: unknown) => error)
      if (outcome instanceof ProviderFailure) {
        expect(outcome.kind).toBe('not_found')
        return
      }
      const { value, missing } = outcome as Answer<unknown>
      expect(value ?? []).toEqual([])
      if (value === null) expect(missing.length).toBeGreaterThan(0)
    }

    test('has the capabilities of its case, responds to a ping, and describes itself', async () => {
      expect(Object.keys(opened.capabilities).sort()).toEqual([...has].sort())
      await opened.ping()
      expectStamp(opened.stamp())
    })

    testCapability('bars', 'ascending sessions up to today, each around its open and close', async () => {
      const bars = await readValue(source('bars').listDailyBars(symbol))
      expectAscending(bars.map(({ date }) => date))
      expect(bars.length).toBeGreaterThan(100)
      expect((bars.at(-1)?.date ?? '') <= today).toBe(true)
      for (const { open: first, high, low, close, volume } of bars) {
        expect(low > 0 && low <= Math.min(first, close) && high >= Math.max(first, close) && volume >= 0).toBe(true)
      }
      const from = bars.at(-20)?.date ?? ''
      const late = await readValue(source('bars').listDailyBars(symbol, from))
      expect(late.filter(({ date }) => date >= from)).toEqual(bars.slice(-20))
      if (truth) expect(bars).toEqual((await readValue(truth.bars.listDailyBars(symbol))).slice(-bars.length))
      for (const unknown of UNKNOWN) await expectNothing(source('bars').listDailyBars(unknown))
    })

    testCapability('intradayBars', 'ascending parts of the days asked for', async () => {
      const [from, to] = [addDays(today, -1), today]
      const range = { unit: 'minute', multiplier: 30, from, to } as const
      const bars = await readValue(source('intradayBars').listIntradayBars(symbol, range))
      expectAscending(bars.map(({ startMs }) => startMs))
      for (const { startMs, high, low, close } of bars) {
        expect([from, to]).toContain(newYorkDate(startMs))
        expect(low > 0 && low <= close && close <= high).toBe(true)
      }
      if (truth?.intradayBars) expect(bars).toEqual(await readValue(truth.intradayBars.listIntradayBars(symbol, range)))
    })

    testCapability('quotes', 'a price, and what is not known beside it is missing with its reason', async () => {
      const answer = await source('quotes').findQuote(symbol)
      const { lastPrice, previousClose, bid, ask, volume } = await readValue(Promise.resolve(answer))
      expect(lastPrice).toBeGreaterThan(0)
      for (const figure of [previousClose, bid, ask, volume]) expect(figure ?? 1).toBeGreaterThanOrEqual(0)
      expect(bid ?? 0).toBeLessThanOrEqual(ask ?? Number.POSITIVE_INFINITY)
      if (bid === null) expect(answer.missing.map(({ field }) => field)).toContain('bid')
      if (truth) expect(answer.value).toEqual(await readValue(truth.quotes.findQuote(symbol)))
      for (const unknown of UNKNOWN) await expectNothing(source('quotes').findQuote(unknown))
    })

    testCapability('expirations', 'ascending, none of them over', async () => {
      const dates = await readValue(source('expirations').listExpirations(symbol))
      expect(dates.length).toBeGreaterThan(3)
      expectAscending(dates)
      expect((dates[0] ?? '') >= today).toBe(true)
      if (truth) expect(dates).toEqual(await readValue(truth.expirations.listExpirations(symbol)))
      for (const unknown of UNKNOWN) await expectNothing(source('expirations').listExpirations(unknown))
    })

    testCapability('chains', 'standard contracts once each, in order, and any part of them', async () => {
      const { contracts, quotedAtMs, underlyingPriceUsd } = await readValue(source('chains').findChain(symbol))
      expect(contracts.length).toBeGreaterThan(50)
      expect(newYorkDate(quotedAtMs ?? opened.nowMs) <= today).toBe(true)
      expect(underlyingPriceUsd ?? 1).toBeGreaterThan(0)
      expectAscending(contracts.map(orderOf))
      expect(contracts.filter((contract) => !isStandard(contract))).toEqual([])
      if (truth) expect(contracts).toEqual((await readValue(truth.chains.findChain(symbol))).contracts)
      const middle = contracts[Math.floor(contracts.length / 2)]?.strike ?? Number.NaN
      const [first = ''] = contracts.map(({ expiration }) => expiration)
      for (const filter of [
        { type: 'put' },
        { type: 'call', minDays: 20, maxDays: 50, minStrike: middle * 0.9, maxStrike: middle * 1.1 },
        { expiration: first },
      ] as const) {
        const part = (await readValue(source('chains').findChain(symbol, filter))).contracts
        const wanted = contracts.filter((contract) => isWanted(contract, filter))
        expect(wanted.length).toBeGreaterThan(0)
        expect(choosesContracts ? part : part.filter((contract) => isWanted(contract, filter))).toEqual(wanted)
      }
      for (const unknown of UNKNOWN) await expectNothing(source('chains').findChain(unknown))
    })

    function isStandard(contract: OptionQuote): boolean {
      const { contractSymbol, type, expiration, strike, bid, ask, last, volume, openInterest, vendorGreeks } = contract
      const read = parseContractSymbol(contractSymbol)
      const isSound = (figure: number | null) => figure === null || (Number.isFinite(figure) && figure >= 0)
      return (
        read !== null &&
        read.type === type &&
        read.expiration === expiration &&
        read.strike === strike &&
        expiration >= today &&
        strike > 0 &&
        [bid, ask, last, volume, openInterest].every(isSound) &&
        (vendorGreeks === null || Math.abs(vendorGreeks.delta) <= 1)
      )
    }

    function isWanted({ type, expiration, strike }: OptionQuote, filter: ChainFilter): boolean {
      const days = daysBetween(today, expiration)
      return (
        type === (filter.type ?? type) &&
        expiration === (filter.expiration ?? expiration) &&
        days >= (filter.minDays ?? days) &&
        days <= (filter.maxDays ?? days) &&
        strike >= (filter.minStrike ?? strike) &&
        strike <= (filter.maxStrike ?? strike)
      )
    }

    testCapability('search', 'finds a symbol by its text, and no more than were asked for', async () => {
      const found = await readValue(source('search').searchSymbols({ text: symbol, limit: 3 }))
      expect(found.map((listed) => listed.symbol)).toContain(symbol)
      expect(found.length).toBeLessThanOrEqual(3)
      expect(await readValue(source('search').searchSymbols({ text: 'no such company', limit: 3 }))).toEqual([])
    })

    testCapability('reference', 'knows its symbols and no others', async () => {
      const known = { symbol, type: 'stock', optionable: true, hasChain: true, name: expect.stringMatching(/\S/) }
      expect(await source('reference').findSymbol(symbol)).toMatchObject(known)
      for (const unknown of UNKNOWN) expect(await source('reference').findSymbol(unknown)).toBeNull()
    })

    testCapability('fundamentals', 'percent and ratios; what is unknown is missing with its reason', async () => {
      const { value, missing } = await source('fundamentals').findFundamentals(symbol)
      const { marketCapUsd, netMarginPct, debtToEquity, negativeEquity, creditRating } = value
      if (marketCapUsd !== null) expect(marketCapUsd).toBeGreaterThan(1e8)
      expect(Math.abs(netMarginPct ?? 1)).toBeGreaterThanOrEqual(1)
      if (negativeEquity) expect(debtToEquity).toBeNull()
      if (creditRating === null) expect(missing.map(({ field }) => field)).toContain('credit_rating')
      if (!truth) return
      const expected = await readValue(truth.fundamentals.findFundamentals(symbol))
      expectClose(netMarginPct, expected.netMarginPct)
      expectClose(debtToEquity, expected.debtToEquity)
      if (marketCapUsd !== null) expect(value).toEqual({ ...expected, creditRating: null })
    })

    testCapability('dividends', 'ascending amounts of cash', async () => {
      const paid = await readValue(source('dividends').listDividends(symbol))
      expect(paid.length).toBeGreaterThan(0)
      expectAscending(paid.map(({ exDate }) => exDate))
      for (const { cashUsd } of paid) expect(cashUsd).toBeGreaterThan(0)
      if (truth) expect(paid).toEqual(await readValue(truth.dividends.listDividends(symbol)))
    })

    testCapability('splits', 'ascending ratios', async () => {
      const splits = await readValue(source('splits').listSplits(symbol))
      expectAscending(splits.map(({ executionDate }) => executionDate))
      for (const { ratio } of splits) expect(ratio).toBeGreaterThan(0)
      if (truth) expect(splits).toEqual(await readValue(truth.splits.listSplits(symbol)))
    })

    testCapability('earnings', 'the next report has not happened', async () => {
      expect((await readValue(source('earnings').findNextEarnings(symbol))).date >= today).toBe(true)
    })

    testCapability('ivHistory', 'ascending sessions of plausible volatility', async () => {
      const history = await readValue(source('ivHistory').listIvHistory(symbol))
      expect(history.length).toBeGreaterThan(100)
      expectAscending(history.map(({ date }) => date))
      for (const { impliedVolatility } of history) {
        expect(impliedVolatility).toBeGreaterThan(0.02)
        expect(impliedVolatility).toBeLessThan(3)
      }
    })

    testCapability('ivRank', 'a rank and a percentile from 0 to 100', async () => {
      const { rank, percentile } = await readValue(source('ivRank').findIvRank(symbol))
      for (const place of [rank, percentile ?? 0]) expect(place >= 0 && place <= 100).toBe(true)
      for (const unknown of UNKNOWN) await expectNothing(source('ivRank').findIvRank(unknown))
    })

    testCapability('rates', 'a yearly rate, continuously compounded, and what it is read from', async () => {
      for (const days of [30, 365]) {
        const { rate, basis } = await readValue(source('rates').findRate(days))
        expect(rate).toBeGreaterThan(-0.02)
        expect(rate).toBeLessThan(0.15)
        expect(basis).toMatch(/\w{3} \d{1,2}, \d{4}$/)
        if (truth) expect(rate).toBeCloseTo((await readValue(truth.rates.findRate(days))).rate, 7)
      }
    })

    testCapability('clock', 'the time of the market, and of the exchange where it asks one', async () => {
      const clock = source('clock')
      expect(clock.now()).toBe(opened.nowMs)
      if (clock.findStatus)
        expect(['open', 'extended', 'closed']).toContain((await readValue(clock.findStatus())).session)
      if (clock.listSpecialDays) expectAscending((await readValue(clock.listSpecialDays())).map(({ date }) => date))
    })
  })
}

function expectClose(value: number | null, expected: number | null): void {
  if (value === null || expected === null) expect(value).toBe(expected)
  else expect(value).toBeCloseTo(expected, 9)
}

/** Sort key: expiration, strike, then calls before puts. */
const orderOf = ({ expiration, strike, type }: OptionQuote) =>
  `${expiration} ${String(strike * 1_000).padStart(9, '0')} ${type}`

function expectAscending(values: readonly (string | number)[]): void {
  const wrong = values.filter((value, index) => index > 0 && value <= (values[index - 1] ?? value))
  expect(wrong).toEqual([])
}
