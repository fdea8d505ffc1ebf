import { addDays, isTradingDay } from '@callwright/scoring'
import type { IsoDate } from '../../provider.ts'

export interface Random {
  /** A uniform number from 0 to 1. */
  next(): number
  /** A standard normal number. */
  normal(): number
}

/** Creates a random-number generator seeded with a name. Its numbers are identical on every machine. */
export function createRandom(name: string): Random {
  let state = hash(name)
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return value | 0
}

/** As-of date of the invented market, a Friday. */
export const INVENTED_AS_OF: IsoDate = '2026-07-10'
const SESSIONS = 560

/** Lists the last 560 sessions, oldest first. */
export function listSessions(): IsoDate[] {
  const sessions: IsoDate[] = []
  for (let date = INVENTED_AS_OF; sessions.length < SESSIONS; date = addDays(date, -1)) {
    if (isTradingDay(date)) sessions.push(date)
  }
  return sessions.reverse()
}

/**
 * Expirations listed for every company. The third Friday of June 2027 is a holiday, so the Thursday before it is
 * listed.
 */
export const MONTHLY_EXPIRATIONS: readonly IsoDate[] = [
  '2026-07-17',
  '2026-08-21',
  '2026-09-18',
  '2026-12-18',
  '2027-01-15',
  '2027-06-17',
]
/** Expirations also listed for the larger companies. */
export const WEEKLY_EXPIRATIONS: readonly IsoDate[] = ['2026-07-24', '2026-07-31', '2026-08-07', '2026-08-14']
export const LONG_EXPIRATIONS: readonly IsoDate[] = ['2028-01-21']

/** A fictional company. Percent figures are 0-100, and market cap is in billions of dollars. */
export interface InventedCompany {
  readonly symbol: string
  readonly name: string
  readonly sector: string
  readonly priceUsd: number
  /** Long-run volatility. */
  readonly volPct: number
  readonly marketCapBillions: number
  readonly dividendYieldPct: number
  readonly netMarginPct: number
  /** Null means that equity is negative. */
  readonly debtToEquity: number | null
}

type Row = readonly [string, string, number, number, number, number, number, number | null]

const bySector: Readonly<Record<string, readonly Row[]>> = {
  'Information Technology': [
    ['ALDQ', 'Alderpoint Semiconductors', 212.4, 46, 940, 0.3, 41, 0.12],
    ['BRMZ', 'Brightmoor Software', 398.75, 27, 1_380, 0.8, 34, 0.28],
    ['CDRV', 'Cedarvale Cloud', 141.2, 52, 88, 0, 12, 0.41],
    ['DLVX', 'Delverton Systems', 61.35, 31, 142, 2.4, 21, 0.55],
    ['EMBQ', 'Emberlight Storage', 87.9, 58, 31, 0, 9, 0.72],
    ['FNWK', 'Finwick Payments', 46.15, 38, 24, 0, 14, 0.9],
    ['GRVX', 'Graveston Photonics', 24.6, 67, 5.4, 0, -8, 1.4],
  ],
  'Communication Services': [
    ['HLWQ', 'Hollowell Media', 93.1, 34, 168, 1.1, 17, 0.6],
    ['INVY', 'Invermoor Telecom', 27.45, 22, 116, 5.6, 11, 1.6],
    ['JNPQ', 'Juniper Falls Games', 38.2, 44, 13, 0, 15, 0.05],
    ['KSTL', 'Kestrel Lane Broadcasting', 12.85, 49, 3.1, 3.2, 4, 2.4],
  ],
  'Consumer Discretionary': [
    ['LRKX', 'Larkmere Motors', 188.6, 55, 610, 0, 9, 0.18],
    ['MPLQ', 'Maplecross Retail', 221.3, 29, 205, 1.4, 10, 1.1],
    ['NTHV', 'Northaven Homes', 104.75, 36, 26, 1.9, 13, 0.35],
    ['OKSD', 'Oaksend Hotels', 74.5, 33, 39, 0.7, 8, null],
    ['PLVM', 'Pelham Vine Apparel', 31.9, 47, 6.2, 1.2, 6, 0.85],
    ['QRYB', 'Quarrybrook Cruises', 19.8, 53, 15, 0, 11, 2.9],
  ],
  'Consumer Staples': [
    ['RDNG', 'Redingham Foods', 58.4, 19, 74, 3.4, 12, 0.95],
    ['SLTW', 'Saltwick Beverages', 71.25, 18, 232, 2.9, 22, 1.3],
    ['TWYN', 'Twynholm Grocers', 47.6, 24, 33, 2.2, 3, 0.8],
    ['UMBL', 'Umberleigh Household', 143.9, 17, 310, 2.6, 19, 0.65],
  ],
  'Health Care': [
    ['VRNK', 'Verrinack Therapeutics', 96.3, 61, 18, 0, -35, 0.22],
    ['WLMQ', 'Waldenmoor Pharma', 154.8, 23, 262, 2.8, 24, 0.7],
    ['XNTH', 'Xantheon Devices', 288.1, 28, 96, 0.5, 18, 0.4],
    ['YRWD', 'Yarrowdale Insurance', 412.6, 30, 118, 1.7, 4, 0.75],
    ['ZPHQ', 'Zephyrine Diagnostics', 43.7, 42, 7.8, 0, 7, 0.5],
    ['ARBX', 'Arbourne Genomics', 17.35, 78, 2.2, 0, -60, 0.3],
  ],
  Financials: [
    ['BLKM', 'Bellkirk Bank', 239.5, 24, 640, 2.1, 31, 1.2],
    ['CRND', 'Corrandale Trust', 52.8, 28, 61, 3.1, 26, 1.5],
    ['DRWQ', 'Darrowmere Exchange', 166.4, 20, 84, 1.6, 45, 0.3],
    ['ELSN', 'Ellasin Lending', 28.9, 56, 8.9, 0, 16, 2.1],
    ['FRTH.B', 'Forthwell Holdings', 476.2, 16, 990, 0, 18, 0.2],
    ['GLNQ', 'Glenmarrow Capital', 71.1, 35, 45, 2.5, 29, 0.9],
  ],
  Industrials: [
    ['HRWX', 'Harrowgate Machinery', 334.7, 27, 158, 1.5, 16, 1],
    ['ISLW', 'Islewater Rail', 226.9, 20, 134, 2.3, 29, 1.9],
    ['JRRN', 'Jarrenfield Airlines', 41.55, 50, 26, 0.4, 5, 2.2],
    ['KLDR', 'Kelderton Aerospace', 187.2, 31, 141, 1.2, 8, 0.85],
    ['LNDV', 'Lindavale Logistics', 92.6, 26, 38, 2, 7, 1.1],
    ['MRSN', 'Morrisden Tools', 66.8, 25, 17, 2.7, 9, 0.95],
  ],
  Energy: [
    ['NRVX', 'Norvaxa Petroleum', 108.9, 26, 430, 3.5, 10, 0.2],
    ['ORCK', 'Orchard Rock Drilling', 33.4, 45, 12, 1, 9, 0.6],
    ['PRSQ', 'Persquith Pipelines', 54.2, 18, 66, 6.1, 13, 1.7],
    ['QLVN', 'Quelvan Shale', 148.3, 37, 43, 2.9, 24, 0.45],
  ],
  Materials: [
    ['RSTW', 'Rostwell Gold', 83.7, 41, 52, 1.3, 27, 0.15],
    ['STNM', 'Stonemarch Steel', 129.4, 34, 29, 1.8, 9, 0.4],
    ['TRVL', 'Trevellas Chemicals', 37.75, 30, 11, 4.8, 5, 1],
    ['ULSW', 'Ulswater Packaging', 48.9, 22, 14, 3, 6, 1.8],
  ],
  Utilities: [
    ['VLMR', 'Valmere Electric', 74.3, 17, 152, 3.3, 24, 1.4],
    ['WNDX', 'Windoxley Power', 186.5, 48, 58, 0.3, 15, 1.7],
    ['YSTR', 'Yestermoor Water', 132.8, 19, 26, 2.3, 22, 1.2],
  ],
  'Real Estate': [
    ['ZNNR', 'Zennor Towers', 204.1, 23, 94, 3.2, 26, null],
    ['ARDL', 'Ardelle Warehouses', 118.6, 24, 108, 3.4, 41, 0.6],
    ['BKWQ', 'Birkwood Apartments', 191.7, 20, 27, 3.6, 34, 0.8],
    ['CSTW', 'Castlewynd Offices', 9.45, 43, 1.1, 0, -12, 2.6],
    ['DNMR', 'Dunmarrow Data Centers', 823.4, 29, 81, 2.1, 15, 1.3],
  ],
}

export const inventedCompanies: readonly InventedCompany[] = Object.entries(bySector)
  .flatMap(([sector, rows]) => rows.map((row) => toCompany(sector, row)))
  .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))

function toCompany(
  sector: string,
  [symbol, name, priceUsd, volPct, marketCapBillions, dividendYieldPct, netMarginPct, debtToEquity]: Row,
): InventedCompany {
  return {
    symbol,
    name,
    sector,
    priceUsd,
    volPct,
    marketCapBillions,
    dividendYieldPct,
    netMarginPct,
    debtToEquity,
  }
}

/**
 * Companies by the defect in their data. Real packs have these defects, and tests that run without a real pack need
 * them too.
 */
export const inventedDefects = {
  noChain: 'DNMR',
  noBars: 'BKWQ',
  adjustedRoot: 'NRVX',
  noGreeks: 'STNM',
  crossedRow: 'DLVX',
  /** Split long ago, but the vendor still lists contracts from before the split. */
  oldContracts: 'ALDQ',
  /** Split weeks ago, but the vendor adjusted only some of the days before the split. */
  halfSplitBars: 'QLVN',
  young: 'GRVX',
  noFundamentals: 'KSTL',
  noEarnings: 'TRVL',
  noIvHistory: 'CSTW',
} as const

/** Symbols without any data, some of them optionable, that pad the searchable list. */
export const inventedOthers: readonly (readonly [symbol: string, name: string, optionable: 0 | 1])[] = [
  ['AMBX', 'AMBERLEY INVENTED MARKET ETF', 1],
  ['BRNV', 'BRONVALE INVENTED BOND ETF', 1],
  ['LRKW', 'LARKWHISTLE PRESS CORP COM', 1],
  ['PLNV', 'PLAINVEIL MINING CORP COM', 0],
]
