import type { Missing } from './provider.ts'

/** Builds the `missing` entry for a field that the source never provides. */
export function lacks(field: string, what: string): Missing {
  return { field, reason: `This source has no ${what}` }
}
