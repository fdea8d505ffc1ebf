import type { AttentionEntry, AttentionReason, ListedPosition } from '../../../api/portfolio-endpoints.ts'
import { formatDelta, formatFinePct, formatSignedPct } from '../../../shared/format/numbers.ts'
import { toSentence } from '../../../shared/format/words.ts'

/** Line about one position that needs attention. */
export interface AttentionLine {
  readonly id: string
  readonly needsAction: boolean
  readonly reason: AttentionReason
  readonly text: string
  /** All reasons, one per line. */
  readonly detail: string
}

type Reason = AttentionEntry['reasons'][number]

export const needsAction = ({ reasons }: AttentionEntry) => reasons.some(({ group }) => group === 'action')

/** Lists positions that need action first and keeps the server's order, most urgent first, within each group. */
export function listAttention(
  entries: readonly AttentionEntry[],
  positions: readonly ListedPosition[],
): readonly AttentionLine[] {
  return [...entries.filter(needsAction), ...entries.filter((entry) => !needsAction(entry))].flatMap((entry) => {
    const reason = pickReason(entry)
    if (reason === undefined) return []
    const listed = positions.find(({ position }) => position.id === entry.id)
    return [
      {
        id: entry.id,
        needsAction: needsAction(entry),
        reason: reason.id,
        text: describeReason(entry, reason, listed),
        detail: entry.reasons.map(({ sentence }) => toSentence(sentence)).join('\n'),
      },
    ]
  })
}

const pickReason = ({ reasons }: AttentionEntry): Reason | undefined =>
  reasons.find(({ group }) => group === 'action') ?? reasons[0]

/** States the reason with the position's own figure; if that is unknown, uses the server's sentence. */
function describeReason({ ticker, days }: AttentionEntry, { id, sentence }: Reason, listed?: ListedPosition): string {
  const delta = listed?.quote.delta ?? null
  const pct = listed?.pnl.coveredCallPnlPct ?? null
  if (id === 'days_left') return `${ticker} expires ${describeDays(days)}`
  if (id === 'expired') return `${ticker} ${describeOutcome(listed)}`
  if (id === 'split') return `${ticker} has split since entry`
  if (id === 'spin_off') return `${ticker} spun off a company`
  if (id === 'earnings') return `${ticker} reports earnings before expiration`
  if (id === 'dividend') return `${ticker} may be assigned early for its dividend`
  if (id === 'ex_dividend') return `${ticker} is in the money near its ex-dividend date`
  if (id === 'special_dividend') return `${ticker} pays a special dividend: the strike will change`
  if (id === 'delta' && delta !== null) return `${ticker} delta is ${formatDelta(delta)}`
  if (id === 'profit' && pct !== null) return `${ticker} is at ${formatSignedPct(pct)}%`
  const captured = listed === undefined ? null : readCaptured(listed)
  if (id === 'profit_captured' && captured !== null)
    return `${ticker} has captured ${formatFinePct(captured)}% of its premium`
  return `${ticker}: ${toSentence(sentence)}`
}

function describeOutcome(listed?: ListedPosition): string {
  const state = listed?.outcome?.state
  if (state === 'presumed_expired') return 'call presumed expired worthless'
  if (state === 'presumed_assigned') return 'call presumed assigned'
  return state === 'unclear' ? 'call expired at the strike: check the outcome' : 'has expired'
}

function describeDays(days: number): string {
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

function readCaptured({ position: { entryPremium }, quote: { currentPremium } }: ListedPosition): number | null {
  if (currentPremium === null || entryPremium === 0) return null
  return ((entryPremium - currentPremium) / entryPremium) * 100
}
