interface Options {
  readonly concurrency: number
  readonly queue: number
  readonly createError: () => Error
}

export interface ConcurrencyLimiter {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs up to `concurrency` tasks at once, queues up to `queue` more in order, and rejects the rest (S13). */
export function createConcurrencyLimiter({ concurrency, queue, createError }: Options): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let active = 0

  async function enter(): Promise<void> {
    if (active < concurrency) {
      active += 1
      return
    }
    if (waiting.length >= queue) throw createError()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Hands the slot to the next task in the queue, so that a new task cannot overtake it. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else active -= 1
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
