import { baseReaders, type ConfigOf, type Reader, readConfig, url } from '@callwright/service'
import { channelReaders } from './alerts/channels/settings.ts'

type Env = Parameters<Reader<unknown>>[0]

const readers = {
  ...baseReaders({ port: 8084, opsPort: 8104 }),
  databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']),
  marketDataUrl: url('MARKET_DATA_URL', ['http', 'https']),
  ...channelReaders,
}

export type Config = ConfigOf<typeof readers>

export function readPortfolioConfig(env: Env): Config {
  return readConfig(env, readers)
}

export function readMigrationConfig(env: Env): { readonly databaseUrl: string } {
  return readConfig(env, { databaseUrl: readers.databaseUrl })
}
