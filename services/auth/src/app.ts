import { randomUUID } from 'node:crypto'
import {
  awaitMigrations,
  buildHttpApp,
  createIdentityVerifier,
  createRuntime,
  type Handlers,
  openDatabase,
  openRedis,
  type Runtime,
  registerEndpoints,
} from '@callwright/service'
import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { createAccounts } from './accounts/accounts.ts'
import { installFormErrors } from './accounts/form-errors.ts'
import { createLimits } from './accounts/limits.ts'
import { createPasswords } from './accounts/passwords.ts'
import { createAccountHandlers } from './accounts/routes.ts'
import { createAccountStore } from './accounts/store.ts'
import { createWelcome } from './auth-response.ts'
import { installBodyParsers } from './body-parsers.ts'
import type { Config } from './config.ts'
import { migrations } from './db/migrations.ts'
import type { AuthTables } from './db/schema.ts'
import { guardOrigin } from './origin-guard.ts'
import { startHousekeeping } from './sessions/housekeeping.ts'
import { createRefreshCookie, noteCookieSecurity } from './sessions/refresh-cookie.ts'
import { createRevocationPublisher, listRevocations } from './sessions/revocations.ts'
import { createSessionHandlers } from './sessions/routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSessionStore } from './sessions/store.ts'
import { createAccessTokens } from './tokens/access-tokens.ts'
import { readSigningKey, type SigningKey } from './tokens/signing-key.ts'

/** A form of four short fields; 1,024 characters of password in their longest encoding still fit. */
const BODY_LIMIT_BYTES = 16 * 1_024

export interface Overrides {
  readonly now?: () => number
  readonly logStream?: NonNullable<Parameters<typeof createRuntime>[2]>['logStream']
}

export async function buildApp(
  config: Config,
  { now = Date.now, logStream }: Overrides = {},
): Promise<{ app: FastifyInstance; runtime: Runtime }> {
  const runtime = createRuntime(config, 'auth', logStream ? { logStream } : {})
  const signingKey = readSigningKey(config)
  noteCookieSecurity(runtime.log, config)
  const stores = openStores(runtime, config)

  const app = buildHttpApp(runtime, { bodyLimit: BODY_LIMIT_BYTES })
  await installBodyParsers(app)
  await app.register(fastifyCookie)
  guardOrigin(app)
  installFormErrors(app)
  registerEndpoints(app, 'auth', createHandlers({ ...stores, runtime, config, signingKey, now }), {
    verifyIdentity: createIdentityVerifier(config, 'auth', ['gateway']),
    checkResponses: config.profile === 'test',
  })
  startHousekeeping(runtime, stores.database, now)
  return { app, runtime }
}

type Stores = ReturnType<typeof openStores>

function openStores(runtime: Runtime, config: Config) {
  const database = openDatabase<AuthTables>(runtime, { url: config.databaseUrl, kind: 'hard' })
  awaitMigrations(runtime, database, migrations)
  const redis = openRedis(runtime, config.redisCacheUrl, 'cache')
  runtime.health.addCheck({
    name: 'redis:responseTime',
    componentType: 'datastore',
    kind: 'soft',
    run: async () => void (await redis.ping()),
  })
  return { database, redis }
}

interface Parts extends Stores {
  readonly runtime: Runtime
  readonly config: Config
  readonly signingKey: SigningKey
  readonly now: () => number
}

function createHandlers({ runtime, config, database, redis, signingKey, now }: Parts): Handlers<'auth'> {
  const newId = randomUUID
  const cookie = createRefreshCookie({ secure: config.cookieSecure, now })
  const welcome = createWelcome(createAccessTokens(signingKey, now, newId), cookie)
  const accounts = createAccounts({
    store: createAccountStore(database),
    passwords: createPasswords(runtime.metrics),
    limits: createLimits(runtime, redis, { registrationsPerHour: config.registrationsPerHour }),
    policy: { minLength: config.passwordMinLength, refuseCommon: config.refuseCommonPasswords },
    runtime,
    now,
    newId,
  })
  const publishRevocations = createRevocationPublisher(runtime, redis)
  const sessions = createSessions({ store: createSessionStore(database), publishRevocations, runtime, now, newId })
  return {
    ...createAccountHandlers({ accounts, sessions, welcome }),
    ...createSessionHandlers({
      sessions,
      welcome,
      cookie,
      jwk: signingKey.jwk,
      listRevocations: (after) => listRevocations(database, after),
    }),
  }
}
