/**
 * `npm run verify:load` measures a stack under load, with throwaway data, and prints one table: the usual mix in an open
 * loop (G1), overload (G2), a soak (G3), other users while one account floods the server (S7), retries (G8), provider calls
 * (G9) and a rolling restart (G10). `-- --only G1,G10` selects parts, `--seconds 30` sets the length of each. Exits with 1 if
 * a bar is missed. Bars on time are not judged if other work used the cores, or with `--counts-only`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBusyExcuse, judge, renderTable, watchBusyCores } from './bench/report.mjs'
import { openBenchStack, runBenchmark, simulatedMarket, waitForFirstRun } from './bench/stack.mjs'
import { createReport } from './lib/report.mjs'
import { portTable } from './lib/settings.mjs'
import { amplification, fairness, mixedLoad, overload, soak, stampede } from './load/parts.mjs'
import { rollingRestart } from './load/restart.mjs'
import { readMarket, registerUsers, renew } from './load/stack.mjs'

/** Parts with their length in seconds. G1 and G2 are those of the goals; the soak's goal is 1,800 s. */
const parts = {
  G1: { title: 'Mixed load', measure: mixedLoad, seconds: 600 },
  G2: { title: 'Overload', measure: overload, seconds: 60 },
  S7: { title: 'One account against the others', measure: fairness, seconds: 30 },
  G8: { title: 'Retries', measure: amplification, seconds: 3 },
  G9: { title: 'Provider calls', measure: stampede, seconds: 0 },
  G10: { title: 'Rolling restart', measure: rollingRestart, seconds: 60 },
  G3: { title: 'Soak', measure: soak, seconds: 1_800 },
}
const USERS = 60
const WARM_UP_SECONDS = 10
const basePort = Number(process.env.BASE_PORT ?? 18_900)
const {
  only,
  seconds: length,
  'counts-only': countsOnly,
} = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string' }, 'counts-only': { type: 'boolean' } },
}).values
const chosen = only === undefined ? Object.keys(parts) : only.split(',')
const report = createReport(2 + chosen.length)

/** The default budgets. Every user of the load has an address of its own, which the gateway believes. */
const settings = {
  ...simulatedMarket,
  REQUESTS_PER_MINUTE: '1200',
  REGISTRATIONS_PER_HOUR: '100000',
  TRUSTED_PROXIES: '127.0.0.1',
}

await runBenchmark(report, async (closers) => {
  const unknown = chosen.filter((name) => !(name in parts))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Use ${Object.keys(parts).join(', ')}.`)
  const excuse = countsOnly ? 'counts only' : findBusyExcuse(await watchBusyCores())
  const stack = openBenchStack(basePort, settings)
  closers.push(stack.close)
  await report.step('Stack', async () => {
    await stack.start('start.mjs', /^ready /m)
    return waitForFirstRun(stack.url)
  })
  const url = `http://127.0.0.1:${basePort}`
  const logDir = join(stack.dataDir, 'load-logs')
  mkdirSync(logDir, { recursive: true })
  let users = await report.step('Users and market', () => registerUsers(url, USERS))
  const market = await readMarket(url, users)
  const opsUrl = `http://127.0.0.1:${portTable(basePort).gateway.opsPort}`
  const context = () => ({ url, opsUrl, basePort, dataDir: stack.dataDir, logDir, market, users })
  await mixedLoad(context(), { seconds: WARM_UP_SECONDS })

  const results = []
  for (const name of chosen) {
    const { title, measure, seconds } = parts[name]
    users = await renew(url, users)
    const result = await report
      .step(`${name} ${title}`, () => measure(context(), { seconds: Number(length ?? seconds) }))
      .catch((error) => ({
        rows: [],
        notes: [],
        bars: [{ text: `${name}: ${error.message}`, isMet: false, isTimed: false }],
      }))
    for (const note of result.notes) report.line(note)
    results.push(result)
  }
  const all = (key) => results.flatMap((result) => result[key])
  const columns = ['load', 'requests', 'p50', 'p95', 'p99', 'slowest, ms']
  const { lines, isMissed } = judge(all('bars'), excuse)
  report.line(`\n${renderTable(columns, all('rows'))}\n\n${lines.join('\n')}\n`)
  return isMissed
})
