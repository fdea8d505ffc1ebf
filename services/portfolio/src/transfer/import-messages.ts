import type { ImportMarkKind } from '@callwright/contracts'
import type { UnusualTerm } from '@callwright/scoring'
import type { PositionTerms } from '../positions/position-terms.ts'

/** A remark about a row that can be imported. */
export interface ImportMark {
  readonly kind: ImportMarkKind
  readonly sentence: string
}

const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const dollars = (amount: number): string => inDollars.format(amount)

const unusualMessages: Readonly<Record<UnusualTerm, (terms: PositionTerms) => string>> = {
  premium_above_price: ({ entryPremium, entryPrice }) =>
    `The premium ${dollars(entryPremium)} is more than the share price ${dollars(entryPrice)}. ` +
    `Premiums are per share: did you mean ${dollars(entryPremium / 100)}?`,
  strike_far_from_price: ({ strikePrice, entryPrice }) =>
    `The strike price ${dollars(strikePrice)} is far from the share price ${dollars(entryPrice)}. Please check both.`,
}

export const markUnusual = (term: UnusualTerm, terms: PositionTerms): ImportMark => ({
  kind: 'unusual',
  sentence: unusualMessages[term](terms),
})

export const markUnknown = (symbol: string): ImportMark => ({
  kind: 'unknown_symbol',
  sentence: `Unknown symbol: ${symbol}. There will be no market data for it.`,
})

export const markRenamed = (sentence: string): ImportMark => ({ kind: 'renamed', sentence })

export const markDuplicate = (line: number): ImportMark => ({ kind: 'duplicate', sentence: `Same as line ${line}.` })

export const UNCHECKED = 'The symbols could not be checked right now and are used as written.'
