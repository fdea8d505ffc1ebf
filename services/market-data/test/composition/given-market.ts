import type { DailyBar, OptionChain, OptionQuote, StockQuote } from '../../src/providers/provider.ts'
import {
  answerOf,
  type Clock,
  type Composition,
  chainOf,
  type createOpener,
  quoteOf,
  scriptProvider,
} from './support.ts'

/** A source's values by symbol; a function is called for each request. */
export interface GivenValues {
  readonly quotes?: (symbol: string) => StockQuote | null
  readonly contracts?: readonly OptionQuote[]
  /** Fields of the chain besides its contracts. */
  readonly chain?: Partial<OptionChain>
  readonly bars?: readonly DailyBar[]
  readonly asOfMs?: () => number
  readonly dataClass?: 'live' | 'delayed'
}

/** Opens a market whose only provider returns the given values, stamped with the clock's time. */
export async function openGivenMarket(
  open: ReturnType<typeof createOpener>['open'],
  given: GivenValues,
  clock?: Clock,
): Promise<Composition> {
  const provider = scriptProvider(['quotes', 'chains', 'bars', 'splits'], ({ now }) => {
    const answer = <T>(value: T) =>
      answerOf(value, { source: 'told', dataClass: given.dataClass ?? 'live', asOfMs: given.asOfMs?.() ?? now() })
    return {
      quotes: { findQuote: async (symbol) => answer((given.quotes ?? (() => quoteOf(100)))(symbol)) },
      chains: {
        findChain: async () => answer(given.contracts ? { ...chainOf(given.contracts), ...given.chain } : null),
      },
      bars: { listDailyBars: async () => answer(given.bars ?? null) },
      splits: {
        listSplits: async (symbol) =>
          answer(symbol === 'SPLIT' ? [{ executionDate: '2026-07-08', ratio: 20, kind: 'split' as const }] : []),
      },
    }
  })
  return open({ providers: [provider], ...(clock ? { clock } : {}) })
}
