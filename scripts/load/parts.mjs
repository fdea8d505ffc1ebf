import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { atMost, percentile } from '../bench/report.mjs'
import { openServers } from '../bench/stack.mjs'
import { readRun } from '../lib/run-file.mjs'
import { serviceSpec } from '../lib/services.mjs'
import { portTable } from '../lib/settings.mjs'
import { runJest } from '../lib/test-run.mjs'
import { openTestStores } from '../lib/test-stores.mjs'
import { generate, readServices, renew } from './stack.mjs'
import { mix, reading } from './traffic.mjs'

const RATE = 300
const SOAK_RATE = 150
const PROBE_RATE = 20
const FLOOD = 500
/** The flood ends before the last seconds of the probe, which show the recovery. */
const RECOVERY_SECONDS = 15

const ms = (value) => value.toFixed(1)
const list = (statuses) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
const countExcept = ({ statuses, requests }, allowed) =>
  requests - allowed.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)

/** Options of the generator that all parts share. */
const base = ({ url, opsUrl, market, users }, seed) => ({ targets: [{ url, opsUrl }], users, ...market, seed })

/** G1: the usual mix in an open loop. */
export async function mixedLoad(context, { seconds }) {
  const { all, kinds, lateP99 } = await generate({ ...base(context, 1), kinds: mix, rate: RATE, seconds })
  const rows = Object.entries({ all, ...kinds }).map(([kind, { requests, p50, p95, p99, max }]) => [
    `G1 ${RATE}/s, ${kind}`,
    ...[requests, ms(p50), ms(p95), ms(p99), ms(max)],
  ])
  return {
    rows,
    notes: [`G1: sent late by ${ms(lateP99)} ms (p99) because of the generator itself; ${list(all.statuses)}`],
    bars: [
      atMost('G1 p95', all.p95, 100),
      atMost('G1 p99', all.p99, 250),
      atMost('G1 errors', all.requests - all.good, 0, { unit: '' }),
    ],
  }
}

/** G2: far more connections than the server can serve, then back to normal. */
export async function overload(context, { seconds }) {
  const before = await readServices(context.dataDir, context.basePort)
  const quiet = await generate({ ...base(context, 2), kinds: reading, rate: PROBE_RATE, seconds: 10 })
  const flood = await generate({ ...base(context, 3), kinds: mix, connections: FLOOD, seconds })
  const after = await generate({ ...base(context, 4), kinds: reading, rate: PROBE_RATE, seconds: RECOVERY_SECONDS })
  const limit = Math.max(2 * quiet.all.p95, 100)
  const isNormal = ({ p95, requests, good }) => good === requests && p95 <= limit
  const recovered = after.perSecond.length - [...after.perSecond].reverse().findIndex((second) => !isNormal(second))
  const recoverySeconds = after.perSecond.every(isNormal) ? 0 : Math.min(recovered, after.perSecond.length)
  const now = await readServices(context.dataDir, context.basePort)
  const restarts = Object.keys(now).filter((name) => now[name].startedAt !== before[name].startedAt)
  const { all } = flood
  return {
    rows: [
      ['G2 before', quiet.all.requests, ...[quiet.all.p50, quiet.all.p95, quiet.all.p99, quiet.all.max].map(ms)],
      [`G2 ${FLOOD} connections, accepted`, all.good, ...[all.p50, all.p95, all.p99, all.max].map(ms)],
    ],
    notes: [
      `G2: ${list(all.statuses)}; normal ${recoverySeconds} s after; restarted: ${restarts.join(', ') || 'none'}`,
    ],
    bars: [
      atMost('G2 answers other than 2xx, 429 and 503', countExcept(all, [200, 201, 202, 429, 503]), 0, { unit: '' }),
      atMost('G2 p99 of accepted requests', all.p99, 1_000),
      atMost('G2 back to normal', recoverySeconds, 10, { unit: 's', isTimed: true }),
      atMost('G2 restarts', restarts.length, 0, { unit: '' }),
    ],
  }
}

/** S7: other users while one account sends as much as it can, as requests and as event streams. */
export async function fairness(context, { seconds }) {
  const [hostile, ...others] = context.users
  const probe = (seed) =>
    generate({
      ...base({ ...context, users: others }, seed),
      kinds: { ...reading, stream: 2 },
      rate: PROBE_RATE,
      seconds,
    })
  const flood = (kinds, seed) =>
    generate({
      ...base({ ...context, users: [hostile] }, seed),
      kinds,
      connections: FLOOD,
      seconds,
      holdMs: seconds * 1_000,
    })
  await probe(10)
  const quiet = await probe(11)
  const result = { quiet: [quiet, null] }
  for (const [name, kinds] of [
    ['requests', reading],
    ['event streams', { stream: 1 }],
  ]) {
    result[name] = await Promise.all([probe(12), flood(kinds, 13)])
    await delay(2_000)
  }
  const rows = Object.entries(result).map(([name, [{ all }]]) => [
    `S7 others, ${name === 'quiet' ? name : `${FLOOD} connections of one account: ${name}`}`,
    ...[all.requests, ms(all.p50), ms(all.p95), ms(all.p99), ms(all.max)],
  ])
  const floods = Object.entries(result).flatMap(([name, [others, flooded]]) =>
    flooded === null
      ? []
      : [`S7 ${name}: the account got ${list(flooded.all.statuses)}, the others ${list(others.all.statuses)}`],
  )
  return {
    rows,
    notes: floods,
    bars: ['requests', 'event streams'].flatMap((name) => [
      atMost(`S7 p95 of others, ${name}`, result[name][0].all.p95, Math.round(2 * quiet.all.p95)),
      atMost(`S7 failures of others, ${name}`, result[name][0].all.requests - result[name][0].all.good, 0, {
        unit: '',
      }),
    ]),
  }
}

const SAMPLE_MS = 2_000
const TEN_MINUTES = 600_000
const MEGABYTE = 1_048_576

/** Slope of the least-squares line through points [x, y]. */
function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [0, 1].map((axis) => mean(points.map((point) => point[axis])))
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread
}

/** G3: the heap just after collections, which is the least of each window, must not grow. The first third is warm-up. */
export async function soak(context, { seconds }) {
  const samples = []
  const startedMs = performance.now()
  const timer = setInterval(async () => {
    const services = await readServices(context.dataDir, context.basePort).catch(() => null)
    if (services !== null) samples.push([performance.now() - startedMs, services])
  }, SAMPLE_MS)
  const results = []
  const TOKEN_SECONDS = 600
  let users = context.users
  for (let left = seconds; left > 0; left -= TOKEN_SECONDS) {
    const part = Math.min(left, TOKEN_SECONDS)
    results.push(
      await generate({ ...base({ ...context, users }, 20 + left), kinds: reading, rate: SOAK_RATE, seconds: part }),
    )
    users = await renew(context.url, users)
  }
  clearInterval(timer)
  const measured = samples.filter(([atMs]) => atMs > (seconds * 1_000) / 3)
  const windowMs = Math.max(10_000, (seconds * 1_000) / 30)
  const growth = Object.keys(measured[0][1]).map((name) => {
    const windows = [...Map.groupBy(measured, ([atMs]) => Math.floor(atMs / windowMs)).values()]
    const least = windows.map((list) => [list[0][0], Math.min(...list.map(([, services]) => services[name].heapBytes))])
    const handles = measured.map(([, services]) => services[name].handles)
    const half = Math.floor(handles.length / 2)
    const middle = (values) => percentile(values, 0.5)
    return {
      name,
      heap: (slope(least) * TEN_MINUTES) / MEGABYTE,
      handles: middle(handles.slice(half)) - middle(handles.slice(0, half)),
    }
  })
  const requests = results.reduce((sum, { all }) => sum + all.requests, 0)
  const failed = results.reduce((sum, { all }) => sum + all.requests - all.good, 0)
  const last = results.at(-1).all
  return {
    rows: [[`G3 ${SOAK_RATE}/s for ${seconds} s`, requests, ...[last.p50, last.p95, last.p99, last.max].map(ms)]],
    notes: [
      `G3 heap in MB per 10 min, handles: ${growth.map(({ name, heap, handles }) => `${name} ${heap.toFixed(2)}, ${handles}`).join('; ')}`,
    ],
    bars: [
      ...growth.map(({ name, heap }) =>
        atMost(`G3 heap of ${name}`, heap, 1, { unit: 'MB in 10 min', digits: 2, isTimed: true }),
      ),
      atMost('G3 growth of handles', Math.max(...growth.map(({ handles }) => handles)), 5, { unit: '' }),
      atMost('G3 errors', failed, 0, { unit: '' }),
    ],
  }
}

const RETRIED = 300
const STUB_OFFSET = 200

/** G8: how many calls reach a service that returns 503 to all of them. */
export async function amplification(context) {
  const run = readRun(context.dataDir)
  let hits = 0
  const stub = createServer((_request, answer) => {
    hits += 1
    answer.writeHead(503, { 'retry-after': '1', 'content-type': 'application/problem+json' }).end('{}')
  })
  const { port } = portTable(context.basePort + STUB_OFFSET).screener
  await new Promise((resolve) => stub.listen(port, '127.0.0.1', resolve))
  const servers = openServers({ core: null, logDir: context.logDir })
  try {
    const common = { ...run.common, SCREENER_URL: `http://127.0.0.1:${port}` }
    await servers.start(serviceSpec('gateway', { basePort: context.basePort + STUB_OFFSET, common }))
    const { gateway } = portTable(context.basePort + STUB_OFFSET)
    const target = { url: `http://127.0.0.1:${gateway.port}`, opsUrl: `http://127.0.0.1:${gateway.opsPort}` }
    hits = 0
    const { all } = await generate({
      ...base(context, 30),
      targets: [target],
      kinds: { weights: 1 },
      rate: 100,
      seconds: RETRIED / 100,
    })
    const factor = hits / all.requests
    return {
      rows: [],
      notes: [`G8: ${hits} calls for ${all.requests} requests; ${list(all.statuses)}`],
      bars: [atMost('G8 calls per request', factor, 1.1, { unit: '', digits: 2 })],
    }
  } finally {
    await servers.close()
    stub.close()
  }
}

const PROVIDER_TESTS = ['stampede', 'rate-limits'].map(
  (name) => `services/market-data/test/faults/${name}.nightly.test.ts`,
)

/** G9: one provider call for many users, and none while the provider asks to wait. */
export async function stampede() {
  const stores = await openTestStores()
  try {
    const { counts, ok, output } = await runJest(['nightly'], {
      env: stores.env,
      args: ['--runTestsByPath', ...PROVIDER_TESTS],
    })
    return {
      rows: [],
      notes: [`G9: ${counts.passed} tests passed, ${counts.failed} failed${ok ? '' : `\n${output}`}`],
      bars: [atMost('G9 failed tests', ok ? 0 : Math.max(1, counts.failed), 0, { unit: '' })],
    }
  } finally {
    await stores.close()
  }
}
