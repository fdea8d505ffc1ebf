import { isDeeperThan } from './json-depth.ts'
import { type FailureFacts, ProviderFailure } from './provider-failure.ts'
import { readCapped } from './read-capped.ts'
import { redact, secretsOf } from './redact.ts'
import { failureOfStatus } from './status-failure.ts'

/** S24. */
const MAX_BYTES = 5 * 1_024 * 1_024
const MAX_DEPTH = 64
const TIMEOUT_MS = 10_000

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** An answer as it arrived; `body` is null where it is no JSON. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface ProviderClientConfig {
  /** For messages. */
  readonly provider: string
  /** Scheme, host and perhaps a path; nothing is ever sent to another host. */
  readonly baseUrl: string
  /** Keys belong here, and nowhere else. */
  readonly headers?: Readonly<Record<string, string>>
  readonly userAgent?: string
  /** From the call to the last byte. */
  readonly timeoutMs?: number
  /** Of the body after unpacking. */
  readonly maxBytes?: number
  /** Reads the provider's own words for a failure, of any status, 200 too; null leaves it to the status. */
  readonly findFailure?: (answer: RawAnswer) => FailureFacts | null
  readonly fetch?: typeof globalThis.fetch
}

interface CallOptions {
  readonly signal?: AbortSignal
}

export interface ProviderClient {
  /** The parsed body of a 2xx. `path` begins with a slash; its variable parts are the caller's to encode. */
  getJson(path: string, query?: Query, options?: CallOptions): Promise<unknown>
  /** The body of a 2xx as text, for CSV and XML. */
  getText(path: string, query?: Query, options?: CallOptions): Promise<string>
}

/**
 * One GET at a time to one provider, with everything that a hostile or broken answer can do held off: redirects are not
 * followed, the unpacked bytes are counted as they come, nesting is limited, and whatever goes wrong is a
 * `ProviderFailure` without address, header or key. An aborted `signal` rejects with its own reason, except a timeout,
 * which is the provider's slowness.
 */
export function createProviderClient(config: ProviderClientConfig): ProviderClient {
  const { provider, headers = {}, userAgent, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, findFailure } = config
  const send = config.fetch ?? globalThis.fetch
  const base = new URL(config.baseUrl)
  const secrets = secretsOf(headers)
  const fail = (facts: FailureFacts) =>
    new ProviderFailure(provider, { ...facts, detail: redact(facts.detail, secrets) })

  async function get(path: string, query: Query, { signal }: CallOptions, accept: string) {
    const url = buildUrl(base, path, query)
    const deadline = AbortSignal.timeout(timeoutMs)
    const anySignal = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    try {
      const response = await send(url, {
        headers: { accept, ...(userAgent === undefined ? {} : { 'user-agent': userAgent }), ...headers },
        redirect: 'manual',
        signal: anySignal,
      })
      return { response, text: await readCapped(response, maxBytes, anySignal) }
    } catch (error) {
      // Whoever holds the provider's limit refuses a call in its own words.
      if (error instanceof ProviderFailure) throw error
      if (signal?.aborted && !isTimeout(signal.reason)) throw signal.reason
      throw fail(failureOfError(error, anySignal.aborted || isTimeout(error)))
    }
  }

  function judge(response: Response, readBody: () => unknown): void {
    const { status, headers } = response
    const found = findFailure?.({ status, headers, body: readBody() }) ?? null
    if (found === null && response.ok) return
    throw fail({ ...failureOfStatus(status, headers, Date.now()), ...found })
  }

  return {
    async getJson(path, query = {}, options = {}) {
      const { response, text } = await get(path, query, options, 'application/json')
      if (!response.ok) judge(response, () => parseJson(text))
      if (text === null) throw fail({ kind: 'unreadable', status: response.status, detail: tooLarge(maxBytes) })
      const problem = findJsonProblem(text)
      const body = problem === null ? parseJson(text) : null
      if (problem !== null || body === null) {
        const detail = problem ?? 'answered cut or malformed JSON'
        throw fail({ kind: 'unreadable', status: response.status, detail })
      }
      judge(response, () => body)
      return body
    },
    async getText(path, query = {}, options = {}) {
      const { response, text } = await get(path, query, options, '*/*')
      judge(response, () => (response.ok ? null : parseJson(text)))
      if (text === null) throw fail({ kind: 'unreadable', status: response.status, detail: tooLarge(maxBytes) })
      return text
    },
  }
}

const tooLarge = (maxBytes: number) => `answered more than ${maxBytes} bytes`

/** The address of a call. A path that could lead elsewhere is a mistake of ours and throws as one. */
function buildUrl(base: URL, path: string, query: Query): URL {
  if (!/^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*$/.test(path) || /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) {
    throw new RangeError('The path of a provider call must be encoded and stay on its host')
  }
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

/** What makes a text unfit to be parsed at all. */
function findJsonProblem(text: string): string | null {
  const start = text.trimStart()
  if (start === '') return 'answered nothing'
  if (start.startsWith('<')) return 'answered HTML or XML instead of JSON'
  return isDeeperThan(text, MAX_DEPTH) ? `answered JSON nested deeper than ${MAX_DEPTH}` : null
}

/** Null where the text is no JSON, or nothing but null. */
function parseJson(text: string | null): unknown {
  if (text === null || findJsonProblem(text) !== null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isTimeout = (reason: unknown) => isRecord(reason) && reason.name === 'TimeoutError'

/** The failure behind an exception of `fetch` or of reading the body; of its own words only the code is told. */
function failureOfError(error: unknown, isLate: boolean): FailureFacts {
  if (isLate) return { kind: 'unavailable', detail: 'no complete answer in time' }
  const code = findCode(error)
  return { kind: 'unavailable', detail: `no complete answer${code === null ? '' : ` (${code})`}` }
}

/** The code of an error or of what is behind it: `ECONNRESET`. */
function findCode(error: unknown): string | null {
  let link = error
  for (let depth = 0; depth < 4 && isRecord(link); depth += 1) {
    if (typeof link.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(link.code)) return link.code
    link = link.cause
  }
  return null
}

/** Errors of `fetch` may come from another realm, where `instanceof` does not know them. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
