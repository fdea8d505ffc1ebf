import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { atMost } from '../bench/report.mjs'
import { openServers } from '../bench/stack.mjs'
import { readRun } from '../lib/run-file.mjs'
import { isReady, serviceSpec } from '../lib/services.mjs'
import { portTable } from '../lib/settings.mjs'
import { generate } from './stack.mjs'
import { reading } from './traffic.mjs'

const RATE = 100
const REPLICAS = [0, 1]
/** Port offsets of the replicas and of the balancers in front of them, above the stack's own ports. */
const REPLICA_OFFSET = 100
const REPLICA_STEP = 40
const BALANCER_OFFSET = 190
const PROBE_MS = 200
const DRAIN_MS = 3_000
const START_TIMEOUT_MS = 120_000
const restarted = ['screener', 'portfolio', 'gateway']
const behindBalancer = restarted.filter((name) => name !== 'gateway')
const nameUrl = (name) => `${name.replaceAll('-', '_').toUpperCase()}_URL`

/** A TCP balancer: each new connection goes to the next backend whose readiness check passes. */
async function openBalancer(port, backends) {
  const ready = new Set(backends)
  const probe = async () => {
    for (const backend of backends) {
      if (await isReady(backend.opsPort)) ready.add(backend)
      else ready.delete(backend)
    }
  }
  const timer = setInterval(probe, PROBE_MS)
  let next = 0
  const server = createServer((client) => {
    const able = backends.filter((backend) => ready.has(backend))
    next += 1
    const { port: target } = (able.length > 0 ? able : backends)[next % Math.max(1, able.length)]
    const upstream = connect(target, '127.0.0.1')
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close() {
      clearInterval(timer)
      server.close()
    },
  }
}

/** G10: two replicas of the gateway and of two services, each stopped with SIGTERM and started again in turn. */
export async function rollingRestart(context, { seconds }) {
  const run = readRun(context.dataDir)
  const basePortOf = (replica) => context.basePort + REPLICA_OFFSET + replica * REPLICA_STEP
  const balancers = []
  const urls = {}
  for (const [index, name] of behindBalancer.entries()) {
    const port = context.basePort + BALANCER_OFFSET + index
    balancers.push(
      await openBalancer(
        port,
        REPLICAS.map((replica) => portTable(basePortOf(replica))[name]),
      ),
    )
    urls[nameUrl(name)] = `http://127.0.0.1:${port}`
    urls[nameUrl(name).replace('_URL', '_OPS_URL')] = `http://127.0.0.1:${portTable(basePortOf(0))[name].opsPort}`
  }
  const common = { ...run.common, ...urls, DRAIN_MS: String(DRAIN_MS) }
  const processes = REPLICAS.flatMap((replica) => restarted.map((name) => ({ replica, name, servers: null })))
  const start = async (one) => {
    one.servers = openServers({ core: null, logDir: context.logDir, startTimeoutMs: START_TIMEOUT_MS })
    await one.servers.start(
      serviceSpec(one.name, { basePort: basePortOf(one.replica), common, databaseUrl: run.databaseUrls[one.name] }),
    )
  }
  try {
    for (const one of processes) await start(one)
    const targets = REPLICAS.map((replica) => {
      const { port, opsPort } = portTable(basePortOf(replica)).gateway
      return { url: `http://127.0.0.1:${port}`, opsUrl: `http://127.0.0.1:${opsPort}` }
    })
    const { market, users } = context
    const load = generate({
      ...{ targets, users, ...market, seed: 40 },
      kinds: { ...reading, save: 4 },
      rate: RATE,
      seconds,
    })
    let restarts = 0
    const isOver = load.then(() => true)
    await delay(2_000)
    for (const one of [...processes, ...processes]) {
      if (await Promise.race([isOver, delay(500).then(() => false)])) break
      await one.servers.close()
      await start(one)
      restarts += 1
    }
    const { all } = await load
    return {
      rows: [
        [
          `G10 ${RATE}/s while ${restarts} processes restart`,
          all.requests,
          ...[all.p50, all.p95, all.p99, all.max].map((value) => value.toFixed(1)),
        ],
      ],
      notes: [
        `G10: ${Object.entries(all.statuses)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}`,
      ],
      bars: [atMost('G10 failed requests', all.requests - all.good, 0, { unit: '' })],
    }
  } finally {
    for (const { servers } of processes) await servers?.close()
    for (const balancer of balancers) balancer.close()
  }
}
