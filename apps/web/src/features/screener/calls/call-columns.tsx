import { type CallFigure, type CallSortColumn, shownCallFigures } from '@callwright/contracts/call-columns'
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

/** Columns of the table; returns, breakeven, protection and probability of profit are those at the premium. */
export function listCallColumns(premium: CallPremium): readonly CallColumn[] {
  const at = `at the ${premium}`
  const ofReturn = { source: `option chain, stock quote, declared dividends; premium ${at}` }
  return [
    symbol,
    figure('underlying_price', 'Price', (call) => call.priceUsd, { unit: '$', source: 'stock quote' }),
    figure('days_to_expiration', 'Days', (call) => call.days, { width: 68, term: 'best_dte' }),
    figure('bid', 'Bid', (call) => call.bidUsd, { unit: '$', width: 76, term: 'bid' }),
    figure('ask', 'Ask', (call) => call.askUsd, { unit: '$', width: 76 }),
    figure('delta', 'Delta', (call) => call.delta, { width: 76, term: 'delta', source: MODEL, explain: () => NO_VOL }),
    figure('static_return_annualized_pct', 'Static a year', (call) => call.staticReturnAnnualizedPct, {
      ...ofReturn,
      unit: '%',
      width: 112,
      tone: 'strong',
      term: 'static_return',
      meaning: `With the stock unchanged, on the stock’s price, premium ${at}, × 365 / days.`,
    }),
    figure('static_return_pct', 'Static', (call) => call.staticReturnPct, {
      ...ofReturn,
      unit: '%',
      term: 'static_return',
    }),
    figure('if_called_return_annualized_pct', 'If called a year', (call) => call.ifCalledReturnAnnualizedPct, {
      ...ofReturn,
      unit: '%',
      width: 126,
      term: 'if_called_return',
      meaning: `With the shares sold at the strike, on the stock’s price, premium ${at}, × 365 / days.`,
    }),
    figure('if_called_return_pct', 'If called', (call) => call.ifCalledReturnPct, {
      ...ofReturn,
      unit: '%',
      term: 'if_called_return',
    }),
    figure('breakeven', 'Breakeven', (call) => call.breakevenUsd, {
      ...ofReturn,
      unit: '$',
      term: 'breakeven',
      explain: () => 'This position loses at every price.',
    }),
    figure('downside_protection_pct', 'Protection', (call) => call.downsideProtectionPct, {
      ...ofReturn,
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

/** Columns of the file, which name the contract and the price that the returns assume. */
export function listFileColumns(premium: CallPremium): FileColumn<ScreenedCall>[] {
  const figures = listCallColumns(premium).flatMap(({ id, label, unit, value }) => {
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
    { label: 'Returns assume the', value: () => premium },
    ...figures,
  ]
}
