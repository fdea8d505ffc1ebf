import { useUnreadAlertsQuery } from '../api/alerts.ts'
import { useEnrichmentStatusQuery } from '../api/enrichment.ts'
import { useOnChange } from '../shared/hooks.ts'
import { VisuallyHidden } from '../shared/ui/figures.tsx'
import classes from './unread-alerts.module.css'

/** Rules are evaluated within this time after a refresh of the market. */
const EVALUATED_AFTER_MS = 45_000
/** Beyond it, the exact number takes more room than it is worth. */
const MOST_SHOWN = 99

/**
 * Number of unread alerts. It is requested after the sign-in, after each refresh of the market, and when the page becomes
 * visible.
 */
export function UnreadAlerts() {
  const { data: unread = 0, refetch } = useUnreadAlertsQuery(undefined, { refetchOnFocus: true })
  const { data: run } = useEnrichmentStatusQuery()
  useOnChange(run?.finishedAt ?? null, (_now, before) => {
    if (before !== null) setTimeout(() => void refetch(), EVALUATED_AFTER_MS)
  })
  if (unread === 0) return null
  return (
    <span className={classes.unread}>
      {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
      <VisuallyHidden>{unread === 1 ? ' unread alert' : ' unread alerts'}</VisuallyHidden>
    </span>
  )
}
