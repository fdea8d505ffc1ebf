import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CheckedFile } from './checks.ts'
import { checkEdges } from './edge-cases.ts'
import {
  checkAmericanDiscrete,
  checkAmericanVolatility,
  checkAmericanYield,
  checkEuropean,
  checkImpliedVolatility,
} from './option-files.ts'
import { readText } from './rows.ts'
import { checkIndicators, checkIvRank, checkRealIndicators, findBars } from './series-files.ts'

const FILES: Readonly<Record<string, (text: string) => CheckedFile>> = {
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

interface GoldenFile {
  readonly name: string
  /** Null if other data that the check needs is missing. */
  readonly check: (() => CheckedFile) | null
}

/** Lists the files of a folder that are part of the format. */
export function listGoldenFiles(folder: string): GoldenFile[] {
  const top = Object.entries(FILES)
    .filter(([name]) => existsSync(join(folder, name)))
    .map(([name, check]): GoldenFile => ({ name, check: () => check(readText(join(folder, name))) }))
  const made = seriesIn(folder, MADE_SERIES).map(
    (name): GoldenFile => ({ name, check: () => checkIndicators(readText(join(folder, name))) }),
  )
  const real = seriesIn(folder, REAL_SERIES).map((name): GoldenFile => {
    const bars = findBars(folder, basename(name, '.csv'))
    return { name, check: bars === null ? null : () => checkRealIndicators(readText(join(folder, name)), bars) }
  })
  return [...top, ...made, ...real]
}

function seriesIn(folder: string, name: string): string[] {
  const path = join(folder, name)
  if (!existsSync(path)) return []
  const files = readdirSync(path).filter((file) => file.endsWith('.csv'))
  return files.sort().map((file) => `${name}/${file}`)
}
