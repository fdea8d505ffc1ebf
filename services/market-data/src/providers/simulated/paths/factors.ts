import type { Calendar } from '../calendar.ts'
import { MARKET_VOL, SECTOR_VOL } from '../companies/company.ts'
import { SECTORS, type Sector } from '../companies/sectors.ts'
import { openStream } from '../random.ts'
import { memoizeRecent } from '../recent.ts'
import { anchorFor, type FactorShape, type FactorYear, openFactorStreams, runFactorYear } from './factor-year.ts'

const MARKET_SHAPE: FactorShape = {
  vol: MARKET_VOL,
  stretch: 0.09,
  reaction: 0.055,
  leverage: -0.045,
  contagion: 0,
  slow: 0.14,
  anchor: anchorFor(MARKET_VOL),
}

const SECTOR_SHAPE: FactorShape = {
  vol: SECTOR_VOL,
  stretch: 0.05,
  reaction: 0.06,
  leverage: -0.02,
  contagion: 0.4,
  slow: 0.15,
  anchor: anchorFor(SECTOR_VOL),
}

/** How many years to keep in memory, for the market and for each sector. */
const MAX_MARKET_YEARS = 16
const MAX_SECTOR_YEARS = 8

export interface FactorPaths {
  readonly market: (year: number) => FactorYear
  readonly sector: (sector: Sector, year: number) => FactorYear
}

/** Opens the paths that companies share: the market's, and one for each sector. */
export function openFactorPaths(seed: string, calendar: Calendar): FactorPaths {
  const marketStreams = openFactorStreams(openStream(seed, 'market'))
  const market = memoizeRecent(MAX_MARKET_YEARS, (year: number) =>
    runFactorYear(calendar, MARKET_SHAPE, marketStreams, year),
  )
  const sector = memoizeRecent(SECTORS.length, (name: Sector) => {
    const streams = openFactorStreams(openStream(seed, 'sector', name))
    return memoizeRecent(MAX_SECTOR_YEARS, (year: number) =>
      runFactorYear(calendar, SECTOR_SHAPE, streams, year, { market: market(year).effects }),
    )
  })
  return { market, sector: (name, year) => sector(name)(year) }
}
