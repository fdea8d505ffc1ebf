import { setTimeout as wait } from 'node:timers/promises'
import type { JobRun } from './job.ts'
import { readPauseMs } from './pause.ts'

/** Longest pause that a running job waits out; for a longer one, the job is delayed. */
const SHORT_PAUSE_MS = 30_000
/** After this many consecutive failures, the job assumes that the source is at fault, not the items. */
const FAILURES_IN_A_ROW = 5
const PROGRESS_EVERY = 100
/** If this many consecutive symbols lack the last session, it has not been published yet and the job stops. */
export const NOTHING_NEW_IN_A_ROW = 5

export interface Tally {
  readonly done: number
  readonly failed: number
}

/**
 * Processes items one by one. An item that fails is left for the next run. If the provider asks for a short pause,
 * waits and retries the item. Rejects on a long pause, repeated failures or an abort. `work` resolves to whether to
 * continue.
 */
export async function processItems<T>(
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
      const goOn = await workWithPauses(() => work(item), signal)
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

async function workWithPauses(work: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
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
