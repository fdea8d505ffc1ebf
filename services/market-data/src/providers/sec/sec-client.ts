import { findStringEnd } from '../http/json-values.ts'
import { createProviderClient, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'

/** The SEC rejects callers that do not identify themselves: `Example Research ops@example.com`. */
const USER_AGENT = /^[!-~]+( [!-~]+)* [^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Describes, for the operator, what is wrong with a User-Agent; null if it is valid. */
export function findUserAgentProblem(setting: string, userAgent: string): string | null {
  const wanted = 'the SEC requires a name and an email address, such as "Example Research ops@example.com"'
  if (userAgent.trim() === '') return `${setting} is not set; ${wanted}`
  return USER_AGENT.test(userAgent.trim()) ? null : `${setting} is invalid; ${wanted}`
}

/** Number that the SEC gives a company, which all of its share classes share. */
export type Cik = number

/**
 * Name of a frame, which holds all companies' figures for one tag and period: `CY2025` is a year, `CY2025Q4` a quarter,
 * and `CY2025Q4I` a balance sheet date.
 */
export interface FrameName {
  readonly tag: string
  readonly period: string
}

export const NAME = 'sec'

export const unreadable = (detail: string) => new ProviderFailure(NAME, { kind: 'unreadable', detail })

export const unknownSymbol = (symbol: string) =>
  new ProviderFailure(NAME, { kind: 'not_found', detail: `the SEC lists no company for ${symbol}` })

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * Extracts some members of an object deep inside a JSON text. In one pass it parses those members and nothing else:
 * about a twentieth of the four megabytes of a company's facts. `path` names the enclosing objects. Null if there is no
 * such object; throws SyntaxError if the text is truncated or a requested value is malformed.
 */
export function readJsonMembers(
  text: string,
  path: readonly string[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, unknown> | null {
  let open = skipSpace(text, 0)
  for (const step of path) {
    const start = findMember(text, open, step)
    if (start === null) return null
    open = start
  }
  if (text.charCodeAt(open) !== OPEN_OBJECT) return null
  const members = new Map<string, unknown>()
  for (const { name, start } of walkMembers(text, open)) {
    if (names.has(name)) members.set(name, JSON.parse(text.slice(start, findValueEnd(text, start))))
  }
  return members
}

function findMember(text: string, open: number, wanted: string): number | null {
  for (const { name, start } of walkMembers(text, open)) if (name === wanted) return start
  return null
}

/**
 * Yields the member names of the object that opens at `open`, and where their values start; nothing if there is no
 * object.
 */
function* walkMembers(text: string, open: number): Generator<{ readonly name: string; readonly start: number }> {
  if (text.charCodeAt(open) !== OPEN_OBJECT) return
  let index = skipSpace(text, open + 1)
  while (text.charCodeAt(index) === QUOTE) {
    const nameEnd = findStringEnd(text, index)
    const colon = skipSpace(text, nameEnd + 1)
    if (text.charCodeAt(colon) !== COLON) break
    const start = skipSpace(text, colon + 1)
    yield { name: text.slice(index + 1, nameEnd), start }
    index = skipSpace(text, findValueEnd(text, start))
    if (text.charCodeAt(index) !== COMMA) break
    index = skipSpace(text, index + 1)
  }
  if (text.charCodeAt(index) !== CLOSE_OBJECT) throw new SyntaxError('The JSON text is truncated or malformed')
}

function skipSpace(text: string, from: number): number {
  let index = from
  while (index < text.length && text.charCodeAt(index) <= 32) index += 1
  return index
}

/** End of the value that begins at `start`, or the end of the text if the value is not terminated. */
function findValueEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = findStringEnd(text, index)
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth -= 1
      if (depth <= 0) return depth < 0 ? index : index + 1
    } else if (code === COMMA && depth === 0) return index
  }
  return text.length
}

interface SecClientConfig {
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
    getExchangeList: () => files.getText('/files/company_tickers_exchange.json'),
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
