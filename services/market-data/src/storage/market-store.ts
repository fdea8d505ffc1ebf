import {
  AppError,
  awaitMigrations,
  type Logger,
  openDatabase,
  type Runtime,
  translateDatabaseError,
} from '@callwright/service'
import { migrations } from '../db/migrations/index.ts'
import type { Tables } from '../db/schema.ts'
import { type BarStore, createBarStore } from './bar-store.ts'
import { createEarningsStore, type EarningsStore } from './earnings-store.ts'
import { createEventStore, type EventStore } from './event-store.ts'
import {
  createFundamentalsStore,
  createVolatilityStore,
  type FundamentalsStore,
  type VolatilityStore,
} from './fact-stores.ts'

/** Permanent store for real markets. While PostgreSQL is down, its methods throw. */
export interface MarketStore {
  readonly bars: BarStore
  readonly events: EventStore
  readonly earnings: EarningsStore
  readonly fundamentals: FundamentalsStore
  readonly volatilities: VolatilityStore
  /**
   * Resolves to the result of `work`, or to null if the store fails or takes more than a second. For callers that can
   * do without the store.
   */
  attempt<T>(work: () => Promise<T>): Promise<T | null>
  /**
   * Registers a listener that is called with each symbol whose stored prices changed scale, since data cached elsewhere
   * is still on the old scale.
   */
  onRescaled(listener: (symbol: string) => void): void
  noteRescaled(symbol: string): void
}

const CONNECTIONS = 6
const ATTEMPT_MS = 1_000
/** How long optional reads bypass the store after it fails, in ms. */
const OUTAGE_PAUSE_MS = 5_000

/**
 * Opens the store of a live market. If PostgreSQL is down, the service only logs a warning, and answers come from the
 * providers.
 */
export function openMarketStore(runtime: Runtime, databaseUrl: string): MarketStore {
  const database = openDatabase<Tables>(runtime, { url: databaseUrl, maxConnections: CONNECTIONS, kind: 'soft' })
  awaitMigrations(runtime, database, migrations)
  const listeners: ((symbol: string) => void)[] = []
  const noteRescaled = (symbol: string) => {
    for (const listener of listeners) listener(symbol)
  }
  return {
    bars: createBarStore(database),
    events: createEventStore(database, noteRescaled),
    earnings: createEarningsStore(database),
    fundamentals: createFundamentalsStore(database),
    volatilities: createVolatilityStore(database),
    attempt: createAttempts(runtime.log),
    onRescaled: (listener) => void listeners.push(listener),
    noteRescaled,
  }
}

/** Logs each outage once, when it begins. During an outage, only one request every few seconds tries the store. */
function createAttempts(log: Logger): MarketStore['attempt'] {
  let downUntilMs = 0
  let isDown = false
  return async (work) => {
    if (performance.now() < downUntilMs) return null
    if (isDown) downUntilMs = performance.now() + OUTAGE_PAUSE_MS
    try {
      const value = await within(ATTEMPT_MS, work())
      if (isDown) log.info('market_store.back')
      isDown = false
      downUntilMs = 0
      return value
    } catch (error) {
      if (translateDatabaseError(error) instanceof AppError) {
        downUntilMs = performance.now() + OUTAGE_PAUSE_MS
        if (!isDown) log.warn({ err: error }, 'market_store.away')
        isDown = true
      } else {
        log.error({ err: error }, 'market_store.failed')
      }
      return null
    }
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The market store: timeout')), timeoutMs)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
