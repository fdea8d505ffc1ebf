import { SHORTFALLS_LISTED } from '@callwright/contracts/endpoint-table'
import { type Enrichment, isUnderway, type Shortfall } from '../../../api/enrichment.ts'
import { formatInteger, formatRate } from '../../../shared/format/numbers.ts'
import { formatDuration, formatEtTime } from '../../../shared/format/times.ts'

/** One line about the run, for the foot of the table. */
export type EnrichmentView =
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
  if (finishedAt === null) return { kind: 'idle', text: message ?? 'Not enriched yet', shortfallText: null }
  return {
    kind: 'idle',
    text: message ?? `Enriched ${formatInteger(done)} stocks, ${formatEtTime(finishedAt)}`,
    shortfallText: describeShortfalls(enrichment),
  }
}

function describeShortfalls(enrichment: Enrichment): string | null {
  const { failed, incomplete } = countShortfalls(enrichment)
  return [failed && `${failed} failed`, incomplete && `${incomplete} incomplete`].filter(Boolean).join(', ') || null
}

/** How many stocks failed, and how many lack figures, in words; null for none. */
export function countShortfalls({ failed, incomplete }: Enrichment) {
  return {
    failed: failed > 0 ? formatInteger(failed) : null,
    incomplete: incomplete.length > 0 ? countListed(incomplete) : null,
  }
}

/** The list is cut at its limit, so there its length is the least there can be. */
function countListed({ length }: readonly Shortfall[]): string {
  return length < SHORTFALLS_LISTED ? formatInteger(length) : `${formatInteger(length)} or more`
}

/** Of the run's stocks, those worked out, well or not: 0-100. */
export function findPercent({ total, done, failed }: Enrichment): number {
  return total > 0 ? Math.min(100, ((done + failed) / total) * 100) : 0
}

const countDone = ({ total, done, failed }: Enrichment) => `${formatInteger(done + failed)} of ${formatInteger(total)}`

function describeProgress(enrichment: Enrichment): string {
  const { state, secondsLeft, message } = enrichment
  const count = countDone(enrichment)
  if (state === 'stopping') return `Stopping, ${count} done`
  // The server says what holds a run up.
  if (message !== null) return `${count}. ${message}`
  const wait = secondsLeft === null ? '' : `, ${formatDuration(secondsLeft)} left`
  return `Enriching ${count}${wait}`
}

const stages = {
  survey: 'Price history of all (1 of 2)',
  chains: 'Option chains of the best (2 of 2)',
} as const

/** A fact about the run; null: not known. */
export interface RunFact {
  readonly label: string
  readonly value: string | null
}

/** What there is to know of a run, in the order it is read. */
export function listRunFacts(enrichment: Enrichment): RunFact[] {
  const { startedAt, finishedAt, startedBy, perSecond, secondsLeft, workers, stage, lastSymbol } = enrichment
  const started = { label: 'Started', value: startedAt && formatEtTime(startedAt) }
  const by = { label: 'Started by', value: startedBy && (startedBy === 'platform' ? 'The schedule' : 'A user') }
  if (!isUnderway(enrichment)) {
    return [
      started,
      { label: 'Finished', value: finishedAt && formatEtTime(finishedAt) },
      { label: 'Took', value: describeLength(startedAt, finishedAt) },
      by,
      { label: 'Stocks', value: `${formatInteger(enrichment.done)} of ${formatInteger(enrichment.total)}` },
    ]
  }
  return [
    { label: 'Done', value: countDone(enrichment) },
    ...(stage === null ? [] : [{ label: 'Stage', value: stages[stage] }]),
    { label: 'Worked out last', value: lastSymbol },
    { label: 'Rate', value: perSecond === null ? null : `${formatRate(perSecond)} stocks/s` },
    { label: 'Time left', value: secondsLeft === null ? null : formatDuration(secondsLeft) },
    { label: 'Workers', value: workers === null ? null : formatInteger(workers) },
    started,
    by,
  ]
}

function describeLength(from: string | null, to: string | null): string | null {
  const seconds = from === null || to === null ? Number.NaN : (Date.parse(to) - Date.parse(from)) / 1_000
  return seconds >= 0 ? formatDuration(seconds) : null
}

/** What the reader may do about the run that is underway, where that needs words. */
export function explainStop({ state, startedBy }: Enrichment): string | null {
  if (state === 'stopping') return 'It stops once the stocks in work are done. What is done is kept.'
  if (state === 'running' && startedBy !== 'user')
    return 'A scheduled run of the platform: it cannot be stopped from here.'
  return null
}

/** What to tell once a run has ended. */
export function summarizeRun({ done, failed }: Enrichment): string {
  const stocks = `Enrichment finished: ${formatInteger(done)} stocks`
  return failed === 0 ? stocks : `${stocks}, ${formatInteger(failed)} failed`
}

/** The shortfalls whose symbol or reason has these words in it. */
export function findShortfalls(shortfalls: readonly Shortfall[], words: string): readonly Shortfall[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return shortfalls
  return shortfalls.filter(({ symbol, reason }) => `${symbol} ${reason}`.toLowerCase().includes(wanted))
}
