import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { Queue } from 'bullmq'
import Fastify, { type FastifyInstance } from 'fastify'

/**
 * The board's page loads a font from another origin, which this policy blocks, and uses inline styles, which it allows.
 */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Builds bull-board as a separate server, because Fastify accepts no new routes while it is listening. The caller must
 * authorize requests.
 */
export async function buildBullBoard(queue: Queue, basePath: string): Promise<FastifyInstance> {
  const adapter = new FastifyAdapter().setBasePath(basePath)
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true })],
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Callwright: queues', hideDocsLink: true } },
  })
  const board = Fastify({ logger: false })
  board.addHook('onRequest', (_request, reply, done) => {
    reply.headers(pageHeaders)
    done()
  })
  await board.register(adapter.registerPlugin(), { prefix: basePath })
  await board.ready()
  return board
}
