import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import pg from 'pg'
import { chooseCores } from './bench-cores.mjs'
import { openPageRounds } from './bench-page-rounds.mjs'
import { PAGE_ROWS, pagePaths } from './bench-pages.mjs'
import { readProcesses } from './bench-processes.mjs'
import { renderTable } from './bench-report.mjs'
import { openServers } from './bench-servers.mjs'
import { readCpuSeconds, readStatements } from './bench-stack.mjs'
import { serviceSpec } from './services.mjs'
import { portTable } from './settings.mjs'

const REPLICAS = [1, 2, 4]
/** Port offset of the first replica, above the stack's own ports. */
const FIRST_OFFSET = 60
const OFFSET = 40
const IDLE_MS = 10_000
const CHANGES = 10
/** Rows that a worker writes per second. */
const CHANGED_ROWS = 300

/** Rewrites random rows under new versions, as workers do. */
const changeRows = `
  with next as (update snapshot_version set version = version + $1 returning version)
  update screener_row set version = next.version - chosen.place, enriched_at = now()
  from next, (
    select symbol, row_number() over () - 1 as place
    from (select symbol from screener_row order by random() limit $1) as drawn
  ) as chosen
  where chosen.symbol = screener_row.symbol`

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

async function writeChanges(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let change = 0; change < CHANGES; change += 1) {
    await client.query(changeRows, [CHANGED_ROWS])
    await delay(IDLE_MS / CHANGES)
  }
  await client.end()
}

/** Mean increase of the values that `read` returns, while `work` runs. */
async function whileRunning(read, work) {
  const before = await read()
  await work()
  const after = await read()
  return mean(after.map((value, index) => value - before[index]))
}

async function measureReplicas(count, { basePort, dataDir, run, seconds }) {
  const cores = chooseCores()
  const servers = openServers({ core: cores.servers, logDir: join(dataDir, 'logs') })
  const ports = Array.from({ length: count }, (_, index) => basePort + FIRST_OFFSET + index * OFFSET)
  const opsPorts = ports.map((port) => portTable(port).screener.opsPort)
  const readCpu = () => Promise.all(opsPorts.map((opsPort) => readCpuSeconds(dataDir, opsPort)))
  const readSent = () => Promise.all(opsPorts.map((opsPort) => readStatements(dataDir, opsPort)))
  const sign = createIdentitySigner(
    { dataDir, profile: 'development', identityPrivateKey: null, identityPublicKeys: null },
    'gateway',
  )
  const user = { kind: 'user', userId: randomUUID(), sessionId: randomUUID() }
  const rounds = openPageRounds({ core: cores.load, seconds, readCpu: (opsPort) => readCpuSeconds(dataDir, opsPort) })
  try {
    for (const port of ports) {
      const spec = serviceSpec('screener', {
        basePort: port,
        common: run.common,
        databaseUrl: run.databaseUrls.screener,
      })
      await servers.start({ ...spec, name: `screener-${port}` })
    }
    const statements = await whileRunning(readSent, () => delay(IDLE_MS))
    const quiet = await whileRunning(readCpu, () => delay(IDLE_MS))
    const changing = await whileRunning(readCpu, () => writeChanges(run.databaseUrls.screener))
    const loads = []
    for (const [index, port] of ports.entries())
      loads.push(
        await rounds.loaded({
          url: `http://127.0.0.1:${portTable(port).screener.port}`,
          paths: pagePaths,
          headers: () => ({ [IDENTITY_HEADER]: sign('screener', user) }),
          processes: [opsPorts[index]],
        }),
      )
    const memory = readProcesses(process.pid).get('screener')
    return [
      count,
      mean(loads.map(({ cpu }) => cpu[0])).toFixed(1),
      ((quiet * 1e5) / IDLE_MS).toFixed(1),
      ((Math.max(0, changing - quiet) * 1e6) / (CHANGES * CHANGED_ROWS)).toFixed(0),
      ((statements * 1_000) / IDLE_MS).toFixed(1),
      memory === undefined ? '' : memory.peakMb.toFixed(0),
    ]
  } finally {
    await servers.close()
  }
}

/**
 * Measures the resource use per replica with one, two and four replicas of the screener's API. Returns a table as text.
 */
export async function measureViews({ basePort, dataDir, run, seconds, report }) {
  const rows = []
  for (const count of REPLICAS)
    rows.push(
      await report.step(count === 1 ? '1 replica' : `${count} replicas`, () =>
        measureReplicas(count, { basePort, dataDir, run, seconds }),
      ),
    )
  const columns = [
    'replicas',
    `CPU µs per page of ${PAGE_ROWS} rows`,
    '% of a core, idle',
    'CPU µs per changed row',
    'statements per second',
    'peak MB',
  ]
  return renderTable(columns, rows)
}
