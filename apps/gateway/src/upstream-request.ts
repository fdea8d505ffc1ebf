import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_ADDRESS_HEADER,
  IDENTITY_HEADER,
  type IdentitySigner,
  PUBLIC_HOST_HEADER,
  REQUEST_ID_HEADER,
} from '@callwright/service'
import type { FastifyRequest } from 'fastify'
import type { UpstreamRequest } from './upstream-pool.ts'
import type { Upstream } from './upstreams.ts'

/** What of a client's own headers reaches a service; everything else, identity headers first of all, is dropped. */
const forwardedHeaders = [
  'accept',
  'accept-language',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'if-none-match',
  'idempotency-key',
  'last-event-id',
]

/** The request as a service gets it: path, query and body as they came, the headers by `buildHeaders`. */
export function buildUpstreamRequest(owner: Upstream, sign: IdentitySigner, request: FastifyRequest): UpstreamRequest {
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : null
  return {
    method: request.method as UpstreamRequest['method'],
    path: request.url,
    headers: buildHeaders(owner, sign, request, body !== null),
    body,
  }
}

/** The allow-list, and the gateway's own word on who asks, from where, and for which host. */
function buildHeaders(
  owner: Upstream,
  sign: IdentitySigner,
  request: FastifyRequest,
  hasBody: boolean,
): IncomingHttpHeaders {
  if (request.principal === null) throw new Error('A request went past the edge guard')
  const headers = pickHeaders(request.headers, forwardedHeaders)
  if (owner === 'auth' && request.headers.cookie !== undefined) headers.cookie = request.headers.cookie
  if (hasBody) headers['content-type'] = request.headers['content-type'] ?? 'application/octet-stream'
  headers[IDENTITY_HEADER] = sign(owner, request.principal)
  headers[REQUEST_ID_HEADER] = request.id
  headers[CLIENT_ADDRESS_HEADER] = request.ip
  headers[PUBLIC_HOST_HEADER] = request.host
  return headers
}

/** Those of `names` that are there. */
export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
