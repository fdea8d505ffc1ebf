import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPath, endpointTable, type Problem, Problem as ProblemSchema } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { Compile } from 'typebox/compile'
import { bearer } from '../support.ts'

const PAUSE_MS = 200
const ANSWER_TIMEOUT_MS = 10_000
/** So many rounds without a failure, one after the other, are no luck. */
const CALM_ROUNDS = 3
/** Of a company of the invented market. */
const SYMBOL = 'BRMZ'

/** What a person at the screener asks for, again and again. */
const asked = ['auth.me', 'stocks.quote', 'screener.view', 'portfolio.list', 'portfolio.add', 'coach.status'] as const
export type Asked = (typeof asked)[number]

interface Answer {
  readonly id: Asked
  /** Null where the connection broke without one. */
  readonly status: number | null
  /** What is wrong with the way it says that it failed; null where nothing is, and of a success. */
  readonly fault: string | null
}

interface Round {
  readonly startedMs: number
  readonly answers: readonly Answer[]
}

export type Load = ReturnType<typeof startLoad>

/** A signed-in user who asks everything at once, waits for no answer longer than a browser does, and never stops asking. */
export function startLoad(url: string, token: string) {
  const rounds: Round[] = []
  const sent: string[] = []
  const acknowledged: string[] = []
  const running = new Set<Promise<void>>()
  let isOver = false

  async function ask(id: Asked): Promise<Answer> {
    const position = id === 'portfolio.add' ? inventPosition() : null
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
    rounds.push({ startedMs, answers: await Promise.all(asked.map(ask)) })
  }

  const pace = (async () => {
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
    /** The answers of the rounds that began since, once there is one. */
    async readSince(sinceMs: number): Promise<readonly Answer[]> {
      const since = () => rounds.filter(({ startedMs }) => startedMs >= sinceMs)
      await waitFor('a round of questions', () => since().length > 0, 2 * ANSWER_TIMEOUT_MS)
      return since().flatMap(({ answers }) => answers)
    },
    /** When everything was answered again, of what was asked since: the beginning of the first of the rounds that prove it. */
    untilCalm(sinceMs: number): Promise<number> {
      return waitFor('every question to be answered again', () => findCalm(rounds, sinceMs), 60_000)
    },
    async stop(): Promise<void> {
      isOver = true
      await pace
      await Promise.all(running)
    },
  }
}

/** Rounds end in any order. */
function findCalm(rounds: readonly Round[], sinceMs: number): number | null {
  const since = rounds.filter(({ startedMs }) => startedMs >= sinceMs).sort((a, b) => a.startedMs - b.startedMs)
  const isGood = ({ answers }: Round) => answers.every(({ status }) => status === 200)
  const first = since[since.findLastIndex((round) => !isGood(round)) + 1]
  const good = since.slice(since.findLastIndex((round) => !isGood(round)) + 1)
  return first !== undefined && good.length >= CALM_ROUNDS ? first.startedMs : null
}

const problemSchema = Compile(ProblemSchema)
/** What no sentence for a person has in it (S29). */
const INSIDES =
  /\bat \S+ \(|\.ts:\d|node_modules|\/src\/|ECONN|EPIPE|UND_ERR|https?:|127\.0\.0\.1|localhost|\[object|select /

/** A failure that an outage may be: one of these, as a problem. */
function findFault(answer: Response, text: string): string | null {
  if (![502, 503, 504].includes(answer.status)) return `${answer.status} ${text}`
  const isSentence = /^[A-Z].{10,}\.$/.test(parse(text)?.detail ?? '')
  return findProblemFault(answer, text) ?? (isSentence ? null : `no sentence: ${text}`)
}

/** What keeps a failure from being one that the screen can show and a caller can wait by; null where nothing does. */
export function findProblemFault(answer: Response, text: string): string | null {
  if (!(answer.headers.get('content-type') ?? '').startsWith('application/problem+json')) return `no problem: ${text}`
  const problem = parse(text)
  if (problem === null || problem.status !== answer.status) return `no problem of its own status: ${text}`
  if (problem.detail.trim() === '') return `no detail: ${text}`
  if (INSIDES.test(text)) return `tells of its insides: ${text}`
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

function inventPosition() {
  return {
    ...{ id: randomUUID(), ticker: SYMBOL, entry_date: '2026-06-26', expiry_date: '2026-07-24' },
    ...{ strike_price: 420, entry_premium: 2.5, entry_price: 400 },
  }
}
