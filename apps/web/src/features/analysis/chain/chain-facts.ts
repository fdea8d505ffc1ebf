import type { OptionChain, OptionSide } from '../../../api/option-chain.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/export-facts.ts'
import { formatFinePct, formatPrice } from '../../../shared/format/numbers.ts'
import { formatEtTimeLong } from '../../../shared/format/times.ts'
import { chainWords, chainFactWords as words } from './chain-words.ts'

/** Facts about the chain's figures, added to printouts and the CSV file. */
export function listChainFacts(chain: OptionChain, side: OptionSide): readonly ExportFact[] {
  const { symbol, expiration, days, price, expectedMove, quotedAt, rate, rateSource, freshness } = chain
  return [
    { name: words.symbol, value: symbol },
    { name: words.options, value: chainWords.sides[side].toLowerCase() },
    {
      name: words.expiration,
      value: days === null ? (expiration ?? words.notKnown) : words.expirationIn(expiration, days),
    },
    { name: words.price, value: price === null ? words.notKnown : `$${formatPrice(price)}` },
    { name: words.expectedMove, value: expectedMove === null ? words.notKnown : `$${formatPrice(expectedMove)}` },
    { name: words.quoted, value: quotedAt === null ? words.notKnown : formatEtTimeLong(quotedAt) },
    ...listDataFacts(freshness),
    { name: words.rate, value: words.ratePct(formatFinePct(rate * 100), rateSource) },
    { name: words.yields, value: words.atBid },
  ]
}
