export interface GateOptions {
  readonly concurrency: number
  readonly queue: number
  /** Made when the queue is full. */
  readonly refusal: () => Error
}

export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets `concurrency` pieces of work run at once, keeps `queue` more waiting in order and refuses the rest (S13). */
export function createGate({ concurrency, queue, refusal }: GateOptions): Gate {
  const waiting: (() => void)[] = []
  let active = 0

  async function enter(): Promise<void> {
    if (active < concurrency) {
      active += 1
      return
    }
    if (waiting.length >= queue) throw refusal()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** The place passes straight to the next in line, so that nobody can slip in between. */
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
