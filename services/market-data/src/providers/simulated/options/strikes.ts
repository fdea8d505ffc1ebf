import type { Company } from '../companies/company.ts'
import { MARKET_VOL, SECTOR_VOL } from '../companies/company.ts'
import type { Liquidity } from '../companies/liquidity.ts'
import type { MarketMoment } from '../moment.ts'
import type { Share } from '../paths/share.ts'
import type { Expiration, ExpirationSeries } from './expirations.ts'

export interface Strike {
  /** Dollars, per current share. */
  readonly price: number
  /** Dollars, per share as of the listing day. This price identifies the contract for life. */
  readonly listedPrice: number
  /** Distance to the next listed strike, as a fraction of this strike. */
  readonly stepFrac: number
}

/** How far from the price strikes are listed, in standard deviations of the price over the expiration's life. */
interface Reach {
  readonly near: number
  readonly far: number
}

const REACH: Readonly<Record<Liquidity, Reach>> = {
  daily: { near: 0.45, far: 2.3 },
  busy: { near: 0.55, far: 2.5 },
  active: { near: 0.5, far: 2.5 },
  quiet: { near: 0.5, far: 2.6 },
  thin: { near: 0.5, far: 1.9 },
}
/**
 * Minimum width of the range with dense strikes, about one standard deviation over 45 days, and its maximum for long
 * terms.
 */
const MIN_NEAR_PER_VOL = 0.38
const MAX_NEAR = 0.16
const FAR_LIMITS = { min: 0.16, max: 0.9 } as const
/** Factors for the reach of the strikes, which extend further down than up. */
const UPWARD = 0.95
const DOWNWARD = 1.3

/** Distance between strikes by price; the last one applies above all the listed prices. */
type StepTable = readonly (readonly [upTo: number, step: number])[]

const STEPS: Readonly<Record<ExpirationSeries, Readonly<Record<Liquidity, StepTable>>>> = {
  week: {
    daily: steps([25, 0.5], [200, 1], [400, 2.5], [800, 5]),
    busy: steps([30, 0.5], [200, 1], [800, 5]),
    active: steps([25, 0.5], [150, 1], [250, 2.5], [700, 5]),
    quiet: steps([25, 0.5], [60, 1], [150, 2.5], [500, 5]),
    thin: steps([25, 1], [100, 2.5], [400, 5]),
  },
  month: {
    daily: steps([25, 0.5], [60, 1], [130, 2.5], [400, 5]),
    busy: steps([25, 0.5], [60, 1], [130, 2.5], [400, 5]),
    active: steps([60, 1], [130, 2.5], [400, 5]),
    quiet: steps([45, 1], [130, 2.5], [350, 5]),
    thin: steps([25, 0.5], [45, 1], [110, 2.5], [300, 5]),
  },
}
const LARGEST_STEP = 10
/** Far from the price, only every fifth strike is listed, or every fourth if strikes are 2.50 apart. */
const STRIDES = { usual: 5, quarters: 4 } as const

/**
 * Lists each expiration's strikes, lowest first. They cover a margin around the range of closes from the listing day to
 * the session before today, so strikes are only ever added, and never during a day. A split divides the strikes listed
 * before it.
 */
export function listLadders(
  share: Share,
  { todayDay, place }: MarketMoment,
  expirations: readonly Expiration[],
): ReadonlyMap<number, readonly Strike[]> {
  const ranges = findRanges(share, todayDay, expirations)
  const splitsNow = share.yearOf(place.year).splits[place.index] ?? 0
  return new Map(
    expirations.map((expiration) => {
      const range = ranges.get(expiration.day) ?? { low: 1, high: 1, listed: 1, splits: 0 }
      const shares = share.units.sharesFor(range.splits, splitsNow)
      return [expiration.day, buildLadder(share.company, expiration, range, shares)]
    }),
  )
}

/** Range of closes since an expiration was listed, per share as of that day. */
interface CloseRange {
  readonly low: number
  readonly high: number
  /** Close on the day of listing. */
  readonly listed: number
  readonly splits: number
}

/** Goes back through the sessions before today in one pass, and records the range since each listing day. */
function findRanges(share: Share, todayDay: number, expirations: readonly Expiration[]): Map<number, CloseRange> {
  const byListing = expirations.toSorted((a, b) => b.listedDay - a.listedDay)
  const ranges = new Map<number, CloseRange>()
  let { year, index } = share.calendar.placeOn(todayDay - 1)
  let low = Number.POSITIVE_INFINITY
  let high = 0
  let next = 0
  while (next < byListing.length) {
    const { days } = share.calendar.sessionsOf(year)
    const columns = share.yearOf(year)
    for (; index >= 0 && next < byListing.length; index -= 1) {
      const splits = columns.splits[index] ?? 0
      // Per share before the splits, so that closes on different days can be compared.
      const close = (columns.close[index] ?? 0) * share.units.sharesFor(0, splits)
      low = Math.min(low, close)
      high = Math.max(high, close)
      const day = days[index] ?? 0
      for (let listed = byListing[next]; listed !== undefined && day < listed.listedDay; listed = byListing[next]) {
        const scale = share.units.sharesFor(0, splits)
        ranges.set(listed.day, { low: low / scale, high: high / scale, listed: close / scale, splits })
        next += 1
      }
    }
    year -= 1
    index = share.calendar.sessionsOf(year).days.length - 1
  }
  return ranges
}

function buildLadder(company: Company, expiration: Expiration, range: CloseRange, shares: number): Strike[] {
  const { near, far } = reachOf(company, expiration)
  const fine = stepFor(STEPS[expiration.series][company.liquidity], range.listed)
  const stride = fine === 2.5 ? STRIDES.quarters : STRIDES.usual
  const first = Math.max(1, Math.ceil((range.low * Math.exp(-DOWNWARD * far)) / fine))
  const last = Math.floor((range.high * Math.exp(UPWARD * far)) / fine)
  const nearFrom = Math.ceil((range.low * Math.exp(-near)) / fine)
  const nearTo = Math.floor((range.high * Math.exp(UPWARD * near)) / fine)
  const strikes: Strike[] = []
  for (let count = first; count <= last; count += 1) {
    const isNear = count >= nearFrom && count <= nearTo
    if (!isNear && count % stride !== 0) continue
    const listedPrice = count * fine
    const step = isNear ? fine : fine * stride
    strikes.push({ price: toStrike(listedPrice / shares), listedPrice, stepFrac: step / listedPrice })
  }
  return strikes
}

function reachOf(company: Company, { day, listedDay }: Expiration): Reach {
  const { near, far } = REACH[company.liquidity]
  const vol = usualVol(company)
  const deviation = vol * Math.sqrt((day - listedDay) / 365)
  return {
    near: Math.max(MIN_NEAR_PER_VOL * vol, Math.min(MAX_NEAR, near * deviation)),
    far: Math.min(FAR_LIMITS.max, Math.max(FAR_LIMITS.min, far * deviation)),
  }
}

/** Long-run annual volatility, including the effect of reports. */
function usualVol({ beta, sectorLoading, ownVol, earnings }: Company): number {
  return Math.hypot(beta * MARKET_VOL, sectorLoading * SECTOR_VOL, ownVol, 2 * earnings.moveFrac)
}

function stepFor(table: StepTable, price: number): number {
  return table.find(([upTo]) => price < upTo)?.[1] ?? LARGEST_STEP
}

/** Rounds to a cent, like the strikes of contracts after a split. */
function toStrike(price: number): number {
  return Math.max(0.01, Math.round(price * 100) / 100)
}

function steps(...entries: readonly (readonly [number, number])[]): StepTable {
  return entries
}
