import { AppError, type OpsScope, withQueueDeadline } from '@callwright/service'
import type { Queue } from 'bullmq'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const BASE_PATH = '/queues'
const API_PATH = `${BASE_PATH}/api/`
const PING_DEADLINE_MS = 700

/** Mounts a read-only page of the queue's jobs on the ops port; it is loaded on the first request. */
export function mountQueueBoard({ app, requireToken }: OpsScope, queue: Queue): void {
  let opening: Promise<FastifyInstance> | null = null

  function open(): Promise<FastifyInstance> {
    opening ??= import('./bull-board.ts')
      .then(({ buildBullBoard }) => buildBullBoard(queue, BASE_PATH))
      .catch((error: unknown) => {
        // Let the next request try again after a failure.
        opening = null
        throw error
      })
    return opening
  }

  async function admit(request: FastifyRequest): Promise<void> {
    requireToken(request, 'browser')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new AppError(405, 'read_only', 'The queue board is read-only.', {
        headers: { allow: 'GET, HEAD' },
      })
    }
    // bull-board sets no timeout.
    if (request.url.startsWith(API_PATH)) await withQueueDeadline(() => queue.getJobCounts('active'), PING_DEADLINE_MS)
  }

  for (const path of [BASE_PATH, `${BASE_PATH}/*`]) {
    app.all(path, { onRequest: admit }, async (request, reply) => {
      const board = await open()
      reply.hijack()
      board.routing(request.raw, reply.raw)
    })
  }
}
