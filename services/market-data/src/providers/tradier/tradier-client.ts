import type { Reject } from '../guards/rejections.ts'
import { isObject, type JsonObject, readKnownJsonNumber, readObjects } from '../http/json-values.ts'
import { createProviderClient, type Query, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'
import type { Answer, DataClass, Missing, Stamp } from '../provider.ts'
import type { ProviderDeps } from '../provider-definition.ts'

export const NAME = 'tradier'
const LIVE_URL = 'https://api.tradier.com/v1'
/** Longest pause that `X-Ratelimit-Expiry` can cause; the limit is per minute. */
const LONGEST_RESET_MS = 2 * 60_000
/** `X-Ratelimit-Expiry` is in milliseconds if it is larger than this, and in seconds otherwise. */
const SMALLEST_MS = 1e11

export interface TradierConfig {
  readonly token: string
  readonly baseUrl?: string
}

export interface TradierContext {
  readonly client: TradierClient
  readonly now: () => number
  readonly reject: Reject
  readonly stamps: Stamps
}

type Stamps = ReturnType<typeof createStamps>

/** Whether a base URL is the sandbox, whose prices are 15 minutes late and whose rate limit is half as high. */
export function isSandbox(baseUrl: string = LIVE_URL): boolean {
  return /(^|[./])sandbox([./]|$)/.test(new URL(baseUrl).host + new URL(baseUrl).pathname)
}

/** Creates a factory for the answers' stamps. No answer is dated in the future, even if a clock is wrong (F26). */
export function createStamps(now: () => number, baseUrl?: string) {
  const dataClass: DataClass = isSandbox(baseUrl) ? 'delayed' : 'live'
  return {
    current: (): Stamp => ({ source: NAME, dataClass, asOfMs: now() }),
    /** Creates an answer that contains prices as of an instant. */
    prices<T>(value: T, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass, asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
    /** Creates an answer with data that no feed delays: lists, dates. */
    facts<T>(value: T, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: now(), value, missing }
    },
  }
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `Tradier has no ${what}` }
}

export const failure = (facts: FailureFacts) => new ProviderFailure(NAME, facts)

/** Tradier writes a class share with a slash: `BRK/B`. */
export const toTradierSymbol = (symbol: string) => symbol.replace('.', '/')
export const fromTradierSymbol = (symbol: string) => symbol.replace('/', '.')

/**
 * Detects Tradier's failures, which are plain text. A 403 without JSON may come from a firewall in front of the vendor,
 * so it says nothing about the account.
 */
function findTradierFailure({ status, headers, body }: RawAnswer): FailureFacts | null {
  if (status === 429) {
    const retryAfterMs = readExpiryMs(headers)
    return {
      kind: 'rate_limited',
      detail: `too many calls (HTTP ${status})`,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    }
  }
  if (status === 401) {
    const detail =
      'rejected the token: a token of the live API does not work on the sandbox, nor the reverse (HTTP 401)'
    return { kind: 'unauthorized', detail }
  }
  if (status === 400) return { kind: 'not_found', detail: 'rejected the symbol or another parameter (HTTP 400)' }
  if (status === 403 && !isObject(body)) {
    return { kind: 'unavailable', detail: 'rejected the call without a reason (HTTP 403)' }
  }
  return null
}

/** Time until the instant in `X-Ratelimit-Expiry`. Null if it is absent or in the past. */
function readExpiryMs(headers: Headers): number | null {
  if (headers.has('retry-after')) return null
  const expiry = readKnownJsonNumber(headers.get('x-ratelimit-expiry')) ?? Number.NaN
  const waitMs = (expiry > SMALLEST_MS ? expiry : expiry * 1_000) - Date.now()
  return waitMs > 0 ? Math.min(waitMs, LONGEST_RESET_MS) : null
}

type TradierClient = ReturnType<typeof createTradierClient>

export function createTradierClient(
  { token, baseUrl = LIVE_URL }: TradierConfig,
  { fetch, timeoutMs }: Pick<ProviderDeps, 'fetch' | 'timeoutMs'>,
) {
  const client = createProviderClient({
    provider: NAME,
    baseUrl,
    // Without this token the vendor's answer to every call is a 401; without `accept`, which the client sends, XML.
    headers: { authorization: `Bearer ${token}` },
    findFailure: findTradierFailure,
    timeoutMs,
    fetch,
  })

  async function get(path: string, query: Query, part: string): Promise<unknown> {
    const body = await client.getJson(path, query)
    if (isObject(body) && part in body) return body[part]
    throw failure({ kind: 'unreadable', status: 200, detail: `returned no ${part}` })
  }

  return {
    /** Gets the member of a response that holds its data; null if there is none. */
    get,
    /** Lists rows. A list of one is sent as the row itself, and an empty list as null. */
    async list(path: string, query: Query, [part, rows]: readonly [string, string]): Promise<readonly JsonObject[]> {
      const held = await get(path, query, part)
      return isObject(held) ? readObjects(held[rows]) : []
    },
  }
}
