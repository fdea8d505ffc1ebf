import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointId } from '@callwright/contracts'
import { type AppError, bucketOf, type Limiter, type Runtime, tooManyRequests } from '@callwright/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { SignedInUser } from './access.ts'
import { isStreamEndpoint } from './proxy/event-streams.ts'

const WINDOW_SECONDS = 10
/** Several users may share an address. */
const ADDRESS_FACTOR = 5
/** Requests of one user that are served at the same time: 24 with the default budget. */
const maxActive = (requestsPerMinute: number) => Math.max(4, Math.ceil(requestsPerMinute / 50))
/**
 * A rejection is delayed, so that a client which ignores Retry-After slows itself down. The more rejections of a user are
 * waiting, the longer: with 400 or more, 5 s, so that 500 connections get 100 rejections a second instead of 500.
 */
const REJECTION_DELAY_MS = 1_000
const MAX_DELAY_MS = 5_000
const WAITING_PER_DELAY = 100
/** Rejections beyond these are sent at once, so that they cannot fill the memory. */
const MAX_DELAYED = 2_000

/** Requests that take several times the work of a usual one. */
const costs: Readonly<Partial<Record<EndpointId, number>>> = {
  'screener.view': 2,
  'screener.calls': 4,
  'portfolio.previewRolls': 4,
  'options.backtest': 10,
  'portfolio.tax': 10,
  'portfolio.export': 10,
  'portfolio.import': 20,
  'portfolio.undoImport': 20,
  'portfolio.migrate': 20,
  'portfolio.confirmSuggestions': 20,
  'auth.export': 20,
}

/** Requests that add to a ledger, which keeps every entry for good. */
const ledgerWrites: ReadonlySet<EndpointId> = new Set<EndpointId>([
  'portfolio.add',
  'portfolio.update',
  'portfolio.remove',
  'portfolio.recordCallEvent',
  'portfolio.recordChainEvent',
  'portfolio.updateChain',
  'portfolio.joinChain',
  'portfolio.migrate',
  'portfolio.import',
  'portfolio.undoImport',
  'portfolio.confirmSuggestions',
  'portfolio.dismissSuggestion',
])

/** Daily limit of ledger writes, shared by all gateways. */
export const ledgerLimit = (requestsPerMinute: number) =>
  ({ name: 'ledger_writes', points: requestsPerMinute * 4, durationSeconds: 86_400 }) as const

interface Exchange {
  readonly id: EndpointId
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface RequestBudget {
  /** Admits a signed-in request, or rejects with a 429 problem. */
  admit(exchange: Exchange, user: SignedInUser): Promise<void>
}

const tooFast = (seconds: number) =>
  tooManyRequests(`Too many requests from this account. Try again in ${seconds} s.`, seconds)
const tooManyAtOnce = () => tooManyRequests('Too many requests of this account are being served. Try again in 1 s.', 1)
const tooManyWrites = (seconds: number) =>
  tooManyRequests('Too many portfolio changes were made with this account today. Import a file to add many.', seconds)

/** Seconds to wait, or null if the points were taken. */
async function take(limiter: RateLimiterMemory, key: string, points: number): Promise<number | null> {
  try {
    await limiter.consume(key, points)
    return null
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
  }
}

/** Counts by user. Users with a count of zero use no memory. */
function createCounts() {
  const counts = new Map<string, number>()
  const of = (userId: string) => counts.get(userId) ?? 0
  return {
    of,
    /** Returns the count before. */
    add(userId: string): number {
      counts.set(userId, of(userId) + 1)
      return of(userId) - 1
    },
    remove(userId: string): void {
      if (of(userId) > 1) counts.set(userId, of(userId) - 1)
      else counts.delete(userId)
    },
  }
}

/**
 * Limits the requests of each user and each client address, so that one account cannot slow down the others. Counts are
 * kept per process, because a shared count would cost every request a round trip to Redis. Only the daily limit of
 * ledger writes is shared.
 */
export function createRequestBudget(
  runtime: Runtime,
  { requestsPerMinute, ledger }: { readonly requestsPerMinute: number; readonly ledger: Limiter },
): RequestBudget {
  const points = Math.ceil((requestsPerMinute * WINDOW_SECONDS) / 60)
  const ofUser = new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
  const ofAddress = new RateLimiterMemory({ points: points * ADDRESS_FACTOR, duration: WINDOW_SECONDS })
  const active = createCounts()
  const waiting = createCounts()
  const most = maxActive(requestsPerMinute)
  let delayed = 0
  const rejections = runtime.metrics.counter(
    'gateway_budget_rejections_total',
    'Signed-in requests rejected because of a request budget',
    ['budget'],
    { known: { budget: ['user', 'address', 'concurrency', 'ledger'] } },
  )

  return {
    async admit({ id, request, reply }, { userId }) {
      async function reject(budget: string, problem: AppError): Promise<never> {
        rejections.inc({ budget })
        if (delayed < MAX_DELAYED) {
          delayed += 1
          const delayMs = REJECTION_DELAY_MS * (1 + waiting.add(userId) / WAITING_PER_DELAY)
          await delay(Math.min(MAX_DELAY_MS, delayMs), undefined, { ref: false })
          waiting.remove(userId)
          delayed -= 1
        }
        throw problem
      }

      const cost = costs[id] ?? 1
      const waitOfUser = await take(ofUser, userId, cost)
      if (waitOfUser !== null) return reject('user', tooFast(waitOfUser))
      const waitOfAddress = await take(ofAddress, bucketOf(request.ip), cost)
      if (waitOfAddress !== null) return reject('address', tooFast(waitOfAddress))
      // Event streams last for minutes and have a limit of their own.
      if (isStreamEndpoint(id)) return
      if (active.of(userId) >= most) return reject('concurrency', tooManyAtOnce())
      if (ledgerWrites.has(id)) {
        const decision = await ledger.consume(userId)
        if (!decision.allowed) return reject('ledger', tooManyWrites(decision.retryAfterSeconds))
      }
      if (reply.raw.closed) return
      active.add(userId)
      reply.raw.once('close', () => active.remove(userId))
    },
  }
}
