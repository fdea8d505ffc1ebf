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

/** What a source says of each symbol; a function is asked anew every time. */
export interface Told {
  readonly quotes?: (symbol: string) => StockQuote | null
  readonly contracts?: readonly OptionQuote[]
  /** What the chain says of itself. */
  readonly chain?: Partial<OptionChain>
  readonly bars?: readonly DailyBar[]
  readonly asOfMs?: () => number
  readonly dataClass?: 'live' | 'delayed'
}

/** Opens a market whose only provider answers as told, stamped with the clock's time. */
export async function openTold(
  open: ReturnType<typeof createOpener>['open'],
  told: Told,
  clock?: Clock,
): Promise<Composition> {
  const provider = scriptProvider(['quotes', 'chains', 'bars', 'splits'], ({ now }) => {
    const answer = <T>(value: T) =>
      answerOf(value, { source: 'told', dataClass: told.dataClass ?? 'live', asOfMs: told.asOfMs?.() ?? now() })
    return {
      quotes: { findQuote: async (symbol) => answer((told.quotes ?? (() => quoteOf(100)))(symbol)) },
      chains: { findChain: async () => answer(told.contracts ? { ...chainOf(told.contracts), ...told.chain } : null) },
      bars: { listDailyBars: async () => answer(told.bars ?? null) },
      splits: {
        listSplits: async (symbol) =>
          answer(symbol === 'SPLIT' ? [{ executionDate: '2026-07-08', ratio: 20, kind: 'split' as const }] : []),
      },
    }
  })
  return open({ providers: [provider], ...(clock ? { clock } : {}) })
}
