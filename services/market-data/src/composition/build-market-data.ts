import type { MarketData, Missing } from '../providers/provider.ts'
import type { Capabilities } from '../providers/provider-definition.ts'
import { buildSources, findAsk, type Question } from '../providers/questions.ts'
import { answerUnknown } from './unknown-answer.ts'

type Parts = Pick<MarketData, 'revision' | 'stamp' | 'ping'> & { readonly now: () => number }

/** Completes the sources to a market: a required request that no source supports gets an empty answer with a reason. */
export function buildMarketData(sources: Partial<Capabilities>, { now, ...parts }: Parts): MarketData {
  const complete = buildSources((question) => {
    const ask = findAsk(sources, question)
    if (ask !== null || question.isOptional) return ask
    return async (...args) => answerUnknown(question, args, parts.stamp(), [lacking(question)])
  })
  return { ...parts, ...(complete as Capabilities), clock: { ...complete.clock, now } }
}

function lacking({ field, what }: Question): Missing {
  return { field, reason: `No configured provider has ${what}` }
}
