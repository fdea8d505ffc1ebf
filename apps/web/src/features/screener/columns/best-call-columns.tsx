import {
  fallsByExpiration,
  goesExBeforeExpiration,
  toBreakeven,
  toSpreadPct,
} from '@callwright/contracts/screener-columns'
import type { ScreenStock } from '../../../api/screener.ts'
import { explainNoCall } from '../../../shared/rating/rating-view.ts'
import { drawBestCall, drawBestDte, drawEarnings, drawLiquidity, NO_EARNINGS } from './cells.tsx'
import type { ColumnDeclarations } from './stock-column.ts'

const CHAIN = 'option chain'
const FACTS = 'company facts'

type YesNo = 0 | 1 | null
const writeYesNo = (value: YesNo) => (value === null ? null : value === 1 ? 'Yes' : 'No')

/** A figure of the best call. */
const ofCall = { group: 'Best call', source: CHAIN, explain: explainNoCall } as const

/** Whether an event comes before the best call expires. */
const ofEvent = (name: string, read: (stock: ScreenStock) => YesNo, unknown: string) =>
  ({
    group: 'Best call',
    align: 'start',
    source: 'company facts, option chain',
    filter: {
      label: `${name} before expiration:`,
      formLabel: `${name} before expiration`,
      choices: { yes: 'expected', no: 'none expected' },
    },
    value: (stock) => writeYesNo(read(stock)),
    explain: (stock) => (stock.bestExpiration === null ? explainNoCall(stock) : unknown),
  }) as const satisfies Partial<ColumnDeclarations['best_delta']>

/** Columns about the call that the stock is ranked by, and its market. */
export const bestCallColumns = {
  best_strike: {
    ...ofCall,
    label: 'Best call',
    unit: '$',
    fileLabel: 'Best call strike',
    width: 150,
    term: 'best_call',
    meaning: 'Sorts by strike.',
    filter: { label: 'Best call strike', formLabel: 'Strike' },
    value: ({ bestStrikeUsd }) => bestStrikeUsd,
    cell: drawBestCall,
    fileColumns: [
      { label: 'Best call (contract)', value: ({ bestContract }) => bestContract },
      { label: 'Best call expiration', value: ({ bestExpiration }) => bestExpiration },
      {
        label: 'Best call days searched',
        value: ({ bestWindow }) => (bestWindow === null ? null : bestWindow === 'wide' ? '21 to 60' : '30 to 45'),
      },
    ],
  },
  best_dte: {
    ...ofCall,
    label: 'Best DTE',
    unit: 'days',
    width: 116,
    term: 'best_dte',
    value: ({ bestDteDays }) => bestDteDays,
    cell: drawBestDte,
    filter: { formLabel: 'Expiration' },
  },
  best_bid: {
    ...ofCall,
    label: 'Premium',
    unit: '$',
    fileLabel: 'Best call bid',
    width: 92,
    term: 'bid',
    meaning: 'Bid of the best call, per share.',
    value: ({ bestBidUsd }) => bestBidUsd,
  },
  best_breakeven: {
    ...ofCall,
    label: 'Breakeven',
    unit: '$',
    fileLabel: 'Best call breakeven',
    width: 96,
    term: 'breakeven',
    meaning: 'For the best call, on shares bought at today’s price.',
    source: 'option chain, stock quote',
    value: ({ priceUsd, bestBidUsd }) => toBreakeven(priceUsd, bestBidUsd),
  },
  best_delta: {
    ...ofCall,
    label: 'Delta',
    fileLabel: 'Best call delta',
    width: 76,
    term: 'delta',
    meaning: 'For the best call.',
    source: 'calculated from the option chain',
    filter: { label: 'Best call delta' },
    value: ({ bestDelta }) => bestDelta,
  },
  best_if_called_return_pct: {
    ...ofCall,
    label: 'If called',
    unit: '% term',
    fileLabel: 'Best call if called',
    fileUnit: '% of term',
    width: 104,
    term: 'if_called_return',
    meaning: 'For the best call, on shares bought at today’s price.',
    source: 'option chain, stock quote, known dividends',
    filter: { canBeNegative: true },
    value: ({ bestIfCalledReturnPct }) => bestIfCalledReturnPct,
  },
  best_call_oi: {
    ...ofCall,
    label: 'Best call OI',
    unit: 'contracts',
    width: 130,
    term: 'open_interest',
    meaning: 'For the best call.',
    filter: { formLabel: 'Open interest' },
    value: ({ bestCallOi }) => bestCallOi,
  },
  bid_ask_spread: {
    ...ofCall,
    label: 'Spread',
    unit: '$',
    width: 84,
    term: 'bid_ask_spread',
    meaning: 'For the best call.',
    value: ({ bidAskSpreadUsd }) => bidAskSpreadUsd,
  },
  best_spread_pct: {
    ...ofCall,
    label: 'Relative spread',
    cardLabel: 'Rel. spread',
    unit: '% of mid',
    width: 150,
    term: 'bid_ask_spread',
    meaning: 'For the best call.',
    filter: { label: 'Spread', formLabel: 'Spread' },
    value: ({ bestBidUsd, bidAskSpreadUsd }) => toSpreadPct(bestBidUsd, bidAskSpreadUsd),
  },
  best_is_liquid: {
    ...ofCall,
    label: 'Liquidity',
    fileLabel: 'Best call liquidity',
    align: 'start',
    width: 92,
    meaning: 'Thin means that the best call has a wide spread or low open interest.',
    filter: { label: 'Best call:', choices: { yes: 'liquid only', no: 'thin only' } },
    value: ({ bestLiquidity }) => bestLiquidity,
    cell: drawLiquidity,
  },
  days_to_earnings: {
    group: 'Best call',
    label: 'Earnings',
    unit: 'days',
    width: 112,
    meaning: 'Calendar days until the next earnings report.',
    source: FACTS,
    filter: { label: 'Earnings in' },
    value: ({ daysToEarnings }) => daysToEarnings,
    cell: drawEarnings,
  },
  earnings_before_expiration: {
    ...ofEvent(
      'Earnings',
      ({ earningsDate, bestExpiration }) => fallsByExpiration(earningsDate, bestExpiration),
      NO_EARNINGS,
    ),
    label: 'Earnings before exp.',
    width: 148,
    meaning: 'Whether the next earnings report is due on or before the best call’s expiration.',
  },
  ex_dividend_before_expiration: {
    ...ofEvent(
      'Ex-dividend',
      ({ exDividendDate, dividendYieldPct, bestExpiration }) =>
        goesExBeforeExpiration(exDividendDate, dividendYieldPct, bestExpiration),
      'The next ex-dividend date is unknown',
    ),
    label: 'Ex-div. before exp.',
    width: 140,
    meaning: 'Whether the stock goes ex-dividend on or before the best call’s expiration.',
  },
  avg_call_volume: {
    group: 'Options',
    label: 'Avg call volume',
    unit: 'contracts',
    width: 150,
    term: 'avg_call_volume',
    source: CHAIN,
    value: ({ avgCallVolume }) => avgCallVolume,
    explain: ({ missingReason }) => missingReason ?? 'No call volume from the data source',
  },
} as const satisfies Partial<ColumnDeclarations>
