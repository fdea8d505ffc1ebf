import type { MarketData, Missing } from '../providers/provider.ts'
import type { Capabilities } from '../providers/provider-definition.ts'
import { buildSources, findAsk, type SourceRequest } from '../providers/source-requests.ts'
import { answerUnknown } from './unknown-answer.ts'

type Parts = Pick<MarketData, 'revision' | 'stamp' | 'ping'> & { readonly now: () => number }

/**
 * Turns a set of sources into a complete market. A required request that no source supports gets an empty answer with a
 * reason.
 */
export function buildMarketData(sources: Partial<Capabilities>, { now, ...parts }: Parts): MarketData {
  const complete = buildSources((request) => {
    const ask = findAsk(sources, request)
    if (ask !== null || request.isOptional) return ask
    return async (...args) => answerUnknown(request, args, parts.stamp(), [lacking(request)])
  })
  return { ...parts, ...(complete as Capabilities), clock: { ...complete.clock, now } }
}

function lacking({ field, what }: SourceRequest): Missing {
  return { field, reason: `No configured provider has ${what}` }
}
