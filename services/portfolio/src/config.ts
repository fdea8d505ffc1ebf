import {
  baseReaders,
  type ConfigOf,
  integer,
  type Reader,
  readConfig,
  serviceAddresses,
  text,
  url,
} from '@callwright/service'
import { channelReaders } from './alerts/channels/settings.ts'

type Env = Parameters<Reader<unknown>>[0]

const readers = {
  ...baseReaders({ port: 8084, opsPort: 8104 }),
  databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']),
  marketData: serviceAddresses('MARKET_DATA'),
  screener: serviceAddresses('SCREENER'),
  redisQueueUrl: url('REDIS_QUEUE_URL', ['redis', 'rediss']),
  /** Prefix of the queue's names. For tests only. */
  redisNamespace: text('REDIS_NAMESPACE', { default: 'callwright', pattern: /^[a-z0-9-]{1,64}$/ }),
  /** Interval between checks whether the market was refreshed, after which the alert rules are evaluated. */
  alertCheckMs: integer('ALERT_CHECK_MS', { default: 30_000, min: 100, max: 3_600_000 }),
  /** Interval between checks whether a message is due. */
  alertSendMs: integer('ALERT_SEND_MS', { default: 1_000, min: 50, max: 3_600_000 }),
  ...channelReaders,
}

export type Config = ConfigOf<typeof readers>

export function readPortfolioConfig(env: Env): Config {
  return readConfig(env, readers)
}

export function readMigrationConfig(env: Env): { readonly databaseUrl: string } {
  return readConfig(env, { databaseUrl: readers.databaseUrl })
}
