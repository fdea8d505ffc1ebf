import {
  type Body,
  buildPath,
  type EndpointId,
  endpointTable,
  type Owner,
  type Params,
  type Problem,
  type Query,
  type Success,
} from '@callwright/contracts'
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import { AppError, timedOut, unavailable } from '../errors.ts'
import { IDENTITY_HEADER, type IdentitySigner, type Principal, REQUEST_ID_HEADER } from '../identity.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { openAddressRing, type ServiceAddress, wasNeverSent } from './addresses.ts'

export interface ServiceCall<Id extends EndpointId> {
  readonly params?: Params<Id>
  readonly query?: Query<Id>
  readonly body?: Body<Id>
  /** Principal on whose behalf to call. The default is `{ kind: 'service' }`, which `service` endpoints require. */
  readonly as?: Principal
  readonly requestId?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

export interface ServiceClient {
  call<Id extends EndpointId>(id: Id, call?: ServiceCall<Id>): Promise<Success<Id>>
}

interface ClientOptions {
  readonly owner: Owner
  readonly addresses: readonly ServiceAddress[]
  readonly sign: IdentitySigner
  readonly timeoutMs?: number
  /** Called with each response, also with a refusal, and the time by performance.now() at which the request was sent. */
  readonly onResponse?: (response: Response, sentAt: number) => void
}

const DEFAULT_TIMEOUT_MS = 3_000
const BREAKER_OPEN_MS = 2_000
const BREAKER_FAILURES = 5

/**
 * Creates a typed client for another of our services, with a signed identity, a timeout, and a circuit breaker that
 * fails fast while the service is down. It never repeats a request at the same address, because only one side of each
 * hop may retry. If the service has another address, that one gets a request that was never sent, or a GET whose address
 * failed. A 4xx is thrown as the service's own `AppError`. Other failures become a 503 or 504 without host names, and a
 * success with an unreadable body is `upstream_unreadable`.
 */
export function createServiceClient(runtime: Runtime, options: ClientOptions): ServiceClient {
  const { owner, sign } = options
  const ring = openAddressRing(runtime, owner, options.addresses)
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof CallAborted) && !(error instanceof AppError && isHealthy(error))),
    { halfOpenAfter: BREAKER_OPEN_MS, breaker: new ConsecutiveBreaker(BREAKER_FAILURES) },
  )
  runtime.metrics.expectUpstream(owner)
  runtime.metrics.breakerState.set({ upstream: owner }, 0)
  breaker.onStateChange((state) => {
    const value = state === CircuitState.Open ? 2 : state === CircuitState.HalfOpen ? 1 : 0
    runtime.metrics.breakerState.set({ upstream: owner }, value)
  })

  /** Sends to one address, and if that fails without a response, perhaps to another. */
  async function request<Id extends EndpointId>(
    id: Id,
    call: ServiceCall<Id>,
    timeout: AbortSignal,
  ): Promise<Response> {
    const { method } = endpointTable[id]
    const first = ring.next()
    const lost = new AbortController()
    const milliseconds = call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const timer = setTimeout(() => {
      if (method === 'GET' && !ring.isReady(first) && ring.hasOther(first))
        lost.abort(new Error('The address is no longer ready'))
    }, milliseconds / 2)
    try {
      return await requestAt(first, id, call, AbortSignal.any([timeout, lost.signal]))
    } catch (error) {
      if (timeout.aborted || call.signal?.aborted) throw error
      ring.leaveOut(first, error)
      const other = method === 'GET' || wasNeverSent(error) ? ring.nextAfter(first) : null
      if (other === null) throw error
      runtime.metrics.retries.inc({ upstream: owner })
      return requestAt(other, id, call, timeout)
    } finally {
      clearTimeout(timer)
    }
  }

  const requestAt = <Id extends EndpointId>(
    { url }: ServiceAddress,
    id: Id,
    call: ServiceCall<Id>,
    signal: AbortSignal,
  ): Promise<Response> =>
    fetch(buildUrl(url, id, call), {
      method: endpointTable[id].method,
      redirect: 'error',
      signal: call.signal ? AbortSignal.any([call.signal, signal]) : signal,
      headers: {
        accept: 'application/json',
        [IDENTITY_HEADER]: sign(owner, call.as ?? { kind: 'service' }),
        ...(call.requestId ? { [REQUEST_ID_HEADER]: call.requestId } : {}),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    })

  async function send<Id extends EndpointId>(id: Id, call: ServiceCall<Id>): Promise<Success<Id>> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const startedAt = performance.now()
    let outcome = 'error'
    let hasSucceeded = false
    try {
      const response = await request(id, call, timeout)
      options.onResponse?.(response, startedAt)
      outcome = String(response.status)
      if (!response.ok) throw await readProblem(response, owner)
      hasSucceeded = true
      return (response.status === 204 ? null : await response.json()) as Success<Id>
    } catch (error) {
      if (error instanceof AppError) throw error
      if (timeout.aborted) {
        outcome = 'timeout'
        throw timedOut('upstream_timeout', `${nameOf(owner)} did not answer in time. Please try again.`, error)
      }
      if (call.signal?.aborted) throw new CallAborted(error)
      if (hasSucceeded) {
        outcome = 'unreadable'
        throw unavailable('upstream_unreadable', `${nameOf(owner)} could not answer. Please try again.`, error)
      }
      throw unavailable('upstream_unavailable', `${nameOf(owner)} is not available right now. Please try again.`, error)
    } finally {
      runtime.metrics.upstreamDuration.observe({ upstream: owner, outcome }, (performance.now() - startedAt) / 1_000)
    }
  }

  return {
    async call(id, call = {}) {
      try {
        return await breaker.execute(() => send(id, call))
      } catch (error) {
        if (error instanceof CallAborted) throw error.cause
        if (!isBrokenCircuitError(error)) throw error
        throw unavailable(
          'upstream_unavailable',
          `${nameOf(owner)} is not available right now. Please try again.`,
          error,
        )
      }
    },
  }
}

/** Thrown when the caller aborts the request. The circuit breaker ignores it, because the service has not failed. */
class CallAborted extends Error {
  constructor(reason: unknown) {
    super('The caller aborted', { cause: reason })
  }
}

/** Whether the service is working although the call failed: the request was wrong, or a data source limits its calls. */
function isHealthy({ status, code }: AppError): boolean {
  return status < 500 || code === 'provider_rate_limited'
}

/** Name of a service in error messages. */
export function nameOf(owner: Owner): string {
  const names: Readonly<Record<Owner, string>> = {
    gateway: 'The server',
    auth: 'The sign-in service',
    'market-data': 'The market data service',
    screener: 'The screener',
    portfolio: 'The portfolio service',
    coach: 'The coach',
  }
  return names[owner]
}

function buildUrl<Id extends EndpointId>(baseUrl: string, id: Id, call: ServiceCall<Id>): URL {
  const address = new URL(baseUrl + buildPath(id, (call.params ?? {}) as Record<string, string>))
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

async function readProblem(response: Response, owner: Owner): Promise<AppError> {
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null
  if (response.status >= 500 || problem?.detail === undefined) {
    const retryAfter = Number(response.headers.get('retry-after'))
    return new AppError(
      response.status === 504 ? 504 : 503,
      problem?.code ?? 'upstream_failed',
      problem?.detail ?? `${nameOf(owner)} could not answer. Please try again.`,
      { retryAfterSeconds: retryAfter > 0 ? retryAfter : 5 },
    )
  }
  return new AppError(response.status, problem.code ?? 'upstream_refused', problem.detail, {
    ...(problem.errors ? { fields: problem.errors } : {}),
  })
}
