import { newYorkDate } from '@callwright/scoring'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer, InterestRate, IsoDate, ListedSymbol, MarketData, RateSource } from '../providers/provider.ts'
import { buildCurve, RATE_TENORS, type RateCurve } from '../providers/rate-curve.ts'
import { formatSharedFiles } from '../providers/recorded/pack-format.ts'
import { type RecordedPart, type RequestWithRetry, recordedParts, recordSymbol } from './record-symbol.ts'
import type { RecordedSymbol, RecordingFolder, RecordingHeader } from './recording-folder.ts'

interface MarketRecording {
  readonly market: MarketData
  readonly folder: RecordingFolder
  readonly header: RecordingHeader
  readonly listed: readonly ListedSymbol[]
  readonly simulated: boolean
  /** Terms of use of the data, which are copied to the pack's manifest. */
  readonly terms: readonly string[]
  readonly ask: RequestWithRetry
  /** Called with each symbol before it is recorded. */
  readonly onSymbol: (symbol: string, place: number, total: number) => void
}

export interface Absence {
  readonly symbol: string
  readonly reason: string
}

export interface RecordingSummary {
  /** Day of the pack's clock, on which most of its bars end. */
  readonly asOfDate: IsoDate
  readonly symbols: number
  /** Requests that failed, which another run retries. */
  readonly failed: readonly Absence[]
  readonly parts: readonly { readonly part: RecordedPart; readonly without: readonly Absence[] }[]
  readonly curve: RateCurve | null
}

/** After this many consecutive failures, the source is considered down and the run ends. */
const FAILURES_IN_A_ROW = 5

/**
 * Records symbols one by one, skipping those already recorded, and writes them all as a pack. A symbol that fails is
 * left for another run; a rejected key, or a source that is down, ends the run.
 */
export async function recordMarket(recording: MarketRecording): Promise<RecordingSummary> {
  const { folder, header } = recording
  await folder.begin(header)
  const { recorded, failed } = await recordSymbols(recording)
  const curve = await recordRates(recording.market.rates, recording.ask).catch(returnFailure)
  if (curve instanceof ProviderFailure) failed.push({ symbol: 'interest rates', reason: curve.message })
  const summary: RecordingSummary = {
    asOfDate: findLastDay(recorded) ?? header.asOfDate,
    symbols: recorded.length,
    failed,
    parts: recordedParts.map((part) => ({ part, without: listWithout(recorded, part) })),
    curve: curve instanceof ProviderFailure ? null : curve,
  }
  await writeSharedFiles(recording, recorded, summary)
  if (failed.length === 0) await folder.finish()
  return summary
}

async function recordSymbols(recording: MarketRecording) {
  const { market, folder, header, ask, listed } = recording
  const { asOfDate, maxDays } = header
  const recorded: RecordedSymbol[] = []
  const failed: Absence[] = []
  let failuresInARow = 0
  for (const [index, entry] of listed.entries()) {
    const { symbol } = entry
    const known = await folder.findSymbol(symbol)
    if (known !== null) {
      recorded.push(known)
      continue
    }
    recording.onSymbol(symbol, index + 1, listed.length)
    const { write } = folder
    const outcome = await recordSymbol(entry, { market, ask, write, asOfDate, maxDays }).catch(returnFailure)
    if (outcome instanceof ProviderFailure) {
      failed.push({ symbol, reason: outcome.message })
      failuresInARow += 1
      if (failuresInARow === FAILURES_IN_A_ROW || outcome.kind === 'unauthorized') throw outcome
      continue
    }
    await folder.saveSymbol(outcome)
    recorded.push(outcome)
    failuresInARow = 0
  }
  return { recorded, failed }
}

function returnFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  throw error
}

function listWithout(recorded: readonly RecordedSymbol[], part: RecordedPart): Absence[] {
  return recorded.flatMap(({ entry: { symbol }, lacking }) => {
    const reason = lacking[part]
    return reason === undefined ? [] : [{ symbol, reason }]
  })
}

function findLastDay(recorded: readonly RecordedSymbol[]): IsoDate | null {
  const counts = new Map<IsoDate, number>()
  for (const { lastBar } of recorded) if (lastBar !== null) counts.set(lastBar, (counts.get(lastBar) ?? 0) + 1)
  const [most] = [...counts].sort(([dayA, a], [dayB, b]) => b - a || (dayA < dayB ? 1 : -1))
  return most?.[0] ?? null
}

async function writeSharedFiles(
  { folder, header, simulated, terms }: MarketRecording,
  recorded: readonly RecordedSymbol[],
  { asOfDate, curve, failed, parts }: RecordingSummary,
): Promise<void> {
  const files = formatSharedFiles(
    recorded.map(({ entry }) => entry),
    { asOfDate, curves: curve === null ? [] : [curve] },
  )
  for (const [name, text] of Object.entries(files)) await folder.write(name, text)
  const manifest = {
    recorded: true,
    simulated,
    source: header.source,
    terms,
    as_of: asOfDate,
    recorded_at: new Date(header.startedAtMs).toISOString(),
    max_days: header.maxDays,
    symbols: recorded.length,
    symbols_without: Object.fromEntries(parts.map(({ part, without }) => [part, without.length])),
    complete: failed.length === 0,
  }
  await folder.write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Finds the yields behind a source's rates at a pack's tenors; null if the source has only an assumed rate. */
async function recordRates(rates: RateSource, ask: RequestWithRetry): Promise<RateCurve | null> {
  const answers: Answer<InterestRate>[] = []
  for (const { days } of RATE_TENORS) answers.push(await ask(() => rates.findRate(days)))
  const known = answers.map((answer, index) => (isOfTenor(answer, RATE_TENORS[index]?.name) ? answer : null))
  const first = known.find((answer) => answer !== null)
  if (first === undefined || first === null) return null
  const yieldsPct = known.map((answer) => (answer === null ? null : toBondEquivalentPct(answer.value.rate)))
  return buildCurve(newYorkDate(first.asOfMs), yieldsPct)
}

/** Whether a rate is for this tenor, and not assumed or taken from a neighboring tenor. */
function isOfTenor({ value, missing }: Answer<InterestRate>, tenor: string | undefined): boolean {
  const named = RATE_TENORS.find(({ name }) => value.basis.startsWith(`${name} `))
  return !missing.some(({ field }) => field === 'rate') && (named === undefined || named.name === tenor)
}

/** Inverse of `continuousFromBondEquivalent`, rounded to remove floating-point noise. */
function toBondEquivalentPct(rate: number): number {
  return Number((200 * Math.expm1(rate / 2)).toPrecision(12))
}
