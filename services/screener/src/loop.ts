import type { Logger } from '@callwright/service'

export interface Loop {
  start(): void
  /**
   * Runs the work now or, if it is already running, again when it finishes. All calls during a run share the next one.
   */
  nudge(): Promise<void>
  stop(): Promise<void>
}

/** Runs `work` repeatedly, pausing `intervalMs` between runs. A streak of failures logs a single warning. */
export function createLoop(options: {
  name: string
  intervalMs: number
  log: Logger
  work: () => Promise<void>
}): Loop {
  const { name, intervalMs, log, work } = options
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let failing = false
  let stopped = false

  async function runOnce(): Promise<void> {
    try {
      await work()
      if (failing) log.info({ loop: name }, 'loop.recovered')
      failing = false
    } catch (error) {
      if (failing) log.debug({ err: error, loop: name }, 'loop.failed')
      else log.warn({ err: error, loop: name }, 'loop.failed')
      failing = true
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    running = runOnce().finally(() => {
      running = null
      if (!stopped && next === null) timer = setTimeout(() => void run(), intervalMs).unref()
    })
    return running
  }

  return {
    start() {
      if (!stopped && running === null) void run()
    },
    nudge() {
      if (stopped) return Promise.resolve()
      if (next !== null) return next
      if (running === null) return run()
      next = running.then(() => {
        next = null
        return stopped ? undefined : run()
      })
      return next
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
