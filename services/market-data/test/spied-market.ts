import { randomUUID } from 'node:crypto'
import type { Answer, ChainFilter, MarketData, OptionChain, OptionQuote } from '../src/providers/provider.ts'

type ChainAnswer = Answer<OptionChain | null>

/** A market of which every question about a chain is noted, and its answer may be changed; nothing cached of it is shared. */
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

/** Changes every contract of a chain. */
export function changeContracts(answer: ChainAnswer, change: (contract: OptionQuote) => OptionQuote): ChainAnswer {
  return answer.value === null
    ? answer
    : { ...answer, value: { ...answer.value, contracts: answer.value.contracts.map(change) } }
}
