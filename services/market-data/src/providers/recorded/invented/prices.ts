import { addDays } from '@callwright/scoring'
import type { CashDividend, DailyBar, EarningsReport, IsoDate } from '../../provider.ts'
import { createRandom, INVENTED_AS_OF, type InventedCompany, type Random } from './companies.ts'

const SESSIONS_PER_YEAR = 252
const MARKET_VOL = 0.15
const DRIFT = 0.07
const EARNINGS_EVERY = 63

interface InventedHistory {
  readonly bars: readonly DailyBar[]
  /** Expected 30-day volatility at each session, as a decimal. */
  readonly vols: readonly number[]
}

/** Invents the returns of the whole market, which all companies share. */
export function inventMarketReturns(seed: string, sessions: number): number[] {
  const random = createRandom(`${seed} market`)
  return Array.from({ length: sessions }, () => fatTailed(random) * dailyOf(MARKET_VOL))
}

/**
 * Invents a company's daily bars. Its moves combine the market's with its own, and include earnings days and clustered
 * volatility. The last close equals the company's price.
 */
export function inventHistory(
  seed: string,
  company: InventedCompany,
  sessions: readonly IsoDate[],
  marketReturns: readonly number[],
): InventedHistory {
  const random = createRandom(`${seed} ${company.symbol}`)
  const vols = inventVols(random, company.volPct / 100, sessions.length)
  const beta = 0.5 + company.volPct / 60
  const firstEarnings = Math.floor(random.next() * EARNINGS_EVERY)
  const returns = sessions.map((_date, index) => {
    const vol = vols[index] ?? 0
    const own = Math.sqrt(Math.max(0.3 * vol * vol, vol * vol - (beta * MARKET_VOL) ** 2))
    const news = (index - firstEarnings) % EARNINGS_EVERY === 0 ? random.normal() * dailyOf(vol) * 3.5 : 0
    const market = index === 0 ? 0 : beta * (marketReturns[index] ?? 0)
    return DRIFT / SESSIONS_PER_YEAR + market + fatTailed(random) * dailyOf(own) + news
  })
  const total = returns.reduce((sum, value) => sum + value, 0)
  let level = Math.log(company.priceUsd) - total
  let previous = Math.exp(level)
  const bars = sessions.map((date, index): DailyBar => {
    level += returns[index] ?? 0
    const bar = inventBar(random, date, previous, Math.exp(level), dailyOf(vols[index] ?? 0), company)
    previous = bar.close
    return bar
  })
  return { bars, vols }
}

function inventVols(random: Random, longRun: number, sessions: number): number[] {
  let wave = random.normal() * 0.2
  return Array.from({ length: sessions }, () => {
    wave = 0.97 * wave + random.normal() * 0.06
    return longRun * Math.exp(wave)
  })
}

function inventBar(
  random: Random,
  date: IsoDate,
  previous: number,
  close: number,
  dailyVol: number,
  { priceUsd, marketCapBillions }: InventedCompany,
): DailyBar {
  const open = previous * Math.exp(random.normal() * dailyVol * 0.4)
  const high = Math.max(open, close) * Math.exp(Math.abs(random.normal()) * dailyVol * 0.45)
  const low = Math.min(open, close) * Math.exp(-Math.abs(random.normal()) * dailyVol * 0.45)
  const usualVolume = (marketCapBillions ** 0.75 * 4e7) / priceUsd
  const excitement = Math.abs(Math.log(close / previous)) / dailyVol
  const volume = usualVolume * Math.exp(random.normal() * 0.25 + 0.25 * (excitement - 0.8))
  return {
    date,
    open: cents(open),
    high: cents(high),
    low: cents(low),
    close: cents(close),
    volume: Math.round(volume / 100) * 100,
  }
}

function fatTailed(random: Random): number {
  return random.normal() * (random.next() < 0.04 ? 2.6 : 0.94)
}

function dailyOf(vol: number): number {
  return vol / Math.sqrt(SESSIONS_PER_YEAR)
}

export function cents(amount: number): number {
  return Math.max(0.01, Math.round(amount * 100) / 100)
}

const QUARTER_DAYS = 91
const PAST_QUARTERS = 9
/** Days from a dividend's declaration to its ex-date. */
const DECLARED_DAYS = 45

/** Invents quarterly dividends for the past two years, plus the next one if it has been declared. */
export function inventDividends(seed: string, company: InventedCompany): CashDividend[] {
  if (company.dividendYieldPct === 0) return []
  const random = createRandom(`${seed} ${company.symbol} dividends`)
  const cashUsd = cents((company.priceUsd * company.dividendYieldPct) / 100 / 4)
  const nextInDays = 1 + Math.floor(random.next() * QUARTER_DAYS)
  const offsets = Array.from({ length: PAST_QUARTERS + 1 }, (_value, index) => nextInDays - index * QUARTER_DAYS)
  return offsets
    .filter((days) => days <= DECLARED_DAYS)
    .reverse()
    .map((days) => ({ exDate: addDays(INVENTED_AS_OF, days), cashUsd, kind: 'regular' }))
}

export function inventEarnings(seed: string, company: InventedCompany): EarningsReport {
  const random = createRandom(`${seed} ${company.symbol} earnings`)
  const date: IsoDate = addDays(INVENTED_AS_OF, 6 + Math.floor(random.next() * 80))
  return { date, session: random.next() < 0.5 ? 'before_open' : 'after_close' }
}
