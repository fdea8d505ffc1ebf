import type { Runtime } from '@callwright/service'
import { ProviderFailure } from '../../providers/http/provider-failure.ts'
import type { Answer, CacheStatus } from '../../providers/provider.ts'
import type { Capabilities } from '../../providers/provider-definition.ts'
import { wrapSources } from '../../providers/questions.ts'
import { toPresent } from '../freshness.ts'
import { withJobDeadline } from '../question-deadline.ts'
import { retellStale, tellStale } from '../tell-stale.ts'
import { findLifetime } from './lifetimes.ts'
import { type Asked, createLoader, type LoadDeps, type Loader, tooLate } from './load-answers.ts'
import { nameQuestion } from './question-key.ts'

/** How long a new answer is waited for where an older one is at hand. */
const PATIENCE_MS = { interactive: 2_000, background: 5_000 } as const

/**
 * The sources with their answers kept: a fresh one is repeated, an aging one too, while it is renewed behind it, and an
 * old one stands in, labelled stale with its time, where no newer one can be had. However many ask the same, in however
 * many replicas, one of them asks the source, and the others wait for what it keeps (F28).
 */
export function keepSources(runtime: Runtime, sources: Partial<Capabilities>, deps: LoadDeps): Partial<Capabilities> {
  const loader = createLoader(runtime, deps)
  return wrapSources(sources, (question, ask) => {
    const lifetime = findLifetime(question.endpoint)
    if (lifetime === null) return withJobDeadline(question, ask)
    return async (...args) => {
      const { args: wanted, key } = nameQuestion(question, args)
      const answer = await find({ question, lifetime, key, ask: () => ask(...wanted) }, loader, deps)
      return question.shape === 'bare' ? answer.value : answer
    }
  })
}

async function find(asked: Asked, loader: Loader, { kept, readMoment, priority }: LoadDeps): Promise<Answer<unknown>> {
  const serve = (answer: Answer<unknown>, cacheStatus: CacheStatus) => ({
    ...toPresent(asked.question, answer, readMoment()),
    cacheStatus,
  })
  const found = await kept.find(asked.key)
  const age = loader.judge(found, asked)
  if (found !== null && age === 'fresh') return serve(found.answer, 'fresh')
  if (found !== null && age === 'aging') {
    loader.renew(asked)
    return serve(found.answer, 'refreshing')
  }
  const isOld = found !== null && age === 'old'
  try {
    const loading = loader.load(asked)
    const { answer, cacheStatus } = await (isOld ? within(PATIENCE_MS[priority], loading) : loading)
    const isBehind = isOld && cacheStatus === 'stale' && answer.asOfMs < found.answer.asOfMs
    return serve(isBehind ? retellStale(found.answer, answer, readMoment().nowMs) : answer, cacheStatus)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    // Where Redis was late a moment ago, or another replica has loaded meanwhile, there is something after all.
    const standIn = found ?? (await kept.find(asked.key))
    const standInAge = loader.judge(standIn, asked)
    if (standIn !== null && standInAge === 'fresh') return serve(standIn.answer, 'fresh')
    if (standIn !== null && standInAge !== 'spent') {
      return serve(tellStale(standIn.answer, error, readMoment().nowMs), 'stale')
    }
    if (error.partial !== null) return serve(error.partial, 'miss')
    throw error
  }
}

/** What is loaded, unless it takes longer: the load goes on, and whoever waited makes do with what there is. */
async function within<T>(timeoutMs: number, loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), timeoutMs)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}
