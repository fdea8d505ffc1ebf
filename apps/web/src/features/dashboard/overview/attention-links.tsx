import {
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
import type { AttentionReason } from '../../../api/portfolio-endpoints.ts'
import { buildPositionPath, PORTFOLIO_PATH } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { words } from '../dashboard-words.ts'
import type { AttentionLine } from './attention-lines.ts'
import classes from './attention-links.module.css'

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
}

interface AttentionLinksProps {
  /** Null while loading. */
  readonly lines: readonly AttentionLine[] | null
  readonly hasFailed: boolean
}

/** Links to the positions that need attention, most urgent first. The height is fixed to avoid a layout shift. */
export function AttentionLinks({ lines, hasFailed }: AttentionLinksProps) {
  if (lines === null) return <p className={classes.list}>{hasFailed && words.overview.noAttention}</p>
  if (lines.length === 0) return <p className={classes.list}>{words.overview.nothingToDo}</p>
  const shown = lines.length <= MAX_LINES ? lines : lines.slice(0, MAX_LINES - 1)
  const left = lines.length - shown.length
  return (
    <ul className={classes.list} aria-label={words.overview.attention}>
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
            <span>{words.overview.more(left)}</span>
            <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
          </Link>
        </li>
      )}
    </ul>
  )
}
