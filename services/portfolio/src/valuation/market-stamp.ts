import { dataClassesWorstFirst, joinSources } from '@callwright/contracts'
import type { ValuedPortfolio } from './portfolio.ts'

type MarketParts = Pick<ValuedPortfolio, 'quotes' | 'missing' | 'asOfMs' | 'market'>

/** Market fields of a portfolio response: worst data class, oldest time, and missing symbols. */
export function toWireMarket({ quotes, missing, asOfMs, market }: MarketParts) {
  const quoted = [...quotes.values()].map(({ answer }) => answer)
  // An empty portfolio has no quotes, so its response describes the market itself.
  const answers = quoted.length === 0 && market !== null ? [market] : quoted
  const instants = answers.flatMap(({ as_of }) => (as_of === null ? [] : [as_of]))
  const classes = new Set(answers.map(({ data_class }) => data_class))
  return {
    market_time: new Date(asOfMs).toISOString(),
    partial: missing.length > 0,
    missing_symbols: [...missing],
    message: describeMissing(missing),
    // ISO times in UTC sort as text.
    as_of: instants.toSorted()[0] ?? null,
    data_class: dataClassesWorstFirst.find((candidate) => classes.has(candidate)) ?? 'none',
    source: joinSources(answers.map(({ source }) => source)),
  }
}

const SYMBOLS_NAMED = 5

function describeMissing(missing: ValuedPortfolio['missing']): string | null {
  if (missing.length === 0) return null
  const named = missing.slice(0, SYMBOLS_NAMED).map(({ symbol }) => symbol)
  const others = missing.length - named.length
  return `No market data for ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''} right now.`
}
