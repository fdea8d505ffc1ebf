import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sessionOf } from '@callwright/scoring'
import { readCommandLine } from '../command-line.ts'
import type { Env } from '../env.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { ListedSymbol, MarketData } from '../providers/provider.ts'
import { PackError } from '../providers/recorded/pack.ts'
import { latestSession } from '../sessions.ts'
import { isSymbol, normalizeSymbol } from '../symbols.ts'
import { openRecordingSource } from './open-source.ts'
import { type Absence, type RecordingSummary, recordMarket } from './record-market.ts'
import { createRetry, type RequestWithRetry } from './record-symbol.ts'
import { openRecordingFolder, type RecordingHeader } from './recording-folder.ts'

interface RecordDeps extends ProgressDeps {
  readonly env: Env
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Records the configured market in a folder; true if everything was recorded. Throws errors with messages for the
 * operator.
 */
export async function runRecord(args: readonly string[], deps: RecordDeps): Promise<boolean> {
  const { env, wait, write, now } = deps
  const { symbols, maxDays, ...given } = readRecordArguments(args)
  const path = resolve(given.folder)
  const folder = await openRecordingFolder(path)
  const startedAtMs = folder.begun?.startedAtMs ?? now()
  const source = await openRecordingSource(env, { now, wait, startedAtMs })
  try {
    const { market, terms, simulated } = source
    const header = { source: source.name, asOfDate: latestSession(market.clock.now()), startedAtMs, symbols, maxDays }
    const progress = createProgress(deps)
    const ask = createRetry({ wait, onWait: progress.waiting })
    const record = async () => {
      const listed = await listSymbols(market, symbols, ask)
      return recordMarket({ market, folder, header, listed, simulated, terms, ask, onSymbol: progress.symbol })
    }
    const summary = await record().catch(toPackError).finally(progress.end)
    write(`${describeRecording(path, summary, { header, terms })}\n`)
    return summary.failed.length === 0
  } finally {
    await source.close()
  }
}

/** Lists the symbols to record, as the source names them. If one is not listed, throws before the recording starts. */
async function listSymbols(
  { reference }: MarketData,
  symbols: readonly string[] | null,
  ask: RequestWithRetry,
): Promise<readonly ListedSymbol[]> {
  if (symbols === null) return (await ask(() => reference.listUniverse())).value
  const listed: ListedSymbol[] = []
  for (const symbol of symbols) {
    const found = await ask(() => reference.findSymbol(symbol))
    if (found === null) throw new PackError(`The source does not list ${symbol}`)
    listed.push(found)
  }
  return listed
}

function toPackError(error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error
  throw new PackError(`${error.message}. Recorded data is kept; run the same command again to resume`)
}

interface RecordArguments {
  readonly folder: string
  /** Symbols to record; null means the whole universe. */
  readonly symbols: readonly string[] | null
  readonly maxDays: number | null
}

const USAGE = `Usage: npm run record -- <folder> [--symbols AAPL,MSFT | --universe] [--max-days N]
  <folder>    an empty folder, or one with an interrupted recording to resume
  --symbols   symbols to record; default: the whole universe of the market
  --max-days  only options that expire within N days; default: all`

/** Throws an error with a message for the user. */
function readRecordArguments(args: readonly string[]): RecordArguments {
  return readCommandLine(USAGE, () => {
    const options = {
      symbols: { type: 'string' },
      universe: { type: 'boolean' },
      'max-days': { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [folder, ...others] = positionals
    if (folder === undefined) throw new Error('Name a folder to record into')
    if (others.length > 0) throw new Error(`Name only one folder, got ${positionals.join(', ')}`)
    if (values.symbols !== undefined && values.universe) throw new Error('Use --symbols or --universe, not both')
    return { folder, symbols: readSymbols(values.symbols), maxDays: readDays(values['max-days']) }
  })
}

function readSymbols(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null
  const symbols = text.split(',').map((symbol) => normalizeSymbol(symbol.trim()))
  const wrong = symbols.find((symbol) => !isSymbol(symbol))
  if (wrong !== undefined) throw new Error(`--symbols must be a comma-separated list such as AAPL,MSFT; got "${wrong}"`)
  return [...new Set(symbols)]
}

function readDays(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,4}$/.test(text)) throw new Error('--max-days must be a whole number of days')
  return Number(text)
}

const MINUTE_MS = 60_000
/** Minimum time between lines in a log. On a terminal, a single line is updated instead. */
const LINE_EVERY_MS = 30_000

interface ProgressDeps {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly now: () => number
}

/** Creates a line that shows a recording's progress and the time left. */
export function createProgress({ write, isTerminal, now }: ProgressDeps) {
  const startedAtMs = now()
  let shownAtMs = Number.NEGATIVE_INFINITY
  let first: number | null = null
  const show = (text: string) => write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
  return {
    symbol(symbol: string, place: number, total: number): void {
      first ??= place
      const isDue = isTerminal || place === total || now() - shownAtMs >= LINE_EVERY_MS
      if (!isDue) return
      shownAtMs = now()
      const done = place - first
      const left = done < 3 ? '' : describeLeft(((now() - startedAtMs) / done) * (total - place + 1))
      show(`recording ${place}/${total} ${symbol}${left}`)
    },
    waiting(ms: number, reason: string): void {
      show(`waiting ${Math.ceil(ms / 1_000)} s: ${reason}`)
    },
    end(): void {
      if (isTerminal) write('\n')
    },
  }
}

function describeLeft(ms: number): string {
  return ms < MINUTE_MS ? ', less than a minute left' : `, about ${Math.round(ms / MINUTE_MS)} min left`
}

const NAMED_SYMBOLS = 5
const COLUMN = 20

/** Describes a run when it ends: what was recorded, what is missing and why, and the terms of use. */
function describeRecording(
  folder: string,
  { asOfDate, symbols, failed, parts, curve }: RecordingSummary,
  { header, terms }: { readonly header: RecordingHeader; readonly terms: readonly string[] },
): string {
  const notes: string[] = []
  if (asOfDate !== header.asOfDate) {
    notes.push(
      `Most bars end on ${asOfDate}, before the session of the quotes, so the pack's clock is set to that close.`,
    )
  }
  if (header.startedAtMs < (sessionOf(asOfDate)?.closeMs ?? 0)) {
    notes.push(`Started before the close of ${asOfDate}: the last bar and the quotes are from an unfinished session.`)
  }
  const rows = [
    ...parts.map(({ part, without }) => `  ${part.padEnd(COLUMN)}${describeCount(symbols, without)}`),
    `  ${'interest rates'.padEnd(COLUMN)}${curve === null ? 'none: a rate will be assumed' : `of ${curve.date}`}`,
  ]
  const left = failed.map(({ symbol, reason }) => `  ${symbol}: ${reason}`)
  return [
    `${symbols} ${symbols === 1 ? 'symbol' : 'symbols'} from ${header.source}, close of ${asOfDate}, in ${folder}`,
    ...rows,
    'Not included in a pack: credit ratings, stock bid and ask, intraday bars.',
    ...notes,
    ...terms,
    ...(left.length === 0
      ? [`Open it with MARKET_DATA_PROVIDER=recorded RECORDED_DATA_DIR=${folder}`]
      : [`Not recorded; run the same command again to retry:`, ...left]),
  ].join('\n')
}

function describeCount(symbols: number, without: readonly Absence[]): string {
  if (without.length === 0) return 'all'
  const named = without.slice(0, NAMED_SYMBOLS).map(({ symbol }) => symbol)
  const more = without.length > named.length ? `, ${without.length - named.length} more` : ''
  return `${symbols - without.length} of ${symbols}; missing ${named.join(', ')}${more}: ${without[0]?.reason}`
}
