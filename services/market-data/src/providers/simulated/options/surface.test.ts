import fc from '@callwright/properties'
import {
  computeAmericanGreeks,
  computeAtmIv,
  dayNumber,
  expirationKind,
  fromDayNumber,
  isThirdFriday,
  isTradingDay,
  newYorkDate,
  priceEuropean,
  solveQuoteVol,
  yearsUntilClose,
} from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { openAt, openMarketParts } from '../testing/open-at.ts'
import { listExpirations, termsOf } from './chain.ts'
import { openLadderPricer, priceContract, volAt } from './ladder-pricer.ts'
import { listLadders } from './strikes.ts'
import { openSmile, totalVarianceAt } from './surface.ts'
import { atmVariance } from './variance.ts'

describe('expirations', () => {
  const datesAt = async (symbol: string, instant: string) =>
    (await openAt(instant).expirations.listExpirations(symbol)).value

  describe('listed expirations', () => {
    test('include weekly, monthly and LEAPS expirations, depending on trading volume', async () => {
      const instant = '2026-07-13T14:00:00Z'
      const [daily, busy, quiet] = await Promise.all(['NVDA', 'BAC', 'A'].map((symbol) => datesAt(symbol, instant)))
      expect(daily?.slice(0, 4)).toEqual(['2026-07-13', '2026-07-15', '2026-07-17', '2026-07-20'])
      expect(busy?.slice(0, 6)).toEqual([
        '2026-07-17',
        '2026-07-24',
        '2026-07-31',
        '2026-08-07',
        '2026-08-14',
        '2026-08-21',
      ])
      const leaps = busy?.filter((date) => expirationKind(date, '2026-07-13') === 'leaps')
      expect(leaps).toContain('2028-01-21')
      expect(leaps?.at(-1)).toBe('2028-12-15')
      expect(await datesAt('NVDA', '2026-08-03T14:00:00Z')).toContain('2026-09-30')
      expect(expirationKind('2026-09-30', '2026-08-03')).toBe('quarterly')
      expect(quiet?.slice(0, 2)).toEqual(['2026-07-17', '2026-08-21'])
      expect(quiet?.every((date) => isThirdFriday(date) || date === '2027-06-17')).toBe(true)
    })

    test('move from a holiday Friday to the session before: Good Friday, Juneteenth, New Year', async () => {
      expect(await datesAt('BAC', '2026-03-23T14:00:00Z')).toContain('2026-04-02')
      expect(await datesAt('BAC', '2026-03-23T14:00:00Z')).not.toContain('2026-04-03')
      const months = await datesAt('BAC', '2026-07-13T14:00:00Z')
      expect(months).toContain('2027-06-17')
      expect(months).not.toContain('2027-06-18')
      expect(await datesAt('BAC', '2026-12-14T15:00:00Z')).toContain('2026-12-31')
    })

    test("include today's expiration until its close", async () => {
      expect((await datesAt('BAC', '2026-07-10T03:30:00Z'))[0]).toBe('2026-07-10')
      expect((await datesAt('BAC', '2026-07-10T19:59:59Z'))[0]).toBe('2026-07-10')
      expect((await datesAt('BAC', '2026-07-10T20:00:00Z'))[0]).toBe('2026-07-17')
      // The market closes at 13:00 on the day after Thanksgiving.
      expect((await datesAt('BAC', '2026-11-27T17:59:00Z'))[0]).toBe('2026-11-27')
      expect((await datesAt('BAC', '2026-11-27T18:00:00Z'))[0]).toBe('2026-12-04')
      const chain = (await openAt('2026-07-10T19:59:59Z').chains.findChain('BAC', { maxDays: 0 })).value
      expect(chain?.contracts.length).toBeGreaterThan(20)
    })

    test('are all on trading days, with at least one 21 to 60 days out', async () => {
      for (const instant of ['2026-01-02T15:00:00Z', '2027-05-28T15:00:00Z', '2029-12-24T15:00:00Z']) {
        for (const symbol of ['MSFT', 'GE', 'LULU', 'ROL']) {
          const dates = await datesAt(symbol, instant)
          expect(dates.every(isTradingDay)).toBe(true)
          expect(dates).toEqual([...new Set(dates)].sort())
          const days = dates.map((date) => dayNumber(date) - dayNumber(instant.slice(0, 10)))
          expect(days.filter((count) => count >= 21 && count <= 60).length).toBeGreaterThan(0)
        }
      }
    })
  })

  test('a listed contract stays listed until it expires', () => {
    const rooms = openMarketParts()
    for (const symbol of ['META', 'DECK', 'ROL']) {
      const share = rooms.share(symbol)
      const calendar = rooms.expirationsOf(share)
      let yesterday = new Map<number, Set<number>>()
      let grown = 0
      for (let day = dayNumber('2026-02-02'); day < dayNumber('2026-05-04'); day = rooms.calendar.after(day)) {
        const moment = rooms.momentAt(`${fromDayNumber(day)}T15:00:00Z`)
        const expirations = listExpirations(calendar, moment)
        const ladders = listLadders(share, moment, expirations)
        const today = new Map([...ladders].map(([date, strikes]) => [date, new Set(strikes.map(({ price }) => price))]))
        for (const [date, strikes] of yesterday) {
          if (date < day) continue
          const still = today.get(date)
          expect([...strikes].filter((strike) => still?.has(strike) !== true)).toEqual([])
          grown += (still?.size ?? 0) - strikes.size
        }
        yesterday = today
      }
      // The price moved over three months, so strikes were added around it.
      expect(grown).toBeGreaterThan(10)
    }
  })

  test('the strikes do not change during a session, however far the price moves', () => {
    const rooms = openMarketParts()
    const share = rooms.share('TSLA')
    const strikesAt = (time: string) => {
      const moment = rooms.momentAt(`2026-07-10T${time}Z`)
      return [...listLadders(share, moment, listExpirations(rooms.expirationsOf(share), moment)).entries()]
    }
    expect(strikesAt('19:59:00')).toEqual(strikesAt('13:31:00'))
    const month = strikesAt('15:00:00').find(([day]) => fromDayNumber(day) === '2026-08-21')?.[1] ?? []
    const spot = rooms.optionsAt(share, rooms.momentAt('2026-07-10T15:00:00Z')).spot
    expect(month[0]?.price).toBeLessThan(0.75 * spot)
    expect(month.at(-1)?.price).toBeGreaterThan(1.3 * spot)
    expect(month.every(({ price }, index) => index === 0 || price > (month[index - 1]?.price ?? 0))).toBe(true)
  })
})

describe('ladder pricer', () => {
  const rooms = openMarketParts()
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

  test.each(['O'])('%s: interpolated prices match the full computation', (symbol) => {
    const { market, ladders } = openLadders(symbol)
    for (const { terms, strikes } of ladders) {
      // A fraction of a cent for terms up to a year, and a fraction of a tick beyond, where options cost tens of
      // dollars.
      const room = (terms.years < 1 ? 5e-5 : 1e-4) * market.spot
      for (const type of ['call', 'put'] as const) {
        const priceAt = openLadderPricer(terms, type, strikes)
        for (let index = 1; index < strikes.length; index += 5) {
          const full = priceContract(terms, type, strikes[index] ?? 0)
          expect(Math.abs(priceAt(index) - full)).toBeLessThan(room)
        }
      }
    }
  })

  test('a contract has the same price whether it is priced alone or with the whole chain', () => {
    const { ladders } = openLadders('JPM')
    const { terms, strikes } = ladders.at(-1) ?? { terms: null, strikes: [] }
    if (terms === null) throw new Error('no expirations')
    const all = openLadderPricer(terms, 'put', strikes)
    const prices = strikes.map((_strike, index) => all(index))
    for (const index of [0, 7, Math.floor(strikes.length / 2), strikes.length - 1]) {
      expect(openLadderPricer(terms, 'put', strikes)(index)).toBe(prices[index])
    }
  })

  describe('the solver recovers the surface behind the quotes', () => {
    test.each(['VEEV', 'JPM'])('%s: the volatility of each quote is within the error of its tick', async (symbol) => {
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
        // A service knows the price, the rate for the days left, and the dividends that are listed.
        const days = Math.round(years * 365)
        const { rate } = (await market.rates.findRate(days)).value
        const contract = { type, spot: options.spot, strike, years, rate, dividends }
        const { vol } = solveQuoteVol({ ...contract, bid, ask })
        const true_ = volAt(terms, strike)
        const { vega } = computeAmericanGreeks({ ...contract, vol: true_ })
        // If a cent of price corresponds to more than three points of volatility, the volatility cannot be recovered.
        if (vega < 0.3 || vol === null) continue
        expect(Math.abs(vol - true_) * vega).toBeLessThan(0.06)
        solved += 1
      }
      expect(solved).toBeGreaterThan(15)
    })

    test('the volatility history ends at the volatility of that close’s chain', async () => {
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
})

describe('surface', () => {
  const SLANT = fc.double({ min: -0.4, max: 0.1, noNaN: true })
  const BEND = fc.double({ min: 0.42, max: 0.6, noNaN: true })
  const LOG_THETA = fc.double({ min: Math.log(1e-5), max: Math.log(2), noNaN: true })
  const PLACES = Array.from({ length: 121 }, (_value, index) => (index - 60) / 10)

  /** Call prices with a forward of 1 and no interest, at log-moneyness of up to 6 deviations on each side. */
  function callPrices(theta: number, slant: number, bend: number) {
    const smile = openSmile(theta, slant, bend)
    return PLACES.map((place) => {
      const logMoneyness = place * Math.sqrt(theta)
      const strike = Math.exp(logMoneyness)
      const vol = Math.sqrt(totalVarianceAt(smile, logMoneyness))
      return { strike, price: priceEuropean({ type: 'call', spot: 1, strike, years: 1, rate: 0, vol }) }
    })
  }

  test('has no butterfly arbitrage: call prices fall by less than the strike rises, and are convex', () => {
    fc.assert(
      fc.property(LOG_THETA, SLANT, BEND, (logTheta, slant, bend) => {
        const calls = callPrices(Math.exp(logTheta), slant, bend)
        const slopes = calls.slice(1).map(({ strike, price }, index) => {
          const before = calls[index] ?? { strike: 0, price: 0 }
          return (price - before.price) / (strike - before.strike)
        })
        const isFair = slopes.every(
          (slope, index) => slope <= 1e-12 && slope >= -1 - 1e-12 && slope >= (slopes[index - 1] ?? -1) - 1e-10,
        )
        expect(isFair).toBe(true)
      }),
    )
  })

  test('has no calendar arbitrage: more at-the-money variance means more at every moneyness', () => {
    fc.assert(
      fc.property(LOG_THETA, SLANT, BEND, fc.double({ min: 0, max: 1, noNaN: true }), (logTheta, slant, bend, more) => {
        const theta = Math.exp(logTheta)
        const [near, far] = [openSmile(theta, slant, bend), openSmile(theta * (1 + more), slant, bend)]
        const isFair = PLACES.every(
          (place) => totalVarianceAt(far, place / 3) >= totalVarianceAt(near, place / 3) - 1e-12,
        )
        expect(isFair).toBe(true)
      }),
    )
  })

  test("every company's slant and bend satisfy the theorem's conditions", () => {
    const rooms = openMarketParts()
    for (const symbol of rooms.symbols) {
      const { smileSlant, smileBend } = rooms.share(symbol).company
      expect(smileBend * (1 + Math.abs(smileSlant))).toBeLessThanOrEqual(2)
      expect(smileSlant).toBeGreaterThanOrEqual(-0.4)
      expect(smileSlant).toBeLessThanOrEqual(0.1)
    }
  })

  test('at-the-money variance never decreases with time, and jumps at each report', () => {
    const rooms = openMarketParts()
    for (const symbol of rooms.symbols.filter((_symbol, index) => index % 25 === 0)) {
      for (const instant of ['2026-01-20T16:00:00Z', '2026-07-10T21:00:00Z', '2033-10-05T19:59:00Z']) {
        const moment = rooms.momentAt(instant)
        const { outlook } = rooms.optionsAt(rooms.share(symbol), moment)
        const reactions = new Set(outlook.reports.map(({ reactionDay }) => reactionDay))
        const variances = Array.from({ length: 900 }, (_value, days) =>
          atmVariance(outlook, days / 365, moment.day + days),
        )
        const wrong = variances.filter((variance, days) => {
          const step = variance - (variances[days - 1] ?? -1)
          return step <= (reactions.has(moment.day + days) ? outlook.perReport : 0)
        })
        expect(wrong).toEqual([])
      }
    }
  })
})
