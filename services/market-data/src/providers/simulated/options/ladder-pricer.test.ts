import { computeAmericanGreeks, computeAtmIv, newYorkDate, solveQuoteVol, yearsUntilClose } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { openAt, openRooms } from '../testing/open-at.ts'
import { listExpirations, termsOf } from './chain.ts'
import { openLadderPricer, priceContract, volAt } from './ladder-pricer.ts'
import { listLadders } from './strikes.ts'

const rooms = openRooms()
const INSTANT = '2026-07-10T15:12:00Z'

function openLadders(symbol: string) {
  const share = rooms.share(symbol)
  const moment = rooms.momentAt(INSTANT)
  const market = rooms.optionsAt(share, moment)
  const expirations = listExpirations(rooms.expirationsOf(share), moment)
  const ladders = listLadders(share, moment, expirations)
  return {
    market,
    ladders: expirations.map((expiration) => ({
      terms: termsOf(market, expiration),
      strikes: (ladders.get(expiration.day) ?? []).map(({ price }) => price),
    })),
  }
}

test.each(['O'])('%s: prices between nodes are those of the full computation', (symbol) => {
  const { market, ladders } = openLadders(symbol)
  for (const { terms, strikes } of ladders) {
    // A fraction of a cent within a year; of a tick beyond, where options cost tens of dollars.
    const room = (terms.years < 1 ? 2e-5 : 1e-4) * market.spot
    for (const type of ['call', 'put'] as const) {
      const priceAt = openLadderPricer(terms, type, strikes)
      for (let index = 1; index < strikes.length; index += 5) {
        const full = priceContract(terms, type, strikes[index] ?? 0)
        expect(Math.abs(priceAt(index) - full)).toBeLessThan(room)
      }
    }
  }
})

test('one contract asked for alone costs what it costs among all', () => {
  const { ladders } = openLadders('JPM')
  const { terms, strikes } = ladders.at(-1) ?? { terms: null, strikes: [] }
  if (terms === null) throw new Error('no expirations')
  const all = openLadderPricer(terms, 'put', strikes)
  const prices = strikes.map((_strike, index) => all(index))
  for (const index of [0, 7, Math.floor(strikes.length / 2), strikes.length - 1]) {
    expect(openLadderPricer(terms, 'put', strikes)(index)).toBe(prices[index])
  }
})

describe('our own solver finds the surface behind the quotes', () => {
  test.each(['VEEV', 'JPM'])('%s: volatility of each quote within the error of its tick', async (symbol) => {
    const market = openAt(INSTANT)
    const { asOfMs } = market.stamp()
    const { market: options, ladders } = openLadders(symbol)
    const dividends = ((await market.dividends.listDividends(symbol)).value ?? [])
      .filter(({ exDate }) => exDate > newYorkDate(asOfMs))
      .map(({ exDate, cashUsd }) => ({ years: yearsUntilClose(exDate, asOfMs), cash: cashUsd }))
    const chain = (await market.chains.findChain(symbol, { minDays: 20, maxDays: 50 })).value?.contracts ?? []
    let solved = 0
    for (const { expiration, type, strike, bid, ask } of chain) {
      const years = yearsUntilClose(expiration, asOfMs)
      const terms = ladders.find((ladder) => Math.abs(ladder.terms.years - years) < 1e-9)?.terms
      if (terms === undefined || bid === null || ask === null || bid < 0.1) continue
      // What a service knows: the price, the rate for the days left, the dividends that are listed.
      const days = Math.round(years * 365)
      const { rate } = (await market.rates.findRate(days)).value
      const contract = { type, spot: options.spot, strike, years, rate, dividends }
      const { vol } = solveQuoteVol({ ...contract, bid, ask })
      const true_ = volAt(terms, strike)
      const { vega } = computeAmericanGreeks({ ...contract, vol: true_ })
      // Where a cent of price is over three points of volatility there is nothing to find.
      if (vega < 0.3 || vol === null) continue
      expect(Math.abs(vol - true_) * vega).toBeLessThan(0.06)
      solved += 1
    }
    expect(solved).toBeGreaterThan(15)
  })

  test('the history of a volatility ends where the chain of that close stands', async () => {
    const market = openAt('2026-07-10T20:00:00Z')
    const { asOfMs } = market.stamp()
    for (const symbol of ['WM', 'ROL']) {
      const [quote, chain, history, dividends, rate] = await Promise.all([
        market.quotes.findQuote(symbol),
        market.chains.findChain(symbol, { minDays: 7, maxDays: 70 }),
        market.ivHistory.listIvHistory(symbol),
        market.dividends.listDividends(symbol),
        market.rates.findRate(30),
      ])
      const { impliedVolatility } = computeAtmIv(chain.value?.contracts ?? [], {
        price: quote.value?.lastPrice ?? 0,
        rate: rate.value.rate,
        dividends: (dividends.value ?? [])
          .filter(({ exDate }) => exDate > '2026-07-10')
          .map(({ exDate, cashUsd }) => ({ exDate, cash: cashUsd })),
        asOfMs,
      })
      const last = history.value.at(-1)
      expect(last?.date).toBe('2026-07-10')
      expect((impliedVolatility ?? 0) / (last?.impliedVolatility ?? 1)).toBeGreaterThan(0.985)
      expect((impliedVolatility ?? 9) / (last?.impliedVolatility ?? 1)).toBeLessThan(1.015)
    }
  })
})
