import { setTimeout as wait } from 'node:timers/promises'
import type { JobRun } from './job.ts'
import { readPauseMs } from './pause.ts'

/** A pause up to this long is waited for in place; for a longer one the job is put back. */
const SHORT_PAUSE_MS = 30_000
/** So many failures in a row are no fault of the items. */
const FAILURES_IN_A_ROW = 5
const PROGRESS_EVERY = 100
/** So many symbols in a row of which the last session is not there: it is not out yet, and the others need not be asked. */
export const NOTHING_NEW_IN_A_ROW = 5

export interface Tally {
  readonly done: number
  readonly failed: number
}

/**
 * Works through items one after the other. One that fails is left for the next run; a pause that the provider asks for
 * is kept, and the item is tried again. Rejects when the pause is long, when one failure follows another, or when the
 * job is to end. `work` says whether to go on.
 */
export async function eachItem<T>(
  items: readonly T[],
  { log, signal }: JobRun,
  work: (item: T) => Promise<boolean>,
): Promise<Tally> {
  let done = 0
  let failed = 0
  let failedInARow = 0
  let lastError: unknown = null
  for (const item of items) {
    try {
      const goOn = await workPatiently(() => work(item), signal)
      done += 1
      failedInARow = 0
      if (done % PROGRESS_EVERY === 0) log.info({ done, failed, total: items.length }, 'market_job.progress')
      if (!goOn) break
    } catch (error) {
      if (signal.aborted || readPauseMs(error) !== null) throw error
      failed += 1
      failedInARow += 1
      lastError = error
      log.debug({ err: error, item }, 'market_job.item_failed')
      if (failedInARow === FAILURES_IN_A_ROW) throw error
    }
  }
  if (failed > 0) log.warn({ err: lastError, done, failed }, 'market_job.items_failed')
  return { done, failed }
}

async function workPatiently(work: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const pauseMs = readPauseMs(error)
      if (pauseMs === null || pauseMs > SHORT_PAUSE_MS) throw error
      await wait(pauseMs, undefined, { signal })
    }
  }
}
