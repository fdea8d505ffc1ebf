import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IsoDate } from '../providers/provider.ts'
import { createPackWriter, PackError } from '../providers/recorded/pack.ts'
import type { PackSymbol } from '../providers/recorded/pack-format.ts'

/** Identity of a recording, which can be resumed only with the same header. */
export interface RecordingHeader {
  /** The market, with everything that distinguishes it from other markets. */
  readonly source: string
  readonly asOfDate: IsoDate
  /** Instant at which a simulated market's clock is fixed for the whole recording. */
  readonly startedAtMs: number
  /** Symbols to record; null means the whole universe. */
  readonly symbols: readonly string[] | null
  readonly maxDays: number | null
}

/** A recorded symbol, and the reasons for any missing parts. */
export interface RecordedSymbol {
  readonly entry: PackSymbol
  readonly lastBar: IsoDate | null
  readonly lacking: Readonly<Record<string, string>>
}

export type RecordingFolder = Awaited<ReturnType<typeof openRecordingFolder>>

/** Folder for the state of an unfinished recording; it is removed once the pack is complete. */
const STATE = '.recording'
const HEADER = `${STATE}/header.json`

/**
 * Opens the folder of a pack being written. Each symbol is saved as soon as it is recorded, so an interruption loses
 * none; the files that symbols share are written at the end. Throws `PackError` if the folder contains anything else.
 */
export async function openRecordingFolder(folder: string) {
  const write = createPackWriter(folder)
  const names = await readdir(folder).catch((): string[] => [])
  const begun = names.includes(STATE) ? await readJson<RecordingHeader>(folder, HEADER) : null
  const hasOnlyState = names.every((name) => name === STATE)
  if (begun === null && !hasOnlyState) {
    const what = names.includes('manifest.json') && names.includes('universe.csv') ? 'a market' : 'other files'
    throw new PackError(`${folder} already contains ${what}: choose an empty folder to record into`)
  }
  const stateOf = (symbol: string) => `${STATE}/${symbol}.json`
  return {
    /** The interrupted recording in this folder; null if there is none. */
    begun,
    write,
    async begin(header: RecordingHeader): Promise<void> {
      if (begun !== null) checkSame(folder, begun, header)
      else await write(HEADER, JSON.stringify(header))
    },
    findSymbol: (symbol: string) => readJson<RecordedSymbol>(folder, stateOf(symbol)),
    saveSymbol: (recorded: RecordedSymbol) => write(stateOf(recorded.entry.symbol), JSON.stringify(recorded)),
    /** Completes the pack by removing the state folder. */
    finish: () => rm(join(folder, STATE), { recursive: true }),
  }
}

/** Reads a file; null if it does not exist. */
async function readJson<T>(folder: string, name: string): Promise<T | null> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as T)
}

function checkSame(folder: string, begun: RecordingHeader, header: RecordingHeader): void {
  const differences = [
    describeDifference('source', begun.source, header.source),
    describeDifference('close of', begun.asOfDate, header.asOfDate),
    describeDifference('symbols', describeSymbols(begun.symbols), describeSymbols(header.symbols)),
    describeDifference('options of', describeDays(begun.maxDays), describeDays(header.maxDays)),
  ].filter((difference) => difference !== null)
  if (differences.length === 0) return
  throw new PackError(`${folder} has a recording with other settings: ${differences.join('; ')}. Choose another folder`)
}

function describeDifference(what: string, begun: string, now: string): string | null {
  return begun === now ? null : `${what} ${begun}, now ${now}`
}

const describeSymbols = (symbols: readonly string[] | null) => symbols?.join(',') ?? 'the whole universe'
const describeDays = (days: number | null) => (days === null ? 'any term' : `up to ${days} days`)
