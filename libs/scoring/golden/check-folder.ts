import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checkAmericanDiscrete, checkAmericanVolatility, checkAmericanYield } from './american-files.ts'
import { findBars } from './bars.ts'
import { checkEdges } from './edge-cases.ts'
import { checkEuropean, checkImpliedVolatility } from './european-files.ts'
import { checkIndicators, checkRealIndicators } from './indicator-files.ts'
import { checkIvRank } from './iv-rank-file.ts'
import { type CheckedFile, type FileReport, messageOf, summarize, unjudged } from './outcome.ts'

/** Files at the top level of the folder; series are in subfolders. */
const FILES: Readonly<Record<string, (path: string) => CheckedFile>> = {
  'european.csv': checkEuropean,
  'implied_vol.csv': checkImpliedVolatility,
  'american_yield.csv': checkAmericanYield,
  'american_discrete.csv': checkAmericanDiscrete,
  'american_iv.csv': checkAmericanVolatility,
  'edges.json': checkEdges,
  'iv_rank.csv': checkIvRank,
}
const MADE_SERIES = 'indicators'
const REAL_SERIES = 'indicators-real'

export const FORMAT: readonly string[] = [...Object.keys(FILES), `${MADE_SERIES}/*.csv`, `${REAL_SERIES}/*.csv`]

export interface FolderReport {
  readonly files: readonly FileReport[]
  readonly absent: readonly string[]
  readonly unknown: readonly string[]
}

/** Checks every file in the folder that is part of the format; `files` is empty if there are none. */
export function checkFolder(folder: string): FolderReport {
  const top = Object.keys(FILES).filter((name) => existsSync(join(folder, name)))
  const series = [MADE_SERIES, REAL_SERIES].flatMap((name) => seriesIn(folder, name))
  const known = new Set([...Object.keys(FILES), MADE_SERIES, REAL_SERIES, 'README.md'])
  const held = new Set([...top, ...series.map((name) => `${dirname(name)}/*.csv`)])
  return {
    files: [...top, ...series].map((name) => checkFile(join(folder, name))),
    absent: FORMAT.filter((name) => !held.has(name)),
    unknown: readdirSync(folder).filter((name) => !known.has(name)),
  }
}

function seriesIn(folder: string, name: string): string[] {
  const path = join(folder, name)
  if (!existsSync(path) || !statSync(path).isDirectory()) return []
  const files = readdirSync(path).filter((file) => file.endsWith('.csv'))
  return files.sort().map((file) => `${name}/${file}`)
}

/** Checks one file. Its format is recognized by its name or, for a series, by its folder's name. Never throws. */
export function checkFile(path: string): FileReport {
  const folder = dirname(path)
  const inSeries = [MADE_SERIES, REAL_SERIES].includes(basename(folder))
  const name = inSeries ? `${basename(folder)}/${basename(path)}` : basename(path)
  try {
    if (basename(folder) === MADE_SERIES) return summarize(name, checkIndicators(path))
    if (basename(folder) === REAL_SERIES) return checkAgainstMarket(path, name)
    const check = FILES[name]
    return check ? summarize(name, check(path)) : unjudged(name, 'unreadable', `not a file of the format: ${FORMAT}`)
  } catch (error) {
    return unjudged(name, 'unreadable', messageOf(error))
  }
}

function checkAgainstMarket(path: string, name: string): FileReport {
  const symbol = basename(path, '.csv')
  const bars = findBars(dirname(dirname(path)), symbol)
  if (bars === null)
    return unjudged(name, 'not_checked', `no bars of ${symbol} in the recorded market next to the folder`)
  return summarize(name, checkRealIndicators(path, bars))
}
