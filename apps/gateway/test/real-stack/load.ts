import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPath, endpointTable, type Problem, Problem as ProblemSchema } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { Compile } from 'typebox/compile'
import { bearer } from '../support.ts'

const PAUSE_MS = 200
const ANSWER_TIMEOUT_MS = 10_000
/** The stack counts as recovered after this many consecutive rounds without a failure. */
const HEALTHY_ROUNDS = 3
/** A symbol of the simulated market pack. */
const SYMBOL = 'BRMZ'

/** Endpoints that the screener page calls. */
const requestIds = [
  'auth.me',
  'stocks.quote',
  'screener.view',
  'portfolio.list',
  'portfolio.add',
  'coach.status',
] as const
export type RequestId = (typeof requestIds)[number]

interface Answer {
  readonly id: RequestId
  /** Null if the connection failed without a response. */
  readonly status: number | null
  /** Defect in the error response; null if the response is correct or the request succeeded. */
  readonly fault: string | null
}

interface Round {
  readonly startedMs: number
  readonly answers: readonly Answer[]
}

export type Load = ReturnType<typeof startLoad>

/** Simulates a signed-in user who keeps sending all requests in parallel, with a browser's timeout. */
export function startLoad(url: string, token: string) {
  const rounds: Round[] = []
  const sent: string[] = []
  const acknowledged: string[] = []
  const running = new Set<Promise<void>>()
  let isOver = false

  async function ask(id: RequestId): Promise<Answer> {
    const position = id === 'portfolio.add' ? createPosition() : null
    if (position !== null) sent.push(position.id)
    const answer = await fetch(url + buildPath(id, { symbol: SYMBOL }), {
      method: endpointTable[id].method,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      headers: { ...bearer(token), ...(position === null ? {} : { 'content-type': 'application/json' }) },
      ...(position === null ? {} : { body: JSON.stringify(position) }),
    }).catch((error: unknown) => describe(error))
    if (typeof answer === 'string') return { id, status: null, fault: answer }
    const text = await answer.text().catch(describe)
    if (position !== null && answer.ok) acknowledged.push(position.id)
    return { id, status: answer.status, fault: answer.ok ? null : findFault(answer, text) }
  }

  async function askAll(): Promise<void> {
    const startedMs = performance.now()
    rounds.push({ startedMs, answers: await Promise.all(requestIds.map(ask)) })
  }

  const loop = (async () => {
    while (!isOver) {
      const round = askAll().finally(() => running.delete(round))
      running.add(round)
      await delay(PAUSE_MS)
    }
  })()

  return {
    sent,
    acknowledged,
    answers: () => rounds.flatMap((round) => round.answers),
    /** Returns responses from rounds that started at or after `sinceMs`. Waits for the first such round. */
    async readSince(sinceMs: number): Promise<readonly Answer[]> {
      const since = () => rounds.filter(({ startedMs }) => startedMs >= sinceMs)
      await waitFor('a round of requests', () => since().length > 0, 2 * ANSWER_TIMEOUT_MS)
      return since().flatMap(({ answers }) => answers)
    },
    /** Waits for recovery after `sinceMs` and returns the start of the first healthy round. */
    untilHealthy(sinceMs: number): Promise<number> {
      return waitFor('every request to succeed again', () => findRecovery(rounds, sinceMs), 60_000)
    },
    async stop(): Promise<void> {
      isOver = true
      await loop
      await Promise.all(running)
    },
  }
}

/** Sorts rounds by their start, because they end in any order. */
function findRecovery(rounds: readonly Round[], sinceMs: number): number | null {
  const since = rounds.filter(({ startedMs }) => startedMs >= sinceMs).sort((a, b) => a.startedMs - b.startedMs)
  const isGood = ({ answers }: Round) => answers.every(({ status }) => status === 200)
  const first = since[since.findLastIndex((round) => !isGood(round)) + 1]
  const good = since.slice(since.findLastIndex((round) => !isGood(round)) + 1)
  return first !== undefined && good.length >= HEALTHY_ROUNDS ? first.startedMs : null
}

const problemSchema = Compile(ProblemSchema)
/** Internal details that must not appear in user-facing messages (S29). */
const INTERNALS =
  /\bat \S+ \(|\.ts:\d|node_modules|\/src\/|ECONN|EPIPE|UND_ERR|https?:\/\/(?!example\.com)\w|127\.0\.0\.1|localhost|\[object|select /

/** Checks an error response during an outage: 502, 503 or 504 with a problem body. */
function findFault(answer: Response, text: string): string | null {
  if (![502, 503, 504].includes(answer.status)) return `${answer.status} ${text}`
  const isSentence = /^[A-Z].{10,}\.$/.test(parse(text)?.detail ?? '')
  return findProblemFault(answer, text) ?? (isSentence ? null : `no sentence: ${text}`)
}

/**
 * Finds a defect that keeps the web app from showing an error response or a caller from retrying. Null if there is
 * none.
 */
export function findProblemFault(answer: Pick<Response, 'status' | 'headers'>, text: string): string | null {
  if (!(answer.headers.get('content-type') ?? '').startsWith('application/problem+json'))
    return `not a problem body: ${text}`
  const problem = parse(text)
  if (problem === null || problem.status !== answer.status) return `status differs from the body: ${text}`
  if (problem.detail.trim() === '') return `no detail: ${text}`
  if (INTERNALS.test(text)) return `exposes internals: ${text}`
  const mayWait = Number(answer.headers.get('retry-after')) >= 1
  return [429, 503].includes(answer.status) && !mayWait ? `no Retry-After: ${text}` : null
}

function parse(text: string): Problem | null {
  try {
    const body: unknown = JSON.parse(text)
    return problemSchema.Check(body) ? body : null
  } catch {
    return null
  }
}

function describe(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

let added = 0

/** Each has a premium of its own, because the service asks before it stores equal terms again within a minute. */
function createPosition() {
  added += 1
  return {
    id: randomUUID(),
    ticker: SYMBOL,
    entry_date: '2026-06-26',
    expiry_date: '2026-07-24',
    strike_price: 420,
    entry_premium: (100 + (added % 1_000)) / 100,
    entry_price: 400,
  }
}
