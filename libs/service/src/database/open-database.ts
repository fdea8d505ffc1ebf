import { createHash } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { AppError, unavailable } from '../errors.ts'
import type { Runtime } from '../runtime/runtime.ts'

const POOL_WAIT_MS = 1_000
const QUERY_TIMEOUT_MS = 3_000
const NUMERIC_OID = 1700
const INT8_OID = 20
const DATE_OID = 1082

const POOL_FULL = 'database_pool'
/** pg-pool's error message for a full pool. An unreachable server has a different one. */
const POOL_FULL_MESSAGE = 'timeout exceeded when trying to connect'
const operations: ReadonlyMap<string, string> = new Map([
  ['SelectQueryNode', 'select'],
  ['InsertQueryNode', 'insert'],
  ['UpdateQueryNode', 'update'],
  ['DeleteQueryNode', 'delete'],
  ['RawNode', 'raw'],
])

export interface DatabaseOptions {
  readonly url: string
  readonly maxConnections?: number
  /** `hard` if the service cannot work without its database. */
  readonly kind?: 'hard' | 'soft'
  readonly queryTimeoutMs?: number
  /**
   * Parses and plans each statement only once per connection. Set this if the process runs a few statements thousands
   * of times and their best plan does not depend on the parameters.
   */
  readonly preparesStatements?: boolean
}

/** `query_timeout` also ends a query on a frozen server; `statement_timeout` alone does not (T8). */
export function poolConfig(options: DatabaseOptions): PoolConfig {
  const queryTimeoutMs = options.queryTimeoutMs ?? QUERY_TIMEOUT_MS
  return {
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: POOL_WAIT_MS,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: { getTypeParser: parseType as typeof types.getTypeParser },
  }
}

/** Opens a service's connection pool, with timeouts, metrics and a health check. The pool is closed at shutdown. */
export function openDatabase<Tables>(runtime: Runtime, options: DatabaseOptions): Kysely<Tables> {
  const pool = new Pool(poolConfig(options))
  pool.on('error', (error) => runtime.log.warn({ err: error }, 'database.connection_lost'))
  // The pool handles errors only on idle connections: without this listener, the loss of a connection in use would
  // crash the process. The caller still gets the statement's error.
  pool.on('connect', (client) => {
    client.on('error', (error) => runtime.log.debug({ err: error }, 'database.connection_failed'))
  })
  // After a timeout, the server may still be running the statement. If it is a `begin`, the connection's next caller
  // would write into that transaction.
  pool.on('release', (_error, client) => {
    if (isBusy(client)) void client.end()
  })
  const { databaseDuration } = runtime.metrics
  for (const operation of operations.values()) databaseDuration.zero({ operation })
  runtime.metrics.observePool(() => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    max: pool.options.max,
  }))
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: countPoolTimeouts(runtime, options.preparesStatements ? prepareStatements(pool) : pool),
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: (event) => {
      const operation = operations.get(event.query.query.kind) ?? 'other'
      databaseDuration.observe({ operation }, event.queryDurationMillis / 1_000)
    },
  })
  runtime.health.addCheck({
    name: 'postgres:responseTime',
    componentType: 'datastore',
    kind: options.kind ?? 'soft',
    run: async () => {
      await pool.query('select 1')
    },
  })
  runtime.onClose('database', () => database.destroy())
  return database
}

function countPoolTimeouts(runtime: Runtime, pool: PostgresPool): PostgresPool {
  const { loadShed } = runtime.metrics
  loadShed.inc({ reason: POOL_FULL }, 0)
  return {
    options: pool.options,
    async connect() {
      try {
        return await pool.connect()
      } catch (error) {
        if (error instanceof Error && error.message === POOL_FULL_MESSAGE) loadShed.inc({ reason: POOL_FULL })
        throw error
      }
    },
    end: () => pool.end(),
  }
}

/** Wraps a pool and names each statement with parameters, so that PostgreSQL keeps its plan. */
function prepareStatements(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  const wrap = (client: PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values: readonly unknown[] = []): unknown => {
      if (typeof text !== 'string' || values.length === 0) return client.query(text as string)
      return client.query({ name: nameOf(text), text, values: [...values] })
    }
    return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
  }
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

/**
 * Whether the server may still be running a statement on this connection. The pool does not check that, but it discards
 * connections that are ending.
 */
function isBusy(client: PoolClient & { readonly readyForQuery?: boolean }): boolean {
  return client.readyForQuery === false
}

/**
 * Converts errors from PostgreSQL and its driver: an unreachable or slow database and a full disk become a 503. Other
 * errors are unchanged.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (fullDiskCodes.has(String((error as { code?: unknown } | null)?.code))) {
    return unavailable('storage_full', "Nothing was saved, because the server's disk is full.", error, 60)
  }
  return isUnavailable(error)
    ? unavailable('database_unavailable', 'Our database is not available right now. Please try again.', error)
    : error
}

/** Name of the violated unique constraint, or null. */
export function readUniqueViolation(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : null
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '55P03',
  '53300',
])

const fullDiskCodes = new Set(['53100', 'ENOSPC'])

function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'))) return true
  return typeof message === 'string' && /timeout|terminated|Connection ended|not queryable/i.test(message)
}

/**
 * Type parsers for this pool: dates stay `YYYY-MM-DD` text, and numerics and counts become numbers (D3, convention 7).
 */
function parseType(oid: number, format?: 'text' | 'binary'): unknown {
  if (format === 'binary') return types.getTypeParser(oid, 'binary')
  if (oid === DATE_OID) return (value: string) => value
  if (oid === NUMERIC_OID || oid === INT8_OID) return Number
  return types.getTypeParser(oid, 'text')
}

type StoreMethods = Record<string, (...args: never[]) => Promise<unknown>>

/** Wraps a store so that its methods throw `AppError`s instead of the driver's errors. */
export function translateErrors<S extends StoreMethods>(store: S): S {
  const translated = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      try {
        return await method(...args)
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },
  ])
  return Object.fromEntries(translated) as S
}
