import { LoadingStatus } from '../../shared/ui/loading-status.tsx'
import classes from './coach-page.module.css'
import { coachWords as words } from './coach-words.ts'

/** Skeleton for a conversation that is loading. */
export function WaitingLog({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <span data-side="right" />
      <span />
      <span />
      <LoadingStatus words={words.loading} retrying={false} onRetry={onRetry} />
    </div>
  )
}
