import { Button } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { describeFailure } from '../../../api/api-error.ts'
import { formatDuration } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Empty } from '../../../shared/ui/empty.tsx'
import { LoadingStatus } from '../../../shared/ui/loading-status.tsx'
import { ShellContext } from '../../../shared/ui/shell-context.ts'
import { words } from '../dashboard-words.ts'
import type { Answer } from '../use-dashboard.ts'
import classes from './card-states.module.css'

interface AnsweredProps<T> {
  readonly answer: Answer<T>
  readonly loading: string
  readonly failed: string
  /** Renders the data, which stays on screen if a refetch fails. */
  readonly children: (data: T) => ReactNode
}

/** A card's content: skeleton, error or data. */
export function Answered<T>({ answer, loading, failed, children }: AnsweredProps<T>) {
  const { data, failure, busy, ask } = answer
  if (data === null && failure === null) return <Waiting loading={loading} busy={busy} onRetry={ask} />
  if (data === null) return <Failed answer={answer} title={failed} />
  return (
    <>
      {children(data)}
      {failure !== null && <StaleNote answer={answer} />}
    </>
  )
}

interface WaitingProps {
  readonly loading: string
  readonly busy: boolean
  readonly onRetry: () => void
}

const BARS = Array.from({ length: 18 }, (_, index) => `bar-${index}`)

function Waiting({ loading, busy, onRetry }: WaitingProps) {
  return (
    <div className={classes.waiting} aria-busy="true">
      <div className={classes.shape} aria-hidden="true">
        {BARS.map((bar) => (
          <i key={bar} />
        ))}
      </div>
      <LoadingStatus words={loading} retrying={busy} onRetry={onRetry} />
    </div>
  )
}

interface FailedProps {
  readonly answer: Pick<Answer<unknown>, 'failure' | 'busy' | 'ask'>
}

function Failed({ answer: { failure, busy, ask }, title }: FailedProps & { readonly title: string }) {
  // If the server is unreachable, only the page-level notice has a Retry button.
  const { canAsk } = use(ShellContext)
  const why = describeFailure(failure)
  const requestId = failure?.requestId ?? null
  const waitSeconds = failure?.retryAfterSeconds ?? null
  return (
    <Empty
      tone="trouble"
      title={title}
      actions={
        canAsk && (
          <BusyButton variant="filled" busy={busy} onClick={ask}>
            {words.retry}
          </BusyButton>
        )
      }
    >
      <p>
        {why !== null && `${toSentence(why)} `}
        {waitSeconds !== null && `${words.wait(formatDuration(waitSeconds))} `}
        {words.triedAgain}
      </p>
      {requestId !== null && <p>{words.quote(requestId)}</p>}
    </Empty>
  )
}

/** Note that the data is stale, overlaid at the bottom of the card to avoid a layout shift. */
function StaleNote({ answer: { failure, busy, ask } }: FailedProps) {
  return (
    <p className={classes.old} role="status">
      <span data-hint={describeFailure(failure) ?? undefined}>{words.notNew}</span>
      <Button variant="subtle" size="compact-sm" aria-disabled={busy} onClick={() => !busy && ask()}>
        {words.retry}
      </Button>
    </p>
  )
}
