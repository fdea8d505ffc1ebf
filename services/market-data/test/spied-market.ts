import { randomUUID } from 'node:crypto'
import type { Answer, ChainFilter, MarketData, OptionChain, OptionQuote } from '../src/providers/provider.ts'

type ChainAnswer = Answer<OptionChain | null>

/** Wraps a market to record chain filters and change chain answers; its cache is not shared. */
export function spyOnChains(market: MarketData, change: (answer: ChainAnswer) => ChainAnswer = (answer) => answer) {
  const filters: (ChainFilter | undefined)[] = []
  const spied: MarketData = {
    ...market,
    revision: randomUUID(),
    chains: {
      async findChain(symbol, filter) {
        filters.push(filter)
        return change(await market.chains.findChain(symbol, filter))
      },
    },
  }
  return { market: spied, filters }
}

export function changeContracts(answer: ChainAnswer, change: (contract: OptionQuote) => OptionQuote): ChainAnswer {
  return answer.value === null
    ? answer
    : { ...answer, value: { ...answer.value, contracts: answer.value.contracts.map(change) } }
}
