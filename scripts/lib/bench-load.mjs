import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const ANSWER_TIMEOUT_MS = 10_000

/**
 * A client with keep-alive connections. `get(path)` resolves to { status, body } once the response is complete. The
 * status is 0 if there is no response.
 */
export function openClient(url, headers = {}) {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)
  const get = (path) =>
    new Promise((resolve) => {
      const fail = (error) => resolve({ status: 0, body: Buffer.from(error.message) })
      const asked = request({ agent, hostname, port, path, headers, timeout: ANSWER_TIMEOUT_MS }, (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(chunks) }))
        answer.on('error', fail)
      })
      asked.on('timeout', () => asked.destroy(new Error(`No response within ${ANSWER_TIMEOUT_MS} ms`)))
      asked.on('error', fail)
      asked.end()
    })
  return { get, close: () => agent.destroy() }
}

/** Requests the paths one by one and returns the milliseconds of each. Throws on the first failure. */
export async function requestInSequence(client, paths) {
  const latencies = []
  for (const path of paths) {
    const startedAt = performance.now()
    requireSuccess(path, await client.get(path))
    latencies.push(performance.now() - startedAt)
  }
  return latencies
}

export function requireSuccess(path, { status, body }) {
  if (status !== 200) throw new Error(`${path} returned ${status}: ${body.toString('utf8').slice(0, 300)}`)
}

/**
 * Runs an open loop: requests are sent at fixed times, even if earlier ones are unanswered. Each request is timed from
 * its scheduled time, so a stall adds to the time of every request that it delays. `pathOf(index)` returns a request's
 * path, and `look` receives each body. Resolves to the milliseconds of each request and the failures.
 */
export async function runOpenLoop(client, { perSecond, seconds, pathOf, look = () => {} }) {
  const latencies = new Array(perSecond * seconds).fill(0)
  const failures = []
  const running = new Set()
  const startMs = performance.now() + 50
  const dueAt = (index) => startMs + (index * 1_000) / perSecond

  async function send(index) {
    const path = pathOf(index)
    const answer = await client.get(path)
    latencies[index] = performance.now() - dueAt(index)
    if (answer.status === 200) look(answer.body)
    else failures.push({ path, ...answer })
  }

  for (const index of latencies.keys()) {
    const waitMs = dueAt(index) - performance.now()
    if (waitMs > 0) await delay(Math.ceil(waitMs))
    const asked = send(index).finally(() => running.delete(asked))
    running.add(asked)
  }
  await Promise.all(running)
  return { latencies, failures }
}
