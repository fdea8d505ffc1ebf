import { formatPlainPrice, formatPrice } from '../../../shared/format/numbers.ts'
import { formatEtTime } from '../../../shared/format/times.ts'
import { formWords as words } from './form-words.ts'
import type { ListedCalls } from './use-listed-calls.ts'
import type { SuggestedFigure, SuggestedFigures } from './use-suggested-figures.ts'

/**
 * What the market says of today's trade: the last price of the stock, and what the call sells for, its bid (D6). Of another
 * day it knows nothing.
 */
export function suggestFigures(
  { quote, call }: Pick<ListedCalls, 'quote' | 'call'>,
  isToday: boolean,
): SuggestedFigures {
  if (!isToday) return { entryPrice: null, entryPremium: null }
  return {
    entryPrice: quote && {
      text: formatPlainPrice(quote.lastPriceUsd),
      of: quote.symbol,
      what: words.lastPrice(formatEtTime(quote.freshness.asOf)),
    },
    entryPremium: call && suggestPremium(call),
  }
}

function suggestPremium({ bid, mid, contractSymbol: of }: NonNullable<ListedCalls['call']>): SuggestedFigure | null {
  // At a bid of 0 nothing can be sold: no premium is better than a false one.
  if (bid === 0) return null
  if (bid !== null) {
    return {
      text: formatPlainPrice(bid),
      of,
      what: mid === null ? words.bid : words.bidWithMid(formatPrice(mid)),
    }
  }
  return mid === null ? null : { text: formatPlainPrice(mid), of, what: words.midOnly }
}
