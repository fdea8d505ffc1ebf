import { isObject, type JsonObject, readObjects, readText } from '../http/json-values.ts'
import { createProviderClient, type Query } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'
import type { ProviderDeps } from '../provider-definition.ts'
import { findMassiveFailure } from './massive-failure.ts'

export const NAME = 'massive'
const BASE_URL = 'https://api.massive.com'
/** Both names of the vendor stand in its links; a link to either is followed on our own base address. */
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
  /** How the path of every page begins; the first one's path where it is not told. */
  readonly scope?: string
  /** Throws where a page is not what was asked for. */
  readonly check?: (body: JsonObject) => void
}

/** All that was read of a list, and what ended it early; null where it was read to its end. */
export interface Pages {
  readonly rows: readonly JsonObject[]
  readonly delayed: boolean
  readonly brokenBy: ProviderFailure | null
}

export type MassiveClient = ReturnType<typeof createMassiveClient>

export const failure = (facts: FailureFacts) => new ProviderFailure(NAME, facts)

/** Calls to Massive: the key as a header, never in an address; an answer's own status read; lists followed to their end. */
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
    throw failure({ kind: 'unreadable', status: 200, detail: 'answered no object' })
  }

  /** The next page: one on another host, of another list or of before is none. */
  function readNextPage(body: JsonObject, scope: string, seen: Set<string>): Page | null {
    const link = readText(body.next_url)
    if (link === null) return null
    const url = URL.canParse(link) ? new URL(link) : null
    const refuse = (what: string) => failure({ kind: 'unreadable', status: 200, detail: `its next page ${what}` })
    if (url === null) throw refuse('is no address')
    if (!linkHosts.has(url.host) || url.username !== '') throw refuse('is on another host, which is not followed')
    if (!url.pathname.startsWith(scope) || !/^[\w\-./:%]+$/.test(url.pathname)) throw refuse('is of another list')
    url.searchParams.delete('apiKey')
    const key = `${url.pathname}${url.search}`
    if (seen.has(key)) throw refuse('repeats')
    seen.add(key)
    return { path: url.pathname, query: Object.fromEntries(url.searchParams) }
  }

  return {
    get,
    /** For the answers that are bare arrays. */
    getAny: (path: string): Promise<unknown> => client.getJson(path),
    /**
     * The rows of a list, page after page. Rejects where nothing was read; a later page that fails ends the reading, and
     * `brokenBy` says why, so that what was read is never taken for all there is.
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

/** A failure as it was, with what was read until then. */
export function withPartial({ kind, detail, status, retryAfterMs }: ProviderFailure, partial: FailureFacts['partial']) {
  return failure({ kind, detail, status, retryAfterMs, partial: partial ?? null })
}
