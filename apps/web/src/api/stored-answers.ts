import type { PublicId } from '@callwright/contracts'
import { ANSWERS_PREFIX } from './credentials.ts'
import type { ApiRequest } from './http.ts'

// The last answers of the market, screener and portfolio services, kept on this device so that pages open without a
// network. The code loads on demand, because no page needs it for its first render.

/** Endpoints whose answers are kept. Nothing of the session, the account or the coach is among them. */
const keptEndpoints: ReadonlySet<PublicId> = new Set([
  'marketData.status',
  'options.analyze',
  'options.backtest',
  'options.chain',
  'options.expirations',
  'options.iv',
  'options.snapshot',
  'options.volatility',
  'portfolio.attention',
  'portfolio.countUnreadAlerts',
  'portfolio.getAlertSettings',
  'portfolio.getChain',
  'portfolio.holdings',
  'portfolio.income',
  'portfolio.list',
  'portfolio.listAlertChannels',
  'portfolio.listAlertDeliveries',
  'portfolio.listAlertMessages',
  'portfolio.listAlertRules',
  'portfolio.listCallEvents',
  'portfolio.listChains',
  'portfolio.suggestions',
  'portfolio.tax',
  'screener.calls',
  'screener.getWeights',
  'screener.listScreens',
  'screener.listWatchlists',
  'screener.view',
  'stocks.data',
  'stocks.indicators',
  'stocks.profile',
  'stocks.quote',
])

const STORED_AT = 'x-stored-at'
/** The oldest answers are deleted beyond this number: each stock that a user looks at adds about ten. */
const MAX_ANSWERS = 400

export interface StoredAnswer {
  readonly body: unknown
  readonly storedAtMs: number
}

export interface AnswerStore {
  /** Keeps an answer, unless its endpoint is not listed. Never throws. */
  readonly keep: (request: ApiRequest, body: unknown) => Promise<void>
  /** Returns the last answer to this request with its figures marked as stale, or null. Never throws. */
  readonly find: (request: ApiRequest) => Promise<StoredAnswer | null>
}

interface AnswerParts {
  readonly caches: CacheStorage
  /** The user who sends the requests. */
  readonly userId: string
  /** Whether this user is still signed in: another tab may sign out at any time. */
  readonly isCurrent: () => boolean
  readonly nowMs: () => number
}

export function openAnswers({ caches, userId, isCurrent, nowMs }: AnswerParts): AnswerStore {
  const name = ANSWERS_PREFIX + userId

  async function deleteOthers(): Promise<void> {
    const names = await caches.keys()
    const others = names.filter((each) => each.startsWith(ANSWERS_PREFIX) && each !== name)
    await Promise.all(others.map((each) => caches.delete(each)))
  }

  return {
    keep: async ({ id, path }, body) => {
      if (!keptEndpoints.has(id) || !isCurrent()) return
      try {
        await deleteOthers()
        const cache = await caches.open(name)
        const headers = { 'content-type': 'application/json', [STORED_AT]: String(nowMs()) }
        await cache.put(path, new Response(JSON.stringify(body), { headers }))
        if (isCurrent()) await removeOldest(cache)
        else await caches.delete(name)
      } catch {
        // The device has no room. The earlier answer stays, with its own age.
      }
    },
    find: async ({ id, path }) => {
      if (!keptEndpoints.has(id) || !isCurrent()) return null
      try {
        const response = await caches.match(path, { cacheName: name })
        if (response === undefined) return null
        const storedAtMs = Number(response.headers.get(STORED_AT))
        return { body: JSON.parse(await response.text(), markStale), storedAtMs }
      } catch {
        return null
      }
    },
  }
}

/** `keys` lists the answers in the order in which they were kept. */
async function removeOldest(cache: Cache): Promise<void> {
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - MAX_ANSWERS)).map((request) => cache.delete(request)))
}

/** Data classes that already say that the figures are not from today's market. */
const lastingClasses: readonly unknown[] = ['recorded', 'simulated', 'none']

/** Reviver that replaces every freshness mark in an answer, so that no stored figure looks current. */
function markStale(key: string, value: unknown): unknown {
  if (key === 'cache_status') return 'stale'
  if (key === 'data_class' && value !== null && !lastingClasses.includes(value)) return 'stale'
  return value
}
