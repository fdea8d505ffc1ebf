import { type JsonObject, readObject } from '../http/json-values.ts'
import { createProviderClient, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure, readRetryAfter } from '../http/provider-failure.ts'
import { type FileParser, parseFile, type VendorFiles } from '../http/vendor-files.ts'
import type { Answer, Missing, Stamp } from '../provider.ts'
import type { ProviderDeps } from '../provider-definition.ts'
import { type ChainFile, type OptionableName, readBarFile, readChainFile, readOptionable } from './read-files.ts'

export const NAME = 'cboe'
const BASE_URL = 'https://cdn-api.cboe.com/api/global/delayed_quotes'
const LIST_URL = 'https://www-api.cboe.com'
const LIST_PATH = '/us/options/symboldir/equity-index-options/data/'
const USER_AGENT = 'callwright/0.1'
/** The file of the longest chain has 13 MB. */
const MAX_BYTES = 16 * 1_024 * 1_024
/** A symbol that the vendor certainly has. */
const PING = 'SPY'
/** Pauses after refusals in a row: calls during a block keep the address blocked. */
const PAUSES_MS = [15_000, 60_000, 300_000] as const

export interface CboeConfig {
  readonly baseUrl?: string
  readonly listUrl?: string
}

export function createStamps(now: () => number) {
  return {
    current: (): Stamp => ({ source: NAME, dataClass: 'delayed', asOfMs: now() }),
    answer<T>(value: T, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
  }
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `Cboe has no ${what}` }
}

export type CboeClient = ReturnType<typeof createCboeClient>

const parserOf = <T>(parse: (text: string) => T): FileParser<T> => ({
  module: new URL('./read-files.ts', import.meta.url).href,
  parse,
})

/**
 * Client for Cboe's files. The vendor answers a 403 or 404 both to an unknown symbol and to a blocked address:
 * `isKnown` says which symbols certainly exist, so that a refusal of one of them pauses the calls instead.
 */
export function createCboeClient(
  { baseUrl = BASE_URL, listUrl = LIST_URL }: CboeConfig,
  { fetch, timeoutMs }: Pick<ProviderDeps, 'fetch' | 'timeoutMs'>,
  { files, isKnown }: { readonly files: VendorFiles; readonly isKnown: (symbol: string) => boolean },
) {
  let refusals = 0
  const common = { provider: NAME, userAgent: USER_AGENT, maxBytes: MAX_BYTES, timeoutMs, fetch }
  const quotes = createProviderClient({ ...common, baseUrl, findFailure })
  const lists = createProviderClient({ ...common, baseUrl: listUrl, findFailure })

  function describeRefusal(status: number | null, askedMs: number | null = null): FailureFacts {
    const retryAfterMs = askedMs ?? PAUSES_MS[Math.min(refusals, PAUSES_MS.length - 1)] ?? null
    refusals += 1
    return { kind: 'rate_limited', status, detail: `rejected the call (HTTP ${status})`, retryAfterMs }
  }

  function findFailure({ status, headers }: RawAnswer): FailureFacts | null {
    if (status === 429) return describeRefusal(status, readRetryAfter(headers, Date.now()))
    const isRefused = status === 403 || status === 404
    return isRefused ? { kind: 'not_found', status, detail: `has no such file (HTTP ${status})` } : null
  }

  async function about<T>(symbol: string, load: (file: string) => Promise<T>): Promise<T> {
    try {
      const loaded = await load(`${encodeURIComponent(symbol)}.json`)
      refusals = 0
      return loaded
    } catch (error) {
      const isRefusal =
        error instanceof ProviderFailure && error.kind === 'not_found' && (isKnown(symbol) || symbol === PING)
      throw isRefusal ? new ProviderFailure(NAME, describeRefusal(error.status)) : error
    }
  }

  return {
    /** The file that answers quotes, expirations, chains and the bar of the session. */
    getChainFile: (symbol: string): Promise<ChainFile> =>
      files.find({
        key: `options/${symbol}`,
        lifetime: 'prices',
        parser: parserOf(readChainFile),
        load: () => about(symbol, (file) => quotes.getText(`/options/${file}`)),
      }),
    async getBars(symbol: string) {
      const text = await about(symbol, (file) => quotes.getText(`/charts/historical/${file}`))
      return parseFile(NAME, parserOf(readBarFile), text)
    },
    /** The year's range of the vendor's volatility, in percent. */
    async getRange(symbol: string): Promise<JsonObject> {
      const body = await about(symbol, (file) => quotes.getJson(`/historical_data/${file}`))
      return readObject(readObject(body).data)
    },
    listOptionable: (): Promise<readonly OptionableName[]> =>
      files.find({
        key: 'optionable',
        lifetime: 'day',
        parser: parserOf(readOptionable),
        load: () => lists.getText(LIST_PATH, { dt: '', sid: '' }),
      }),
    ping: () => about(PING, (file) => quotes.getJson(`/quotes/${file}`)),
  }
}
