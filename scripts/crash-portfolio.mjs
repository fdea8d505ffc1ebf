/**
 * `npm run crash:portfolio`: kills PostgreSQL and the portfolio service ten times each with SIGKILL while positions are added
 * at 50 a second, and compares what was acknowledged with what is there. Ends with 1 when a write is missing or there
 * twice. CRASHES and WRITES_PER_SECOND choose others.
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
const PATIENCE_MS = 30_000
const report = createReport(2 + 2 * crashes)

/** How often each write is stored, and how often the ledger says it was opened. */
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
  const untold = writes.filter((write) => !write.isAcknowledged && found(write) !== undefined)
  const lines = [
    `written ${writes.length}, acknowledged ${acknowledged.length}, ${acknowledged.filter(({ tries }) => tries > 1).length} of them after trying again`,
    `found ${stored.size}: ${acknowledged.length - missing.length} acknowledged ones, ${untold.length} whose answer was lost`,
    `acknowledged and missing: ${missing.length}`,
    `there twice, or not once in the ledger: ${twice.length}`,
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
  const writes = await writer.stop(PATIENCE_MS)
  const { lines, isMissed } = judge(writes, await readStored(stack.databaseUrl))
  report.line(`\n${lines.join('\n')}\nrefused meanwhile: ${writer.refusals()}\n`)
  return isMissed
})
