import { CLIENT_ADDRESS_HEADER, readHeader } from '@callwright/service'
import type { FastifyRequest } from 'fastify'

/** Who is on the other end of a request, as the gateway that vouches for it says. */
export interface Client {
  readonly address: string
  readonly userAgent: string | null
  readonly requestId: string
}

const USER_AGENT_MAX = 200

/** Only for requests whose identity is verified: the headers are the gateway's word. */
export function readClient(request: FastifyRequest): Client {
  return {
    address: readHeader(request, CLIENT_ADDRESS_HEADER) ?? 'unknown',
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
    requestId: request.id,
  }
}
