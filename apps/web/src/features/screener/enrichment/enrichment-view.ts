import { SHORTFALLS_LISTED } from '@callwright/contracts/public-endpoints'
import { type Enrichment, isUnderway, type Shortfall } from '../../../api/enrichment.ts'
import { formatInteger, formatRate } from '../../../shared/format/numbers.ts'
import { formatDuration, formatEtTime } from '../../../shared/format/times.ts'

/** One-line summary of the refresh for the table footer. */
type EnrichmentView =
  | { readonly kind: 'running'; readonly text: string; readonly percent: number; readonly canStop: boolean }
  | { readonly kind: 'idle'; readonly text: string; readonly shortfallText: string | null }

export function describeEnrichment(enrichment: Enrichment): EnrichmentView {
  const { done, finishedAt, message } = enrichment
  if (isUnderway(enrichment)) {
    return {
      kind: 'running',
      text: describeProgress(enrichment),
      percent: findPercent(enrichment),
      canStop: enrichment.state === 'running' && enrichment.startedBy === 'user',
    }
  }
  if (finishedAt === null) return { kind: 'idle', text: message ?? 'Not refreshed yet', shortfallText: null }
  const { failed, incomplete } = countShortfalls(enrichment)
  return {
    kind: 'idle',
    text: message ?? `${formatInteger(done)} stocks refreshed, ${formatEtTime(finishedAt)}`,
    shortfallText: [failed, incomplete].filter(Boolean).join(', ') || null,
  }
}

/** How many stocks failed or are incomplete, as text; null for none. */
export function countShortfalls({ failed, incomplete }: Enrichment) {
  return {
    failed: failed > 0 ? `${formatInteger(failed)} failed` : null,
    incomplete: incomplete.length > 0 ? `${countListed(incomplete)} incomplete` : null,
  }
}

/** Counts a list as text. The server caps the list, so the length of a full one is only a lower bound. */
const countListed = ({ length }: readonly Shortfall[]) =>
  length < SHORTFALLS_LISTED ? formatInteger(length) : `${formatInteger(length)} or more`

/** Percent of the refresh's stocks that are done or have failed, from 0 to 100. */
export function findPercent({ total, done, failed }: Enrichment): number {
  return total > 0 ? Math.min(100, ((done + failed) / total) * 100) : 0
}

const describeShare = (done: number, total: number) => `${formatInteger(done)} of ${formatInteger(total)}`

/** How many of the refresh's stocks have been processed, as text. */
const countDone = ({ total, done, failed }: Enrichment) => describeShare(done + failed, total)

function describeProgress(enrichment: Enrichment): string {
  const { state, secondsLeft, message } = enrichment
  const count = countDone(enrichment)
  if (state === 'stopping') return `Stopping, ${count} done`
  // The message says what is delaying the refresh.
  if (message !== null) return `${count}. ${message}`
  const wait = secondsLeft === null ? '' : `, ${formatDuration(secondsLeft)} left`
  return `Refreshing prices: ${count}${wait}`
}

/** Text for the notification that a refresh has finished. */
export function summarizeRun({ done, failed }: Enrichment): string {
  const shortfall = failed === 0 ? '' : `, ${formatInteger(failed)} failed`
  return `Prices refreshed: ${formatInteger(done)} stocks${shortfall}`
}

/** A fact about the refresh, as label and value; the value is null if unknown. */
interface RunFact {
  readonly label: string
  readonly value: string | null
}

const stages = {
  survey: 'Price history of all stocks (1 of 2)',
  chains: 'Option chains of the best stocks (2 of 2)',
} as const

/** Facts about a refresh, in display order. */
export function listRunFacts(enrichment: Enrichment): RunFact[] {
  const { startedAt, finishedAt, nextRefreshAt, startedBy, perSecond, secondsLeft, workers, stage, lastSymbol } =
    enrichment
  const started = { label: 'Started', value: startedAt && formatEtTime(startedAt) }
  const by = { label: 'Started by', value: startedBy && (startedBy === 'platform' ? 'The schedule' : 'A user') }
  if (!isUnderway(enrichment)) {
    return [
      started,
      { label: 'Finished', value: finishedAt && formatEtTime(finishedAt) },
      { label: 'Took', value: describeLength(startedAt, finishedAt) },
      ...(nextRefreshAt === null ? [] : [{ label: 'Next refresh', value: formatEtTime(nextRefreshAt) }]),
      by,
      { label: 'Stocks', value: describeShare(enrichment.done, enrichment.total) },
    ]
  }
  return [
    { label: 'Done', value: countDone(enrichment) },
    ...(stage === null ? [] : [{ label: 'Stage', value: stages[stage] }]),
    { label: 'Last stock', value: lastSymbol },
    { label: 'Speed', value: perSecond === null ? null : `${formatRate(perSecond)} stocks a second` },
    { label: 'Time left', value: secondsLeft === null ? null : formatDuration(secondsLeft) },
    { label: 'Processes', value: workers === null ? null : formatInteger(workers) },
    started,
    by,
  ]
}

function describeLength(from: string | null, to: string | null): string | null {
  const seconds = from === null || to === null ? Number.NaN : (Date.parse(to) - Date.parse(from)) / 1_000
  return seconds >= 0 ? formatDuration(seconds) : null
}

/** Says what Stop does, or that there is nothing to stop; null if no refresh is underway. */
export function explainStop({ state, startedBy }: Enrichment): string | null {
  if (state === 'stopping') return 'It stops after the stocks in progress. Stocks refreshed so far are kept.'
  if (state !== 'running') return null
  return startedBy === 'user'
    ? 'All users share these prices. Stopping ends the refresh for everyone.'
    : 'The schedule started this refresh. It cannot be stopped here.'
}

/** Shortfalls whose symbol or reason contains the text. */
export function findShortfalls(shortfalls: readonly Shortfall[], text: string): readonly Shortfall[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return shortfalls
  return shortfalls.filter(({ symbol, reason }) => `${symbol} ${reason}`.toLowerCase().includes(wanted))
}
