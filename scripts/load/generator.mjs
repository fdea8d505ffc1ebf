/**
 * Load generator in its own process. It reads its options as JSON from standard input and prints the result as JSON:
 *
 * - `rate`: an open loop, so requests are sent at fixed times, no matter how long the responses take. Each is timed from
 *   the time at which it was due. With `connections` instead, so many clients each send a request when the last one ended.
 * - `targets`: gateways { url, opsUrl }, used in turn while their readiness check passes.
 * - `holdMs`: how long a client keeps an event stream open.
 */
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../bench/report.mjs'
import { createTraffic } from './traffic.mjs'

const TIMEOUT_MS = 15_000
const PROBE_MS = 200

async function readOptions() {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** Chooses the next gateway that is ready, as a balancer in front of several gateways does. */
function createBalancer(targets) {
  const ready = new Map(targets.map((target) => [target, true]))
  let next = 0
  const probe = async (target) => {
    const answer = await fetch(`${target.opsUrl}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
    await answer?.arrayBuffer()
    ready.set(target, answer?.status === 200)
  }
  const timer = targets.length > 1 ? setInterval(() => targets.forEach(probe), PROBE_MS) : null
  return {
    choose() {
      const able = targets.filter((target) => ready.get(target))
      next += 1
      return (able.length > 0 ? able : targets)[next % Math.max(1, able.length)]
    },
    close: () => clearInterval(timer),
  }
}

/**
 * Sends one request. Resolves to its status, or to the reason why there is no response, and the time of an event stream's
 * first event.
 */
function send({ url }, { method, path, body, user, isStream = false }, { agent, holdMs }) {
  let firstMs = null
  return new Promise((done) => {
    const resolve = (status) => done({ status, firstMs })
    const text = body === null ? null : JSON.stringify(body)
    const sent = request(
      new URL(path, url),
      {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          authorization: `Bearer ${user.token}`,
          'x-forwarded-for': user.address,
          'accept-encoding': 'gzip',
          ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const isHeld = isStream && answer.statusCode === 200
        answer.on('error', () => resolve(isHeld ? 200 : 'cut off'))
        answer.once('end', () => resolve(answer.statusCode))
        answer.resume()
        if (!isHeld) return
        answer.once('close', () => resolve(200))
        answer.once('data', () => {
          firstMs = performance.now()
          setTimeout(() => sent.destroy(), holdMs)
        })
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('timeout')))
    sent.once('error', (error) => resolve(error.code ?? error.message))
    sent.end(text)
  })
}

const describe = (answers) => {
  const good = answers.filter(({ status }) => status >= 200 && status < 300).map(({ ms }) => ms)
  const statuses = Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, list]) => [status, list.length]),
  )
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(good, share))
  return { requests: answers.length, good: good.length, statuses, p50, p95, p99, max }
}

async function main() {
  const options = await readOptions()
  const { targets, seconds, rate, connections, holdMs = 1_000 } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections ?? 512 })
  const balancer = createBalancer(targets)
  const draw = createTraffic(options)
  const answers = []
  const lateness = []
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1_000

  async function ask(dueMs) {
    const drawn = draw()
    const { status, firstMs } = await send(balancer.choose(), drawn, { agent, holdMs })
    answers.push({ kind: drawn.kind, status, ms: (firstMs ?? performance.now()) - dueMs, atMs: dueMs - startedMs })
  }

  async function sendOnSchedule() {
    const running = []
    for (let index = 0; index < rate * seconds; index += 1) {
      const dueMs = startedMs + (index * 1_000) / rate
      const waitMs = dueMs - performance.now()
      if (waitMs > 1) await delay(waitMs)
      lateness.push(Math.max(0, performance.now() - dueMs))
      running.push(ask(dueMs))
    }
    await Promise.all(running)
  }

  const client = async () => {
    while (performance.now() < endMs) await ask(performance.now())
  }

  await (connections === undefined ? sendOnSchedule() : Promise.all(Array.from({ length: connections }, client)))
  balancer.close()
  agent.destroy()
  const kinds = [...Map.groupBy(answers, ({ kind }) => kind)].map(([kind, list]) => [kind, describe(list)])
  const bySecond = Map.groupBy(answers, ({ atMs }) => Math.floor(atMs / 1_000))
  const result = {
    ...{ seconds: (performance.now() - startedMs) / 1_000, all: describe(answers), kinds: Object.fromEntries(kinds) },
    lateP99: percentile(lateness, 0.99),
    perSecond: [...bySecond].sort(([a], [b]) => a - b).map(([, list]) => describe(list)),
  }
  process.stdout.write(JSON.stringify(result))
}

await main()
