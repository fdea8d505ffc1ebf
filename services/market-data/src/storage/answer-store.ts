import type { AnswerStore } from '../composition/open-live-market.ts'
import type { MarketStore } from './market-store.ts'
import { storeBars } from './series.ts'
import { createStoredIvHistory, storeDividends, storeEarnings, storeFundamentals, storeSplits } from './stored-facts.ts'

/**
 * Puts the store in front of the guarded sources. Fresh stored data is returned without a call, fetched data is stored,
 * and if a fetch fails, the last known data is returned. Other sources are unchanged.
 */
export function createAnswerStore(store: MarketStore, { now }: { readonly now: () => number }): AnswerStore {
  return {
    onRescaled: store.onRescaled,
    wrap(sources) {
      const { bars, dividends, splits, earnings, fundamentals, ivHistory } = sources
      return {
        ...sources,
        ...(bars && { bars: storeBars(bars, store, now) }),
        ...(dividends && { dividends: storeDividends(dividends, store, now) }),
        ...(splits && { splits: storeSplits(splits, store, now) }),
        ...(earnings && { earnings: storeEarnings(earnings, store, now) }),
        ...(fundamentals && { fundamentals: storeFundamentals(fundamentals, store, now) }),
        ivHistory: createStoredIvHistory(store, now, ivHistory),
      }
    },
  }
}
