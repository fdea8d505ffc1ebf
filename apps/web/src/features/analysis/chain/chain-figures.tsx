import { below, POSITION_LIMITS } from '@callwright/scoring'
import type { CSSProperties, ReactNode } from 'react'
import type { OptionChain, OptionContract } from '../../../api/options.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/data-facts.tsx'
import {
  formatDelta,
  formatFinePct,
  formatInteger,
  formatPrice,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatEtTimeLong } from '../../../shared/format/times.ts'
import { capitalize } from '../../../shared/format/words.ts'
import type { FigureFacts } from '../../../shared/glossary.ts'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import type { ChainSide } from '../analysis-state.ts'
import classes from './chain.module.css'
import { explainNoVol } from './contracts.ts'

/** A figure of a contract, declared once for the ladder, the view of both sides and the CSV file. */
export interface Figure extends FigureFacts {
  readonly id: string
  readonly label: string
  /** Label beside `Call` or `Put`; only figures with one are in the view of both sides. */
  readonly sideLabel?: string
  readonly unit?: string
  readonly fileUnit?: string
  readonly tone?: 'strong'
  readonly read: (contract: OptionContract) => number | null
  readonly format: (value: number) => string
  readonly explain: (contract: OptionContract) => string
  /** Draws the known figure, if that takes more than its text. */
  readonly draw?: (value: number, maxInterest: number) => ReactNode
}

export const CHAIN = 'option chain'
const SOLVED = 'calculated from the option chain'
export const QUOTES = 'option chain, stock quote'

const noQuote = () => 'No quote from the data source'
const noCount = () => 'Not available from the data source'
const noVol = (contract: OptionContract) => capitalize(explainNoVol(contract))
const noBid = ({ bid }: OptionContract) =>
  bid === 0 ? 'The bid is 0, so there is no premium' : 'No bid from the data source'
const noMid = ({ bid }: OptionContract) => (bid === 0 ? 'The bid is 0, so there is no mid' : noQuote())

const price = { unit: '$', format: formatPrice, source: CHAIN } as const

function drawTimeValue(yieldPct: number): ReactNode {
  const minimum = POSITION_LIMITS.minStaticYieldPct
  if (!below(yieldPct, minimum)) return formatYieldPct(yieldPct)
  return (
    <span className={classes.low}>
      <VisuallyHidden>under {minimum}% </VisuallyHidden>
      <span aria-hidden="true">↓</span> {formatYieldPct(yieldPct)}
    </span>
  )
}

function drawInterest(interest: number, maxInterest: number): ReactNode {
  const share = maxInterest === 0 ? 0 : interest / maxInterest
  return (
    <span className={classes.interest} style={{ '--share': share } as CSSProperties}>
      {formatInteger(interest)}
    </span>
  )
}

const quoteFigures: readonly Figure[] = [
  { ...price, id: 'bid', label: 'Bid', sideLabel: 'bid', read: ({ bid }) => bid, explain: noQuote, term: 'bid' },
  { ...price, id: 'ask', label: 'Ask', sideLabel: 'ask', read: ({ ask }) => ask, explain: noQuote, term: 'ask' },
  { ...price, id: 'mid', label: 'Mid', read: ({ mid }) => mid, explain: noMid, term: 'mid' },
  {
    id: 'delta',
    label: 'Delta',
    sideLabel: 'delta',
    read: ({ delta }) => delta,
    format: formatDelta,
    explain: noVol,
    term: 'delta',
    source: SOLVED,
  },
]

/** Figures that only calls have, because puts are not sold against shares. */
const writingFigures: readonly Figure[] = [
  {
    id: 'yield',
    label: 'Yield',
    unit: '% a year',
    tone: 'strong',
    read: ({ annualizedYieldPct }) => annualizedYieldPct,
    format: formatYieldPct,
    explain: noBid,
    term: 'annualized_yield',
    meaning: 'For ITM calls this includes intrinsic value; compare time value instead.',
    source: QUOTES,
  },
  {
    id: 'time_value_yield',
    label: 'Time value',
    unit: '% a year',
    read: ({ annualizedTimeValueYieldPct }) => annualizedTimeValueYieldPct,
    format: formatYieldPct,
    explain: noBid,
    term: 'time_value_yield',
    draw: drawTimeValue,
    meaning: `An arrow marks calls that pay less than the minimum of ${POSITION_LIMITS.minStaticYieldPct}% a year. They are never recommended.`,
    source: QUOTES,
  },
  {
    id: 'if_called',
    label: 'If called',
    unit: '% term',
    fileUnit: '% of term',
    read: ({ ifCalledReturnPct }) => ifCalledReturnPct,
    format: formatFinePct,
    explain: noBid,
    term: 'if_called_return',
    meaning: 'For shares bought at today’s price, with the call sold at the bid.',
    source: 'option chain, stock quote, known dividends',
  },
]

const marketFigures: readonly Figure[] = [
  {
    id: 'expires_otm',
    label: 'Expires OTM',
    unit: '%',
    read: ({ probabilityItm }) => (probabilityItm === null ? null : (1 - probabilityItm) * 100),
    format: formatInteger,
    explain: noVol,
    term: 'chance_otm',
    source: SOLVED,
  },
  {
    id: 'volume',
    label: 'Volume',
    sideLabel: 'vol.',
    fileUnit: 'contracts',
    read: ({ volume }) => volume,
    format: formatInteger,
    explain: noCount,
    term: 'option_volume',
    source: CHAIN,
  },
  {
    id: 'open_interest',
    label: 'Open interest',
    sideLabel: 'OI',
    fileUnit: 'contracts',
    read: ({ openInterest }) => openInterest,
    format: formatInteger,
    explain: noCount,
    draw: drawInterest,
    term: 'open_interest',
    meaning: 'The bar compares it with the highest open interest of this expiration.',
    source: CHAIN,
  },
  {
    id: 'volatility',
    label: 'IV',
    sideLabel: 'IV',
    unit: '%',
    read: ({ vol }) => (vol === null ? null : vol * 100),
    format: formatYieldPct,
    explain: noVol,
    term: 'implied_volatility',
    source: SOLVED,
  },
]

const callFigures = [...quoteFigures, ...writingFigures, ...marketFigures]
const putFigures = [...quoteFigures, ...marketFigures]

/** Figures of a side, in the order of the ladder and the CSV file. */
export const listFigures = (side: ChainSide) => (side === 'put' ? putFigures : callFigures)

const sharedIds = ['bid', 'ask', 'delta', 'volatility', 'volume', 'open_interest']
/** Figures in the view of both sides, from the strike outward. */
export const sharedFigures = sharedIds.flatMap((id) => callFigures.filter((figure) => figure.id === id))

export const moveFacts: FigureFacts = { term: 'expected_move', source: SOLVED }

export const sideNames = { call: 'calls', put: 'puts', both: 'calls and puts' } as const satisfies Record<
  ChainSide,
  string
>
const UNKNOWN = 'unknown'
const showUsd = (usd: number | null) => (usd === null ? UNKNOWN : `$${formatPrice(usd)}`)

/** Facts about the chain's figures, added to printouts and the CSV file. */
export function listChainFacts(chain: OptionChain, side: ChainSide): readonly ExportFact[] {
  const { symbol, expiration, days, price, expectedMove, quotedAt, rate, rateSource, freshness } = chain
  return [
    { name: 'Symbol', value: symbol },
    { name: 'Options', value: sideNames[side] },
    { name: 'Expiration', value: days === null ? (expiration ?? UNKNOWN) : `${expiration}, ${days} days` },
    { name: 'Price', value: showUsd(price) },
    { name: 'Expected move', value: showUsd(expectedMove) },
    { name: 'Quoted', value: quotedAt === null ? UNKNOWN : formatEtTimeLong(quotedAt) },
    ...listDataFacts(freshness),
    { name: 'Interest rate', value: `${formatFinePct(rate * 100)}% a year, ${rateSource}` },
    { name: 'Yields', value: 'at the bid' },
  ]
}
