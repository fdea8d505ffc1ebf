import { type ApiError, buildFailure, buildRefusal } from './api-error.ts'
import type { ApiRequest } from './request.ts'

export type Fetch = typeof globalThis.fetch
export type HttpOutcome<T = unknown> =
  | { readonly ok: true; readonly body: T }
  | { readonly ok: false; readonly error: ApiError }

export interface SendOptions {
  readonly token: string | null
  readonly signal: AbortSignal
}

const DEADLINE_MS = 10_000

/** Absolute URL of a request. */
export const toHref = ({ path }: ApiRequest) => new URL(path, globalThis.location.origin).href

/** Sends a request once and reads the response. Never throws. */
export async function send(fetch: Fetch, request: ApiRequest, options: SendOptions): Promise<HttpOutcome> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS)
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
      : { ok: false, error: buildRefusal(response.status, response.headers, body) }
  } catch {
    if (options.signal.aborted) return { ok: false, error: buildFailure('cancelled') }
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

/** Parses a JSON body. Other content is read as null in an error response and throws in a success. */
export async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const type = response.headers.get('content-type') ?? ''
  if (!/\bjson\b/.test(type)) {
    if (response.ok) throw new Error('The answer is not JSON')
    return null
  }
  return await response.json()
}
