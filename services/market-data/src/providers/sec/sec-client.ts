import { createProviderClient, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'
import type { FrameName } from './frames.ts'
import { NAME } from './sec-failure.ts'
import type { Cik } from './tickers.ts'

export interface SecClientConfig {
  readonly userAgent: string
  readonly filesUrl?: string
  readonly dataUrl?: string
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
}

export type SecClient = ReturnType<typeof createSecClient>

/**
 * Twice the size of the facts of a company with seventeen years of filings. A frame for all companies is under 2 MB.
 */
const MAX_FACTS_BYTES = 8 * 1_024 * 1_024
/** How long the SEC blocks an address that made too many calls. */
const BLOCKED_MS = 10 * 60_000

/** Creates a client for the SEC's three endpoints, with one method for each. A 404 becomes null. */
export function createSecClient({ userAgent, filesUrl, dataUrl, fetch, timeoutMs }: SecClientConfig) {
  const common = { provider: NAME, userAgent, timeoutMs, findFailure, fetch }
  const files = createProviderClient({ ...common, baseUrl: filesUrl ?? 'https://www.sec.gov' })
  const data = createProviderClient({
    ...common,
    baseUrl: dataUrl ?? 'https://data.sec.gov',
    maxBytes: MAX_FACTS_BYTES,
  })
  const nameOf = (cik: Cik) => `CIK${String(cik).padStart(10, '0')}`
  return {
    getTickers: () => files.getJson('/files/company_tickers.json'),
    findFacts: (cik: Cik) => orNull(data.getText(`/api/xbrl/companyfacts/${nameOf(cik)}.json`)),
    findFrame: ({ tag, period }: FrameName) =>
      orNull(data.getJson(`/api/xbrl/frames/us-gaap/${tag}/USD/${period}.json`)),
  }
}

/**
 * The SEC has no paid plans, so a 403 means either too many calls, in which case the block ends after ten minutes, or a
 * User-Agent without a contact address.
 */
function findFailure({ status }: RawAnswer): FailureFacts | null {
  if (status !== 403) return null
  const detail = 'rejected (HTTP 403): too many calls, or a User-Agent that is not "name address@domain"'
  return { kind: 'rate_limited', status, detail, retryAfterMs: BLOCKED_MS }
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'not_found') return null
    throw error
  }
}
