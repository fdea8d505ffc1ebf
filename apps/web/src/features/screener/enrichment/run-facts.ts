import { type Enrichment, isUnderway, type Shortfall } from '../../../api/enrichment.ts'
import { formatInteger, formatRate } from '../../../shared/format/numbers.ts'
import { formatDuration, formatEtTime } from '../../../shared/format/times.ts'
import { countDone } from './enrichment-view.ts'
import { enrichmentWords } from './enrichment-words.ts'
import { runWords as words } from './run-words.ts'

/** A fact about the run, as label and value; the value is null if unknown. */
export interface RunFact {
  readonly label: string
  readonly value: string | null
}

const { facts } = words

/** Facts about a run, in display order. */
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
      { label: facts.stocks, value: enrichmentWords.of(enrichment.done, enrichment.total) },
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

/** Says that the run is stopping, or that a scheduled run cannot be stopped; null if neither applies. */
export function explainStop({ state, startedBy }: Enrichment): string | null {
  if (state === 'stopping') return words.endsSoon
  if (state === 'running' && startedBy !== 'user') return words.scheduled
  return null
}

/** Shortfalls whose symbol or reason contains the text. */
export function findShortfalls(shortfalls: readonly Shortfall[], text: string): readonly Shortfall[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return shortfalls
  return shortfalls.filter(({ symbol, reason }) => `${symbol} ${reason}`.toLowerCase().includes(wanted))
}
