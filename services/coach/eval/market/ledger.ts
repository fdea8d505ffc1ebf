import type { Success } from '@callwright/contracts'
import { stamp } from './chain.ts'
import { answerPortfolio } from './portfolio.ts'
import { NOW } from './stocks.ts'

const market = { market_time: NOW, partial: false, missing_symbols: [], message: null }

/** Shares behind the user's open calls; nothing is held without a call. */
export function answerHoldings(userId: string): Success<'portfolio.holdings'> {
  const open = answerPortfolio(userId).positions.filter(({ state }) => state === 'open')
  const byStock = Map.groupBy(open, ({ ticker }) => ticker)
  const holdings = [...byStock].map(([ticker, positions]) => {
    const contracts = positions.reduce((sum, one) => sum + one.contracts, 0)
    const cost = positions.reduce((sum, one) => sum + one.entry_price * one.shares, 0)
    return {
      ticker,
      account: null,
      shares: contracts * 100,
      covered_shares: contracts * 100,
      uncovered_shares: 0,
      open_contracts: contracts,
      coverable_contracts: 0,
      cost_usd: cost,
      tax_cost_usd: cost,
      adjusted_cost: null,
      breakeven: null,
      current_price: null,
      market_value_usd: null,
      unrealized_usd: null,
      lots: [],
      chain_ids: [],
    }
  })
  return { status: 'success', holdings, ...market, ...stamp }
}

type Bucket = Success<'portfolio.income'>['totals']

function sum(key: string, positions: Success<'portfolio.list'>['positions']): Bucket {
  const premium = positions.reduce((total, one) => total + one.entry_premium * one.shares, 0)
  return {
    key,
    premium_received_usd: premium,
    paid_to_close_usd: 0,
    option_fees_usd: 0,
    net_premium_usd: premium,
    realized_options_usd: 0,
    realized_stock_usd: 0,
    dividends_usd: 0,
    rolls: 0,
    roll_net_usd: 0,
    presumed_usd: 0,
  }
}

/** Premium by the month or stock of each position: nothing has ended yet. */
export function answerIncome(userId: string, by: 'month' | 'symbol'): Success<'portfolio.income'> {
  const { positions } = answerPortfolio(userId)
  const groups = Map.groupBy(positions, ({ ticker, entry_date }) => (by === 'symbol' ? ticker : entry_date.slice(0, 7)))
  const buckets = [...groups].map(([key, some]) => sum(key, some))
  return { status: 'success', by, buckets, totals: sum('total', positions), message: null }
}

/** One chain for each stock with an open position. */
export function answerChains(userId: string, symbol: string | null): Success<'portfolio.listChains'> {
  const { positions } = answerPortfolio(userId)
  const chains = positions
    .filter(({ ticker }) => symbol === null || ticker === symbol)
    .map((one) => ({
      chain_id: one.id,
      ticker: one.ticker,
      account: null,
      tax_deferred: false,
      intent: null,
      note: null,
      state: 'open' as const,
      started_on: one.entry_date,
      ended_on: null,
      days_elapsed: 10,
      days_invested: 10,
      shares_held: one.shares,
      covered_shares: one.shares,
      coverable_contracts: 0,
      uncovered_contracts: 0,
      calls: [],
      lots: [],
      premium_received_usd: one.entry_premium * one.shares,
      paid_to_close_usd: 0,
      net_premium_usd: one.entry_premium * one.shares,
      fees_usd: 0,
      dividends_usd: 0,
      realized_options_usd: 0,
      realized_stock_usd: 0,
      unrealized_options_usd: one.option_pnl,
      unrealized_stock_usd: one.stock_pnl,
      pnl_usd: one.cc_pnl,
      presumed: false,
      average_capital_usd: one.entry_price * one.shares,
      pnl_pct: null,
      annualized_pct: null,
      breakeven: one.entry_price - one.entry_premium,
      breakeven_with_dividends: null,
      breakeven_above_strike: false,
      adjusted_cost: one.entry_price - one.entry_premium,
      tax_cost: null,
      bridge: [],
      holding_pnl_usd: one.stock_pnl,
      versus_holding_usd: one.option_pnl,
      missed_upside_usd: null,
      flags: [],
    }))
  return { status: 'success', chains, total: chains.length, ...market, ...stamp }
}

/** Nothing has ended yet, so no year has an entry. */
export function answerTaxYear(year: number): Success<'portfolio.tax'> {
  return {
    status: 'success',
    year,
    years: [year],
    rows: [],
    totals: { short_usd: 0, long_usd: 0, check_usd: 0 },
    dividends: [],
    open_at_year_end: [],
    open_as_of: NOW.slice(0, 10),
    unconfirmed: [],
    note: '',
    message: null,
  }
}
