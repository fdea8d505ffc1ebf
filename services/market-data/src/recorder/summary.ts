import { sessionOf } from '@callwright/scoring'
import type { Absence, RecordingSummary } from './record-market.ts'
import type { RecordingHeader } from './recording-folder.ts'

const NAMED_SYMBOLS = 5
const COLUMN = 20

/** Describes a run when it ends: what was recorded, what is missing and why, and the terms of use. */
export function describeRecording(
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
