import { Button, Group, VisuallyHidden } from '@mantine/core'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { commonWords } from '../common-words.ts'
import { useAfter } from '../hooks.ts'
import { BusyButton } from './buttons.tsx'
import classes from './ui.module.css'

const TEXT_DELAY_MS = 2_000
const BUTTONS_DELAY_MS = 8_000

interface LoadingStatusProps {
  readonly words: string
  readonly retrying: boolean
  readonly onRetry: () => void
  /** Omitted if there is nothing to return to. */
  readonly onCancel?: (() => void) | undefined
}

/** Status of a long wait. At first it shows nothing, then a text, and then buttons to retry or cancel. */
export function LoadingStatus({ words, retrying, onRetry, onCancel }: LoadingStatusProps) {
  const late = useAfter(true, TEXT_DELAY_MS)
  const stuck = useAfter(true, BUTTONS_DELAY_MS)
  return (
    <Group className={classes.loading} gap="sm" wrap="nowrap">
      <p role="status">{late ? words : <VisuallyHidden>{words}</VisuallyHidden>}</p>
      {stuck && (
        <>
          <BusyButton size="xs" busy={retrying} onClick={onRetry}>
            {commonWords.retry}
          </BusyButton>
          {onCancel && (
            <Button size="xs" variant="subtle" onClick={onCancel}>
              {commonWords.cancel}
            </Button>
          )}
        </>
      )}
    </Group>
  )
}

const ROWS = Array.from({ length: 14 }, (_, index) => `row-${index}`)
const BARS = Array.from({ length: 9 }, (_, index) => `bar-${index}`)

/** Placeholder for a table while it loads, with the loading text above. */
export function TableSkeleton({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <div className={classes.skeletonText}>{children}</div>
      <div aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className={classes.skeletonRow}>
            {BARS.map((bar) => (
              <i key={bar} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/**
 * Renders children in a transition after the first paint. `useDeferredValue` does not help here: inside a render that
 * is already deferred, React renders a deferred value at once.
 */
export function AfterPaint({ children }: { readonly children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue ? children : null
}
