import { describe, expect, test } from '@jest/globals'
import { openCalendar } from './calendar.ts'
import { readFundamentals } from './companies/fundamentals.ts'
import { findKnownFigures } from './companies/known-figures.ts'
import { listCompanyNames } from './companies/universe.ts'
import { readMoment } from './moment.ts'
import { openExpirationCalendar } from './options/expirations.ts'
import { listIvHistory } from './options/iv-history.ts'
import { openFactorPaths } from './paths/factors.ts'
import { openShare } from './paths/share.ts'
import { quantile } from './testing/path-statistics.ts'

const YEARS = Array.from({ length: 30 }, (_value, index) => 2_015 + index)

/** Figures of one company over 30 years, as multiples of what a trader expects of it. */
function measureCompanies(seed: string) {
  const calendar = openCalendar()
  const factors = openFactorPaths(seed, calendar)
  const moments = YEARS.map((year) => readMoment(calendar, Date.parse(`${year}-12-31T23:00:00Z`)))
  return [...listCompanyNames(seed, 'large_cap').values()].map((identity) => {
    const known = findKnownFigures(identity.symbol)
    if (known === null) throw new RangeError(`no figures for ${identity.symbol}`)
    const share = openShare(seed, calendar, factors, identity)
    const expirations = openExpirationCalendar(seed, calendar, share.company)
    const prices: number[] = []
    const caps: number[] = []
    const vols: number[] = []
    for (const [index, year] of YEARS.entries()) {
      const { days } = calendar.sessionsOf(year)
      const usualOn = (day: number) =>
        known.priceUsd * Math.exp(share.units.growthLog(day, share.units.splitsUntil(day)))
      prices.push(...[...share.yearOf(year).close].map((close, session) => close / usualOn(days[session] ?? 0)))
      const moment = moments[index]
      if (moment === undefined) continue
      caps.push((readFundamentals(share, moment).marketCapUsd ?? 0) / known.marketCapUsd)
      const history = listIvHistory(share, moment, expirations)
      vols.push(...history.map(({ impliedVolatility }) => impliedVolatility / known.impliedVol))
    }
    return { symbol: identity.symbol, known, ratio: share.units.ratio, prices, caps, vols }
  })
}

describe.each(['callwright', 'another', 'third'])('30 years of all companies with the seed %s', (seed) => {
  const companies = measureCompanies(seed)

  test('prices and market caps stay near what a trader expects', () => {
    expect(companies).toHaveLength(503)
    for (const { symbol, prices, caps } of companies) {
      for (const values of [prices, caps]) {
        const range = [symbol, Math.min(...values) > 0.38, Math.max(...values) < 2.5]
        expect(range).toEqual([symbol, true, true])
      }
      expect(quantile(prices, 0.5)).toBeGreaterThan(0.7)
      expect(quantile(prices, 0.5)).toBeLessThan(1.4)
    }
    const all = companies.flatMap(({ prices }) => prices.filter((_price, session) => session % 50 === 0))
    expect(quantile(all, 0.05)).toBeGreaterThan(0.67)
    expect(quantile(all, 0.95)).toBeLessThan(1.5)
  })

  test('implied volatility stays near what a trader expects', () => {
    for (const { symbol, known, vols } of companies) {
      const range = [symbol, Math.min(...vols) > 0.4, Math.max(...vols) < 3.5]
      expect(range).toEqual([symbol, true, true])
      expect(quantile(vols, 0.5)).toBeGreaterThan(0.75)
      expect(quantile(vols, 0.5)).toBeLessThan(1.35)
      // Only a company that is known for its volatility goes above 90 %, apart from days before a report.
      if (known.impliedVol <= 0.4)
        expect([symbol, quantile(vols, 0.995) * known.impliedVol < 0.9]).toEqual([symbol, true])
    }
  })

  test('a company without splits trades where its name suggests', () => {
    const closesOf = (wanted: string) =>
      companies.flatMap(({ symbol, known, ratio, prices }) =>
        symbol === wanted && ratio === 1 ? prices.map((price) => price * known.priceUsd) : [],
      )
    expect(Math.min(...closesOf('KO'))).toBeGreaterThan(42)
    expect(Math.max(...closesOf('KO'))).toBeLessThan(110)
    expect(Math.max(...closesOf('T'))).toBeLessThan(42)
    expect(quantile(closesOf('T'), 0.99)).toBeLessThan(40)
  })
})
