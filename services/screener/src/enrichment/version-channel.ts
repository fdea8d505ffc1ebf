import type { openRedis } from '@callwright/service'

const MIN_GAP_MS = 250

/**
 * Tells every API replica that the rows have moved. A nudge only: who misses it polls a second later. Bursts are
 * thinned to four messages a second, the last one always being sent.
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

/** Calls `onNews` for each message of a channel; the subscription comes back with the connection. */
export function subscribeToNews(redis: ReturnType<typeof openRedis>, channel: string, onNews: () => void): void {
  redis.on('message', (from: string) => {
    if (from === channel) onNews()
  })
  redis.subscribe(channel).catch(() => undefined)
}
