import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IsoDate } from '../providers/provider.ts'
import { PackError } from '../providers/recorded/pack-error.ts'
import type { PackSymbol } from '../providers/recorded/pack-format.ts'
import { createPackWriter } from '../providers/recorded/pack-writer.ts'

/** Identity of a recording: it can be resumed only with the same header. */
export interface RecordingHeader {
  /** The market, including everything that distinguishes it. */
  readonly source: string
  readonly asOfDate: IsoDate
  /** Fixed clock of a simulated market for the whole recording. */
  readonly startedAtMs: number
  /** Null means the whole universe. */
  readonly symbols: readonly string[] | null
  readonly maxDays: number | null
}

/** A recorded symbol, with the reasons for missing parts. */
export interface RecordedSymbol {
  readonly entry: PackSymbol
  readonly lastBar: IsoDate | null
  readonly lacking: Readonly<Record<string, string>>
}

export type RecordingFolder = Awaited<ReturnType<typeof openRecordingFolder>>

/** Holds unfinished state; removed when the pack is complete. */
const STATE = '.recording'
const HEADER = `${STATE}/header.json`

/**
 * A pack folder being written. Each symbol is saved as it is recorded, so an interrupted recording loses none; the
 * shared files are written at the end. Throws `PackError` if the folder contains anything else.
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
    /** Removes the state folder, which completes the pack. */
    finish: () => rm(join(folder, STATE), { recursive: true }),
  }
}

/** Null if the file does not exist. */
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
