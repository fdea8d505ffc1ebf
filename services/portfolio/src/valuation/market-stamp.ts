import { dataClassesWorstFirst, joinSources } from '@callwright/contracts'
import type { ValuedPortfolio } from './portfolio.ts'

type MarketParts = Pick<ValuedPortfolio, 'quotes' | 'missing' | 'asOfMs' | 'market'>

/** What an answer about a portfolio says of its market: never better than its worst part, and what it goes without. */
export function toWireMarket({ quotes, missing, asOfMs, market }: MarketParts) {
  const told = [...quotes.values()].map(({ answer }) => answer)
  // A list that asks about no stock stands in the market all the same.
  const answers = told.length === 0 && market !== null ? [market] : told
  const instants = answers.flatMap(({ as_of }) => (as_of === null ? [] : [as_of]))
  const classes = new Set(answers.map(({ data_class }) => data_class))
  return {
    market_time: new Date(asOfMs).toISOString(),
    partial: missing.length > 0,
    missing_symbols: [...missing],
    message: describeMissing(missing),
    // Instants in UTC: the least of the texts is the oldest.
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
  return `No figures of ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''} right now.`
}
