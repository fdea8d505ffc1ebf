import { formatPlainPrice, formatPrice } from '../../../shared/format/numbers.ts'
import { formatEtTime } from '../../../shared/format/times.ts'
import { formWords as words } from './form-words.ts'
import type { ListedCalls } from './use-listed-calls.ts'
import type { SuggestedFigure, SuggestedFigures } from './use-suggested-figures.ts'

/**
 * Suggests figures for a trade made today: the stock's last price and the call's bid, at which it can be sold (D6).
 * Suggests nothing for other days.
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
  // A call with a bid of 0 can't be sold, so suggest no premium rather than a wrong one.
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
