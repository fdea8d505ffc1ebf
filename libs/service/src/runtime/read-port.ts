import type { FastifyInstance } from 'fastify'

/**
 * The port a server is actually listening on. This differs from `configured` if that is 0, which lets the system
 * choose.
 */
export function readPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : configured
}
