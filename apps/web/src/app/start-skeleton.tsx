import { Button, Loader, Text, VisuallyHidden } from '@mantine/core'
import { useAfter } from '../shared/hooks.ts'
import { reloadDocument } from '../shared/load-code.ts'
import { StartFrame } from './start-frame.tsx'

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
        <Text component="h1" c="dimmed" fw="var(--weight-medium)">
          Loading...
        </Text>
      ) : (
        <VisuallyHidden component="h1">Loading...</VisuallyHidden>
      )}
      {stuck && <Button onClick={() => void reloadDocument()}>Retry</Button>}
    </StartFrame>
  )
}
