import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { formatDuration } from '../../shared/format/times.ts'
import classes from './form-parts.module.css'

/** A field's error as Mantine's inputs take it: nothing, or an icon and a sentence. */
export function renderFieldError(message: string | undefined): ReactNode {
  if (message === undefined) return null
  return (
    <span className={classes.fieldError}>
      <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" />
      {message}
    </span>
  )
}

interface SubmitErrorProps {
  readonly error: ApiError
  readonly fallback: string
}

/** Why the server did not take the form, in the server's words where it has some. */
export function SubmitError({ error, fallback }: SubmitErrorProps) {
  return (
    <div className={classes.submitError} role="alert">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {error.detail ?? fallback}
        {error.status === 429 && error.retryAfterSeconds !== null && (
          <Wait key={error.requestId} seconds={error.retryAfterSeconds} />
        )}
      </span>
    </div>
  )
}

function Wait({ seconds }: { readonly seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  // The countdown is for the eye; read out every second it would be a nuisance.
  return (
    <span className={classes.wait} aria-live="off">
      {left > 0 ? `Wait: ${formatDuration(left)}` : 'You can try again now.'}
    </span>
  )
}
