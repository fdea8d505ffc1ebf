import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './field-error.module.css'

/** Renders the error below a field, or nothing if the field is valid. */
export function renderFieldError(message: string | undefined): ReactNode {
  if (message === undefined) return null
  return (
    <span className={classes.error}>
      <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" />
      {message}
    </span>
  )
}
