import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { continuousFromBondEquivalent, newYorkCloseMs, yearsUntilClose } from '@callwright/scoring'
import type { IsoDate } from '../provider.ts'
import { inventChain, round } from './invented/chains.ts'
import {
  createRandom,
  INVENTED_AS_OF,
  type InventedCompany,
  inventedCompanies,
  inventedDefects,
  listSessions,
} from './invented/companies.ts'
import { inventSplits, spoilBars, spoilChain } from './invented/defects.ts'
import { formatInventedFiles, type InventedSymbol, toPackContract } from './invented/pack-files.ts'
import { inventDividends, inventEarnings, inventHistory, inventMarketReturns } from './invented/prices.ts'
import { createPackWriter, PackError } from './pack.ts'
import { formatBars, formatChain } from './pack-format.ts'

/** Bump when the generator changes, so that older packs are regenerated. */
const GENERATOR = 2
const SEED = 'callwright'
const IV_HISTORY_SESSIONS = 260
const YOUNG_IV_SESSIONS = 30
/** Factor by which implied volatility exceeds realized volatility. */
const RISK_PREMIUM = 1.06
const RATE_PCT = 3.62

/**
 * Writes a small invented market as a pack: about 55 fictional companies, identical on every machine, with the defects
 * of real packs. If the folder already has this pack, leaves it unchanged; if it has other contents, refuses to write.
 */
export async function makeInventedPack(folder: string): Promise<{ readonly made: boolean; readonly symbols: number }> {
  const manifest = `${JSON.stringify({ invented: true, note: 'Invented market: not real prices', generator: GENERATOR, seed: SEED, as_of: INVENTED_AS_OF })}\n`
  const manifestPath = join(folder, 'manifest.json')
  const present = await readFile(manifestPath, 'utf8').catch(() => null)
  if (present === manifest) return { made: false, symbols: inventedCompanies.length }
  const write = createPackWriter(folder)
  await clearOwnFolder(folder, present)
  await write('.invented', '')

  const sessions = listSessions()
  const marketReturns = inventMarketReturns(SEED, sessions.length)
  const symbols = inventedCompanies.map((company) => inventSymbol(company, sessions, marketReturns))
  for (const { company, bars, contracts } of symbols) {
    if (bars.length > 0) await write(`bars/${company.symbol}.csv.gz`, formatBars(bars))
    if (contracts.length > 0) await write(`chains/${company.symbol}.csv.gz`, formatChain(contracts.map(toPackContract)))
  }
  for (const [name, text] of Object.entries(formatInventedFiles(symbols))) await write(name, text)
  // The manifest is written last, so a missing one marks an unfinished pack.
  await write('manifest.json', manifest)
  return { made: true, symbols: symbols.length }
}

function inventSymbol(
  company: InventedCompany,
  sessions: readonly IsoDate[],
  marketReturns: readonly number[],
): InventedSymbol {
  const { symbol } = company
  const history = inventHistory(SEED, company, sessions, marketReturns)
  const dividends = inventDividends(SEED, company)
  const earnings = inventEarnings(SEED, company)
  const asOfMs = newYorkCloseMs(INVENTED_AS_OF)
  const contracts = inventChain(SEED, {
    company,
    asOfMs,
    atmVol: (history.vols.at(-1) ?? company.volPct / 100) * RISK_PREMIUM,
    rate: continuousFromBondEquivalent(RATE_PCT),
    dividends: dividends
      .filter(({ exDate }) => exDate > INVENTED_AS_OF)
      .map(({ exDate, cashUsd }) => ({ years: yearsUntilClose(exDate, asOfMs), cash: cashUsd })),
    earningsYears: symbol === inventedDefects.noEarnings ? null : yearsUntilClose(earnings.date, asOfMs),
  })
  return {
    company,
    bars: spoilBars(symbol, history.bars),
    contracts: spoilChain(SEED, company, contracts),
    dividends,
    earnings,
    splits: inventSplits(symbol, sessions),
    ivHistory: inventIvHistory(symbol, sessions, history.vols),
  }
}

function inventIvHistory(symbol: string, sessions: readonly IsoDate[], vols: readonly number[]) {
  if (symbol === inventedDefects.noIvHistory) return []
  const random = createRandom(`${SEED} ${symbol} iv history`)
  const length = symbol === inventedDefects.young ? YOUNG_IV_SESSIONS : IV_HISTORY_SESSIONS
  // End one session before the last: the last session's volatility comes from the chain.
  return sessions.slice(-1 - length, -1).map((date, index, dates) => {
    const vol = vols[sessions.length - 1 - dates.length + index] ?? 0
    return { date, impliedVolatility: round(vol * RISK_PREMIUM * Math.exp(random.normal() * 0.03), 5) }
  })
}

/** Empties a folder that holds an older or unfinished invented pack. */
async function clearOwnFolder(folder: string, manifest: string | null): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  const unfinished = manifest === null && names.includes('.invented')
  if (names.length > 0 && !unfinished && manifest?.includes('"invented":true') !== true) {
    throw new PackError(`${folder} contains other files: choose an empty folder for the invented market`)
  }
  await rm(folder, { recursive: true, force: true })
}

async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error('Usage: make-invented-pack <folder>')
  const { made, symbols } = await makeInventedPack(resolve(folder))
  process.stdout.write(`invented market: ${symbols} companies, ${made ? 'made' : 'already there'}\n`)
}

if (import.meta.main) {
  main(process.argv[2]).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
