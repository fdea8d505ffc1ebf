import type { OptionExpiration, OptionSide } from '../../../api/option-chain.ts'
import { formatDecimal, formatInteger } from '../../../shared/format/numbers.ts'

/** UI text for the options chain. */
export const chainWords = {
  title: 'Options chain',
  sides: { call: 'Calls', put: 'Puts' } as const satisfies Record<OptionSide, string>,
  about: {
    call: 'Calls, yield at the bid',
    put: 'Puts, for reference',
  } as const satisfies Record<OptionSide, string>,
  noStock: 'Choose a stock to see its options.',
  sideSwitch: 'Calls or puts',
  depthSwitch: 'Strikes on each side of the price',
  allStrikes: 'All',
  name: (side: string, symbol: string) => `${side} of ${symbol}`,
  nameDated: (side: string, symbol: string, day: string) => `${side} of ${symbol}, ${day}`,
  strike: 'Strike',
  moneyness: 'Moneyness',
  notes: 'Notes',
  noNotes: 'No notes',
  compare: 'Compare',
  compareHint: (most: number) => `Compares calls with the selected one, up to ${most} in all.`,
  compareOf: (strike: string) => `Compare ${strike}`,
  compareFull: (most: number) => `Up to ${most} can be compared`,
  chosen: 'Selected',
  inRange: 'In range',
  move: (sign: string) => `${sign} expected move`,
  quoted: (time: string) => `Options quoted ${time}`,
  leftOut: (columns: string) => `Hidden because they are empty: ${columns}`,
  loading: 'Loading the options chain…',
  failed: 'Failed to load options chain',
  noOptions: (symbol: string) => `${symbol} has no listed options.`,
  noOptionsText: 'Without options, there is no call to sell.',
  noContracts: 'No options data available for this expiration date.',
  noContractsText: 'Try another expiration.',
  exportInView: 'CSV, visible strikes',
  exportAll: 'CSV, all strikes',
} as const

export const expirationWords = {
  label: 'Expiration',
  kinds: {
    weekly: 'weekly',
    monthly: 'monthly',
    quarterly: 'quarterly',
    leaps: 'LEAPS',
  } as const satisfies Record<OptionExpiration['kind'], string>,
  earnings: 'earnings before this date',
  exDividend: 'ex-dividend date before this date',
  failed: 'Unable to load expiration dates. Please try again.',
  retry: 'Retry expiration dates',
} as const

/** Warnings about a contract and reasons for missing figures. */
export const noteWords = {
  zeroBid: 'No bid: there is no buyer',
  crossed: 'Crossed quote: the bid is above the ask',
  wideSpread: (spreadPct: number) => `Wide spread: ${formatDecimal(spreadPct)}% of the mid`,
  noInterest: 'No open interest',
  lowInterest: (contracts: number) => `Low open interest: ${formatInteger(contracts)}`,
  staleTrade: 'Not traded today: the last trade is from an earlier day',
  noPremium: 'The bid is 0, so there is no premium',
  noMid: 'The bid is 0, so there is no mid',
  notBid: 'No bid from the data source',
  notQuoted: 'No quote from the data source',
  notSaid: 'Not available from the data source',
  noVol: (why: string) => `No implied volatility: ${why}`,
  whyNoVol: {
    zeroBid: 'there is no bid',
    crossed: 'the quote is crossed',
    noQuote: 'there is no bid or ask',
    noSolution: 'no volatility matches the mid price',
  },
} as const

/** Labels of the facts printed and exported with a chain. */
export const chainFactWords = {
  symbol: 'Symbol',
  options: 'Options',
  expiration: 'Expiration',
  expirationIn: (expiration: string | null, days: number) => `${expiration}, ${days} days`,
  price: 'Price',
  expectedMove: 'Expected move',
  quoted: 'Quoted',
  rate: 'Interest rate',
  ratePct: (pct: string, source: string) => `${pct}% a year, ${source}`,
  yields: 'Yields',
  atBid: 'at the bid',
  notKnown: 'unknown',
} as const
