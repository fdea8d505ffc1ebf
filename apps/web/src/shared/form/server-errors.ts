import type { FieldError } from '@callwright/contracts'
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { ApiError } from '../../api/api-error.ts'

/** The fields of a form by the server's names of them, or by the code of a refusal that is about one field. */
export type ServerFields<Fields extends FieldValues> = Readonly<Record<string, Path<Fields>>>

/** Whether every word of a refusal has its field to stand at. */
export function isMarkedInFull<Fields extends FieldValues>(failure: ApiError, names: ServerFields<Fields>): boolean {
  const refusals = listRefusals(failure)
  return refusals.length > 0 && refusals.every(({ field }) => names[field] !== undefined)
}

/** Marks the fields of which the server refused something, and goes to the first of them. */
export function useServerErrors<Fields extends FieldValues>(
  failure: ApiError | null,
  names: ServerFields<Fields>,
  setError: UseFormSetError<Fields>,
): void {
  useEffect(() => {
    if (failure === null) return
    // Each asks for the focus; the first one is to have it.
    for (const { field, detail } of listRefusals(failure).toReversed()) {
      const name = names[field]
      if (name !== undefined) setError(name, { type: 'server', message: detail }, { shouldFocus: true })
    }
  }, [failure, names, setError])
}

function listRefusals({ fields, code, detail }: ApiError): readonly FieldError[] {
  return fields.length > 0 || code === null || detail === null ? fields : [{ field: code, detail }]
}
