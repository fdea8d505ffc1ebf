import { asApiError, describeFailure } from '../api/http.ts'
import { commonWords } from './common-words.ts'

/** Says that an action failed, and why: `what` is a clause such as `Could not save the rule`. */
export function describeTrouble(error: unknown, what: string): string {
  const why = describeFailure(asApiError(error))
  return why === null ? commonWords.tryAgain(what) : `${what}: ${why}`
}
