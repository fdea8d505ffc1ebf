import type { Reject } from '../guards/rejections.ts'
import { isObject, type JsonObject, readObjects, readText } from '../http/json-values.ts'
import { createProviderClient, type Query, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, type FailureKind, ProviderFailure } from '../http/provider-failure.ts'
import type { Answer, DataClass, Missing, Stamp } from '../provider.ts'
import type { ProviderDeps } from '../provider-definition.ts'

const OK_STATUSES = new Set(['OK', 'DELAYED'])
const KINDS_OF_STATUS_WORD: Readonly<Record<string, FailureKind>> = {
  NOT_AUTHORIZED: 'not_entitled',
  NOT_ENTITLED: 'not_entitled',
  NOT_FOUND: 'not_found',
}

/** Detects Massive's own error format, which may come with any HTTP status, even 200. */
function findMassiveFailure({ status, body }: RawAnswer): FailureFacts | null {
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

export interface MassiveContext {
  readonly client: MassiveClient
  readonly now: () => number
  readonly reject: Reject
  readonly stamps: Stamps
}

type Stamps = ReturnType<typeof createStamps>

/**
 * Creates a factory for the answers' stamps. It learns the plan's data class from responses: the provider as a whole is
 * live only while every price is live. No answer is dated in the future, even if a clock is wrong (F26).
 */
export function createStamps(now: () => number) {
  let pricesSeen: 'none' | 'live' | 'delayed' = 'none'
  return {
    current(): Stamp {
      return { source: NAME, dataClass: pricesSeen === 'live' ? 'live' : 'delayed', asOfMs: now() }
    },
    /** Creates an answer that contains prices as of an instant. */
    prices<T>(value: T, dataClass: DataClass, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      if (pricesSeen !== 'delayed') pricesSeen = dataClass === 'live' ? 'live' : 'delayed'
      return { source: NAME, dataClass, asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
    /** Creates an answer with data that no feed delays: lists, dates, statements. */
    facts<T>(value: T, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: now(), value, missing }
    },
  }
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `Massive has no ${what}` }
}

export const NAME = 'massive'
const BASE_URL = 'https://api.massive.com'
/** The vendor's links use either of its host names. Both are followed on the configured base URL instead. */
const LINK_HOSTS = ['api.massive.com', 'api.polygon.io']

export interface MassiveConfig {
  readonly apiKey: string
  readonly baseUrl?: string
}

interface Page {
  readonly path: string
  readonly query: Query
}

interface PageRules {
  readonly maxPages: number
  /** Prefix that the path of every page must have; by default, the path of the first page. */
  readonly scope?: string
  /** Throws if a page does not belong to the request. */
  readonly check?: (body: JsonObject) => void
}

/** Rows read from a list, and the failure that cut it short; null if the list was read completely. */
export interface Pages {
  readonly rows: readonly JsonObject[]
  readonly delayed: boolean
  readonly brokenBy: ProviderFailure | null
}

type MassiveClient = ReturnType<typeof createMassiveClient>

export const failure = (facts: FailureFacts) => new ProviderFailure(NAME, facts)

/**
 * Client for Massive. It sends the key as a header and never in a URL, detects errors in response bodies, and follows
 * lists to their last page.
 */
export function createMassiveClient(
  { apiKey, baseUrl = BASE_URL }: MassiveConfig,
  { fetch, timeoutMs }: Pick<ProviderDeps, 'fetch' | 'timeoutMs'>,
) {
  const client = createProviderClient({
    provider: NAME,
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    findFailure: findMassiveFailure,
    timeoutMs,
    fetch,
  })
  const linkHosts = new Set([...LINK_HOSTS, new URL(baseUrl).host])

  async function get(path: string, query: Query = {}): Promise<JsonObject> {
    const body = await client.getJson(path, query)
    if (isObject(body)) return body
    throw failure({ kind: 'unreadable', status: 200, detail: 'returned no JSON object' })
  }

  /** Finds the next page of a list. Rejects a link to another host, to another list or to an earlier page. */
  function readNextPage(body: JsonObject, scope: string, seen: Set<string>): Page | null {
    const link = readText(body.next_url)
    if (link === null) return null
    const url = URL.canParse(link) ? new URL(link) : null
    const refuse = (what: string) => failure({ kind: 'unreadable', status: 200, detail: `its next page ${what}` })
    if (url === null) throw refuse('is not a valid URL')
    if (!linkHosts.has(url.host) || url.username !== '') throw refuse('is on another host and was not followed')
    if (!url.pathname.startsWith(scope) || !/^[\w\-./:%]+$/.test(url.pathname)) throw refuse('belongs to another list')
    url.searchParams.delete('apiKey')
    const key = `${url.pathname}${url.search}`
    if (seen.has(key)) throw refuse('repeats')
    seen.add(key)
    return { path: url.pathname, query: Object.fromEntries(url.searchParams) }
  }

  return {
    get,
    /** For responses that are bare JSON arrays. */
    getAny: (path: string): Promise<unknown> => client.getJson(path),
    /**
     * Lists rows, page by page. Rejects if a page fails before any row is read. If one fails later, `brokenBy` holds
     * the failure, so that partial data is never taken for complete.
     */
    async listPages(first: Page, { maxPages, scope = first.path, check }: PageRules): Promise<Pages> {
      const rows: JsonObject[] = []
      const seen = new Set<string>()
      let delayed = false
      let next: Page | null = first
      for (let page = 0; next !== null; page += 1) {
        try {
          if (page === maxPages) throw failure({ kind: 'unreadable', detail: `more than ${maxPages} pages` })
          const body: JsonObject = await get(next.path, next.query)
          check?.(body)
          for (const row of readObjects(body.results)) rows.push(row)
          delayed ||= isDelayed(body)
          next = readNextPage(body, scope, seen)
        } catch (error) {
          if (rows.length === 0 || !(error instanceof ProviderFailure)) throw error
          return { rows, delayed, brokenBy: error }
        }
      }
      return { rows, delayed, brokenBy: null }
    },
  }
}

export function isDelayed({ status }: JsonObject): boolean {
  return readText(status)?.toUpperCase() === 'DELAYED'
}

export function withPartial({ kind, detail, status, retryAfterMs }: ProviderFailure, partial: FailureFacts['partial']) {
  return failure({ kind, detail, status, retryAfterMs, partial: partial ?? null })
}
