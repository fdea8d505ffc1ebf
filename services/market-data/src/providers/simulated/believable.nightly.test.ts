import { beforeAll, describe, expect, test } from '@jest/globals'
import { openCalendar } from './calendar.ts'
import { readFundamentals } from './companies/fundamentals.ts'
import { findKnownFigures } from './companies/known-figures.ts'
import { listCompanyNames } from './companies/universe.ts'
import { readMoment } from './moment.ts'
import { openExpirationCalendar } from './options/expirations.ts'
import { listIvHistory } from './options/iv-history.ts'
import { openFactorPaths } from './paths/factors.ts'
import { openShare } from './paths/share.ts'

const SEEDS = ['callwright', 'another', 'third'] as const
/** Companies that every seed measures. Each of the others is measured with one of the seeds. */
const ALWAYS: ReadonlySet<string> = new Set(['KO', 'T'])
const YEARS = Array.from({ length: 30 }, (_value, index) => 2_015 + index)

interface Range {
  readonly low: number
  readonly middle: number
  /** Exceeded on one day in 200. */
  readonly usualHigh: number
  readonly high: number
}

function measureRange(values: Float64Array): Range {
  values.sort()
  const at = (part: number) => values[Math.round(part * (values.length - 1))] ?? Number.NaN
  return { low: at(0), middle: at(0.5), usualHigh: at(0.995), high: at(1) }
}

/** Each company's figures over 30 years, as multiples of what a trader expects of it. */
function measureCompanies(seed: (typeof SEEDS)[number]) {
  const calendar = openCalendar()
  const factors = openFactorPaths(seed, calendar)
  const measured = [...listCompanyNames(seed, 'large_cap').values()].filter(
    ({ symbol }, index) => ALWAYS.has(symbol) || index % SEEDS.length === SEEDS.indexOf(seed),
  )
  return measured.map((identity) => {
    const known = findKnownFigures(identity.symbol)
    if (known === null) throw new RangeError(`no figures for ${identity.symbol}`)
    const share = openShare(seed, calendar, factors, identity)
    const { units } = share
    const expirations = openExpirationCalendar(seed, calendar, share.company)
    const prices: number[] = []
    const caps: number[] = []
    const vols: number[] = []
    for (const year of YEARS) {
      const { days } = calendar.sessionsOf(year)
      const { close } = share.yearOf(year)
      for (const [index, day] of days.entries()) {
        prices.push((close[index] ?? 0) / Math.exp(units.growthLog(day, units.splitsUntil(day))) / known.priceUsd)
      }
      const moment = readMoment(calendar, Date.parse(`${year}-12-31T23:00:00Z`))
      caps.push((readFundamentals(share, moment).marketCapUsd ?? 0) / known.marketCapUsd)
      for (const { impliedVolatility } of listIvHistory(share, moment, expirations)) {
        vols.push(impliedVolatility / known.impliedVol)
      }
    }
    const [price, cap, vol] = [prices, caps, vols].map((values) => measureRange(Float64Array.from(values)))
    if (price === undefined || cap === undefined || vol === undefined) throw new RangeError('nothing was measured')
    return { symbol: identity.symbol, known, isSplitting: share.company.growth !== null, price, cap, vol }
  })
}

describe.each(SEEDS)('30 years of companies with the seed %s', (seed) => {
  let companies: ReturnType<typeof measureCompanies> = []
  beforeAll(() => {
    companies = measureCompanies(seed)
  })
  /** Symbols that fail a condition. */
  const listBut = (isFine: (company: (typeof companies)[number]) => boolean) =>
    companies.filter((company) => !isFine(company)).map(({ symbol }) => symbol)

  test('prices and market caps stay near what a trader expects', () => {
    expect(companies.length).toBeGreaterThan(160)
    expect(listBut(({ price }) => price.low > 0.38 && price.high < 2.6)).toEqual([])
    expect(listBut(({ cap }) => cap.low > 0.38 && cap.high < 2.6)).toEqual([])
    expect(listBut(({ price }) => price.middle > 0.75 && price.middle < 1.33)).toEqual([])
  })

  test('implied volatility stays near what a trader expects', () => {
    expect(listBut(({ vol }) => vol.low > 0.4 && vol.high < 3.5)).toEqual([])
    expect(listBut(({ vol }) => vol.middle > 0.75 && vol.middle < 1.35)).toEqual([])
    // Apart from the days before a report, only a company that is known for its volatility goes above 90 %.
    expect(listBut(({ known, vol }) => known.impliedVol > 0.35 || vol.usualHigh * known.impliedVol < 0.9)).toEqual([])
  })

  test('Coca-Cola stays near $70, and AT&T below $42', () => {
    const pricesOf = (wanted: string) => {
      const company = companies.find(({ symbol }) => symbol === wanted)
      if (company === undefined) throw new RangeError(`no company ${wanted}`)
      expect(company.isSplitting).toBe(false)
      const { price, known } = company
      return {
        low: price.low * known.priceUsd,
        usualHigh: price.usualHigh * known.priceUsd,
        high: price.high * known.priceUsd,
      }
    }
    expect(pricesOf('KO').low).toBeGreaterThan(42)
    expect(pricesOf('KO').high).toBeLessThan(110)
    expect(pricesOf('T').usualHigh).toBeLessThan(40)
    expect(pricesOf('T').high).toBeLessThan(42)
  })
})
