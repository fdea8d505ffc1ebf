import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/http.ts'
import { formatDuration } from '../format/times.ts'
import classes from './form.module.css'
import { formWords } from './form-words.ts'

interface SubmitErrorProps {
  readonly error: ApiError
  readonly fallback: string
  /** Whether the fields already show all errors. */
  readonly marked?: boolean
}

/** Error shown after submitting a form: the server's message if it sent one. */
export function SubmitError({ error, fallback, marked = false }: SubmitErrorProps) {
  return (
    <div className={classes.submitError} role="alert">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {marked ? formWords.marked : (error.detail ?? fallback)}
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
  // Hidden from screen readers, which would otherwise read it out every second.
  return (
    <span className={classes.wait} aria-live="off">
      {left > 0 ? formWords.waiting(formatDuration(left)) : formWords.again}
    </span>
  )
}
