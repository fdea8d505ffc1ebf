import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  buildTestConfig,
  createTestDatabase,
  openTcpProxy,
  readTestUrl,
  type TcpProxy,
  waitFor,
} from '@callwright/service/testing'
import { Client } from 'pg'
import { migrations } from '../../src/db/migrations/index.ts'
import { startFakeMarket } from '../fake-market.ts'
import { startFakeScreener } from '../fake-screener.ts'
import { type AlertCounts, type ChannelCounts, countAlerts, countReceipts } from './count.ts'
import { createRandom, type Random } from './random.ts'
import { openReceivers } from './receivers.ts'
import { openReplicas } from './replicas.ts'
import { FIRING_DELTA, listWatchers, setUp, stocks, type Watcher } from './watchers.ts'

const MAX_BETWEEN_KILLS_MS = 4_000
const CUT_MS = 3_000
/** As PostgreSQL on another machine responds, so that kills also fall between its statements. */
const RESPONSE_MS = 20
/** Twice the lease of a channel, and what a busy machine needs. */
const END_TIMEOUT_MS = 600_000

export interface CrashOptions {
  readonly positions: number
  /** Kills at random moments after each of the first two refreshes; at the end of each, both processes are killed. */
  readonly killsPerRefresh: number
  readonly seed: number
  /** Ends the leases of the killed processes at once. Otherwise, the others wait two minutes for them. */
  readonly endsLeases: boolean
  readonly print: (line: string) => void
}

export interface CrashReport {
  readonly kills: number
  /** Kills before all rules were evaluated after the refresh. */
  readonly killsInEvaluation: number
  /** Kills before all messages were sent. */
  readonly killsInDelivery: number
  readonly alerts: AlertCounts
  readonly channels: readonly ChannelCounts[]
}

/**
 * Runs two processes of the service on real stores with receivers of every channel, kills the processes at random
 * moments while they evaluate rules and send, and cuts PostgreSQL and Redis off once each. Counts alerts and messages.
 */
export async function crashAlerts(options: CrashOptions): Promise<CrashReport> {
  const { positions, killsPerRefresh, seed, endsLeases, print } = options
  const random = createRandom(seed)
  const watchers = listWatchers(positions)
  const stack = await openCrashStack(random)
  const { replicas, receivers, market, screener, database } = stack
  try {
    await replicas.start()
    await setUp(watchers, replicas, receivers)
    print(`${watchers.length} users with ${positions} positions and three channels each are set up`)
    await replicas.close()
    stack.postgres.slow(RESPONSE_MS)
    const during = { evaluation: 0, delivery: 0 }
    let refreshes = 0
    const refresh = async () => {
      refreshes += 1
      screener.refresh(`2026-07-10T16:0${refreshes}:00.000Z`)
      await replicas.start()
    }

    const kill = async (work: () => Promise<void>) => {
      const [before, open] = [replicas.countKills(), await readOpenWork(database, refreshes)]
      await work()
      const kills = replicas.countKills() - before
      if (open.rules > 0) during.evaluation += kills
      if (open.messages > 0) during.delivery += kills
    }

    for (const [symbol, store] of [
      [stocks[0], stack.postgres],
      [stocks[1], stack.redis],
    ] as const) {
      market.overrideCalls(symbol, { delta: FIRING_DELTA })
      await refresh()
      for (let index = 0; index < killsPerRefresh; index += 1) {
        await delay(random.between(0, MAX_BETWEEN_KILLS_MS))
        await kill(() => replicas.killOne(random))
        if (index === Math.floor(killsPerRefresh / 2)) await cutOff(store)
      }
      await delay(random.between(0, MAX_BETWEEN_KILLS_MS))
      await kill(() => replicas.killAll())
      const { rules, messages } = await readOpenWork(database, refreshes)
      const left = `${rules} rules to evaluate, ${messages} messages to send`
      print(`Refresh ${refreshes}: ${replicas.countKills()} kills so far, ${left}`)
    }
    // No process is running, so each lease belongs to a killed one.
    if (endsLeases) await database.query('update alert_channel set leased_until = now() where lease_owner is not null')
    await refresh()
    await untilDone(database, refreshes)
    await refresh()
    await untilDone(database, refreshes)
    const alerts = await countAlerts(database, watchers)
    const channels = await countReceipts(database, { watchers, receipts: receivers.listReceipts() })
    return {
      kills: replicas.countKills(),
      killsInEvaluation: during.evaluation,
      killsInDelivery: during.delivery,
      alerts,
      channels: [await countInbox(watchers, stack), ...channels],
    }
  } finally {
    await stack.close()
  }
}

async function cutOff(store: TcpProxy): Promise<void> {
  store.cut()
  await delay(CUT_MS)
  store.restore()
}

/** Rules that were not evaluated since a refresh, and messages that were not sent. */
async function readOpenWork(database: Client, refreshes: number) {
  const { rows } = await database.query<{ rules: number; messages: number }>(
    `select (select count(*)::int from alert_rule where evaluated_market not like '%:0${refreshes}:00.000Z') as rules,
      (select count(*)::int from alert_delivery where state = 'pending') as messages`,
  )
  return rows[0] ?? { rules: 0, messages: 0 }
}

async function untilDone(database: Client, refreshes: number): Promise<void> {
  const isDone = async () => {
    const { rules, messages } = await readOpenWork(database, refreshes)
    return rules === 0 && messages === 0
  }
  await waitFor('all rules and messages', isDone, END_TIMEOUT_MS)
}

/** Counts what the users see as unread. */
async function countInbox(watchers: readonly Watcher[], { replicas }: CrashStack): Promise<ChannelCounts> {
  const counts = { expected: 0, received: 0, extra: 0 }
  for (const { name: user, positions } of watchers) {
    const { unread } = await replicas.get('portfolio.countUnreadAlerts', { user })
    counts.expected += positions
    counts.received += Math.min(unread, positions)
    counts.extra += Math.max(0, unread - positions)
  }
  const { expected, received, extra } = counts
  return {
    kind: 'inbox',
    ...{ expected, received, repeatedWithSameId: 0, doubledWithAnotherId: extra, lost: expected - received },
  }
}

type CrashStack = Awaited<ReturnType<typeof openCrashStack>>

async function openProxyTo(address: URL): Promise<TcpProxy> {
  const proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  address.port = String(proxy.port)
  return proxy
}

async function openCrashStack(random: Random) {
  const config = buildTestConfig()
  const store = await createTestDatabase('portfolio', migrations)
  const [databaseUrl, redisUrl] = [new URL(store.url), new URL(readTestUrl('TEST_REDIS_URL'))]
  const [postgres, redis] = [await openProxyTo(databaseUrl), await openProxyTo(redisUrl)]
  const [market, screener, receivers] = [
    await startFakeMarket(),
    await startFakeScreener(),
    await openReceivers(random),
  ]
  const database = new Client({ connectionString: store.url })
  await database.connect()
  const replicas = openReplicas(config, {
    DATA_DIR: config.dataDir,
    HOST: config.host,
    DATABASE_URL: databaseUrl.href,
    REDIS_QUEUE_URL: redisUrl.href,
    REDIS_NAMESPACE: `crash-${randomBytes(6).toString('hex')}`,
    MARKET_DATA_URL: market.url,
    SCREENER_URL: screener.url,
    PUBLIC_URL: 'https://calls.example.com',
    SMTP_URL: `smtp://127.0.0.1:${receivers.mailPort}`,
    MAIL_FROM: 'Callwright <alerts@example.com>',
    WEBHOOK_PRIVATE_NETWORKS: 'allow',
    WEBHOOK_PLAIN_HTTP: 'allow',
    ALERT_CHECK_MS: '500',
    ALERT_SEND_MS: '100',
  })
  return {
    ...{ market, screener, receivers, database, replicas, postgres, redis },
    async close(): Promise<void> {
      await replicas.close()
      await database.end()
      await Promise.all([postgres.close(), redis.close(), market.close(), screener.close(), receivers.close()])
      await store.drop()
    },
  }
}
