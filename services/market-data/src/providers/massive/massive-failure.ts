import { isObject, readText } from '../http/json-values.ts'
import type { RawAnswer } from '../http/provider-client.ts'
import type { FailureFacts, FailureKind, ProviderFailure } from '../http/provider-failure.ts'

const OK_STATUSES = new Set(['OK', 'DELAYED'])
const KINDS_OF_STATUS_WORD: Readonly<Record<string, FailureKind>> = {
  NOT_AUTHORIZED: 'not_entitled',
  NOT_ENTITLED: 'not_entitled',
  NOT_FOUND: 'not_found',
}

/** Detects Massive's own error format, which may come with any HTTP status, even 200. */
export function findMassiveFailure({ status, body }: RawAnswer): FailureFacts | null {
  const isError = status < 200 || status > 299
  // The list of special days is a bare JSON array, not an object.
  if (!isObject(body)) return null
  const word = readText(body.status)?.toUpperCase() ?? null
  if (!isError && (word === null || OK_STATUSES.has(word))) return null
  const message = readText(body.error) ?? readText(body.message)
  const kind = kindOfMessage(message ?? '') ?? KINDS_OF_STATUS_WORD[word ?? '']
  if (kind === undefined) {
    return isError
      ? null
      : { kind: 'unreadable', detail: describe(`returned ${status} with the status ${word}`, message) }
  }
  return { kind, detail: describe(`HTTP ${status}`, message) }
}

function kindOfMessage(message: string): FailureKind | null {
  if (/unknown api key|api key was not provided/i.test(message)) return 'unauthorized'
  if (/exceeded the maximum requests/i.test(message)) return 'rate_limited'
  return null
}

/** Removes the advertisement that Massive adds to rejections. */
function describe(what: string, message: string | null): string {
  const said = message?.replace(/(?:,\s*|(?<!\s)\s*)(?:please\s|https?:).*$/is, '') ?? ''
  return said === '' ? what : `${said} (${what})`
}

/**
 * Finds which plan limit a rejected request for bars ran into: `today` is the current session, `history` the years
 * before the plan's history begins. Null if it was neither.
 */
export function findPlanEdge({ kind, detail }: ProviderFailure): 'today' | 'history' | null {
  if (kind !== 'not_entitled') return null
  if (/before end of day/i.test(detail)) return 'today'
  return /data timeframe/i.test(detail) ? 'history' : null
}
