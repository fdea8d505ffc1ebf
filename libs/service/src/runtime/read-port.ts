import type { FastifyInstance } from 'fastify'

/** The port that a server listens on. It differs from a `configured` port of 0, for which the system chooses one. */
export function readPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : configured
}
