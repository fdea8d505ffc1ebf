import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_ADDRESS_HEADER,
  IDENTITY_HEADER,
  type IdentitySigner,
  PUBLIC_HOST_HEADER,
  REQUEST_ID_HEADER,
} from '@callwright/service'
import type { FastifyRequest } from 'fastify'
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

/** The whole body as it came; without one nothing is sent. */
export function pickBody(request: FastifyRequest): { body?: Buffer; contentType?: string } {
  return hasBody(request)
    ? { body: request.body as Buffer, contentType: request.headers['content-type'] ?? 'application/octet-stream' }
    : {}
}

function hasBody({ body }: FastifyRequest): boolean {
  return Buffer.isBuffer(body) && body.length > 0
}

/** The headers a service gets: the allow-list, and the gateway's own word on who asks, from where, and for which host. */
export function buildUpstreamHeaders(
  owner: Upstream,
  sign: IdentitySigner,
  request: FastifyRequest,
): IncomingHttpHeaders {
  if (request.principal === null) throw new Error('A request went past the edge guard')
  const headers = pickHeaders(request.headers, forwardedHeaders)
  if (owner === 'auth' && request.headers.cookie !== undefined) headers.cookie = request.headers.cookie
  if (hasBody(request)) headers['content-type'] = request.headers['content-type'] ?? 'application/octet-stream'
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
