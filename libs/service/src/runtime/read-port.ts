import type { FastifyInstance } from 'fastify'

/** The port a listening server got; with port 0 the system chose it. */
export function readPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : configured
}
