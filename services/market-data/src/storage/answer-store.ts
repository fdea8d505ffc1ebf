import type { AnswerStore } from '../composition/open-live-market.ts'
import type { MarketStore } from './market-store.ts'
import { storeBars } from './stored-bars.ts'
import { storeDividends, storeSplits } from './stored-events.ts'
import { storeFundamentals } from './stored-fundamentals.ts'
import { createStoredIvHistory } from './stored-iv-history.ts'

/**
 * Puts the store between guarded sources and whoever asks them: what it has and is fresh is not asked for, what is asked
 * for is stored, and what cannot be had is answered as it was last known. Sources it does not store stay as they are.
 */
export function createAnswerStore(store: MarketStore, { now }: { readonly now: () => number }): AnswerStore {
  return {
    onRescaled: store.onRescaled,
    wrap(sources) {
      const { bars, dividends, splits, fundamentals, ivHistory } = sources
      return {
        ...sources,
        ...(bars && { bars: storeBars(bars, store, now) }),
        ...(dividends && { dividends: storeDividends(dividends, store, now) }),
        ...(splits && { splits: storeSplits(splits, store, now) }),
        ...(fundamentals && { fundamentals: storeFundamentals(fundamentals, store, now) }),
        ivHistory: createStoredIvHistory(store, now, ivHistory),
      }
    },
  }
}
