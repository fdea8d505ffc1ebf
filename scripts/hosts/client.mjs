import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the longest deadline of a gateway for these requests. */
const TIMEOUT_MS = 10_000
const VIEW_EVERY_MS = 60
const LIST_EVERY_MS = 1_000
const WRITE_EVERY_MS = 400
const RETRY_MS = 250

const describePosition = (id) => ({
  ...{ id, ticker: 'KO', entry_date: '2026-06-26', expiry_date: '2026-07-24', confirm_equal: true },
  ...{ strike_price: 65, entry_premium: 2.5, entry_price: 60 },
})

const isDeferred = ({ status, headers }, options) =>
  options?.method === 'POST' && status === 503 && headers.has('retry-after')

/**
 * One signed-in user of several gateways, who reads and writes all the time. `takeCounts` returns what happened since it
 * was called last: { answered, deferred, unreachable, wrong, acknowledged }. `deferred` counts writes that were answered
 * with 503 and Retry-After and are repeated. `wrong` lists other answers that are no success, and lost connections, except
 * to a gateway for which `mayBeAway` is true.
 */
export async function openClient(gateways, mayBeAway) {
  const [first] = gateways
  let token = ''
  let cookie = ''
  let counts = newCounts()
  const writes = []
  let isOver = false

  function newCounts() {
    return { answered: 0, deferred: 0, unreachable: 0, wrong: [], acknowledged: 0 }
  }

  async function request(gateway, path, { method = 'GET', body, headers = {} } = {}) {
    const answer = await fetch(gateway + path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** Counts the outcome of a request. Resolves to the answer, or null if there was none. */
  async function ask(gateway, path, options) {
    const what = `${options?.method ?? 'GET'} ${path} at ${gateway}`
    try {
      const answer = await request(gateway, path, options)
      if (answer.status === 200) counts.answered += 1
      else if (isDeferred(answer, options)) counts.deferred += 1
      else counts.wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
      return answer
    } catch (error) {
      if (mayBeAway(gateway)) counts.unreachable += 1
      else counts.wrong.push(`${what}: ${error.cause?.code ?? error.message}`)
      return null
    }
  }

  /** Signs in or refreshes through a gateway. */
  async function enter(gateway, path, body) {
    const answer = await request(gateway, path, { method: 'POST', body, headers: cookie === '' ? {} : { cookie } })
    if (answer.status >= 300) throw new Error(`${path} at ${gateway} returned ${answer.status}: ${answer.text}`)
    token = JSON.parse(answer.text).access_token
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  async function readForever(gateway, path, everyMs) {
    while (!isOver) {
      await ask(gateway, path)
      await delay(everyMs)
    }
  }

  /** A write whose gateway is away goes to the next gateway, with the same idempotency key. */
  async function writeForever(gateway) {
    while (!isOver) {
      const write = { id: randomUUID(), isAcknowledged: false }
      writes.push(write)
      for (let turn = gateways.indexOf(gateway); !write.isAcknowledged && !isOver; turn += 1) {
        const answer = await ask(gateways[turn % gateways.length], '/api/portfolio/positions', {
          method: 'POST',
          body: describePosition(write.id),
          headers: { 'idempotency-key': write.id },
        })
        write.isAcknowledged = answer?.status === 200
        if (write.isAcknowledged) counts.acknowledged += 1
        else await delay(RETRY_MS)
      }
      await delay(WRITE_EVERY_MS)
    }
  }

  const name = `hosts-${randomBytes(4).toString('hex')}`
  await enter(first, '/api/auth/register', {
    username: name,
    email: `${name}@example.invalid`,
    password: randomBytes(12).toString('hex'),
  })

  let loops = []
  return {
    startLoad() {
      loops = gateways.flatMap((gateway) => [
        readForever(gateway, '/api/phase1/views/stock-screener?limit=50', VIEW_EVERY_MS),
        readForever(gateway, '/api/portfolio/positions', LIST_EVERY_MS),
        writeForever(gateway),
      ])
    },
    async stopLoad() {
      isOver = true
      await Promise.all(loops)
      return writes
    },
    takeCounts() {
      const taken = counts
      counts = newCounts()
      return taken
    },
    /** Status of a request as this user. */
    readStatus: async (gateway, path) => (await request(gateway, path)).status,
    /** Exchanges the session's cookie at a gateway for new tokens. */
    refresh: (gateway) => enter(gateway, '/api/auth/refresh'),
    async startRun(gateway) {
      const answer = await request(gateway, '/api/stocks/screener/start-background-enrichment', { method: 'POST' })
      if (answer.status !== 202) throw new Error(`A run could not be started: ${answer.status} ${answer.text}`)
    },
    readRun: async (gateway) => JSON.parse((await request(gateway, '/api/stocks/screener/enrichment-status')).text),
  }
}
