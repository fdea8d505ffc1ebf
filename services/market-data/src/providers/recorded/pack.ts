import { newYorkCloseMs } from '@callwright/scoring'
import type { Reject } from '../guards/rejections.ts'
import type { DailyBar, IsoDate, ListedSymbol, Stamp, StockSplit } from '../provider.ts'
import { PackError } from './pack-error.ts'
import { openPackFolder, type PackFolder } from './pack-folder.ts'
import { readBarsOfAll, readLastBarDate } from './read-bars.ts'
import { readDividends, readEarnings, readIvHistory, readSplits } from './read-events.ts'
import { readFundamentals } from './read-fundamentals.ts'
import { readRateRow } from './read-rates.ts'
import {
  type ChainQuality,
  joinSymbols,
  type Listing,
  readExtendedSymbols,
  readListings,
  readQuality,
  readUniverse,
  type UniverseRow,
} from './read-reference.ts'
import { createOnce } from './recent-files.ts'

/** Number of bar files to read to find the pack's date; reading all of them would add half a second to each start. */
const AS_OF_SAMPLE = 40

export type Pack = Awaited<ReturnType<typeof openPack>>

/**
 * Opens a pack: reads its small files and finds its as-of date. Per-symbol files are read as needed. A missing optional
 * file means unknown data; a pack without a universe or without bars is an error.
 */
export async function openPack(path: string, reject: Reject) {
  const folder = await openPackFolder(path)
  const universeText = await folder.readText('universe')
  if (universeText === null) throw new PackError(`RECORDED_DATA_DIR: ${path} has no universe.csv`)
  const universe = readUniverse(universeText, reject)
  const barsOfAll = await readAllBarsFile(folder)
  const asOfDate = await findAsOfDate(folder, barsOfAll, universe)
  if (asOfDate === null) throw new PackError(`RECORDED_DATA_DIR: ${path} has no bars`)

  const manifestText = (await folder.readText('manifest')) ?? ''
  const optional = <T>(read: (text: string) => T, ...files: string[]) => {
    return createOnce(async () => {
      const text = await folder.readText(...files)
      return text === null ? null : read(text)
    })
  }
  const anywhere = (file: string) => [file, `tier-c/${file}`]
  const listings = optional(readListings, ...anywhere('listings'))
  const extended = optional(readExtendedSymbols, ...anywhere('extended/symbols'))

  return {
    folder,
    universe: new Map(universe.map((row): [string, UniverseRow] => [row.symbol, row])),
    asOfDate,
    stamp: describeStamp(folder.name, asOfDate, readManifest(manifestText)),
    revision: await folder.fingerprint(),
    barsOfAll,
    quality: optional<Map<string, ChainQuality>>(readQuality, 'quality'),
    splits: optional<Map<string, StockSplit[]>>(readSplits, ...anywhere('splits')),
    dividends: optional(readDividends, ...anywhere('dividends')),
    fundamentals: optional(readFundamentals, ...anywhere('fundamentals')),
    earnings: optional(readEarnings, ...anywhere('earnings')),
    ivHistory: optional(readIvHistory, ...anywhere('iv_history')),
    rateRow: optional((text) => readRateRow(text, asOfDate), 'rates'),
    listings,
    symbols: createOnce(async (): Promise<ListedSymbol[]> => {
      const listed = (await listings()) ?? new Map<string, Listing>()
      return joinSymbols(universe, (await extended()) ?? [], listed, (symbol) => folder.has(`chains/${symbol}`))
    }),
  }
}

async function readAllBarsFile(folder: PackFolder): Promise<ReadonlyMap<string, readonly DailyBar[]> | null> {
  const text = await folder.readText('bars')
  return text === null ? null : readBarsOfAll('bars.csv', text)
}

/**
 * Finds the pack's as-of date, the most frequent last bar date in a sample of symbols, so that one bad file cannot
 * change it. If several dates are equally frequent, the latest one wins.
 */
async function findAsOfDate(
  folder: PackFolder,
  barsOfAll: ReadonlyMap<string, readonly DailyBar[]> | null,
  universe: readonly UniverseRow[],
): Promise<IsoDate | null> {
  const symbols = universe.map(({ symbol }) => symbol)
  const withBars = symbols.filter((symbol) => barsOfAll?.has(symbol) ?? folder.has(`bars/${symbol}`))
  const stride = Math.max(1, Math.floor(withBars.length / AS_OF_SAMPLE))
  const counts = new Map<IsoDate, number>()
  for (const symbol of withBars.filter((_symbol, index) => index % stride === 0)) {
    const date =
      barsOfAll?.get(symbol)?.at(-1)?.date ?? readLastBarDate((await folder.readText(`bars/${symbol}`)) ?? '')
    if (date) counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  const [best] = [...counts].sort(([dateA, a], [dateB, b]) => b - a || (dateA < dateB ? 1 : -1))
  return best?.[0] ?? null
}

/** Describes the pack's source. A pack recorded from a simulated market is marked as simulated. */
function describeStamp(name: string, asOfDate: IsoDate, { invented, simulated }: Manifest): Stamp {
  const recorded = `recorded ${name}`
  return {
    source: invented ? 'invented market' : simulated ? `simulated, ${recorded}` : recorded,
    dataClass: invented || simulated ? 'simulated' : 'recorded',
    asOfMs: newYorkCloseMs(asOfDate),
  }
}

interface Manifest {
  readonly invented: boolean
  readonly simulated: boolean
}

function readManifest(text: string): Manifest {
  const manifest = text === '' ? null : parseManifest(text)
  const isMarked = (mark: string) =>
    typeof manifest === 'object' && manifest !== null && Reflect.get(manifest, mark) === true
  return { invented: isMarked('invented'), simulated: isMarked('simulated') }
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PackError('RECORDED_DATA_DIR: manifest.json is not valid JSON', { cause })
  }
}
