import type { FieldError } from '@callwright/contracts'
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { ApiError } from '../../api/http.ts'

/** Form field for each field name that the server uses, and for each error code that concerns a single field. */
export type ServerFields<Fields extends FieldValues> = Readonly<Record<string, Path<Fields>>>

/** Whether every error in the response belongs to a field of the form. */
export function isMarkedInFull<Fields extends FieldValues>(failure: ApiError, names: ServerFields<Fields>): boolean {
  const refusals = listRefusals(failure)
  return refusals.length > 0 && refusals.every(({ field }) => names[field] !== undefined)
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
    for (const { field, detail } of listRefusals(failure).toReversed()) {
      const name = names[field]
      if (name !== undefined) setError(name, { type: 'server', message: detail }, { shouldFocus: true })
    }
  }, [failure, names, setError])
}

function listRefusals({ fields, code, detail }: ApiError): readonly FieldError[] {
  return fields.length > 0 || code === null || detail === null ? fields : [{ field: code, detail }]
}
