import type { Missing } from './provider.ts'

/** What a source does not have at all. */
export function lacks(field: string, what: string): Missing {
  return { field, reason: `This source has no ${what}` }
}
