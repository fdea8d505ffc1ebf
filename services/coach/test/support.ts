import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildPath, type ChatAnswer, type EndpointId, endpointTable, type Success } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER, listen, type Principal } from '@callwright/service'
import {
  addressesOf,
  buildTestConfig,
  createLogSink,
  createTestDatabase,
  openTcpProxy,
  readTestUrl,
  waitFor,
} from '@callwright/service/testing'
import { Client } from 'pg'
import { buildApp } from '../src/app.ts'
import type { Config, ProviderConfig } from '../src/config.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { startStubModel } from './engines/stub-model.ts'

export const MARKET_TIME = '2026-07-10T20:00:00.000Z'

const UNIVERSE = {
  symbols: [],
  refresh_seconds: null,
  separate_iv_ranks: false,
  as_of: MARKET_TIME,
  data_class: 'recorded',
  source: 'Invented',
  cache_status: 'miss',
} satisfies Success<'marketData.universe'>

/** Only `marketData.universe` responds; every other request fails with 503. */
async function startOtherServices() {
  let held: Promise<void> = Promise.resolve()
  const waiting = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    waiting.add(response)
    response.once('close', () => waiting.delete(response))
    await held
    const isUniverse = request.url === buildPath('marketData.universe')
    response.writeHead(isUniverse ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isUniverse ? UNIVERSE : { code: 'away', detail: 'The service is away.' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    countWaiting: () => waiting.size,
    /** Holds all responses until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface Asked {
  readonly user?: string
  readonly as?: Principal
  readonly caller?: 'auth' | 'gateway'
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly accept?: string
  readonly signal?: AbortSignal
}

export interface StreamedEvent {
  readonly name: string
  readonly data: unknown
}

let users = 0
/** A new id for each test, because earlier tests use up rate limits. */
export const newUser = () => `user-${process.pid}-${Date.now()}-${users++}`

export type Stack = Awaited<ReturnType<typeof openStack>>

/** Opens the service with its own database (behind a proxy that can be cut), Redis and a scripted model. */
export async function openStack(
  changes: Partial<Config> & { readonly hasModel?: boolean; readonly answerGraceMs?: number } = {},
) {
  const { hasModel = true, answerGraceMs, ...settings } = changes
  const base = buildTestConfig()
  const database = await createTestDatabase('coach', migrations)
  const address = new URL(database.url)
  const postgres = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  address.port = String(postgres.port)
  const [otherServices, model] = await Promise.all([startOtherServices(), startStubModel()])
  const provider: ProviderConfig = {
    api: 'responses',
    apiKey: 'key of a test',
    baseUrl: model.url,
    model: 'test-model',
  }
  const log = createLogSink()
  const { app, runtime } = await buildApp(
    {
      ...base,
      databaseUrl: address.href,
      redisCacheUrl: readTestUrl('TEST_REDIS_URL'),
      marketData: addressesOf(otherServices.url),
      screener: addressesOf(otherServices.url),
      portfolio: addressesOf(otherServices.url),
      provider: hasModel ? provider : null,
      sharePositions: true,
      messagesPerFiveMinutes: 20,
      messagesPerDay: 200,
      tokensPerDay: 1_000_000,
      costPerDayUsd: 100,
      inputUsdPerMillion: 1_000,
      outputUsdPerMillion: 10_000,
      ...settings,
    },
    { logStream: log.stream, ...(answerGraceMs === undefined ? {} : { answerGraceMs }) },
  )
  await listen(app, runtime)
  const { port } = app.server.address() as AddressInfo
  const signers = { auth: createIdentitySigner(base, 'auth'), gateway: createIdentitySigner(base, 'gateway') }

  function request(id: EndpointId, { user = 'user-1', as, caller, params, body, accept, signal }: Asked = {}) {
    const principal = as ?? { kind: 'user' as const, userId: user, sessionId: `session of ${user}`, isDemo: false }
    const sign = signers[caller ?? (principal.kind === 'service' ? 'auth' : 'gateway')]
    return fetch(`http://127.0.0.1:${port}${buildPath(id, params)}`, {
      method: endpointTable[id].method,
      headers: {
        [IDENTITY_HEADER]: sign('coach', principal),
        ...(accept === undefined ? {} : { accept }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  }

  return {
    model,
    otherServices,
    postgres,
    log,
    request,
    metrics: () => runtime.metrics.registry.metrics(),
    async sumTokens(user: string): Promise<number> {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      const { rows } = await client.query(
        'select coalesce(sum(input_tokens + output_tokens), 0) as tokens from usage where user_id = $1',
        [user],
      )
      await client.end()
      return Number(rows[0]?.tokens)
    },
    async ask(message: string, user: string, more: object = {}): Promise<ChatAnswer> {
      return read(() => request('coach.chat', { user, body: { message, ...more } }))
    },
    async get<
      Id extends 'coach.status' | 'coach.listHistory' | 'coach.clearHistory' | 'coach.erase' | 'coach.exportUser',
    >(id: Id, asked: Asked): Promise<Success<Id>> {
      return read(() => request(id, asked))
    },
    async close() {
      postgres.restore()
      await runtime.close()
      await Promise.all([postgres.close(), otherServices.close(), model.stop()])
      await database.drop()
    },
  }
}

/**
 * Reads the body of a success. Asks again while the database is unavailable, as clients do: on a busy machine,
 * connecting to it may take too long.
 */
async function read<T>(ask: () => Promise<Response>): Promise<T> {
  const { status, text } = await waitFor('the database', async () => {
    const answer = await ask()
    const text = await answer.text()
    return answer.status === 503 && text.includes('"database_unavailable"') ? null : { status: answer.status, text }
  })
  if (status !== 200) throw new Error(`answered ${status}: ${text}`)
  return JSON.parse(text) as T
}

/** Reads all events of a stream that has ended. */
export async function readEvents(answer: Response): Promise<StreamedEvent[]> {
  const frames = (await answer.text()).split('\n\n').filter(Boolean)
  return frames.map((frame) => {
    const [, name = '', data = 'null'] = /^event: (.+)\ndata: (.+)$/u.exec(frame) ?? []
    return { name, data: JSON.parse(data) as unknown }
  })
}
