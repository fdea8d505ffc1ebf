import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IsoDate } from '../providers/provider.ts'
import { PackError } from '../providers/recorded/pack-error.ts'
import type { PackSymbol } from '../providers/recorded/pack-format.ts'
import { createPackWriter } from '../providers/recorded/pack-writer.ts'

/** What a recording is of: one that was begun is gone on with only when it is the same. */
export interface RecordingHeader {
  /** The market, with what else makes it another one. */
  readonly source: string
  readonly asOfDate: IsoDate
  /** The clock of a simulated market stands here until it is recorded. */
  readonly startedAtMs: number
  /** Null is the whole universe. */
  readonly symbols: readonly string[] | null
  readonly maxDays: number | null
}

/** A symbol as it was recorded, and why something of it is not there, by what it is. */
export interface RecordedSymbol {
  readonly entry: PackSymbol
  readonly lastBar: IsoDate | null
  readonly lacking: Readonly<Record<string, string>>
}

export type RecordingFolder = Awaited<ReturnType<typeof openRecordingFolder>>

/** Holds what is not yet part of the pack; gone once it is whole. */
const STATE = '.recording'
const HEADER = `${STATE}/header.json`

/**
 * A pack folder while it is written. Each symbol is kept by itself as it comes, so that a recording that was broken off
 * loses none; only then are the shared files made. Throws `PackError` where the folder holds anything else.
 */
export async function openRecordingFolder(folder: string) {
  const write = createPackWriter(folder)
  const names = await readdir(folder).catch((): string[] => [])
  const begun = names.includes(STATE) ? await readJson<RecordingHeader>(folder, HEADER) : null
  const isOurs = names.every((name) => name === STATE)
  if (begun === null && !isOurs) {
    const what =
      names.includes('manifest.json') && names.includes('universe.csv') ? 'a market already' : 'something else'
    throw new PackError(`${folder} holds ${what}: choose an empty folder to record into`)
  }
  const stateOf = (symbol: string) => `${STATE}/${symbol}.json`
  return {
    /** The recording that was broken off here; null where there is none. */
    begun,
    write,
    async begin(header: RecordingHeader): Promise<void> {
      if (begun !== null) checkSame(folder, begun, header)
      else await write(HEADER, JSON.stringify(header))
    },
    findSymbol: (symbol: string) => readJson<RecordedSymbol>(folder, stateOf(symbol)),
    saveSymbol: (recorded: RecordedSymbol) => write(stateOf(recorded.entry.symbol), JSON.stringify(recorded)),
    /** Takes the scaffold down: what is here now is a pack. */
    finish: () => rm(join(folder, STATE), { recursive: true }),
  }
}

/** Null where the file is not there. */
async function readJson<T>(folder: string, name: string): Promise<T | null> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as T)
}

function checkSame(folder: string, begun: RecordingHeader, header: RecordingHeader): void {
  const differences = [
    describeDifference('of', begun.source, header.source),
    describeDifference('at the close of', begun.asOfDate, header.asOfDate),
    describeDifference('with', describeSymbols(begun.symbols), describeSymbols(header.symbols)),
    describeDifference('with options of', describeDays(begun.maxDays), describeDays(header.maxDays)),
  ].filter((difference) => difference !== null)
  if (differences.length === 0) return
  throw new PackError(`${folder} was begun otherwise: ${differences.join('; ')}. Choose another folder`)
}

function describeDifference(what: string, begun: string, now: string): string | null {
  return begun === now ? null : `${what} ${begun}, now ${now}`
}

const describeSymbols = (symbols: readonly string[] | null) => symbols?.join(',') ?? 'the whole universe'
const describeDays = (days: number | null) => (days === null ? 'any term' : `up to ${days} days`)
