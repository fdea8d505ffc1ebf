import { SHORTFALLS_LISTED } from '@callwright/contracts/endpoint-table'
import { type Enrichment, isUnderway, type Shortfall } from '../../../api/enrichment.ts'
import { formatInteger, formatRate } from '../../../shared/format/numbers.ts'
import { formatDuration, formatEtTime } from '../../../shared/format/times.ts'
import { enrichmentWords as words } from './enrichment-words.ts'

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
  if (finishedAt === null) return { kind: 'idle', text: message ?? words.never, shortfallText: null }
  return {
    kind: 'idle',
    text: message ?? words.enriched(done, formatEtTime(finishedAt)),
    shortfallText: describeShortfalls(enrichment),
  }
}

function describeShortfalls(enrichment: Enrichment): string | null {
  const { failed, incomplete } = countShortfalls(enrichment)
  return [failed && words.failed(failed), incomplete && words.incomplete(incomplete)].filter(Boolean).join(', ') || null
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
  return length < SHORTFALLS_LISTED ? formatInteger(length) : words.orMore(length)
}

/** Of the run's stocks, those worked out, well or not: 0-100. */
export function findPercent({ total, done, failed }: Enrichment): number {
  return total > 0 ? Math.min(100, ((done + failed) / total) * 100) : 0
}

const countDone = ({ total, done, failed }: Enrichment) => words.of(done + failed, total)

function describeProgress(enrichment: Enrichment): string {
  const { state, secondsLeft, message } = enrichment
  const count = countDone(enrichment)
  if (state === 'stopping') return words.stopping(count)
  // The server says what holds a run up.
  if (message !== null) return `${count}. ${message}`
  return secondsLeft === null ? words.enriching(count) : words.enrichingFor(count, formatDuration(secondsLeft))
}

/** A fact about the run; null: not known. */
export interface RunFact {
  readonly label: string
  readonly value: string | null
}

const { facts } = words

/** What there is to know of a run, in the order it is read. */
export function listRunFacts(enrichment: Enrichment): RunFact[] {
  const { startedAt, finishedAt, startedBy, perSecond, secondsLeft, workers, stage, lastSymbol } = enrichment
  const started = { label: facts.started, value: startedAt && formatEtTime(startedAt) }
  const by = {
    label: facts.startedBy,
    value: startedBy && (startedBy === 'platform' ? words.bySchedule : words.byUser),
  }
  if (!isUnderway(enrichment)) {
    return [
      started,
      { label: facts.finished, value: finishedAt && formatEtTime(finishedAt) },
      { label: facts.took, value: describeLength(startedAt, finishedAt) },
      by,
      { label: facts.stocks, value: words.of(enrichment.done, enrichment.total) },
    ]
  }
  return [
    { label: facts.done, value: countDone(enrichment) },
    ...(stage === null ? [] : [{ label: facts.stage, value: words.stages[stage] }]),
    { label: facts.last, value: lastSymbol },
    { label: facts.rate, value: perSecond === null ? null : words.perSecond(formatRate(perSecond)) },
    { label: facts.timeLeft, value: secondsLeft === null ? null : formatDuration(secondsLeft) },
    { label: facts.workers, value: workers === null ? null : formatInteger(workers) },
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
  if (state === 'stopping') return words.endsSoon
  if (state === 'running' && startedBy !== 'user') return words.scheduled
  return null
}

/** What to tell once a run has ended. */
export function summarizeRun({ done, failed }: Enrichment): string {
  return failed === 0 ? words.finished(done) : words.finishedShort(done, failed)
}

/** The shortfalls whose symbol or reason has this text in it. */
export function findShortfalls(shortfalls: readonly Shortfall[], text: string): readonly Shortfall[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return shortfalls
  return shortfalls.filter(({ symbol, reason }) => `${symbol} ${reason}`.toLowerCase().includes(wanted))
}
