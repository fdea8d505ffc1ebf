import type { Body, FieldError, Params, Problem, PublicId, Query } from '@callwright/contracts'
import { browserEndpoints, type EndpointRow, fillPath } from '@callwright/contracts/public-endpoints'

/** A request, identified by its row in the endpoint table. The row determines method, path and access. */
export interface ApiRequest {
  readonly id: PublicId
  readonly method: string
  readonly path: string
  readonly needsToken: boolean
  readonly body: unknown
  readonly encoding: 'json' | 'form'
  /** Maximum number of attempts. A GET is retried after a network error or a 503. */
  readonly attempts: number
  /** Identifies a write across retries, so that the server applies it once. */
  readonly idempotencyKey: string | null
  readonly deadlineMs: number
}

export interface RequestOptions<Id extends PublicId> {
  readonly params?: Params<Id>
  readonly query?: Query<Id>
  readonly body?: Body<Id>
  readonly encoding?: 'json' | 'form'
  readonly attempts?: number
  readonly idempotencyKey?: string
}

const GET_ATTEMPTS = 3
const DEADLINE_MS = 10_000

/** Creates the function that builds requests to the endpoints of a table. */
export const createRequestBuilder =
  <Known extends PublicId>(table: Readonly<Record<Known, EndpointRow>>) =>
  <Id extends Known>(id: Id, options: RequestOptions<Id> = {}): ApiRequest => {
    const { method, path, access, deadlineMs = DEADLINE_MS } = table[id]
    return {
      id,
      method,
      path: fillPath(path, options.params ?? {}) + buildSearch(options.query ?? {}),
      needsToken: access === 'user',
      body: options.body ?? null,
      encoding: options.encoding ?? 'json',
      attempts: options.attempts ?? (method === 'GET' ? GET_ATTEMPTS : 1),
      idempotencyKey: options.idempotencyKey ?? null,
      deadlineMs,
    }
  }

export const request = createRequestBuilder(browserEndpoints)

function buildSearch(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * `rejected`: the server responded with an error. `unreadable`: the response does not match the contract. `signed_out`:
 * nothing was sent because there is no session.
 */
export type FailureKind = 'rejected' | 'unreachable' | 'timeout' | 'unreadable' | 'canceled' | 'signed_out'

/** Error from a request. It is a plain object, because it is kept in the store. */
export interface ApiError {
  readonly kind: FailureKind
  readonly status: number | null
  /** The server's message; null if it sent none. */
  readonly detail: string | null
  readonly code: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly fields: readonly FieldError[]
}

export function buildFailure(kind: Exclude<FailureKind, 'rejected'>): ApiError {
  return { kind, status: null, detail: null, code: null, requestId: null, retryAfterSeconds: null, fields: [] }
}

export function buildRejection(status: number, headers: Headers, body: unknown): ApiError {
  const problem = readProblem(body)
  return {
    kind: 'rejected',
    status,
    detail: problem.detail ?? null,
    code: problem.code ?? null,
    requestId: problem.request_id ?? headers.get('x-request-id'),
    retryAfterSeconds: readSeconds(headers.get('retry-after')),
    fields: Array.isArray(problem.errors) ? problem.errors : [],
  }
}

/** Returns the API error that a hook or a call reports, or null if it reports none. */
export function asApiError(error: unknown): ApiError | null {
  if (error === undefined || error === null) return null
  const isOurs = typeof error === 'object' && 'kind' in error && 'retryAfterSeconds' in error
  if (isOurs) return error as ApiError
  return buildFailure((error as { name?: unknown }).name === 'AbortError' ? 'canceled' : 'unreadable')
}

/** Error text to show: the server's message if it sent one. */
export function describeFailure(error: ApiError | null): string | null {
  if (error === null) return null
  if (error.detail !== null) return error.detail
  if (error.kind === 'unreachable') return 'Cannot reach the server'
  if (error.kind === 'timeout') return 'The server took too long to respond'
  if (error.kind === 'unreadable') return 'Could not read the server’s response'
  return null
}

function readProblem(body: unknown): Partial<Problem> {
  if (typeof body !== 'object' || body === null) return {}
  const { detail, code, request_id, errors } = body as Partial<Problem>
  return {
    ...(typeof detail === 'string' && { detail }),
    ...(typeof code === 'string' && { code }),
    ...(typeof request_id === 'string' && { request_id }),
    ...(Array.isArray(errors) && { errors }),
  }
}

function readSeconds(header: string | null): number | null {
  if (header === null || !/^\d{1,6}$/.test(header)) return null
  return Number(header)
}

export type Fetch = typeof globalThis.fetch
export type HttpOutcome<T = unknown> =
  | { readonly ok: true; readonly body: T }
  | { readonly ok: false; readonly error: ApiError }

export interface SendOptions {
  readonly token: string | null
  readonly signal: AbortSignal
}

/** Absolute URL of a request. */
export const toHref = ({ path }: ApiRequest) => new URL(path, globalThis.location.origin).href

/** Sends a request once and reads the response. Never throws. */
export async function send(fetch: Fetch, request: ApiRequest, options: SendOptions): Promise<HttpOutcome> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), request.deadlineMs)
  try {
    const response = await fetch(toHref(request), {
      method: request.method,
      headers: buildHeaders(request, options.token),
      body: encodeBody(request),
      // Includes the refresh cookie, which is set for this origin.
      credentials: 'same-origin',
      // A change must still be sent if the user closes the tab, so it uses keepalive. Requests with a body do not,
      // because browsers limit the size of keepalive bodies.
      keepalive: request.method !== 'GET' && request.body === null,
      signal: AbortSignal.any([options.signal, deadline.signal]),
    })
    const body = await readBody(response)
    return response.ok
      ? { ok: true, body }
      : { ok: false, error: buildRejection(response.status, response.headers, body) }
  } catch {
    if (options.signal.aborted) return { ok: false, error: buildFailure('canceled') }
    return { ok: false, error: buildFailure(deadline.signal.aborted ? 'timeout' : 'unreachable') }
  } finally {
    clearTimeout(timer)
  }
}

export function buildHeaders(request: ApiRequest, token: string | null): Headers {
  const headers = new Headers({ accept: 'application/json, application/problem+json' })
  // For a form, the browser sets the content type, because only it knows the boundary.
  if (request.body !== null && request.encoding === 'json') headers.set('content-type', 'application/json')
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (request.idempotencyKey !== null) headers.set('idempotency-key', request.idempotencyKey)
  return headers
}

export function encodeBody(request: ApiRequest): FormData | string | null {
  if (request.body === null) return null
  if (request.encoding === 'json') return JSON.stringify(request.body)
  const form = new FormData()
  for (const [name, value] of Object.entries(request.body as Record<string, unknown>)) form.set(name, String(value))
  return form
}

/** Parses a JSON body, or reads a CSV file. Other content is null in an error response and throws in a success. */
export async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const type = response.headers.get('content-type') ?? ''
  if (!/\bjson\b/.test(type)) {
    if (/csv/.test(type)) return response.text()
    if (response.ok) throw new Error('The answer is not JSON')
    return null
  }
  return await response.json()
}
