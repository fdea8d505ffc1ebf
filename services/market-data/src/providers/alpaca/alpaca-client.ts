import type { Reject } from '../guards/rejections.ts'
import { isObject, type JsonObject, readObject, readText } from '../http/json-values.ts'
import { createProviderClient, type Query, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'
import type { Answer, DataClass, Missing, Stamp } from '../provider.ts'
import type { ProviderDeps } from '../provider-definition.ts'

export const NAME = 'alpaca'
const DATA_URL = 'https://data.alpaca.markets'
/** The trading host for the keys of a paper account; keys of a live account need `https://api.alpaca.markets`. */
const TRADING_URL = 'https://paper-api.alpaca.markets'
/** The list of all stocks takes about five megabytes, and a page of 10,000 contracts as much. */
const MAX_LIST_BYTES = 16 * 1_024 * 1_024
/** Longest pause that a `X-RateLimit-Reset` can cause; the limit is per minute. */
const LONGEST_RESET_MS = 2 * 60_000

export interface AlpacaConfig {
  readonly keyId: string
  readonly secretKey: string
  readonly dataUrl?: string
  readonly tradingUrl?: string
}

export interface AlpacaContext {
  /** Host of prices, chains and corporate actions. */
  readonly data: AlpacaClient
  /** Host of the clock, the assets and the list of contracts. */
  readonly trading: AlpacaClient
  readonly now: () => number
  readonly reject: Reject
  readonly stamps: Stamps
}

type Stamps = ReturnType<typeof createStamps>

/** Creates a factory for the answers' stamps. No answer is dated in the future, even if a clock is wrong (F26). */
export function createStamps(now: () => number) {
  return {
    current: (): Stamp => ({ source: NAME, dataClass: 'delayed', asOfMs: now() }),
    /** Creates an answer that contains prices as of an instant. */
    prices<T>(value: T, dataClass: DataClass, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass, asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
    /** Creates an answer with data that no feed delays: lists, dates. */
    facts<T>(value: T, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: now(), value, missing }
    },
  }
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `Alpaca has no ${what}` }
}

export const failure = (facts: FailureFacts) => new ProviderFailure(NAME, facts)

export function withPartial({ kind, detail, status, retryAfterMs }: ProviderFailure, partial: Answer<unknown>) {
  return failure({ kind, detail, status, retryAfterMs, partial })
}

/**
 * Whether a request was rejected because its range ends less than 15 minutes ago. A free plan has older trades of all
 * exchanges, so the rejection says nothing about the plan.
 */
export function isTooRecent({ detail }: ProviderFailure): boolean {
  return /recent SIP/i.test(detail)
}

/**
 * Detects Alpaca's failures. A 403 has several meanings, which only its message tells apart: the key is wrong, the plan
 * lacks the data, or the range is too recent. A 403 without a message comes from a firewall in front of the vendor.
 */
function findAlpacaFailure({ status, headers, body }: RawAnswer): FailureFacts | null {
  const message = readText(readObject(body).message)
  const detail = message === null ? `HTTP ${status}` : `${message} (HTTP ${status})`
  if (status === 429) {
    const retryAfterMs = readResetMs(headers)
    const resets = retryAfterMs === null ? {} : { retryAfterMs }
    return { kind: 'rate_limited', detail: `too many calls (HTTP ${status})`, ...resets }
  }
  if (status === 403) return { ...judgeForbidden(message), status }
  if (status === 401) return { kind: 'unauthorized', detail: 'rejected the API key (HTTP 401)' }
  const isUnknown = (status === 400 || status === 422) && /invalid symbol|not found/i.test(message ?? '')
  return isUnknown ? { kind: 'not_found', detail } : null
}

function judgeForbidden(message: string | null): FailureFacts {
  if (message === null) return { kind: 'unavailable', detail: 'rejected the call without a reason (HTTP 403)' }
  const detail = `${message} (HTTP 403)`
  if (/recent SIP/i.test(message)) return { kind: 'unavailable', detail }
  if (/subscription|agreement|permit/i.test(message)) return { kind: 'not_entitled', detail }
  return { kind: 'unauthorized', detail: `rejected the API key: ${detail}` }
}

/** Time until the instant in `X-RateLimit-Reset`, in seconds since 1970. Null if it is absent or in the past. */
function readResetMs(headers: Headers): number | null {
  if (headers.has('retry-after')) return null
  const resetMs = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1_000 - Date.now()
  return resetMs > 0 ? Math.min(resetMs, LONGEST_RESET_MS) : null
}

type AlpacaClient = ReturnType<typeof createAlpacaClient>

interface PageRules {
  readonly maxPages: number
  /** Name of the member that holds a page's rows. */
  readonly part: string
}

/** The parts of a list, one per page, and the failure that cut the list short; null if it was read completely. */
export interface Pages {
  readonly parts: readonly unknown[]
  readonly brokenBy: ProviderFailure | null
}

/** Opens the clients for both hosts, which share the key and the rate limit. */
export function openAlpacaClients(config: AlpacaConfig, deps: Pick<ProviderDeps, 'fetch' | 'timeoutMs'>) {
  const { dataUrl = DATA_URL, tradingUrl = TRADING_URL } = config
  return {
    data: createAlpacaClient(config, deps, { baseUrl: dataUrl }),
    trading: createAlpacaClient(config, deps, { baseUrl: tradingUrl, maxBytes: MAX_LIST_BYTES }),
  }
}

function createAlpacaClient(
  { keyId, secretKey }: AlpacaConfig,
  { fetch, timeoutMs }: Pick<ProviderDeps, 'fetch' | 'timeoutMs'>,
  host: { readonly baseUrl: string; readonly maxBytes?: number },
) {
  const client = createProviderClient({
    provider: NAME,
    headers: { 'apca-api-key-id': keyId, 'apca-api-secret-key': secretKey },
    findFailure: findAlpacaFailure,
    timeoutMs,
    fetch,
    ...host,
  })

  async function get(path: string, query: Query = {}): Promise<JsonObject> {
    const body = await client.getJson(path, query)
    if (isObject(body)) return body
    throw failure({ kind: 'unreadable', status: 200, detail: 'returned no JSON object' })
  }

  return {
    get,
    /** For large responses, which are parsed as files. */
    getText: (path: string, query: Query) => client.getText(path, query),
    /** For responses that are bare JSON arrays. */
    async getList(path: string, query: Query = {}): Promise<readonly unknown[]> {
      const body = await client.getJson(path, query)
      if (Array.isArray(body)) return body
      throw failure({ kind: 'unreadable', status: 200, detail: 'returned no list' })
    },
    /**
     * Reads a list, page by page. Rejects if a page fails before any part is read. If one fails later, `brokenBy` holds
     * the failure, so that partial data is never taken for complete.
     */
    async listPages(path: string, query: Query, { maxPages, part }: PageRules): Promise<Pages> {
      const parts: unknown[] = []
      const seen = new Set<string>()
      let token: string | null = null
      do {
        try {
          if (parts.length === maxPages) throw failure({ kind: 'unreadable', detail: `more than ${maxPages} pages` })
          const body: JsonObject = await get(path, token === null ? query : { ...query, page_token: token })
          if (!(part in body)) throw failure({ kind: 'unreadable', status: 200, detail: `returned no ${part}` })
          token = readText(body.next_page_token)
          if (token !== null && seen.has(token)) {
            throw failure({ kind: 'unreadable', status: 200, detail: 'its next page repeats' })
          }
          if (token !== null) seen.add(token)
          parts.push(body[part])
        } catch (error) {
          if (parts.length === 0 || !(error instanceof ProviderFailure)) throw error
          return { parts, brokenBy: error }
        }
      } while (token !== null)
      return { parts, brokenBy: null }
    },
  }
}
