import {
  baseReaders,
  type ConfigOf,
  integer,
  optionalText,
  type Reader,
  readConfig,
  redisCacheUrl,
  serviceAddresses,
  text,
  url,
} from '@callwright/service'

type Env = Readonly<Record<string, string | undefined>>

/** Reads a fraction from 0 to 1. */
function share(name: string, otherwise: string): Reader<number> {
  const read = text(name, { default: otherwise, pattern: /^(0|1|0?\.\d{1,4})$/ })
  return (env) => {
    const found = read(env)
    return found.ok ? { ok: true, value: Number(found.value) } : found
  }
}

const storeReaders = {
  databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']),
  redisQueueUrl: url('REDIS_QUEUE_URL', ['redis', 'rediss']),
  /**
   * Prefix for the queue, worker and channel names. For tests only: it does not isolate two stacks (see the README).
   */
  redisNamespace: text('REDIS_NAMESPACE', { default: 'callwright', pattern: /^[a-z0-9-]{1,64}$/ }),
  marketData: serviceAddresses('MARKET_DATA'),
}

const apiReaders = {
  ...baseReaders({ port: 8083, opsPort: 8103 }),
  ...storeReaders,
  portfolio: serviceAddresses('PORTFOLIO'),
  redisCacheUrl,
  refreshCooldownMs: integer('REFRESH_COOLDOWN_MS', { default: 60_000, min: 0 }),
  snapshotPollMs: integer('SNAPSHOT_POLL_MS', { default: 1_000, min: 50 }),
  /** Interval between checks whether this replica should share its rows. */
  snapshotShareMs: integer('SNAPSHOT_SHARE_MS', { default: 5_000, min: 50 }),
  snapshotMaxAgeMs: integer('SNAPSHOT_MAX_AGE_MS', { default: 1_800_000, min: 60_000 }),
  superviseMs: integer('ENRICHMENT_SUPERVISE_MS', { default: 1_000, min: 50 }),
  marketCheckMs: integer('ENRICHMENT_MARKET_CHECK_MS', { default: 15_000, min: 50 }),
  retryDelayMs: integer('ENRICHMENT_RETRY_DELAY_MS', { default: 1_000, min: 10 }),
  /** Number of chains that a run reads; 0 reads the chain of every symbol. */
  chainsPerRun: integer('ENRICHMENT_CHAINS_PER_RUN', { default: 0, min: 0, max: 100_000 }),
  rotationShare: share('ENRICHMENT_ROTATION_SHARE', '0.2'),
}

const workerReaders = {
  ...baseReaders({ port: 0, opsPort: 8110 }),
  ...storeReaders,
  concurrency: integer('ENRICHMENT_CONCURRENCY', { default: 8, min: 1, max: 64 }),
  /** Address at which the gateway reaches this worker's ops port. */
  advertisedHost: optionalText('ADVERTISED_HOST'),
}

export type ApiConfig = ConfigOf<typeof apiReaders>
export type WorkerConfig = ConfigOf<typeof workerReaders>

export function readApiConfig(env: Env): ApiConfig {
  return readConfig(env, apiReaders)
}

export function readWorkerConfig(env: Env): WorkerConfig {
  return readConfig(env, workerReaders)
}

export function readMigrateConfig(env: Env) {
  return readConfig(env, { databaseUrl: storeReaders.databaseUrl })
}
