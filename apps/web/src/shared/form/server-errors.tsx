import type { FieldError } from '@callwright/contracts'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { ApiError } from '../../api/http.ts'
import { formatDuration } from '../format/times.ts'

interface SubmitErrorProps {
  readonly error: ApiError
  readonly fallback: string
  /** Whether the fields already show all errors. */
  readonly marked?: boolean
}

/** Error shown after submitting a form: the server's message if it sent one. */
export function SubmitError({ error, fallback, marked = false }: SubmitErrorProps) {
  return (
    <Alert
      data-tone="rejection"
      color="red"
      mb="md"
      icon={<IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />}
    >
      {marked ? 'Please correct the marked fields.' : (error.detail ?? fallback)}
      {error.status === 429 && error.retryAfterSeconds !== null && (
        <Wait key={error.requestId} seconds={error.retryAfterSeconds} />
      )}
    </Alert>
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
    <Text fw="var(--weight-strong)" aria-live="off">
      {left > 0 ? `${formatDuration(left)} left` : 'You can try again now.'}
    </Text>
  )
}

/** Form field for each field name that the server uses, and for each error code that concerns a single field. */
export type ServerFields<Fields extends FieldValues> = Readonly<Record<string, Path<Fields>>>

/** Whether every error in the response belongs to a field of the form. */
export function isMarkedInFull<Fields extends FieldValues>(failure: ApiError, names: ServerFields<Fields>): boolean {
  const rejections = listRejections(failure)
  return rejections.length > 0 && rejections.every(({ field }) => names[field] !== undefined)
}

/** Shows the server's errors next to their fields and focuses the first of them. */
export function useServerErrors<Fields extends FieldValues>(
  failure: ApiError | null,
  names: ServerFields<Fields>,
  setError: UseFormSetError<Fields>,
): void {
  useEffect(() => {
    if (failure === null) return
    // Each call moves the focus, so the first field must come last.
    for (const { field, detail } of listRejections(failure).toReversed()) {
      const name = names[field]
      if (name !== undefined) setError(name, { type: 'server', message: detail }, { shouldFocus: true })
    }
  }, [failure, names, setError])
}

function listRejections({ fields, code, detail }: ApiError): readonly FieldError[] {
  return fields.length > 0 || code === null || detail === null ? fields : [{ field: code, detail }]
}
