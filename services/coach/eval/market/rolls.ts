import { type Body, type ChainRow, type Success, toDomain } from '@callwright/contracts'
import { boughtUpValue, type QuotedOption, type RollCandidate, selectRolls } from '@callwright/scoring'
import { notFound } from '@callwright/service'
import { buildChain, stamp } from './chain.ts'
import { findValued } from './portfolio.ts'
import { expirationDates, NOW } from './stocks.ts'

type Asked = Body<'portfolio.previewRolls'>
type Answer = Success<'portfolio.previewRolls'>

/** Rolls of an invented position, without fees and without events besides its sale. */
export function answerRolls(userId: string, asked: Asked | undefined): Answer {
  const found = asked === undefined ? null : findValued(userId, asked.position_id)
  if (asked === undefined || found === null) throw notFound('unknown_position', 'There is no such position.')
  const { stored, stock, call } = found
  const { expiry_date: expiration, strike_price: strike, contracts, entry_premium: premium, entry_price } = stored
  const rows = expirationDates.flatMap((date) => buildChain(stock, date).options)
  const { rate, dividends } = buildChain(stock, expirationDates.at(-1) ?? expiration)
  const { min_credit_usd, ...rest } = asked.options ?? {}
  const selection = selectRolls({
    position: { strike, expiration, premium, contracts },
    ...{ costToClose: call?.ask ?? null, costBasis: entry_price },
    rows: rows.map(toQuoted),
    market: {
      ...{ price: stock.price, rate, asOfMs: Date.parse(NOW), nowMs: Date.parse(NOW) },
      dividends: dividends.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount })),
    },
    options: {
      ...{ neverBelowCost: false, maxDelta: 1, ...toDomain(rest) },
      ...(min_credit_usd === undefined ? {} : { minCreditUsd: min_credit_usd }),
    },
  })
  return {
    ...{ status: 'success', position_id: stored.id, ticker: stored.ticker, contracts, current_price: stock.price },
    held: {
      ...{ strike_price: strike, expiry_date: expiration, contracts_open: contracts },
      ...{ bid: call?.bid ?? null, ask: call?.ask ?? null, spread_pct: null, quote_flags: [] },
    },
    ...{ cost_to_close: call?.ask ?? null, cost_basis: entry_price, fee_per_contract_usd: 0, fee_source: 'none' },
    ...{ priced_by: 'quotes', intent: null, looked_at: null, earnings_date: stock.earnings, dividends, rejected: {} },
    verdict: selection.verdict === 'none_fits' ? 'let_assign_or_close' : selection.verdict,
    explanation: selection.explanation,
    candidates: selection.candidates.map((roll) => toWire(roll, { price: stock.price, strike })),
    ...{ market_time: NOW, partial: false, missing_symbols: [], message: null },
    ...{ as_of: stamp.as_of, data_class: stamp.data_class, source: stamp.source },
  }
}

const toQuoted = (row: ChainRow): QuotedOption => ({
  ...{ contractSymbol: row.contract_symbol, type: row.type, expiration: row.expiration_date, strike: row.strike },
  ...{ bid: row.bid, ask: row.ask, volume: row.volume, openInterest: row.open_interest },
})

const toWire = (
  roll: RollCandidate,
  { price, strike: oldStrike }: { readonly price: number; readonly strike: number },
): Answer['candidates'][number] => ({
  ...{ contract_symbol: roll.contractSymbol, expiry_date: roll.expiration, strike_price: roll.strike },
  ...{ days_to_expiration: roll.daysToExpiration, bid: roll.bid, ask: roll.ask, delta: roll.delta },
  ...{ open_interest: roll.openInterest, spread_pct: roll.spreadPctOfMid, quote_flags: [], unknown_reason: null },
  ...{ days_added: roll.daysAdded, strike_change: roll.strikeChangeUsd, net_credit: roll.netCreditUsd },
  ...{ net_credit_usd: roll.netCreditOfPositionUsd, roll_return_pct: roll.rollReturnPct },
  ...{ roll_return_annualized_pct: roll.annualizedRollReturnPct, upside_pct: roll.upsidePct },
  bought_up_value: boughtUpValue({ price, oldStrike, newStrike: roll.strike }),
  static_return_pct: roll.newCall.staticReturn.returnPct,
  static_return_annualized_pct: roll.newCall.staticReturn.annualizedPct,
  if_called_return_pct: roll.newCall.ifCalledReturn.returnPct,
  if_called_return_annualized_pct: roll.newCall.ifCalledReturn.annualizedPct,
  ...{ scores: roll.scores, fits: roll.verdict.roll, answers: { ...roll.verdict.answers } },
  ...{ earnings_before_expiration: null, ex_dividend_before_expiration: null },
  ...{ qualified: null, qualified_reason: 'Unknown: the close before the grant date is missing.' },
  after: { breakeven: null, net_premium_usd: null, if_called_pnl_usd: null, if_called_annualized_pct: null },
  warnings: [],
})
