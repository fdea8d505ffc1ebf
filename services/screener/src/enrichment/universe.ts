import type { ServiceClient } from '@callwright/service'
import type { Market } from './run-rules.ts'

/** The market in use and the symbols that a run works through. */
export interface Universe {
  readonly market: Market
  readonly symbols: readonly string[]
}

export async function readUniverse(marketData: ServiceClient): Promise<Universe> {
  const { source, data_class, as_of, symbols } = await marketData.call('marketData.universe')
  return {
    market: { source, dataClass: data_class, asOf: new Date(as_of) },
    symbols: [...new Set(symbols.map(({ symbol }) => symbol))].sort(),
  }
}
