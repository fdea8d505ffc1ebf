import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MarketData } from '../src/providers/provider.ts'
import { openRecordedMarket } from '../src/providers/recorded/recorded-provider.ts'
import { describeShared, type MarketDataUnderTest, openMarketDataService, sharedData } from './support.ts'

describeShared('the whole recorded market of 2026-07-10', () => {
  const folder = join(sharedData, 'us-2026-07-10')
  const rejected: Record<string, number> = {}
  let service: MarketDataUnderTest
  let market: MarketData
  beforeAll(async () => {
    service = await openMarketDataService(folder)
    market = await openRecordedMarket(folder, (reason, count = 1) => {
      rejected[reason] = (rejected[reason] ?? 0) + count
    })
  })
  afterAll(() => service.close())

  test('every price is the last close, the chain’s stock price, or both; no real bar is repaired or left out', async () => {
    for (const { symbol } of (await market.reference.listUniverse()).value) {
      const { value: quote } = await market.quotes.findQuote(symbol)
      const { value: bars } = await market.bars.listDailyBars(symbol)
      expect(quote?.lastPrice).toBeGreaterThan(0)
      if (bars !== null) expect(quote?.lastPrice).toBe(bars.at(-1)?.close)
      expect(bars === null).toBe(symbol === 'AVB' || symbol === 'EA')
    }
    // Bars that jump by half the price after an earnings report are kept.
    expect(Object.keys(rejected).filter((reason) => reason.startsWith('bar_'))).toEqual([])
  })

  test('deltas from the mid match the vendor’s if the quote is tight', async () => {
    const differences: number[] = []
    for (const { symbol } of (await market.reference.listUniverse()).value.filter(
      (_entry, index) => index % 12 === 0,
    )) {
      const { value: chain } = await market.chains.findChain(symbol)
      const vendorDeltas = new Map(
        chain?.contracts.map(({ contractSymbol, vendorGreeks }) => [contractSymbol, vendorGreeks?.delta ?? null]),
      )
      const { options } = await service.ask('options.chain', { params: { symbol } })
      for (const { contract_symbol, bid, ask, mid, delta, greeks_source } of options) {
        const theirs = vendorDeltas.get(contract_symbol) ?? null
        if (theirs === null || mid === null || delta === null || greeks_source === 'vendor') continue
        if ((ask ?? 0) - (bid ?? 0) < 0.15 * mid) differences.push(Math.abs(delta - theirs))
      }
    }
    differences.sort((a, b) => a - b)
    expect(differences.length).toBeGreaterThan(200)
    expect(differences[Math.floor(differences.length / 2)]).toBeLessThan(0.005)
    expect(differences[Math.floor(differences.length * 0.95)]).toBeLessThan(0.025)
  })
})
