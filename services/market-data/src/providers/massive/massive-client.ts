import { isObject, type JsonObject, readObjects, readText } from '../http/json-values.ts'
import { createProviderClient, type Query } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'
import type { ProviderDeps } from '../provider-definition.ts'
import { findMassiveFailure } from './massive-failure.ts'

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

export type MassiveClient = ReturnType<typeof createMassiveClient>

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
