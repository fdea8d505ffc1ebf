import type { ServiceClient } from '@callwright/service'
import type { Market } from './run-rules.ts'

/** The current market and the symbols that a run in it covers. */
export interface Universe {
  readonly market: Market
  readonly symbols: readonly string[]
}

/** Reads the universe from market-data; concurrent calls share one request. */
export function createUniverseReader(marketData: ServiceClient): () => Promise<Universe> {
  let asking: Promise<Universe> | null = null
  return () => {
    asking ??= readUniverse(marketData).finally(() => {
      asking = null
    })
    return asking
  }
}

async function readUniverse(marketData: ServiceClient): Promise<Universe> {
  const { source, data_class, as_of, symbols } = await marketData.call('marketData.universe')
  return {
    market: { source, dataClass: data_class, asOf: new Date(as_of) },
    symbols: [...new Set(symbols.map(({ symbol }) => symbol))].sort(),
  }
}
