import {
  type CallBasis,
  type CallFigure,
  type CallSortColumn,
  shownCallFigures,
} from '@callwright/contracts/call-columns'
import type { CallPremium, ScreenedCall } from '../../../api/calls.ts'
import type { DataColumn, FileColumn } from '../../../shared/data-table/columns.tsx'
import { formatProbabilityPct, formatShown, formatStrike, formatVolPct } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { buildCallPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import classes from '../table/table.module.css'

export type CallColumn = DataColumn<ScreenedCall, CallSortColumn>

const CHAIN = 'option chain'
const MODEL = 'calculated from the option chain'
const NO_VOL = 'The quote implies no volatility.'

export const pathOf = ({ symbol, expiration, strikeUsd }: ScreenedCall) => buildCallPath(symbol, expiration, strikeUsd)
/** `AAPL Aug 21, 2026 335 call` */
export const nameCall = ({ symbol, expiration, strikeUsd }: ScreenedCall) =>
  `${symbol} ${formatDay(expiration)} ${formatStrike(strikeUsd)} call`

const writeEvent = (value: ScreenedCall['earnings']) => (value === null ? null : value === 1 ? 'Yes' : 'No')

const figure = (
  id: CallFigure,
  label: string,
  read: (call: ScreenedCall) => number | null,
  more: Partial<CallColumn> = {},
): CallColumn => ({
  id,
  label,
  align: 'end',
  width: 92,
  source: CHAIN,
  format: formatShown(shownCallFigures[id]),
  value: read,
  ...more,
})

const event = (id: CallFigure, label: string, name: string, read: (call: ScreenedCall) => ScreenedCall['earnings']) =>
  ({
    ...{ id, label, align: 'start', width: 96, source: 'company facts' },
    meaning: `Whether ${name} is expected on or before the expiration.`,
    value: (call: ScreenedCall) => writeEvent(read(call)),
    explain: () => `The date of the next ${name} is unknown.`,
  }) as const satisfies CallColumn

const symbol: CallColumn = {
  id: 'symbol',
  label: 'Call',
  align: 'start',
  pinned: 'start',
  isRowHeader: true,
  width: 190,
  value: nameCall,
  className: classes.name,
  cell: (call) => (
    <Link className={classes.symbol} to={pathOf(call)}>
      {nameCall(call)}
    </Link>
  ),
}

/** Premium and basis that the figures of the columns assume. */
export interface ColumnTerms {
  readonly premium: CallPremium
  readonly basis: CallBasis
}

const NO_COST = 'Your cost per share is not known, or is not above 0.'

/** `on your cost`: what the returns are a percentage of. */
export const nameBasis = (basis: CallBasis) => (basis === 'own_cost' ? 'on your cost' : 'on the stock’s price')

/** Columns of the table; returns, breakeven, protection and probability of profit are those at the premium. */
export function listCallColumns({ premium, basis }: ColumnTerms): readonly CallColumn[] {
  const at = `at the ${premium}`
  const on = nameBasis(basis)
  const ofQuote = { source: `option chain, stock quote, declared dividends; premium ${at}` }
  const isOwn = basis === 'own_cost'
  const ofReturn = isOwn
    ? { source: `option chain, your portfolio, declared dividends; premium ${at}`, explain: () => NO_COST }
    : ofQuote
  const suffix = isOwn ? ', my cost' : ''
  return [
    symbol,
    figure('underlying_price', 'Price', (call) => call.priceUsd, { unit: '$', source: 'stock quote' }),
    figure('days_to_expiration', 'Days', (call) => call.days, { width: 68, term: 'best_dte' }),
    figure('bid', 'Bid', (call) => call.bidUsd, { unit: '$', width: 76, term: 'bid' }),
    figure('ask', 'Ask', (call) => call.askUsd, { unit: '$', width: 76 }),
    figure('delta', 'Delta', (call) => call.delta, { width: 76, term: 'delta', source: MODEL, explain: () => NO_VOL }),
    figure('static_return_annualized_pct', `Static a year${suffix}`, (call) => call.staticReturnAnnualizedPct, {
      ...ofReturn,
      unit: '%',
      width: isOwn ? 168 : 112,
      tone: 'strong',
      term: 'static_return',
      meaning: `With the stock unchanged, ${on}, premium ${at}, × 365 / days.`,
    }),
    figure('static_return_pct', `Static${suffix}`, (call) => call.staticReturnPct, {
      ...ofReturn,
      unit: '%',
      width: isOwn ? 136 : 92,
      term: 'static_return',
    }),
    figure('if_called_return_annualized_pct', `If called a year${suffix}`, (call) => call.ifCalledReturnAnnualizedPct, {
      ...ofReturn,
      unit: '%',
      width: isOwn ? 182 : 126,
      term: 'if_called_return',
      meaning: `With the shares sold at the strike, ${on}, premium ${at}, × 365 / days.`,
    }),
    figure('if_called_return_pct', `If called${suffix}`, (call) => call.ifCalledReturnPct, {
      ...ofReturn,
      unit: '%',
      width: isOwn ? 150 : 92,
      term: 'if_called_return',
    }),
    figure('breakeven', 'Breakeven', (call) => call.breakevenUsd, {
      ...ofQuote,
      unit: '$',
      term: 'breakeven',
      explain: () => 'This position loses at every price.',
    }),
    figure('downside_protection_pct', 'Protection', (call) => call.downsideProtectionPct, {
      ...ofQuote,
      unit: '%',
      width: 104,
      meaning: 'Premium / price: how far the stock can fall without a loss.',
    }),
    figure('probability_profit', 'Profit chance', (call) => call.probabilityProfit, {
      unit: '%',
      width: 116,
      format: formatProbabilityPct,
      source: MODEL,
      explain: () => NO_VOL,
      meaning: `Probability that the position ends with a profit, premium ${at}.`,
    }),
    figure('probability_itm', 'Assignment chance', (call) => call.probabilityItm, {
      unit: '%',
      width: 150,
      format: formatProbabilityPct,
      source: MODEL,
      explain: () => NO_VOL,
      meaning: 'Probability that the stock ends above the strike.',
    }),
    figure('headroom_pct', 'Out of the money', (call) => call.headroomPct, {
      unit: '%',
      width: 138,
      meaning: 'Distance of the strike above the price; negative in the money.',
    }),
    figure('open_interest', 'Open interest', (call) => call.openInterest, { width: 116, term: 'open_interest' }),
    figure('volume', 'Volume', (call) => call.volume, { width: 84 }),
    figure('spread', 'Spread', (call) => call.spreadUsd, { unit: '$', width: 84, term: 'bid_ask_spread' }),
    figure('spread_pct', 'Spread', (call) => call.spreadPct, { unit: '% of mid', width: 116, term: 'bid_ask_spread' }),
    figure('implied_volatility', 'IV', (call) => call.vol, {
      unit: '%',
      width: 76,
      format: formatVolPct,
      source: MODEL,
      explain: () => NO_VOL,
      meaning: 'Implied volatility of this call.',
    }),
    event('earnings_before_expiration', 'Earnings', 'earnings report', (call) => call.earnings),
    event('ex_dividend_before_expiration', 'Ex-dividend', 'ex-dividend date', (call) => call.exDividend),
  ]
}

/** The columns that the user chose, after the call's name. */
export const chooseCallColumns = (terms: ColumnTerms, chosen: readonly CallSortColumn[] | null) =>
  listCallColumns(terms).filter(({ id }) => id === 'symbol' || chosen === null || chosen.includes(id))

/** Columns of the file, which name the contract and the price that the returns assume. */
export function listFileColumns(terms: ColumnTerms): FileColumn<ScreenedCall>[] {
  const figures = listCallColumns(terms).flatMap(({ id, label, unit, value }) => {
    if (value === undefined || id === 'symbol') return []
    const isFraction = id === 'implied_volatility' || id === 'probability_profit' || id === 'probability_itm'
    return [{ label, ...(unit !== undefined && { unit: isFraction ? 'decimal' : unit }), value }]
  })
  return [
    { label: 'Symbol', value: (call) => call.symbol },
    { label: 'Company', value: (call) => call.companyName },
    { label: 'Contract', value: (call) => call.contract },
    { label: 'Expiration', value: (call) => call.expiration },
    { label: 'Strike', unit: '$', value: (call) => call.strikeUsd },
    { label: 'Returns assume the', value: () => terms.premium },
    ...(terms.basis === 'own_cost'
      ? [{ label: 'My cost', unit: '$', value: (call: ScreenedCall) => call.ownCostUsd }]
      : []),
    ...figures,
  ]
}
