/**
 * `npm run crash:portfolio` kills PostgreSQL and the portfolio service ten times each with SIGKILL while a client adds
 * 50 positions per second, then compares acknowledged writes with stored ones. Exits with 1 if a write is missing or
 * duplicated. CRASHES and WRITES_PER_SECOND change the defaults.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openCrashStack } from './lib/crash-stack.mjs'
import { startWriting } from './lib/crash-writer.mjs'
import { createReport } from './lib/report.mjs'
import { runBenchmark } from './lib/run-benchmark.mjs'

const basePort = Number(process.env.BASE_PORT ?? 18_860)
const crashes = Number(process.env.CRASHES ?? 10)
const perSecond = Number(process.env.WRITES_PER_SECOND ?? 50)
const BETWEEN_MS = 1_500
const RETRY_TIMEOUT_MS = 30_000
const report = createReport(2 + 2 * crashes)

/** Counts how often each write is stored and how often the ledger has its opening event. */
async function readStored(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(`
    select user_id, id, count(*)::int as stored,
      (select count(*)::int from position_event e
        where e.user_id = p.user_id and e.position_id = p.id and kind = 'open') as opened
    from position p group by user_id, id`)
  await client.end()
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

await runBenchmark(report, async (closers) => {
  const stack = await report.step('PostgreSQL and the service', () => openCrashStack(basePort, closers))
  const writer = startWriting({ url: stack.url, dataDir: stack.dataDir, perSecond })
  for (let round = 1; round <= crashes; round += 1) {
    for (const [name, crash] of Object.entries(stack.crash)) {
      await delay(BETWEEN_MS)
      await report.step(`kill -9 of ${name}, ${round}`, async () => {
        await crash()
        return `${writer.count()} writes so far`
      })
    }
  }
  await delay(BETWEEN_MS)
  const writes = await writer.stop(RETRY_TIMEOUT_MS)
  const { lines, isMissed } = judge(writes, await readStored(stack.databaseUrl))
  report.line(`\n${lines.join('\n')}\nrejected meanwhile: ${writer.rejections()}\n`)
  return isMissed
})
