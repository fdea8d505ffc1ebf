import { AsyncLocalStorage } from 'node:async_hooks'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Ask, Question } from '../providers/questions.ts'
import { findLifetime } from './keeper/lifetimes.ts'

/** Whether a person waits for the answer or a job collects it. */
export type Priority = 'interactive' | 'background'

/** A question in all, whatever it takes. */
export const QUESTION_MS: Readonly<Record<Priority, number>> = { interactive: 4_500, background: 20_000 }
/** What a job asks for itself: nobody waits for it, and at 5 calls a minute a list of several pages takes that long. */
const JOB_QUESTION_MS = 2 * 60_000
/** What jobs ask of the whole market takes many calls. */
export const MARKET_QUESTION_MS = 5 * 60_000

/** The question under way, for its calls. */
export interface RunningQuestion {
  /** Cut where it is given up. */
  readonly signal: AbortSignal
  /** Its calls wait for their turn as long as it takes. */
  readonly isPatient: boolean
}

const current = new AsyncLocalStorage<RunningQuestion>()

/**
 * Runs the work of one question under one deadline for all of its calls: at the deadline it is given up as
 * `unavailable`, and calls that are still out are cut off by the signal they find here.
 */
export function withQuestionDeadline<T>(timeoutMs: number, work: () => Promise<T>, isPatient = false): Promise<T> {
  const cut = new AbortController()
  return current.run({ signal: cut.signal, isPatient }, async () => {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new ProviderFailure('market data', { kind: 'unavailable', detail: 'no complete answer in time' }))
        cut.abort()
      }, timeoutMs)
    })
    try {
      return await Promise.race([work(), deadline])
    } finally {
      clearTimeout(timer)
    }
  })
}

/** The question as a job asks it for itself. */
export function withJobDeadline({ endpoint }: Question, ask: Ask): Ask {
  const timeoutMs = findLifetime(endpoint) === null ? MARKET_QUESTION_MS : JOB_QUESTION_MS
  return (...args) => withQuestionDeadline(timeoutMs, () => ask(...args), true)
}

/** Null outside of a question. */
export function findRunningQuestion(): RunningQuestion | null {
  return current.getStore() ?? null
}
