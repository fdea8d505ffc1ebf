import type { FastifyInstance } from 'fastify'

/** Port of a listening server; port 0 lets the system choose. */
export function readPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : configured
}
