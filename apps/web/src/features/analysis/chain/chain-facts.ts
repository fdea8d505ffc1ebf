import type { OptionChain, OptionSide } from '../../../api/option-chain.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/export-facts.ts'
import { formatFinePct, formatPrice } from '../../../shared/format/numbers.ts'
import { formatEtTimeLong } from '../../../shared/format/times.ts'

export const sideWords = { call: 'Calls', put: 'Puts' } as const satisfies Record<OptionSide, string>

/** What the figures of a chain must carry with them when they leave the page. */
export function listChainFacts(chain: OptionChain, side: OptionSide): readonly ExportFact[] {
  const { symbol, expiration, days, price, expectedMove, quotedAt, rate, rateSource, freshness } = chain
  return [
    { name: 'Symbol', value: symbol },
    { name: 'Options', value: sideWords[side].toLowerCase() },
    { name: 'Expiration', value: days === null ? (expiration ?? 'not known') : `${expiration}, ${days} days` },
    { name: 'Price', value: price === null ? 'not known' : `$${formatPrice(price)}` },
    { name: 'Expected move', value: expectedMove === null ? 'not known' : `$${formatPrice(expectedMove)}` },
    { name: 'Quoted', value: quotedAt === null ? 'not known' : formatEtTimeLong(quotedAt) },
    ...listDataFacts(freshness),
    { name: 'Interest rate', value: `${formatFinePct(rate * 100)}% a year, ${rateSource}` },
    { name: 'Yields', value: 'at the bid' },
  ]
}
