import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { newYorkCloseMs } from '@callwright/scoring'
import type { Reject } from '../guards/rejections.ts'
import { CsvError } from '../parsing/csv-table.ts'
import type { DailyBar, IsoDate, ListedSymbol, Stamp, StockSplit } from '../provider.ts'
import {
  type ChainQuality,
  joinSymbols,
  type Listing,
  readDividends,
  readEarnings,
  readExtendedSymbols,
  readFundamentals,
  readIvHistory,
  readListings,
  readQuality,
  readSplits,
  readUniverse,
  type UniverseRow,
} from './read-company.ts'
import { readBarsOfAll, readLastBarDate, readRateRow } from './read-market.ts'

/** An error in a pack folder; its message is for the operator. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** The message if the error is about a pack folder or one of its files; null for other errors. */
export function findPackProblem(error: unknown): string | null {
  return error instanceof PackError || error instanceof CsvError ? error.message : null
}

const zip = promisify(gzip)

/**
 * Creates a writer for files in a pack folder. It compresses a file if its name ends in `.gz`; each write is atomic.
 */
export function createPackWriter(folder: string) {
  return async (name: string, text: string): Promise<void> => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const unfinished = `${path}.part`
    await writeFile(unfinished, name.endsWith('.gz') ? await zip(text) : text)
    await rename(unfinished, path)
  }
}

const unzip = promisify(gunzip)
/**
 * More than ten times the unpacked size of any real pack file. It limits how much memory a hostile file can use (S24).
 */
const MAX_UNPACKED_BYTES = 128 * 1_024 * 1_024
/** Nearly every file fits into one chunk of this size; a second chunk would cost more than the decompression itself. */
const UNPACK_CHUNK_BYTES = 128 * 1_024
const SUBFOLDERS = ['bars', 'chains', 'tier-c', 'extended']
const EXTENSIONS = ['.csv.gz', '.csv', '.json']

interface PackFolder {
  readonly name: string
  /** Whether a file exists. File names have no extension: `chains/BRK.B`, `tier-c/earnings`. */
  has(file: string): boolean
  /** Reads the first of `files` that exists; null if none does. */
  readText(...files: readonly string[]): Promise<string | null>
  /** Lists the symbols that have a file in a subfolder. */
  listSymbols(subfolder: 'bars' | 'chains'): readonly string[]
  /** Computes a hash that changes when a file is added, removed or rewritten. */
  fingerprint(): Promise<string>
  ping(): Promise<void>
}

/** Opens a pack folder by listing it once; files are read as needed. */
async function openPackFolder(folder: string): Promise<PackFolder> {
  const paths = new Map<string, string>()
  const note = (file: string, path: string) => {
    const extension = EXTENSIONS.find((candidate) => file.endsWith(candidate))
    if (extension !== undefined) paths.set(file.slice(0, -extension.length), path)
  }
  const names = await readdir(folder).catch((error: unknown) => {
    throw new PackError(`RECORDED_DATA_DIR: ${folder} is not a readable folder`, { cause: error })
  })
  for (const subfolder of SUBFOLDERS.filter((candidate) => names.includes(candidate))) {
    for (const name of await readdir(join(folder, subfolder))) {
      note(`${subfolder}/${name}`, join(folder, subfolder, name))
    }
  }
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith('rates.')) note(name, join(dirname(folder), name))
  }
  for (const name of names) note(name, join(folder, name))

  return {
    name: basename(folder),
    has: (file) => paths.has(file),
    async readText(...files) {
      const path = files.map((file) => paths.get(file)).find((candidate) => candidate !== undefined)
      return path === undefined ? null : readTextFile(path)
    },
    listSymbols: (subfolder) =>
      [...paths.keys()]
        .filter((file) => file.startsWith(`${subfolder}/`))
        .map((file) => file.slice(subfolder.length + 1)),
    async fingerprint() {
      const files = [...paths].sort(([a], [b]) => (a < b ? -1 : 1))
      const states = await Promise.all(files.map(([, path]) => stat(path)))
      const hash = createHash('sha256')
      for (const [index, [file]] of files.entries()) {
        hash.update(`${file} ${states[index]?.size} ${states[index]?.mtimeMs}\n`)
      }
      return hash.digest('hex').slice(0, 16)
    },
    async ping() {
      await readdir(folder)
    },
  }
}

async function readTextFile(path: string): Promise<string> {
  const text = await readBytes(path).catch((cause: unknown) => {
    throw new PackError(`RECORDED_DATA_DIR: ${path} cannot be read`, { cause })
  })
  return text.toString('utf8').replace(/^\uFEFF/, '')
}

async function readBytes(path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  if (!path.endsWith('.gz')) return bytes
  return unzip(bytes, { maxOutputLength: MAX_UNPACKED_BYTES, chunkSize: UNPACK_CHUNK_BYTES })
}

/** Creates an LRU cache for the results of `load`, with one load per key at a time. Failures are not cached. */
export function createRecentFiles<V>(maxEntries: number, load: (key: string) => Promise<V>) {
  const entries = new Map<string, Promise<V>>()
  return {
    get(key: string): Promise<V> {
      const found = entries.get(key)
      const entry = found ?? load(key)
      entries.delete(key)
      entries.set(key, entry)
      if (found === undefined) {
        entry.catch(() => entries.get(key) === entry && entries.delete(key))
        const oldest = entries.keys().next()
        if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value)
      }
      return entry
    },
    get size() {
      return entries.size
    },
  }
}

/** Creates a function that loads on first use, and only once. If the load fails, the next use retries it. */
export function createOnce<V>(load: () => Promise<V>): () => Promise<V> {
  let loaded: Promise<V> | null = null
  return () => {
    if (loaded === null) {
      const attempt = load()
      loaded = attempt
      attempt.catch(() => {
        if (loaded === attempt) loaded = null
      })
    }
    return loaded
  }
}

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
