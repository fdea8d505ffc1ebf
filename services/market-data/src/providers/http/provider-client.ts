import { isDeeperThan } from './json-values.ts'
import { type FailureFacts, failureOfStatus, ProviderFailure } from './provider-failure.ts'

/** Minimum length of a value to redact. A shorter one is not a key, and redacting it would remove ordinary words. */
const SHORTEST_SECRET = 6
const LONGEST_DETAIL = 240

/** Secrets to redact: header values, and parts of them such as the token after `Bearer`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers)
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}

/** Makes a provider's message safe to log: removes secrets, URLs and control characters, and shortens it. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, '***')
  clean = clean.replace(/[a-z][a-z0-9+.-]{0,20}:\/\/\S+/gi, '(address)').replace(/[^\P{C}]+/gu, ' ')
  return clean.length > LONGEST_DETAIL ? `${clean.slice(0, LONGEST_DETAIL)}...` : clean
}

/**
 * Reads the body as text; null if it exceeds `maxBytes` after decompression. Reading stops at the limit, so a
 * compression bomb does not use up memory.
 */
async function readCapped(response: Response, maxBytes: number, signal: AbortSignal): Promise<string | null> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > maxBytes) {
    await response.body?.cancel()
    return null
  }
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    signal.throwIfAborted()
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Default size limit, required by S24. */
const MAX_BYTES = 5 * 1_024 * 1_024
const MAX_DEPTH = 64
const TIMEOUT_MS = 10_000

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** A response as received; `body` is null if the response is not JSON. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface ProviderClientConfig {
  /** Provider name in error messages. */
  readonly provider: string
  /** Scheme, host and optional path. Nothing is ever sent to another host. */
  readonly baseUrl: string
  /** Request headers, the only place for API keys. */
  readonly headers?: Readonly<Record<string, string>>
  readonly userAgent?: string
  /** Timeout, from the start of the call to the last byte of the response. */
  readonly timeoutMs?: number
  /** Maximum size of the body after decompression. */
  readonly maxBytes?: number
  /**
   * Detects a failure in the provider's own error format, whatever the status, including 200. Returns null to let the
   * status decide.
   */
  readonly findFailure?: (answer: RawAnswer) => FailureFacts | null
  /**
   * Finds the value of the `authorization` header, for vendors whose tokens expire. Called again with the rejected value
   * if a call is answered with a 401, which is then repeated once.
   */
  readonly authorize?: (rejected: string | null) => Promise<string>
  /** Secrets to redact that are not in `headers`, such as those in the body of a `postJson`. */
  readonly secrets?: readonly string[]
  readonly fetch?: typeof globalThis.fetch
}

interface CallOptions {
  readonly signal?: AbortSignal
}

interface ProviderClient {
  /**
   * Gets the parsed body of a 2xx response. `path` begins with a slash, and the caller must encode its variable parts.
   */
  getJson(path: string, query?: Query, options?: CallOptions): Promise<unknown>
  /** Gets the body of a 2xx response as text, for CSV and XML. */
  getText(path: string, query?: Query, options?: CallOptions): Promise<string>
  /** Posts JSON without the `authorization` of other calls, to obtain a token; returns the parsed body of a 2xx response. */
  postJson(path: string, body: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** Number of past tokens that are still redacted: a late error may quote the one before. */
const TOKENS_REDACTED = 4

/**
 * Client for one provider, hardened against hostile or broken responses: it follows no redirects, caps
 * the decompressed size while reading, and limits nesting. Every failure is a `ProviderFailure` that contains no URL,
 * headers or key. If `signal` is aborted, its reason is thrown, except that a timeout is reported as a slow provider.
 */
export function createProviderClient(config: ProviderClientConfig): ProviderClient {
  const { provider, headers = {}, userAgent, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, findFailure } = config
  const send = config.fetch ?? globalThis.fetch
  const base = new URL(config.baseUrl)
  const secrets = [...(config.secrets ?? []), ...secretsOf(headers)]
  const tokens: string[] = []
  const fail = (facts: FailureFacts) =>
    new ProviderFailure(provider, {
      ...facts,
      detail: redact(facts.detail, [...secrets, ...tokens.flatMap((token) => secretsOf({ token }))]),
    })

  /** The `authorization` header; none for vendors with a constant key. Its value is redacted from now on. */
  async function authorize(rejected: string | null): Promise<{ readonly authorization?: string }> {
    if (config.authorize === undefined) return {}
    const authorization = await config.authorize(rejected)
    if (!tokens.includes(authorization)) tokens.unshift(authorization)
    tokens.splice(TOKENS_REDACTED)
    return { authorization }
  }

  async function get(path: string, query: Query, options: CallOptions, accept: string) {
    const url = buildUrl(base, path, query)
    const first = await authorize(null)
    const answer = await exchange(url, { headers: { accept, ...first } }, options)
    if (answer.response.status !== 401 || first.authorization === undefined) return answer
    return exchange(url, { headers: { accept, ...(await authorize(first.authorization)) } }, options)
  }

  async function exchange(
    url: URL,
    init: { method?: 'POST'; body?: string; headers: object },
    { signal }: CallOptions,
  ) {
    const deadline = AbortSignal.timeout(timeoutMs)
    const anySignal = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    try {
      const response = await send(url, {
        ...init,
        headers: { ...init.headers, ...(userAgent === undefined ? {} : { 'user-agent': userAgent }), ...headers },
        redirect: 'manual',
        signal: anySignal,
      })
      return { response, text: await readCapped(response, maxBytes, anySignal) }
    } catch (error) {
      // If the rate limiter rejected the call, the error is already a `ProviderFailure`.
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

  type Exchanged = Awaited<ReturnType<typeof exchange>>

  function readJson({ response, text }: Exchanged): unknown {
    if (!response.ok) judge(response, () => parseJson(text))
    if (text === null) throw fail({ kind: 'unreadable', status: response.status, detail: tooLarge(maxBytes) })
    const problem = findJsonProblem(text)
    const body = problem === null ? parseJson(text) : null
    if (problem !== null || body === null) {
      const detail = problem ?? 'returned truncated or malformed JSON'
      throw fail({ kind: 'unreadable', status: response.status, detail })
    }
    judge(response, () => body)
    return body
  }

  return {
    async getJson(path, query = {}, options = {}) {
      return readJson(await get(path, query, options, 'application/json'))
    },
    async postJson(path, body) {
      const json = { accept: 'application/json', 'content-type': 'application/json' }
      const init = { method: 'POST', body: JSON.stringify(body), headers: json } as const
      return readJson(await exchange(buildUrl(base, path, {}), init, {}))
    },
    async getText(path, query = {}, options = {}) {
      const { response, text } = await get(path, query, options, '*/*')
      judge(response, () => (response.ok ? null : parseJson(text)))
      if (text === null) throw fail({ kind: 'unreadable', status: response.status, detail: tooLarge(maxBytes) })
      return text
    },
  }
}

const tooLarge = (maxBytes: number) => `returned more than ${maxBytes} bytes`

/** Builds the URL of a call. A path that could leave the base URL is a programming error and throws. */
function buildUrl(base: URL, path: string, query: Query): URL {
  if (!/^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*$/.test(path) || /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) {
    throw new RangeError('The path of a provider call must be encoded and stay on its host')
  }
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

/** Why a text must not be parsed; null if it may be. */
function findJsonProblem(text: string): string | null {
  const start = text.trimStart()
  if (start === '') return 'returned an empty response'
  if (start.startsWith('<')) return 'returned HTML or XML instead of JSON'
  return isDeeperThan(text, MAX_DEPTH) ? `returned JSON nested deeper than ${MAX_DEPTH}` : null
}

/** Parses JSON. Null if the text is not JSON, or is just `null`. */
function parseJson(text: string | null): unknown {
  if (text === null || findJsonProblem(text) !== null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isTimeout = (reason: unknown) => isRecord(reason) && reason.name === 'TimeoutError'

/** Describes an exception that `fetch`, or reading the body, threw. Only its error code is included. */
function failureOfError(error: unknown, isLate: boolean): FailureFacts {
  if (isLate) return { kind: 'unavailable', detail: 'no complete response in time' }
  const code = findCode(error)
  return { kind: 'unavailable', detail: `no complete response${code === null ? '' : ` (${code})`}` }
}

/** The error code, such as `ECONNRESET`, of an error or one of its causes. */
function findCode(error: unknown): string | null {
  let link = error
  for (let depth = 0; depth < 4 && isRecord(link); depth += 1) {
    if (typeof link.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(link.code)) return link.code
    link = link.cause
  }
  return null
}

/**
 * Checks the structure instead of using `instanceof`, which fails for an error that `fetch` creates in another realm.
 */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
