import type { Runtime } from '@callwright/service'

export interface Chore {
  readonly name: string
  readonly everyMs: number
  /** How much there was to do. */
  readonly work: () => Promise<number>
}

/** Does each chore again and again: one that fails is tried at its next time, one that is still under way is left alone. */
export function startHousekeeping(runtime: Pick<Runtime, 'log' | 'onClose'>, chores: readonly Chore[]): void {
  for (const { name, everyMs, work } of chores) {
    let isUnderWay = false
    const run = async (): Promise<void> => {
      if (isUnderWay) return
      isUnderWay = true
      try {
        const done = await work()
        runtime.log[done > 0 ? 'info' : 'debug']({ chore: name, done }, 'housekeeping.done')
      } catch (error) {
        runtime.log.warn({ err: error, chore: name }, 'housekeeping.failed')
      }
      isUnderWay = false
    }
    const timer = setInterval(() => void run(), everyMs)
    timer.unref()
    runtime.onClose(`housekeeping of ${name}`, () => clearInterval(timer))
  }
}
