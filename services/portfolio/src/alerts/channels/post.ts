import type { Dispatcher } from 'undici'
import type { SendOutcome } from './message.ts'
import { type HostRules, MAX_RESPONSE_BYTES, PrivateAddressError, readReceiverUrl } from './public-hosts.ts'

const MAX_RETRY_AFTER_SECONDS = 86_400

interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string | Uint8Array
  /** Statuses with which the receiver says that it no longer exists. */
  readonly goneStatuses: readonly number[]
}

export type SendPost = (post: Post, signal: AbortSignal) => Promise<SendOutcome>

/** Creates the function that posts to a user's receiver, reads only the status, and never rejects. */
export function createPost(deps: {
  readonly agent: Dispatcher
  readonly rules: HostRules
  readonly timeoutMs: number
  readonly now: () => number
}): SendPost {
  const { agent, rules, timeoutMs, now } = deps
  return async ({ url, headers, body, goneStatuses }, signal) => {
    const address = readReceiverUrl(url, rules)
    if (typeof address === 'string') return failed(address, true)
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      const response = await agent.request({
        ...{ origin: address.origin, path: `${address.pathname}${address.search}`, method: 'POST' },
        ...{ headers, body, signal: ends },
      })
      await discard(response.body, ends)
      return readOutcome(response, { goneStatuses, nowMs: now() })
    } catch (error) {
      return describeFailure(error, ends.aborted)
    }
  }
}

/** Reads the rest of a short response, so that the connection can be used again. The status already counts. */
async function discard(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<void> {
  await body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => {})
}

type Received = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>

function readOutcome(
  { statusCode, headers }: Received,
  { goneStatuses, nowMs }: { readonly goneStatuses: readonly number[]; readonly nowMs: number },
): SendOutcome {
  if (statusCode >= 200 && statusCode < 300) return { state: 'sent' }
  if (statusCode >= 300 && statusCode < 400) {
    return failed(`The receiver redirected the message (status ${statusCode}). Set the final address.`, true)
  }
  if (goneStatuses.includes(statusCode)) {
    return failed(`The receiver no longer exists (status ${statusCode}).`, true)
  }
  const wait = statusCode === 429 || statusCode === 503 ? readRetryAfter(headers['retry-after'], nowMs) : null
  return {
    ...failed(`The receiver rejected the message (status ${statusCode}).`, false),
    ...(wait === null ? {} : { retryAfterSeconds: wait }),
  }
}

/** Seconds of a Retry-After header, which has a number or a date; null if it has neither. */
function readRetryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - nowMs) / 1_000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS)
}

function describeFailure(error: unknown, hasTimedOut: boolean): SendOutcome {
  if (error instanceof PrivateAddressError) return failed(error.message, true)
  if (hasTimedOut) return failed('The receiver did not answer in time.', false)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return failed(reasons[code] ?? 'The receiver could not be reached.', false)
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host of the receiver cannot be found.',
  EAI_AGAIN: 'The host of the receiver cannot be found.',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver did not answer in time.',
  ...Object.fromEntries(
    [
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code) => [code, 'The certificate of the receiver is not valid.']),
  ),
}

export function failed(reason: string, permanent: boolean) {
  return { state: 'failed', reason, permanent } as const
}
