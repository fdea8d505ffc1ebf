import { endpointTable } from '@callwright/contracts'
import {
  awaitMigrations,
  buildHttpApp,
  createIdentitySigner,
  createIdentityVerifier,
  createLimiter,
  createRuntime,
  createServiceClient,
  openDatabase,
  openSharedCache,
  type Runtime,
  registerEndpoints,
  type ServiceAddress,
  type ServiceClient,
} from '@callwright/service'
import type { FastifyInstance } from 'fastify'
import { createBudget, createUsageStore } from './chat/budget.ts'
import { createEngineChoice, type ModelEngine } from './chat/engine-choice.ts'
import { createMessageStore } from './chat/message-store.ts'
import { type ChatMetrics, createChatMetrics } from './chat/metrics.ts'
import { chatRoutes } from './chat/routes.ts'
import { createUserLock } from './chat/user-lock.ts'
import type { Config } from './config.ts'
import { migrations } from './db/migrations/index.ts'
import type { Tables } from './db/schema.ts'
import { createModelEngine } from './engines/model-engine.ts'
import { createOfflineEngine } from './engines/offline/offline-engine.ts'
import { openModel, withBreaker } from './engines/open-model.ts'
import { createMarketClock } from './market/market-clock.ts'
import { createPipeline } from './pipeline.ts'
import { createTools } from './tools/tool-specs.ts'

interface Overrides extends NonNullable<Parameters<typeof createRuntime>[2]> {
  readonly now?: () => number
  /** Time limit at shutdown for answers in progress, in milliseconds. */
  readonly answerGraceMs?: number
}

/** Must be shorter than the time that the runtime gives its HTTP server to close. */
const ANSWER_GRACE_MS = 6_000

/**
 * Builds the service, which answers questions with data from the other services and keeps conversations in PostgreSQL.
 */
export async function buildApp(
  config: Config,
  { now = Date.now, answerGraceMs = ANSWER_GRACE_MS, ...overrides }: Overrides = {},
): Promise<{ app: FastifyInstance; runtime: Runtime }> {
  const runtime = createRuntime(config, 'coach', overrides)
  const { log } = runtime
  const database = openDatabase<Tables>(runtime, { url: config.databaseUrl, kind: 'soft' })
  awaitMigrations(runtime, database, migrations)
  const redis = openSharedCache(runtime, config.redisCacheUrl)
  const client = createClients(runtime, config)
  const metrics = createChatMetrics(runtime.metrics)
  const messages = createMessageStore(database)
  const usage = createUsageStore(database)
  const budget = createBudget({ usage, terms: config, log, now, onRemaining: metrics.setRemaining })
  const chooseEngine = createEngineChoice({
    offline: createOfflineEngine(),
    model: openModelEngine(config, metrics),
    readBudget: budget.read,
    tools: metrics.watch(createTools(client), (error, tool) => log.error({ err: error, tool }, 'tool.failed')),
    mayShare: config.sharePositions,
  })
  const readMarket = createMarketClock({ marketData: client, log, now })
  const limits = {
    often: createLimiter(runtime, redis, {
      name: 'coach_messages',
      points: config.messagesPerFiveMinutes,
      durationSeconds: 300,
    }),
    daily: createLimiter(runtime, redis, {
      name: 'coach_messages_a_day',
      points: config.messagesPerDay,
      durationSeconds: 86_400,
    }),
  }
  const lockUser = createUserLock(redis)
  const closing = new AbortController()
  const pipeline = createPipeline({
    messages,
    lockUser,
    limits,
    chooseEngine,
    budget,
    readMarket,
    metrics,
    log,
    now,
    closing: closing.signal,
  })

  const app = buildHttpApp(runtime)
  // Must run first at shutdown, before the server waits for requests in progress.
  runtime.onClose(
    'answers',
    () => void setTimeout(() => closing.abort(new Error('The service is stopping')), answerGraceMs).unref(),
    'front',
  )
  const handlers = chatRoutes({ pipeline, messages, usage, chooseEngine, readMarket, config })
  registerEndpoints(app, 'coach', handlers, {
    verifyIdentity: createIdentityVerifier(config, 'coach', ['gateway', 'auth']),
    checkResponses: config.profile === 'test',
  })
  return { app, runtime }
}

function createClients(runtime: Runtime, config: Config): ServiceClient {
  const sign = createIdentitySigner(config, 'coach')
  const open = (owner: 'market-data' | 'screener' | 'portfolio', addresses: readonly ServiceAddress[]) =>
    createServiceClient(runtime, { owner, addresses, sign })
  const clients = {
    'market-data': open('market-data', config.marketData),
    screener: open('screener', config.screener),
    portfolio: open('portfolio', config.portfolio),
  }
  return {
    call(id, call) {
      const { owner } = endpointTable[id]
      if (owner === 'market-data' || owner === 'screener' || owner === 'portfolio') return clients[owner].call(id, call)
      throw new Error(`The coach does not call ${owner}`)
    },
  }
}

function openModelEngine({ provider }: Config, metrics: ChatMetrics): ModelEngine | null {
  if (provider === null) return null
  metrics.expectModel()
  const engine = withBreaker(createModelEngine(openModel({ ...provider, onRetry: metrics.noteRetry })), {
    now: () => performance.now(),
    onChange: metrics.setBreaker,
  })
  return { engine, provider }
}
