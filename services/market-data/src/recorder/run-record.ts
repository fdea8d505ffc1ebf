import { resolve } from 'node:path'
import { latestSession } from '../calendar-day.ts'
import type { Env } from '../env.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { ListedSymbol, MarketData } from '../providers/provider.ts'
import { PackError } from '../providers/recorded/pack-error.ts'
import { readRecordArguments } from './arguments.ts'
import { openRecordingSource } from './open-source.ts'
import { createProgress, type ProgressDeps } from './progress.ts'
import { recordMarket } from './record-market.ts'
import { openRecordingFolder } from './recording-folder.ts'
import { createRetry, type RequestWithRetry } from './retry.ts'
import { describeRecording } from './summary.ts'

export interface RecordDeps extends ProgressDeps {
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
