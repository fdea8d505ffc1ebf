import type { AccessToken, AccessTokens } from '../http/access-tokens.ts'
import { type JsonObject, readObject, readObjects, readPositiveNumber, readText } from '../http/json-values.ts'
import { createProviderClient, type Query, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'
import type { VendorFiles } from '../http/vendor-files.ts'
import type { Answer, Missing, Stamp } from '../provider.ts'
import type { ProviderDeps, UniverseMember } from '../provider-definition.ts'

export const NAME = 'tastytrade'
const BASE_URL = 'https://api.tastyworks.com'
/** The vendor rejects every call without a product and a version, also the one for the token. */
const USER_AGENT = 'callwright/0.1'
const MAX_BYTES = 8 * 1_024 * 1_024
/** Lifetime of a token if the vendor does not say. */
const TOKEN_SECONDS = 900

export interface TastytradeConfig {
  readonly clientSecret: string
  readonly refreshToken: string
  readonly baseUrl?: string
}

export type TastytradeContext = Pick<ProviderDeps, 'now' | 'reject'> & {
  readonly client: TastytradeClient
  readonly files: VendorFiles
  readonly universe: readonly UniverseMember[]
  readonly stamps: ReturnType<typeof createStamps>
}

export function createStamps(now: () => number) {
  return {
    current: (): Stamp => ({ source: NAME, dataClass: 'live', asOfMs: now() }),
    /** Creates an answer with prices as of an instant, which is never in the future (F26). */
    prices<T>(value: T, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'live', asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
    /** Creates an answer with data that no feed delays: lists, dates, statements. */
    facts<T>(value: T, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: now(), value, missing }
    },
  }
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `tastytrade has no ${what}` }
}

/** The vendor writes share classes with a slash: `BRK/B`. */
export const toVendorSymbol = (symbol: string) => symbol.replace('.', '/')

const unreadable = (detail: string) => new ProviderFailure(NAME, { kind: 'unreadable', status: 200, detail })

type TastytradeClient = ReturnType<typeof createTastytradeClient>

/**
 * Client for tastytrade. Its refresh token does not expire; the access token lasts a quarter of an hour, and is shared
 * by all replicas. Every answer is in `data`.
 */
export function createTastytradeClient(
  { clientSecret, refreshToken, baseUrl = BASE_URL }: TastytradeConfig,
  {
    fetch,
    timeoutMs,
    now,
    tokens,
  }: Pick<ProviderDeps, 'fetch' | 'timeoutMs' | 'now'> & { readonly tokens: AccessTokens },
) {
  const common = {
    provider: NAME,
    baseUrl,
    userAgent: USER_AGENT,
    secrets: [clientSecret, refreshToken],
    timeoutMs,
    fetch,
  }
  const login = createProviderClient({ ...common, findFailure: findLoginFailure })

  async function renew(): Promise<AccessToken> {
    const body = { grant_type: 'refresh_token', client_secret: clientSecret, refresh_token: refreshToken }
    const answer = readObject(await login.postJson('/oauth/token', body))
    const value = readText(answer.access_token)
    if (value === null) throw unreadable('returned no access token')
    return { value, expiresAtMs: now() + (readPositiveNumber(answer.expires_in) ?? TOKEN_SECONDS) * 1_000 }
  }

  const client = createProviderClient({
    ...common,
    maxBytes: MAX_BYTES,
    findFailure,
    authorize: async (rejected) => {
      const token = await tokens.find({ rejected: rejected?.replace('Bearer ', '') ?? null, renew })
      return `Bearer ${token}`
    },
  })

  return {
    getText: (path: string) => client.getText(path),
    /** The rows of a list. */
    async listItems(path: string, query: Query = {}): Promise<readonly JsonObject[]> {
      const { data } = readObject(await client.getJson(path, query))
      const items = readObject(data).items
      if (!Array.isArray(items)) throw unreadable('returned no items')
      return readObjects(items)
    },
  }
}

function describe(body: unknown, status: number): string {
  const { code, message } = readObject(readObject(body).error)
  const said = readText(message) ?? readText(code)
  return said === null ? `HTTP ${status}` : `${said} (HTTP ${status})`
}

/** A rejected login must not be repeated: the vendor blocks an address for hours after several. */
function findLoginFailure({ status, body }: RawAnswer): FailureFacts | null {
  if (status !== 400 && status !== 401 && status !== 403) return null
  const said = readText(readObject(body).error) ?? describe(body, status)
  return { kind: 'unauthorized', status, detail: `rejected the client secret or the refresh token: ${said}` }
}

/** A 403 means that the account is not funded, or that the application may not read market data. */
function findFailure({ status, body }: RawAnswer): FailureFacts | null {
  const detail = describe(body, status)
  if (status === 403) return { kind: 'not_entitled', status, detail }
  // An unknown symbol is rejected as a bad request or as not processable, depending on the call.
  return status === 400 || status === 422 ? { kind: 'not_found', status, detail } : null
}
