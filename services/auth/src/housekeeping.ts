import type { Runtime } from '@callwright/service'

export interface Chore {
  readonly name: string
  readonly everyMs: number
  readonly work: () => Promise<number>
}

/**
 * Runs each chore at its own interval. A failed chore runs again at the next interval, and none starts while its last
 * run is in progress.
 */
export function startHousekeeping(runtime: Pick<Runtime, 'log' | 'onClose'>, chores: readonly Chore[]): void {
  for (const { name, everyMs, work } of chores) {
    let isRunning = false
    const run = async (): Promise<void> => {
      if (isRunning) return
      isRunning = true
      try {
        const done = await work()
        runtime.log[done > 0 ? 'info' : 'debug']({ chore: name, done }, 'housekeeping.done')
      } catch (error) {
        runtime.log.warn({ err: error, chore: name }, 'housekeeping.failed')
      }
      isRunning = false
    }
    const timer = setInterval(() => void run(), everyMs)
    timer.unref()
    runtime.onClose(`housekeeping of ${name}`, () => clearInterval(timer))
  }
}
