import type { ImportMarkKind } from '@callwright/contracts'
import type { UnusualTerm } from '@callwright/scoring'
import type { PositionTerms } from '../positions/position-terms.ts'

/** What the user should know of a row that can be imported. */
export interface ImportMark {
  readonly kind: ImportMarkKind
  readonly sentence: string
}

const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const dollars = (amount: number): string => inDollars.format(amount)

const unusualWords: Readonly<Record<UnusualTerm, (terms: PositionTerms) => string>> = {
  premium_above_price: ({ entryPremium, entryPrice }) =>
    `The premium ${dollars(entryPremium)} is more than the share price ${dollars(entryPrice)}. ` +
    `Premiums are per share: did you mean ${dollars(entryPremium / 100)}?`,
  strike_far_from_price: ({ strikePrice, entryPrice }) =>
    `The strike price ${dollars(strikePrice)} is far from the share price ${dollars(entryPrice)}. Is it right?`,
}

export const markUnusual = (term: UnusualTerm, terms: PositionTerms): ImportMark => ({
  kind: 'unusual',
  sentence: unusualWords[term](terms),
})

export const markUnknown = (symbol: string): ImportMark => ({
  kind: 'unknown_symbol',
  sentence: `Unknown symbol: ${symbol}. It will have no figures.`,
})

export const markRenamed = (sentence: string): ImportMark => ({ kind: 'renamed', sentence })

export const markDuplicate = (line: number): ImportMark => ({ kind: 'duplicate', sentence: `Same as line ${line}.` })

export const UNCHECKED = 'The symbols could not be checked right now. They are taken as they are written.'
