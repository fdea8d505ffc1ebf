import type { openRedis } from '@callwright/service'

const MIN_GAP_MS = 250

/**
 * Notifies every API replica that rows have changed. A lost message does no harm, because replicas also poll every
 * second. At most four messages are sent per second; the last change is always announced.
 */
export function createVersionPublisher(
  redis: ReturnType<typeof openRedis>,
  channel: string,
  onError: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout | undefined
  let newest = 0

  async function publish(): Promise<void> {
    timer = undefined
    if (redis.status !== 'ready') return
    try {
      await redis.publish(channel, String(newest))
    } catch (error) {
      onError(error)
    }
  }

  return {
    announce(version: number): void {
      newest = Math.max(newest, version)
      timer ??= setTimeout(() => void publish(), MIN_GAP_MS).unref()
    },
    async close(): Promise<void> {
      if (timer === undefined) return
      clearTimeout(timer)
      await publish()
    },
  }
}

/** Calls `onMessage` for each message on a channel; the subscription is restored after a reconnect. */
export function subscribe(redis: ReturnType<typeof openRedis>, channel: string, onMessage: () => void): void {
  redis.on('message', (from: string) => {
    if (from === channel) onMessage()
  })
  redis.subscribe(channel).catch(() => undefined)
}
