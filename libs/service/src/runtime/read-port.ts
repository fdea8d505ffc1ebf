import type { FastifyInstance } from 'fastify'

/** The port a server is actually listening on: if `configured` is 0, the system chose it. */
export function readPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : configured
}
