import { randomUUID } from 'node:crypto'
import {
  awaitMigrations,
  buildHttpApp,
  createIdentityVerifier,
  createMailer,
  createRuntime,
  type Handlers,
  openDatabase,
  openSharedCache,
  type Runtime,
  registerEndpoints,
} from '@callwright/service'
import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { createAccounts } from './accounts/accounts.ts'
import { createActivity } from './accounts/activity.ts'
import { type Closing, createClosing, createClosingStore } from './accounts/closing.ts'
import { createDemos } from './accounts/demo.ts'
import { createInvitations } from './accounts/invitations.ts'
import { createLimits } from './accounts/limits.ts'
import { createPasswords, type HashCost } from './accounts/passwords.ts'
import { createAccountHandlers, installFormErrors } from './accounts/routes.ts'
import { createAccountStore } from './accounts/store.ts'
import type { Config } from './config.ts'
import { migrations } from './db/migrations.ts'
import type { AuthTables } from './db/schema.ts'
import { purge, startHousekeeping } from './housekeeping.ts'
import { createOidcSignIns } from './oidc/oidc.ts'
import { createOidcProvider } from './oidc/provider.ts'
import { createOidcHandlers } from './oidc/routes.ts'
import { createOidcStore } from './oidc/store.ts'
import { guardOrigin, installBodyParsers } from './requests.ts'
import { createPasswordResets } from './reset/reset.ts'
import { createResetHandlers } from './reset/routes.ts'
import { createResetStore } from './reset/store.ts'
import { createSecretSeal } from './second-factor/codes.ts'
import { createPasskeyStore } from './second-factor/passkey-store.ts'
import { createPasskeys } from './second-factor/passkeys.ts'
import { createSecondFactorHandlers } from './second-factor/routes.ts'
import { createSecondFactors } from './second-factor/second-factor.ts'
import { createSecondFactorStore } from './second-factor/store.ts'
import { createDeviceCookie } from './sessions/devices.ts'
import { createRevocationPublisher, listRevocations } from './sessions/revocations.ts'
import {
  createRefreshCookie,
  createSessionHandlers,
  createSessionResponder,
  logCookieSecurity,
} from './sessions/routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSessionStore } from './sessions/store.ts'
import { createAccessTokens, readSigningKey, type SigningKey } from './sessions/tokens.ts'
import { openUserDataClient } from './user-data.ts'

/** Large enough for a password of 1,024 characters in its longest encoding with a passkey, or for a new passkey. */
const BODY_LIMIT_BYTES = 32 * 1_024
/** Page to which the provider sends users back. */
const OIDC_PATH = '/login/continue'
const MINUTE_MS = 60_000

interface Overrides {
  readonly now?: () => number
  readonly logStream?: NonNullable<Parameters<typeof createRuntime>[2]>['logStream']
  /** Tests use a lower cost because they create thousands of hashes. */
  readonly hashCost?: HashCost
}

export async function buildApp(
  config: Config,
  { now = Date.now, logStream, hashCost }: Overrides = {},
): Promise<{ app: FastifyInstance; runtime: Runtime; closing: Closing }> {
  const runtime = createRuntime(config, 'auth', logStream ? { logStream } : {})
  const signingKey = readSigningKey(config)
  logCookieSecurity(runtime.log, config)
  const stores = openStores(runtime, config)
  runtime.metrics
    .gauge('auth_sign_up_open', '1 while visitors may create accounts')
    .set(config.signUp === 'open' ? 1 : 0)

  const app = buildHttpApp(runtime, { bodyLimit: BODY_LIMIT_BYTES })
  await installBodyParsers(app)
  await app.register(fastifyCookie)
  guardOrigin(app)
  installFormErrors(app)
  const { handlers, closing, activity, invitations } = createHandlers({
    ...stores,
    runtime,
    config,
    signingKey,
    now,
    hashCost,
  })
  registerEndpoints(app, 'auth', handlers, {
    verifyIdentity: createIdentityVerifier(config, 'auth', ['gateway']),
    checkResponses: config.profile === 'test',
  })
  startHousekeeping(runtime, [
    { name: 'sessions', everyMs: 10 * MINUTE_MS, work: () => purge(stores.database, now()) },
    { name: 'activity', everyMs: 60 * MINUTE_MS, work: () => activity.purge() },
    { name: 'invitations', everyMs: 60 * MINUTE_MS, work: () => invitations.purge() },
    { name: 'closed accounts', everyMs: MINUTE_MS, work: () => closing.catchUp() },
  ])
  return { app, runtime, closing }
}

type Stores = ReturnType<typeof openStores>

function openStores(runtime: Runtime, config: Config) {
  const database = openDatabase<AuthTables>(runtime, { url: config.databaseUrl, kind: 'hard' })
  awaitMigrations(runtime, database, migrations)
  const redis = openSharedCache(runtime, config.redisCacheUrl)
  return { database, redis }
}

interface AccountParts extends Stores {
  readonly runtime: Runtime
  readonly config: Config
  readonly now: () => number
  readonly hashCost: HashCost | undefined
  readonly signingKey: SigningKey
}

/** Everything about accounts that requests and the operator's commands share. */
function createAccountParts({ runtime, config, database, redis, now, hashCost, signingKey }: AccountParts) {
  const newId = randomUUID
  const userData = openUserDataClient(runtime, config)
  const store = createAccountStore(database)
  const limits = createLimits(runtime, redis, config)
  const activity = createActivity(database, { runtime, now })
  const invitations = createInvitations(database, now)
  const shared = { store, limits, activity, runtime, now, newId }
  const passwords = createPasswords(runtime.metrics, hashCost)
  const policy = { minLength: config.passwordMinLength, refuseCommon: config.refuseCommonPasswords }
  const passkeys = createPasskeys({
    ...shared,
    store: createPasskeyStore(database),
    publicUrl: config.publicUrl,
  })
  const secondFactors = createSecondFactors({
    ...{ ...shared, passkeys },
    store: createSecondFactorStore(database),
    seal: createSecretSeal(signingKey.privateKeyPem),
  })
  const oidcStore = createOidcStore(database)
  const accounts = createAccounts({ ...shared, passwords, policy, secondFactors })
  const publishRevocations = createRevocationPublisher(runtime, redis)
  const sessions = createSessions({ ...shared, store: createSessionStore(database), publishRevocations })
  const closing = createClosing({ store: createClosingStore(database), userData, sessions, runtime, now })
  return {
    ...{ ...shared, invitations, userData, passwords, policy },
    ...{ passkeys, secondFactors, oidcStore, accounts, sessions, closing },
  }
}

/** Opens what the operator's commands need, without serving requests. */
export function openOperatorAccounts(config: Config) {
  const runtime = createRuntime(config, 'auth')
  const parts = createAccountParts({
    ...openStores(runtime, config),
    ...{ runtime, config, now: Date.now, hashCost: undefined, signingKey: readSigningKey(config) },
  })
  const { store, accounts, passwords, passkeys, secondFactors, oidcStore } = parts
  const { sessions, activity, invitations, closing, now } = parts
  const { publishEnded } = sessions
  return {
    deps: {
      ...{ store, add: accounts.add, passwords, passkeys, secondFactors, oidcStore },
      ...{ publishEnded, activity, invitations, closing, now },
    },
    close: () => runtime.close(),
  }
}

function createHandlers(parts: AccountParts) {
  const { config, database, signingKey, now } = parts
  const { newId, userData, accounts, sessions, activity, invitations, closing, ...shared } = createAccountParts(parts)
  const cookie = createRefreshCookie({ secure: config.cookieSecure, now })
  const { privateKeyPem } = signingKey
  const device = createDeviceCookie({ secure: config.cookieSecure, privateKeyPem })
  const respondWithSession = createSessionResponder(createAccessTokens(signingKey, now, newId), cookie, device)
  const openDemo = createDemos({ ...shared, newId, userData })
  const resets = createPasswordResets({
    ...{ ...shared, newId, activity, accounts: shared.store, store: createResetStore(database) },
    mailer: config.mail === null ? null : createMailer(config.mail),
    publicUrl: config.publicUrl,
    publishEnded: (sids, at) => sessions.publishEnded(sids, 'password', at),
  })
  const returnUrl = `${new URL(config.publicUrl).origin}${OIDC_PATH}`
  const oidcSignIns = createOidcSignIns({
    ...{ ...shared, newId, accounts, activity, accountStore: shared.store, store: shared.oidcStore },
    provider: config.oidc === null ? null : createOidcProvider(config.oidc, { returnUrl, runtime: shared.runtime }),
    ...{ name: config.oidc?.name ?? '', signUp: config.signUp },
  })
  const handlers: Handlers<'auth'> = {
    ...createAccountHandlers({
      ...{
        accounts,
        sessions,
        activity,
        openDemo,
        closing,
        userData,
        secondFactors: shared.secondFactors,
        oidcStore: shared.oidcStore,
        respondWithSession,
        cookie,
        device,
        now,
      },
      doors: config,
    }),
    ...createSecondFactorHandlers({
      ...{ accounts, device },
      ...{ passkeys: shared.passkeys, secondFactors: shared.secondFactors },
    }),
    ...createOidcHandlers({
      ...{ sessions, respondWithSession, device, secure: config.cookieSecure },
      ...{ accounts, activity, store: shared.oidcStore, runtime: shared.runtime },
      ...{ settings: config.oidc, signIns: oidcSignIns },
    }),
    ...createResetHandlers(resets),
    ...createSessionHandlers({
      sessions,
      activity,
      respondWithSession,
      cookie,
      jwk: signingKey.jwk,
      listRevocations: (after) => listRevocations(database, after),
    }),
  }
  return { handlers, closing, activity, invitations }
}
