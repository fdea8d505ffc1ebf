import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconArrowsSplit2,
  IconCalendarEvent,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconCoin,
  IconTrendingUp,
  type TablerIcon,
} from '@tabler/icons-react'
import type { AttentionEntry, AttentionReason, ListedPosition } from '../../api/portfolio.ts'
import { formatDelta, formatFinePct, formatInteger, formatSignedPct } from '../../shared/format/numbers.ts'
import { nameCall } from '../../shared/format/positions.ts'
import { toSentence } from '../../shared/format/words.ts'
import { buildPositionPath, PORTFOLIO_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import classes from './overview.module.css'

const MAX_LINES = 3

const icons: Readonly<Record<AttentionReason, TablerIcon>> = {
  days_left: IconClock,
  delta: IconArrowForwardUp,
  profit: IconTrendingUp,
  profit_captured: IconCoin,
  dividend: IconCoin,
  ex_dividend: IconCoin,
  special_dividend: IconCoin,
  earnings: IconCalendarEvent,
  expired: IconCircleCheck,
  split: IconArrowsSplit2,
  spin_off: IconArrowsSplit2,
  strike_lowered: IconCoin,
  uncovered: IconAlertTriangle,
}

interface AttentionLinksProps {
  /** Null while loading. */
  readonly lines: readonly AttentionLine[] | null
  readonly hasFailed: boolean
}

/** Links to the positions that need attention, most urgent first. The height is fixed to avoid a layout shift. */
export function AttentionLinks({ lines, hasFailed }: AttentionLinksProps) {
  if (lines === null)
    return <p className={classes.attentionList}>{hasFailed && 'Could not load what needs attention.'}</p>
  if (lines.length === 0) return <p className={classes.attentionList}>Nothing needs attention now.</p>
  const shown = lines.length <= MAX_LINES ? lines : lines.slice(0, MAX_LINES - 1)
  const left = lines.length - shown.length
  return (
    <ul className={classes.attentionList} aria-label="What needs attention">
      {shown.map(({ id, reason, text, detail, needsAction }) => {
        const Icon = icons[reason]
        return (
          <li key={id}>
            <Link
              className={classes.line}
              to={buildPositionPath(id)}
              data-hint={detail}
              data-action={needsAction || undefined}
            >
              <Icon size={14} stroke={1.6} aria-hidden="true" />
              <span>{text}</span>
              <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
            </Link>
          </li>
        )
      })}
      {left > 0 && (
        <li>
          <Link className={classes.line} to={PORTFOLIO_PATH}>
            <span>{formatInteger(left)} more in the portfolio</span>
            <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
          </Link>
        </li>
      )}
    </ul>
  )
}

/** Line about one position that needs attention. */
interface AttentionLine {
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
function describeReason(entry: AttentionEntry, { id, sentence }: Reason, listed?: ListedPosition): string {
  const { symbol, strike, days } = entry
  const call = nameCall({ symbol, strike })
  const delta = listed?.quote.delta ?? null
  const pct = listed?.pnl.coveredCallPnlPct ?? null
  if (id === 'days_left') return `${call} expires ${describeDays(days)}`
  if (id === 'expired') return `${call}: ${describeOutcome(listed)}`
  if (id === 'split') return `${call}: the stock has split since entry`
  if (id === 'spin_off') return `${call}: the stock spun off a company`
  if (id === 'earnings') return `${call}: earnings before expiration`
  if (id === 'dividend') return `${call} may be assigned early for the dividend`
  if (id === 'ex_dividend') return `${call} is in the money near the ex-dividend date`
  if (id === 'special_dividend') return `${call}: a special dividend will change the strike`
  if (id === 'delta' && delta !== null) return `${call}: delta ${formatDelta(delta)}`
  if (id === 'profit' && pct !== null) return `${call} is at ${formatSignedPct(pct)}%`
  const captured = listed === undefined ? null : readCaptured(listed)
  if (id === 'profit_captured' && captured !== null)
    return `${call} has captured ${formatFinePct(captured)}% of its premium`
  return `${call}: ${toSentence(sentence)}`
}

function describeOutcome(listed?: ListedPosition): string {
  const { state, certainty } = listed?.outcome ?? {}
  const check = certainty === 'check' ? ', check the outcome' : ''
  if (state === 'presumed_expired') return `presumed expired worthless${check}`
  return state === 'presumed_assigned' ? `presumed assigned${check}` : 'expired'
}

function describeDays(days: number): string {
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

function readCaptured({ position: { premium }, quote: { currentPremium } }: ListedPosition): number | null {
  if (currentPremium === null || premium === 0) return null
  return ((premium - currentPremium) / premium) * 100
}
