import { randomBytes } from 'node:crypto'
import {
  buildPath,
  type EndpointId,
  type EventImport,
  endpointTable,
  type ListedPosition,
  type NewPosition,
  type Problem,
  type Success,
} from '@callwright/contracts'
import {
  createIdentitySigner,
  createRuntime,
  IDENTITY_HEADER,
  openDatabase,
  type Principal,
  readConfig,
} from '@callwright/service'
import {
  addressesOf,
  buildTestConfig,
  createLogSink,
  createTestDatabase,
  openTcpProxy,
  readTestUrl,
  type TestDatabase,
  waitFor,
} from '@callwright/service/testing'
import type { InjectOptions } from 'fastify'
import { channelReaders } from '../src/alerts/channels/settings.ts'
import { buildApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/schema.ts'
import { startFakeMarket } from './fake-market.ts'
import { startFakeScreener } from './fake-screener.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

interface Asked {
  readonly user?: string
  readonly as?: Principal
  /** The calling service, if `as` is a service. */
  readonly caller?: 'auth' | 'coach' | 'screener'
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface OpenedMarket {
  readonly url: string
  readonly close: () => Promise<void>
}

type PositionImport = Extract<Success<'portfolio.import'>, { readonly kind: 'positions' }>

export type Stack = Awaited<ReturnType<typeof openStack>>

interface StackParts {
  readonly openMarket?: (dataDir: string) => Promise<OpenedMarket>
  /** A database to use instead of a new one; the stack drops it. */
  readonly database?: TestDatabase
  /** Settings of alerts. Unless a test sets them, rules are evaluated and messages sent only when it says so. */
  readonly alerts?: Partial<Pick<Config, 'alertCheckMs' | 'alertSendMs'>>
  /** Environment of the channels, such as the mail server. */
  readonly channels?: Readonly<Record<string, string>>
  readonly now?: () => number
  readonly means?: Overrides['means']
  readonly wait?: Overrides['wait']
}

type Overrides = NonNullable<Parameters<typeof buildApp>[1]>

const ON_DEMAND = { alertCheckMs: 3_600_000, alertSendMs: 3_600_000 }

/** Opens the service with a fake market and its own database, which can be cut and frozen. */
export async function openStack(given: StackParts = {}) {
  const config = buildTestConfig()
  const database = given.database ?? (await createTestDatabase('portfolio', migrations))
  const address = new URL(database.url)
  const postgres = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  address.port = String(postgres.port)
  const market = await startFakeMarket()
  const realMarket = await given.openMarket?.(config.dataDir)
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'portfolio-test')
  const log = createLogSink()
  const screener = await startFakeScreener()
  const settings: Config = {
    ...config,
    ...readConfig(given.channels ?? {}, channelReaders),
    databaseUrl: address.href,
    marketData: addressesOf(realMarket?.url ?? market.url),
    screener: addressesOf(screener.url),
    redisQueueUrl: readTestUrl('TEST_REDIS_URL'),
    redisNamespace: `test-${randomBytes(6).toString('hex')}`,
    ...ON_DEMAND,
    ...given.alerts,
  }
  const options = {
    logStream: log.stream,
    ...(given.now === undefined ? {} : { now: given.now }),
    ...(given.means === undefined ? {} : { means: given.means }),
    ...(given.wait === undefined ? {} : { wait: given.wait }),
  }
  const service = await buildApp(settings, options)
  const sign = createIdentitySigner(config, 'gateway')
  const signAs = {
    auth: createIdentitySigner(config, 'auth'),
    coach: createIdentitySigner(config, 'coach'),
    screener: createIdentitySigner(config, 'screener'),
  }

  async function ask(
    id: EndpointId,
    { user = 'user-1', as, caller = 'auth', params, query, body, headers }: Asked = {},
  ) {
    const principal = as ?? { kind: 'user' as const, userId: user, sessionId: `session of ${user}`, isDemo: false }
    const identity = (principal.kind === 'service' ? signAs[caller] : sign)('portfolio', principal)
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const options: InjectOptions = {
      method: endpointTable[id].method,
      url: `${buildPath(id, params)}${search}`,
      headers: {
        [IDENTITY_HEADER]: identity,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const answer = await service.app.inject(options)
    if (answer.statusCode === 500) {
      throw new Error(`${id} returned 500: ${JSON.stringify(log.lines().findLast((line) => line.level === 'error'))}`)
    }
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }

  return {
    app: service.app,
    runtime: service.runtime,
    alerts: service.alerts,
    config,
    market,
    screener,
    /** Another replica on the same stores, with its own settings. */
    openReplica: (own: Partial<Config> = {}) => buildApp({ ...settings, ...own }, options),
    postgres,
    log,
    ask,
    database: openDatabase<Tables>(runtime, { url: database.url }),
    /**
     * Body of the response. Throws unless the response is a success. Asks again while the database is unavailable, as
     * clients do: on a busy machine, connecting to it may take too long.
     */
    async get<Id extends EndpointId>(id: Id, asked: Asked = {}): Promise<Success<Id>> {
      const { status, text } = await waitFor('the database', async () => {
        const answer = await ask(id, asked)
        return answer.status === 503 && problemOf(answer).code === 'database_unavailable' ? null : answer
      })
      if (status !== 200) throw new Error(`${id} returned ${status}: ${text}`)
      return JSON.parse(text) as Success<Id>
    },
    /** Report on an import of positions. Throws if the text was read as something else. */
    async importPositions(asked: Asked): Promise<PositionImport> {
      const answer = await this.get('portfolio.import', asked)
      if (answer.kind !== 'positions') throw new Error(`The file was read as ${answer.kind}`)
      return answer
    },
    /** Report on an import of events. Throws if the text was read as something else. */
    async importEvents(asked: Asked): Promise<EventImport> {
      const answer = await this.get('portfolio.import', asked)
      if (answer.kind !== 'events') throw new Error(`The file was read as ${answer.kind}`)
      return answer
    },
    async listIds(user = 'user-1'): Promise<string[]> {
      return (await this.get('portfolio.list', { user })).positions.map(({ id }) => id)
    },
    async listOne(user = 'user-1'): Promise<ListedPosition> {
      const [only, ...others] = (await this.get('portfolio.list', { user })).positions
      if (only === undefined || others.length > 0) throw new Error('not exactly one position')
      return only
    },
    async close() {
      postgres.thaw()
      postgres.restore()
      await service.runtime.close()
      await runtime.close()
      await Promise.all([postgres.close(), market.close(), screener.close(), realMarket?.close()])
      await database.drop()
    },
  }
}

export const problemOf = ({ text }: Answer): Problem => JSON.parse(text) as Problem

export function inventPosition(changes: Partial<NewPosition> & Record<string, unknown> = {}): NewPosition {
  return {
    id: '1783699200000',
    ticker: 'KO',
    entry_date: '2026-06-26',
    expiry_date: '2026-07-24',
    strike_price: 65,
    entry_premium: 2.5,
    entry_price: 60,
    ...changes,
  }
}
