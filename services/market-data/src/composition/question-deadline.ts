import { AsyncLocalStorage } from 'node:async_hooks'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Ask, Question } from '../providers/questions.ts'
import { findLifetime } from './keeper/lifetimes.ts'

/** Whether a person waits for the answer or a job collects it. */
export type Priority = 'interactive' | 'background'

/** A question in all, whatever it takes. */
export const QUESTION_MS: Readonly<Record<Priority, number>> = { interactive: 4_500, background: 20_000 }
/** What jobs ask of the whole market takes many calls. */
const MARKET_QUESTION_MS = 5 * 60_000

const current = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs the work of one question under one deadline for all of its calls: at the deadline it is given up as
 * `unavailable`, and calls that are still out are cut off by the signal they find here.
 */
export function withQuestionDeadline<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const cut = new AbortController()
  return current.run(cut.signal, async () => {
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

/** The question under the deadline of its kind. */
export function withDeadline({ endpoint }: Question, ask: Ask, priority: Priority): Ask {
  const timeoutMs = findLifetime(endpoint) === null ? MARKET_QUESTION_MS : QUESTION_MS[priority]
  return (...args) => withQuestionDeadline(timeoutMs, () => ask(...args))
}

/** The end of the question under way, for its calls; null outside of one. */
export function findQuestionSignal(): AbortSignal | null {
  return current.getStore() ?? null
}
