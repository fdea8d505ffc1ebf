import { CLIENT_ADDRESS_HEADER, readHeader } from '@callwright/service'
import type { FastifyRequest } from 'fastify'

/** The client that sent a request, as reported by the gateway. */
export interface Client {
  readonly address: string
  readonly userAgent: string | null
  readonly requestId: string
}

const USER_AGENT_MAX = 200

/** Reads the client from the gateway's headers, which can be trusted only after the identity is verified. */
export function readClient(request: FastifyRequest): Client {
  return {
    address: readHeader(request, CLIENT_ADDRESS_HEADER) ?? 'unknown',
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
    requestId: request.id,
  }
}
