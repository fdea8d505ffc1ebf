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
  'content-type',
  'content-length',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'if-none-match',
  'idempotency-key',
  'last-event-id',
]

/** The headers a service gets: the allow-list and the gateway's own word on who asks, from where, and for which host. */
export function buildUpstreamHeaders(
  owner: Upstream,
  sign: IdentitySigner,
  request: FastifyRequest,
  headers: IncomingHttpHeaders,
): IncomingHttpHeaders {
  if (request.principal === null) throw new Error('A request went past the edge guard')
  return {
    ...pick(headers, hasBody(request) ? forwardedHeaders : forwardedHeaders.filter((name) => !isBodyHeader(name))),
    ...(owner === 'auth' ? pick(headers, ['cookie']) : {}),
    [IDENTITY_HEADER]: sign(owner, request.principal),
    [REQUEST_ID_HEADER]: request.id,
    [CLIENT_ADDRESS_HEADER]: request.ip,
    [PUBLIC_HOST_HEADER]: request.host,
  }
}

/** The whole body as it came; without one nothing is sent. */
export function pickBody(request: FastifyRequest): { body?: Buffer; contentType?: string } {
  return hasBody(request)
    ? { body: request.body as Buffer, contentType: request.headers['content-type'] ?? 'application/octet-stream' }
    : {}
}

function hasBody(request: FastifyRequest): boolean {
  return Buffer.isBuffer(request.body) && request.body.length > 0
}

function isBodyHeader(name: string): boolean {
  return name === 'content-type' || name === 'content-length'
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}
