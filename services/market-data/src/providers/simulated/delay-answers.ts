import { setTimeout as delay } from 'node:timers/promises'
import type { MarketData } from '../provider.ts'
import { wrapSources } from '../source-requests.ts'

/** Delays all of a market's answers by the same time, to imitate a network. */
export function delayAnswers(market: MarketData, delayMs: number): MarketData {
  const delayed = wrapSources(market, (_request, ask) => async (...args) => {
    await delay(delayMs)
    return ask(...args)
  })
  return { ...market, ...delayed, clock: { ...market.clock, ...delayed.clock } }
}
