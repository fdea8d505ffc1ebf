import { SHORTFALLS_LISTED } from '@callwright/contracts/endpoint-table'
import { type Enrichment, isUnderway, type Shortfall } from '../../../api/enrichment.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { formatDuration, formatEtTime } from '../../../shared/format/times.ts'
import { enrichmentWords as words } from './enrichment-words.ts'

/** One-line summary of the run for the table footer. */
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

/** How many stocks failed or are incomplete, as text; null for none. */
export function countShortfalls({ failed, incomplete }: Enrichment) {
  return {
    failed: failed > 0 ? formatInteger(failed) : null,
    incomplete: incomplete.length > 0 ? countListed(incomplete) : null,
  }
}

/** Counts a list as text. The server caps the list, so the length of a full one is only a lower bound. */
function countListed({ length }: readonly Shortfall[]): string {
  return length < SHORTFALLS_LISTED ? formatInteger(length) : words.orMore(length)
}

/** Percent of the run's stocks that are done or have failed, from 0 to 100. */
export function findPercent({ total, done, failed }: Enrichment): number {
  return total > 0 ? Math.min(100, ((done + failed) / total) * 100) : 0
}

/** How many of the run's stocks have been processed, as text. */
export const countDone = ({ total, done, failed }: Enrichment) => words.of(done + failed, total)

function describeProgress(enrichment: Enrichment): string {
  const { state, secondsLeft, message } = enrichment
  const count = countDone(enrichment)
  if (state === 'stopping') return words.stopping(count)
  // The message says what is delaying the run.
  if (message !== null) return `${count}. ${message}`
  return secondsLeft === null ? words.enriching(count) : words.enrichingFor(count, formatDuration(secondsLeft))
}

/** Text for the notification that a run has finished. */
export function summarizeRun({ done, failed }: Enrichment): string {
  return failed === 0 ? words.finished(done) : words.finishedShort(done, failed)
}
