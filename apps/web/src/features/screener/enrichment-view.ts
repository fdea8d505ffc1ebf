import { SHORTFALLS_LISTED } from '@callwright/contracts/endpoint-table'
import type { Enrichment } from '../../api/screen.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { formatDuration, formatEtTime } from '../../shared/format/times.ts'

export type EnrichmentView =
  | { readonly kind: 'running'; readonly text: string; readonly percent: number; readonly canStop: boolean }
  | {
      readonly kind: 'idle'
      readonly text: string
      readonly failedText: string | null
      readonly incompleteText: string | null
    }

export const isUnderway = ({ state }: Enrichment) => state !== 'idle'

export function describeEnrichment(enrichment: Enrichment): EnrichmentView {
  const { total, done, failed, incomplete, finishedAt, message } = enrichment
  if (isUnderway(enrichment)) {
    return {
      kind: 'running',
      text: describeProgress(enrichment),
      percent: total > 0 ? Math.min(100, ((done + failed) / total) * 100) : 0,
      canStop: enrichment.state === 'running' && enrichment.startedBy === 'user',
    }
  }
  if (finishedAt === null) {
    return { kind: 'idle', text: message ?? 'Not enriched yet', failedText: null, incompleteText: null }
  }
  return {
    kind: 'idle',
    text: message ?? `Enriched ${formatInteger(done)} stocks, ${formatEtTime(finishedAt)}`,
    failedText: failed > 0 ? `${formatInteger(failed)} failed` : null,
    incompleteText: incomplete.length > 0 ? `${countListed(incomplete)} incomplete` : null,
  }
}

/** The list is cut at its limit, so there its length is the least there can be. */
function countListed({ length }: Enrichment['incomplete']): string {
  return length < SHORTFALLS_LISTED ? formatInteger(length) : `${formatInteger(length)} or more`
}

function describeProgress({ state, total, done, failed, secondsLeft, message }: Enrichment): string {
  const count = `${formatInteger(done + failed)} of ${formatInteger(total)}`
  if (state === 'stopping') return `Stopping, ${count} done`
  // The server says what holds a run up.
  if (message !== null) return `${count}. ${message}`
  const wait = secondsLeft === null ? '' : `, ${formatDuration(secondsLeft)} left`
  return `Enriching ${count}${wait}`
}

/** What to tell once a run has ended. */
export function summarizeRun({ done, failed }: Enrichment): string {
  const stocks = `Enrichment finished: ${formatInteger(done)} stocks`
  return failed === 0 ? stocks : `${stocks}, ${formatInteger(failed)} failed`
}
