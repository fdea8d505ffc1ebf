import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { FigureFacts } from '../../../shared/figure-facts.ts'
import {
  formatDecimal,
  formatDelta,
  formatFinePct,
  formatInteger,
  formatPrice,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { capitalize } from '../../../shared/format/words.ts'
import { noteWords as words } from './chain-words.ts'
import { explainNoVol } from './contract-notes.ts'

/** One column of figures in the chain. */
export interface ChainColumn extends FigureFacts {
  readonly id: string
  readonly name: string
  /** Shown in the header, not in the cells. */
  readonly unit?: string
  /** Unit in the CSV header, if it differs from `unit`. */
  readonly unitInFile?: string
  readonly kind: 'figure' | 'decision' | 'bar'
  /** Minimum width in px. */
  readonly width: number
  /** Figure in the column's unit; null if unknown. */
  readonly read: (contract: OptionContract) => number | null
  readonly format: (value: number) => string
  /** Explains why the figure is unknown. */
  readonly explain: (contract: OptionContract) => string
}

const noBid = ({ bid }: OptionContract) => (bid === 0 ? words.noPremium : words.notBid)
const noQuote = () => words.notQuoted
const noCount = () => words.notSaid
const noVol = (contract: OptionContract) => capitalize(explainNoVol(contract))

const quote = { kind: 'figure', unit: '$', format: formatPrice, explain: noQuote } as const

const quoteColumns: readonly ChainColumn[] = [
  {
    ...quote,
    id: 'bid',
    name: 'Bid',
    width: 48,
    read: ({ bid }) => bid,
    term: 'bid',
    source: 'option chain',
  },
  {
    ...quote,
    id: 'ask',
    name: 'Ask',
    width: 48,
    read: ({ ask }) => ask,
    term: 'ask',
    source: 'option chain',
  },
  {
    ...quote,
    id: 'mid',
    name: 'Mid',
    width: 48,
    read: ({ mid }) => mid,
    explain: (contract) => (contract.bid === 0 ? words.noMid : words.notQuoted),
    term: 'mid',
    source: 'option chain',
  },
  {
    id: 'delta',
    name: 'Delta',
    kind: 'figure',
    width: 48,
    read: ({ delta }) => delta,
    format: formatDelta,
    explain: noVol,
    term: 'delta',
    source: 'calculated from the option chain',
  },
]

/** Columns that only calls have, because puts are not sold against shares. */
const writingColumns: readonly ChainColumn[] = [
  {
    id: 'yield',
    name: 'Yield',
    unit: '% a year',
    kind: 'decision',
    width: 60,
    read: ({ annualizedYieldPct }) => annualizedYieldPct,
    format: formatYieldPct,
    explain: noBid,
    term: 'annualized_yield',
    meaning: 'For ITM calls this includes intrinsic value; compare time value instead.',
    source: 'option chain, stock quote',
  },
  {
    id: 'time_value_yield',
    name: 'Time value',
    unit: '% a year',
    kind: 'figure',
    width: 68,
    read: ({ annualizedTimeValueYieldPct }) => annualizedTimeValueYieldPct,
    format: formatYieldPct,
    explain: noBid,
    term: 'time_value_yield',
    source: 'option chain, stock quote',
  },
  {
    id: 'if_called',
    name: 'If called',
    unit: '% term',
    unitInFile: '% of term',
    kind: 'figure',
    width: 56,
    read: ({ ifCalledReturnPct }) => ifCalledReturnPct,
    format: formatFinePct,
    explain: noBid,
    term: 'if_called_return',
    meaning: 'For shares bought at today’s price, with the call sold at the bid.',
    source: 'option chain, stock quote, known dividends',
  },
]

const chanceColumns: readonly ChainColumn[] = [
  {
    id: 'expires_otm',
    name: 'Expires OTM',
    unit: '%',
    kind: 'figure',
    width: 58,
    read: ({ probabilityItm }) => (probabilityItm === null ? null : (1 - probabilityItm) * 100),
    format: formatInteger,
    explain: noVol,
    term: 'chance_otm',
    source: 'calculated from the option chain',
  },
  {
    id: 'volume',
    name: 'Volume',
    unitInFile: 'contracts',
    kind: 'figure',
    width: 54,
    read: ({ volume }) => volume,
    format: formatInteger,
    explain: noCount,
    term: 'option_volume',
    source: 'option chain',
  },
  {
    id: 'open_interest',
    name: 'Open interest',
    unitInFile: 'contracts',
    kind: 'bar',
    width: 88,
    read: ({ openInterest }) => openInterest,
    format: formatInteger,
    explain: noCount,
    term: 'open_interest',
    meaning: 'The bar compares it with the highest open interest of this expiration.',
    source: 'option chain',
  },
  {
    id: 'volatility',
    name: 'IV',
    unit: '%',
    kind: 'figure',
    width: 46,
    read: ({ vol }) => (vol === null ? null : vol * 100),
    format: formatYieldPct,
    explain: noVol,
    term: 'implied_volatility',
    source: 'calculated from the option chain',
  },
]

export const listColumns = (side: OptionContract['side']): readonly ChainColumn[] =>
  side === 'call' ? [...quoteColumns, ...writingColumns, ...chanceColumns] : [...quoteColumns, ...chanceColumns]

export interface SplitColumns {
  readonly shown: readonly ChainColumn[]
  /** Columns that are empty for every contract in the chain. */
  readonly empty: readonly ChainColumn[]
}

export function splitColumns(
  { contracts }: Pick<OptionChain, 'contracts'>,
  side: OptionContract['side'],
): SplitColumns {
  const hasFigure = ({ read }: ChainColumn) => contracts.some((contract) => read(contract) !== null)
  const columns = listColumns(side)
  return { shown: columns.filter(hasFigure), empty: columns.filter((column) => !hasFigure(column)) }
}

/** Header hint of the strike column, which is not a `ChainColumn`. */
export const strikeFacts: FigureFacts = {
  term: 'strike',
  source: 'option chain',
}
export const moneynessFacts: FigureFacts = {
  term: 'moneyness',
  meaning: 'In range means a delta of 0.15 to 0.25.',
  source: 'option chain, stock quote',
}
export const notesFacts: FigureFacts = {
  meaning:
    'Warnings to check before you trade: a spread over 10% of the mid, open interest under 100, no bid, a crossed quote, no trade today, or no implied volatility.',
  source: 'option chain',
}
export const moveFacts: FigureFacts = {
  term: 'expected_move',
  source: 'calculated from the option chain',
}

export const formatStrike = formatDecimal
