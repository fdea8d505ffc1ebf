import { endpointTable, type Success } from '@callwright/contracts'
import {
  buildHttpApp,
  createIdentitySigner,
  createLimiter,
  createRuntime,
  createServiceClient,
  openSharedCache,
  type Runtime,
} from '@callwright/service'
import type { FastifyInstance } from 'fastify'
import { describeClient, installEdgeGuard, nameEndpoint, registerAccessTokens, replaceUncleanTarget } from './access.ts'
import type { GatewayConfig } from './config.ts'
import { registerDocs } from './docs/routes.ts'
import { registerErrorIntake, reportLimit } from './error-intake.ts'
import { watchExposure } from './exposure.ts'
import { createIssuerClock, createServiceClocks } from './issuer-clock.ts'
import { createKeySet } from './key-set.ts'
import { type Ops, type OpsOverrides, openOps } from './ops/ops.ts'
import { registerProxy } from './proxy/proxy.ts'
import { watchUpstreams } from './proxy/upstream.ts'
import { createRequestBudget, ledgerLimit } from './request-budget.ts'
import { createRevocations, openRevocationFeed } from './revocations.ts'
import { createPageFallback, registerSecurityHeaders, registerWebApp } from './web-app.ts'

interface Gateway {
  readonly app: FastifyInstance
  readonly runtime: Runtime
  readonly ops: Ops
}

export async function buildApp(
  config: GatewayConfig,
  overrides: Parameters<typeof createRuntime>[2] & { readonly ops?: OpsOverrides } = {},
): Promise<Gateway> {
  const runtime = createRuntime(config, 'gateway', overrides)
  const app = buildHttpApp(runtime, {
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    acceptRequestId: false,
    // The gateway forwards the query unchanged and the service parses it, so `request.query` is empty here.
    readQuery: () => ({}),
    rewriteUrl: replaceUncleanTarget,
    nameRoute: nameEndpoint,
    describeClient,
    onNotFound: createPageFallback(config.webRoot),
  })
  const clock = createIssuerClock(runtime)
  const clocks = createServiceClocks(runtime, clock, (now) => createIdentitySigner(config, 'gateway', now))
  const { sign } = clocks
  const auth = createServiceClient(runtime, {
    owner: 'auth',
    addresses: config.auth,
    sign,
    onResponse: ({ headers }, sentAt) => clock.learn(headers.get('date'), sentAt),
  })
  const revocations = createRevocations()
  const feed = openRevocationFeed(runtime, {
    redisUrl: config.redisCacheUrl,
    revocations,
    fetchPage: (after) => auth.call('auth.revocations', after === null ? {} : { query: { after } }),
  })
  const redis = openSharedCache(runtime, config.redisCacheUrl)
  const limiter = createLimiter(runtime, redis, reportLimit)
  const { requestsPerMinute } = config
  const ledger = createLimiter(runtime, redis, ledgerLimit(requestsPerMinute))
  const budget = createRequestBudget(runtime, { requestsPerMinute, ledger })
  watchUpstreams(runtime, config)

  registerSecurityHeaders(app, config.profile)
  watchExposure(app, runtime)
  const keySet = createKeySet(() => auth.call('auth.jwks'))
  installEdgeGuard(app, await registerAccessTokens(app, runtime, { keySet, revocations, now: clock.now }), budget)
  await registerWebApp(app, runtime, config.webRoot)
  registerHealth(app)
  registerDocs(app)
  registerErrorIntake(app, runtime, limiter)
  await registerProxy(app, { runtime, config, clocks, revocations })
  app.addHook('onReady', () => feed.start())
  return { app, runtime, ops: openOps(runtime, config, overrides.ops) }
}

function registerHealth(app: FastifyInstance): void {
  const { method, path } = endpointTable['gateway.health']
  const answer: Success<'gateway.health'> = { status: 'pass' }
  app.route({ method, url: path, handler: () => answer })
}
