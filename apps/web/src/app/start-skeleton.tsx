import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { useAfter } from '../shared/hooks.ts'
import { StartFrame } from './start-frame.tsx'
import classes from './start-skeleton.module.css'

const TEXT_DELAY_MS = 2_000
const RETRY_AFTER_MS = 8_000

/** Skeleton shown while the session is being checked. */
export function StartSkeleton() {
  const late = useAfter(true, TEXT_DELAY_MS)
  const stuck = useAfter(true, RETRY_AFTER_MS)
  return (
    <StartFrame>
      <Loader size={16} color="var(--text-faint)" aria-hidden="true" />
      {late ? (
        <h1 className={classes.words}>Loading...</h1>
      ) : (
        <VisuallyHidden component="h1">Loading...</VisuallyHidden>
      )}
      {stuck && <Button onClick={() => window.location.reload()}>Retry</Button>}
    </StartFrame>
  )
}
