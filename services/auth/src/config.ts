import {
  baseReaders,
  type ConfigOf,
  choice,
  flag,
  integer,
  mailSettings,
  optionalText,
  publicUrl,
  type Reader,
  readConfig,
  redisCacheUrl,
  serviceAddresses,
  url,
} from '@callwright/service'

import { oidcSettings } from './oidc/settings.ts'

type Env = Parameters<Reader<unknown>>[0]

const isProduction = (env: Env) => env.PROFILE === 'production'

const readers = {
  ...baseReaders({ port: 8081, opsPort: 8101 }),
  databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']),
  redisCacheUrl,
  portfolio: serviceAddresses('PORTFOLIO'),
  screener: serviceAddresses('SCREENER'),
  coach: serviceAddresses('COACH'),
  accessTokenPrivateKey: optionalText('ACCESS_TOKEN_PRIVATE_KEY'),
  cookieSecure: (env: Env) => flag('COOKIE_SECURE', { default: isProduction(env) })(env),
  passwordMinLength: (env: Env) =>
    integer('PASSWORD_MIN_LENGTH', { default: isProduction(env) ? 8 : 6, min: 6, max: 64 })(env),
  refuseCommonPasswords: flag('REFUSE_COMMON_PASSWORDS', { default: true }),
  /** Whether visitors may create accounts, all or those with an invitation; an operator can always add one. */
  signUp: choice('SIGN_UP', ['open', 'invitation', 'closed'], { default: 'open' }),
  demo: choice('DEMO', ['open', 'closed'], { default: 'open' }),
  registrationsPerHour: integer('REGISTRATIONS_PER_HOUR', { default: 5, min: 1, max: 1_000_000 }),
  mail: mailSettings,
  oidc: oidcSettings,
  publicUrl,
  demosPerHour: integer('DEMOS_PER_HOUR', { default: 10, min: 1, max: 1_000_000 }),
}

export type Config = ConfigOf<typeof readers>

export function readAuthConfig(env: Env): Config {
  return readConfig(env, readers)
}

export function readMigrationConfig(env: Env): { readonly databaseUrl: string } {
  return readConfig(env, { databaseUrl: readers.databaseUrl })
}
