/**
 * `npm run crash:portfolio` kills PostgreSQL and the portfolio service ten times each with SIGKILL while a client writes
 * 50 events per second, half of them new positions and half purchases of shares, then compares acknowledged writes with
 * stored ones. Prints a table of the kills. Exits with 1 if a write is missing or duplicated, or if the stored rows of
 * chains differ from the ledger. CRASHES, WRITES_PER_SECOND and BETWEEN_MS (the time from a restart to the next kill)
 * change the defaults.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import pg from 'pg'
import { renderTable } from './bench/report.mjs'
import { openServers, runBenchmark } from './bench/stack.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { createReport } from './lib/report.mjs'
import { prepareSchemas, serviceSpec } from './lib/services.mjs'
import { portTable } from './lib/settings.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_860)
const crashes = Number(process.env.CRASHES ?? 10)
const perSecond = Number(process.env.WRITES_PER_SECOND ?? 50)
const betweenMs = Number(process.env.BETWEEN_MS ?? 1_500)
const RETRY_TIMEOUT_MS = 30_000
const report = createReport(2 + 2 * crashes)

/** Counts how often each write is stored and how often the ledger has its event. */
async function readStored(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(`
    select user_id, id, count(*)::int as stored,
      (select count(*)::int from position_event e
        where e.user_id = p.user_id and e.position_id = p.id and kind = 'open') as opened
    from position p group by user_id, id
    union all
    select user_id, event_id, count(*)::int, count(*)::int from position_event
    where kind = 'buy_shares' group by user_id, event_id`)
  const { rows: differing } = await client.query(`
    select user_id, id from chain c where state <> 'empty' and shares <> (
      select coalesce(sum((body->>'shares')::numeric), 0) from position_event e
        where e.user_id = c.user_id and e.chain_id = c.id and kind = 'buy_shares'
    ) + (
      select coalesce(sum(contracts * 100), 0) from position p
        where p.user_id = c.user_id and p.chain_id = c.id and p.deleted_at is null
    )`)
  await client.end()
  if (differing.length > 0) throw new Error(`${differing.length} chains differ from their ledger`)
  return new Map(rows.map(({ user_id, id, ...counts }) => [`${user_id} ${id}`, counts]))
}

function judge(writes, stored) {
  const found = ({ user, id }) => stored.get(`${user} ${id}`)
  const acknowledged = writes.filter(({ isAcknowledged }) => isAcknowledged)
  const missing = acknowledged.filter((write) => found(write) === undefined)
  const twice = [...stored.values()].filter((counts) => counts.stored !== 1 || counts.opened !== 1)
  const unacknowledged = writes.filter((write) => !write.isAcknowledged && found(write) !== undefined)
  const lines = [
    `written ${writes.length}, acknowledged ${acknowledged.length}, ${acknowledged.filter(({ tries }) => tries > 1).length} of them after retries`,
    `found ${stored.size}: ${acknowledged.length - missing.length} acknowledged, ${unacknowledged.length} whose response was lost`,
    `acknowledged but missing: ${missing.length}`,
    `stored twice, or not exactly once in the ledger: ${twice.length}`,
  ]
  return { lines, isMissed: missing.length + twice.length > 0 || acknowledged.length === 0 }
}

/** Long, because a restart among retries takes minutes on a machine that other work fills. */
const RESTART_TIMEOUT_MS = 300_000
const UNUSED_URL = 'http://127.0.0.1:9'

/**
 * Starts PostgreSQL and the portfolio service alone, with throwaway data: { url, dataDir, databaseUrl, crash }. `crash`
 * kills one of them with SIGKILL and resolves when it has restarted. Cleanup functions are pushed to `closers`.
 */
async function openCrashStack(basePort, closers) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-crash-'))
  // Execute-only for others: PostgreSQL runs as another user if root starts this.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const logDir = join(dataDir, 'logs')
  mkdirSync(logDir, { recursive: true, mode: 0o711 })
  const password = randomBytes(12).toString('hex')
  const port = basePort + 50
  const options = { dataDir: join(dataDir, 'postgres'), port, password, onLog: () => undefined }
  const common = {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    MARKET_DATA_URL: UNUSED_URL,
    SCREENER_URL: UNUSED_URL,
    REDIS_QUEUE_URL: 'redis://127.0.0.1:9',
  }

  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  let postgres = await startPostgres(options)
  closers.push(() => endPostgres(postgres, options))
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const { portfolio: databaseUrl } = await prepareSchemas({ services: ['portfolio'], common, adminUrl })
  const spec = serviceSpec('portfolio', { basePort, common, databaseUrl })
  let service = null
  closers.push(() => service?.close())
  await startService()

  async function startService() {
    service = openServers({ core: null, logDir, startTimeoutMs: RESTART_TIMEOUT_MS })
    await service.start(spec)
  }

  async function untilStarted(start) {
    const end = performance.now() + RESTART_TIMEOUT_MS
    for (;;) {
      try {
        return await start()
      } catch (error) {
        // Child processes of the killed server may still hold its data folder.
        if (performance.now() > end) throw error
        await delay(100)
      }
    }
  }

  return {
    url: `http://127.0.0.1:${portTable(basePort).portfolio.port}`,
    ...{ dataDir, databaseUrl },
    crash: {
      async postgres() {
        await end(postgres.child, 'SIGKILL')
        postgres = await untilStarted(() => startPostgres(options))
      },
      async service() {
        await service.kill()
        await startService()
      },
    },
  }
}

/** Stops PostgreSQL with a fast shutdown. If root started it, its data may be in another folder. */
async function endPostgres({ child, dataDir }, options) {
  await end(child, 'SIGINT')
  if (dataDir !== options.dataDir) rmSync(dataDir, { recursive: true, force: true })
}

async function end(child, name) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode === null && child.kill(name)) await gone
}

const describePosition = (id) => ({
  ...{ id, ticker: 'KO', entry_date: '2026-06-26', expiry_date: '2026-07-24', confirm_equal: true },
  ...{ strike_price: 65, entry_premium: 2.5, entry_price: 60 },
})
const describePurchase = (event_id) => ({
  ...{ event_id, kind: 'buy_shares', ticker: 'PEP', occurred_on: '2026-06-26', shares: 10, price: 140 },
})

/** Many, because each purchase replays the events of its user's chain. */
const USERS = 500
const CATCH_UP_MS = 500
/** Writes in progress. A client without a limit spends an outage on requests that fail. */
const MAX_RUNNING = 64
const ANSWER_TIMEOUT_MS = 6_000
/** A retry waits twice as long as the one before, so that a restart on a slow machine is not buried by retries. */
const RETRY_AFTER_MS = 1_000
const RETRY_AT_MOST_MS = 8_000

/**
 * Adds positions at a steady rate for many users. Every second write is retried until it is acknowledged. The others
 * are sent only once, even if no response arrives. `stop` resolves to all writes: { user, id, tries, isAcknowledged }.
 */
function startWriting({ url, dataDir, perSecond }) {
  const sign = createIdentitySigner(
    { dataDir, profile: 'development', identityPrivateKey: null, identityPublicKeys: null },
    'gateway',
  )
  const writes = []
  const running = new Set()
  const rejections = new Map()
  let isStopping = false
  let isOver = false

  async function add({ user, id, isPurchase }) {
    const path = isPurchase ? `chains/shares-of-${user}/events` : 'positions'
    const answer = await fetch(`${url}/api/portfolio/${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      headers: {
        [IDENTITY_HEADER]: sign('portfolio', { kind: 'user', userId: user, sessionId: `session of ${user}` }),
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body: JSON.stringify(isPurchase ? describePurchase(id) : describePosition(id)),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  async function write(entry, isRetried) {
    do {
      entry.tries += 1
      const status = await add(entry).catch(() => 'no response')
      entry.isAcknowledged = status === 200
      if (entry.isAcknowledged) return
      rejections.set(status, (rejections.get(status) ?? 0) + 1)
      await delay(Math.min(RETRY_AT_MOST_MS, RETRY_AFTER_MS * 2 ** (entry.tries - 1)))
    } while (isRetried && !isOver)
  }

  const loop = (async () => {
    let startMs = performance.now()
    for (let index = 0; !isStopping; index += 1) {
      while (running.size >= MAX_RUNNING) await delay(5)
      const entry = {
        user: `crash-${index % USERS}`,
        id: randomUUID(),
        isPurchase: index % 4 < 2,
        tries: 0,
        isAcknowledged: false,
      }
      writes.push(entry)
      const work = write(entry, index % 2 === 0).finally(() => running.delete(work))
      running.add(work)
      // Schedule writes by the clock, so that the writer catches up after a short delay. After a longer one, a burst would
      // be far above the rate.
      const waitMs = startMs + ((index + 1) * 1_000) / perSecond - performance.now()
      if (waitMs > 0) await delay(waitMs)
      else startMs += Math.max(0, -waitMs - CATCH_UP_MS)
    }
  })()

  return {
    count: () => writes.length,
    countAcknowledged: () => writes.filter(({ isAcknowledged }) => isAcknowledged).length,
    rejections: () => [...rejections].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
    /** Stops new writes and waits up to `timeoutMs` for retries. */
    async stop(timeoutMs) {
      isStopping = true
      await loop
      const over = delay(timeoutMs).then(() => {
        isOver = true
      })
      await Promise.race([Promise.all(running), over])
      isOver = true
      await Promise.all(running)
      return writes
    },
  }
}

await runBenchmark(report, async (closers) => {
  const stack = await report.step('PostgreSQL and the service', () => openCrashStack(basePort, closers))
  const writer = startWriting({ url: stack.url, dataDir: stack.dataDir, perSecond })
  const kills = []
  for (let round = 1; round <= crashes; round += 1) {
    for (const [name, crash] of Object.entries(stack.crash)) {
      await delay(betweenMs)
      await report.step(`kill -9 of ${name}, ${round}`, async () => {
        const [writesBefore, startedAt] = [writer.count(), performance.now()]
        await crash()
        const seconds = (performance.now() - startedAt) / 1_000
        const counts = [writesBefore, writer.count(), writer.countAcknowledged()]
        kills.push([`${name}, ${round}`, seconds.toFixed(1), ...counts])
        return `${writer.count()} writes so far`
      })
    }
  }
  await delay(betweenMs)
  const writes = await writer.stop(RETRY_TIMEOUT_MS)
  const { lines, isMissed } = judge(writes, await readStored(stack.databaseUrl))
  const columns = ['kill -9', 'back after, s', 'writes before', 'writes then', 'acknowledged then']
  report.line(`\n${renderTable(columns, kills)}\n\n${lines.join('\n')}\nrejected meanwhile: ${writer.rejections()}\n`)
  return isMissed
})
