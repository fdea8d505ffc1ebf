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

/** Client headers that services receive. All others are dropped, above all identity headers. */
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

/**
 * Builds the request to a service. Query and body stay unchanged. The headers are the allowed ones plus the gateway's
 * headers for the caller's identity, address and host.
 */
export function buildUpstreamRequest(
  owner: Upstream,
  sign: IdentitySigner,
  request: FastifyRequest,
  path: string,
): UpstreamRequest {
  if (request.principal === null) throw new Error('A request bypassed the edge guard')
  const body = pickBody(request)
  const headers = pickHeaders(request.headers, forwardedHeaders)
  if (owner === 'auth' && request.headers.cookie !== undefined) headers.cookie = request.headers.cookie
  if (body !== null) headers['content-type'] = request.headers['content-type'] ?? 'application/octet-stream'
  headers[IDENTITY_HEADER] = sign(owner, request.principal)
  headers[REQUEST_ID_HEADER] = request.id
  headers[CLIENT_ADDRESS_HEADER] = request.ip
  headers[PUBLIC_HOST_HEADER] = request.host
  const query = request.url.indexOf('?')
  const target = query === -1 ? path : path + request.url.slice(query)
  return { method: request.method as UpstreamRequest['method'], path: target, headers, body }
}

const pickBody = ({ body }: FastifyRequest): Buffer | null => (Buffer.isBuffer(body) && body.length > 0 ? body : null)

export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
