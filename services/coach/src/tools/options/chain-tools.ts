import type { Success } from '@callwright/contracts'
import Type, { type Static } from 'typebox'
import {
  count,
  date,
  days,
  defineTool,
  maybe,
  maybeDate,
  maybeDays,
  maybePositionId,
  maybePrice,
  maybeSymbol,
  ownStamp,
  readStamp,
  Unanswerable,
  usd,
} from '../tool.ts'

type Chain = Success<'portfolio.listChains'>['chains'][number]

const whole = (description?: string) => usd(description, 'position')
const maybeWhole = (description?: string) => maybe.usd(description, 'position')

const chainRow = Type.Object({
  chain_id: Type.String(),
  symbol: Type.String(),
  state: Type.Enum(['open', 'ended']),
  started_on: date,
  ended_on: maybeDate,
  days_invested: days('Days on which shares were held'),
  shares_held: count(),
  calls_written: count('Calls of the chain, rolled ones included'),
  rolls: count(),
  net_premium: whole('Premium received − paid to close − fees'),
  dividends: whole(),
  realized_options: whole(),
  realized_stock: whole(),
  pnl: maybeWhole('All results so far, unrealized included'),
  pnl_annualized: maybe.pct('A year, not compounded'),
  breakeven: maybe.usd('Price of the stock at which the chain has neither gain nor loss'),
  adjusted_cost: maybe.usd('Cost of the shares after the premium kept'),
  versus_holding: maybeWhole('P&L − P&L of the same shares with no calls written'),
  missed_upside: maybeWhole('Given up by assignments'),
  is_presumed: Type.Boolean({ description: 'An outcome in it is not confirmed yet' }),
})

const MAX_CHAINS = 20

function toRow(chain: Chain): Static<typeof chainRow> {
  return {
    chain_id: chain.chain_id,
    symbol: chain.ticker,
    state: chain.state,
    started_on: chain.started_on,
    ended_on: chain.ended_on,
    days_invested: chain.days_invested,
    shares_held: chain.shares_held,
    calls_written: chain.calls.length,
    rolls: chain.calls.filter(({ rolled_to }) => rolled_to !== null).length,
    net_premium: chain.net_premium_usd,
    dividends: chain.dividends_usd,
    realized_options: chain.realized_options_usd,
    realized_stock: chain.realized_stock_usd,
    pnl: chain.pnl_usd,
    pnl_annualized: chain.annualized_pct,
    breakeven: chain.breakeven,
    adjusted_cost: chain.adjusted_cost,
    versus_holding: chain.versus_holding_usd,
    missed_upside: chain.missed_upside_usd,
    is_presumed: chain.presumed,
  }
}

export const chainReview = defineTool({
  name: 'chain_review',
  description:
    'The user’s chains (campaigns): shares with all calls written on them, rolls included, with one P&L, breakeven, ' +
    'premium-adjusted cost, and the comparison with holding the same shares.',
  args: {
    symbol: maybeSymbol,
    state: Type.Union([Type.Enum(['open', 'ended', 'all']), Type.Null()], { description: 'All unless given' }),
  },
  result: { total: count('Chains that fit'), rows: Type.Array(chainRow) },
  run: async ({ symbol, state }, { ask }) => {
    const answer = await ask('portfolio.listChains', {
      query: { state: state ?? 'all', limit: MAX_CHAINS, ...(symbol === null ? {} : { symbol }) },
    })
    if (answer.chains.length === 0) throw new Unanswerable('NOT_FOUND', 'There are no such positions in the portfolio.')
    return { total: answer.total, rows: answer.chains.map(toRow), ...readStamp([answer]) }
  },
})

const incomeRow = {
  premium_received: whole(),
  paid_to_close: whole(),
  fees: whole('Fees of option trades'),
  net_premium: whole('By the day of each trade'),
  realized_options: whole('By the day on which each contract ended'),
  realized_stock: whole(),
  dividends: whole(),
  rolls: count(),
  roll_net: whole('Net credit of all rolls'),
  presumed: whole('Expired calls that are not confirmed; not in the other figures'),
}
const IncomeRow = Type.Object({ key: Type.String({ description: 'YYYY-MM, or a symbol' }), ...incomeRow })

type Bucket = Success<'portfolio.income'>['totals']

function toIncome(bucket: Bucket) {
  return {
    premium_received: bucket.premium_received_usd,
    paid_to_close: bucket.paid_to_close_usd,
    fees: bucket.option_fees_usd,
    net_premium: bucket.net_premium_usd,
    realized_options: bucket.realized_options_usd,
    realized_stock: bucket.realized_stock_usd,
    dividends: bucket.dividends_usd,
    rolls: bucket.rolls,
    roll_net: bucket.roll_net_usd,
    presumed: bucket.presumed_usd,
  }
}

export const incomeSummary = defineTool({
  name: 'income_summary',
  description:
    'The user’s income from covered calls by month or by symbol: premium received, paid and net, realized results of ' +
    'options and shares, dividends, and rolls.',
  args: {
    by: Type.Union([Type.Enum(['month', 'symbol']), Type.Null()], { description: 'Month unless given' }),
    from: maybeDate,
    to: maybeDate,
  },
  result: {
    by: Type.Enum(['month', 'symbol']),
    rows: Type.Array(IncomeRow),
    totals: Type.Object(incomeRow),
    average: maybe.usd('Net premium / rows: of a month or symbol with entries', 'position'),
  },
  run: async ({ by, from, to }, { ask }) => {
    const answer = await ask('portfolio.income', {
      query: { by: by ?? 'month', ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) },
    })
    return {
      by: answer.by,
      rows: answer.buckets.map((bucket) => ({ key: bucket.key, ...toIncome(bucket) })),
      totals: toIncome(answer.totals),
      average: answer.buckets.length === 0 ? null : answer.totals.net_premium_usd / answer.buckets.length,
      ...ownStamp('your ledger', answer.message === null ? [] : [answer.message]),
    }
  },
})

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

const rollRow = Type.Object({
  expiry: date,
  strike: usd(),
  dte: days('Calendar days to expiration'),
  bid: maybe.usd(),
  delta: maybe.delta(),
  days_added: days(),
  strike_gain: usd('New strike minus old strike'),
  net_credit: maybe.usd('After fees; negative is a debit'),
  net_credit_total: maybeWhole(),
  bought_up_value: maybe.usd('Value that the higher strike no longer gives away'),
  above_cost: maybeBoolean,
  adds_enough_days: maybeBoolean,
  brings_credit: maybeBoolean,
  earnings_before: maybeBoolean,
  ex_dividend_before: maybeBoolean,
  breakeven_after: maybe.usd('Breakeven of the whole chain after the roll'),
  if_called_pnl: maybeWhole('P&L of the whole chain if the shares are called at the new strike'),
  warnings: Type.Array(Type.String()),
})

export const rollPreview = defineTool({
  name: 'roll_preview',
  description:
    'Rolls of one of the user’s open calls, judged for the whole chain: net credit, breakeven and P&L if called after ' +
    'the roll, and the three questions against the premium-adjusted cost. A target or own prices can be given.',
  args: {
    position_id: maybePositionId,
    symbol: maybeSymbol,
    expiry: maybeDate,
    strike: maybePrice(),
    dte_max: maybeDays(),
    close_price: maybePrice('The user’s own price to buy the call back'),
    open_price: maybePrice('The user’s own price to sell the new call'),
  },
  result: {
    position_id: Type.String(),
    symbol: Type.String(),
    contracts: count(),
    cost_to_close: maybe.usd('The ask, or the user’s price'),
    cost_basis: maybe.usd('Cost of the shares after the premium kept'),
    priced_by: Type.Enum(['quotes', 'you']),
    verdict: Type.Enum(['roll', 'let_assign_or_close', 'open']),
    explanation: Type.String(),
    rows: Type.Array(rollRow),
  },
  run: async ({ position_id, symbol, expiry, strike, dte_max, close_price, open_price }, { ask }) => {
    const id = position_id ?? (await findPosition(await ask('portfolio.list'), symbol))
    const answer = await ask('portfolio.previewRolls', {
      body: {
        position_id: id,
        ...(expiry === null ? {} : { expiry_date: expiry }),
        ...(strike === null ? {} : { strike_price: strike }),
        ...(close_price === null ? {} : { close_price }),
        ...(open_price === null ? {} : { open_price }),
        options: {
          credit_only: false,
          limit: 10,
          rank_by: 'annualized_return',
          ...(dte_max === null ? {} : { max_days: dte_max }),
        },
      },
    })
    const { contracts, cost_to_close, cost_basis, priced_by, verdict, explanation, candidates } = answer
    return {
      position_id: id,
      symbol: answer.ticker,
      contracts,
      cost_to_close,
      cost_basis,
      priced_by,
      verdict,
      explanation,
      rows: candidates.map(toRollRow),
      ...readStamp([answer]),
    }
  },
})

/** The only open call, or the only one on a stock. If several fit, the failure lists them. */
function findPosition({ positions }: Success<'portfolio.list'>, symbol: string | null): string {
  const fitting = positions.filter(({ ticker, state }) => state === 'open' && (symbol === null || ticker === symbol))
  const [only, ...others] = fitting
  if (only === undefined) throw new Unanswerable('NOT_FOUND', 'There is no open call to roll.')
  if (others.length === 0) return only.id
  const names = fitting.map(({ ticker, strike_price, expiry_date }) => `${ticker} ${strike_price} ${expiry_date}`)
  throw new Unanswerable('INVALID', 'Several calls are open. Say which one to roll.', names)
}

type Candidate = Success<'portfolio.previewRolls'>['candidates'][number]

function toRollRow({ answers, after, ...roll }: Candidate): Static<typeof rollRow> {
  return {
    expiry: roll.expiry_date,
    strike: roll.strike_price,
    dte: roll.days_to_expiration,
    bid: roll.bid,
    delta: roll.delta,
    days_added: roll.days_added,
    strike_gain: roll.strike_change,
    net_credit: roll.net_credit,
    net_credit_total: roll.net_credit_usd,
    bought_up_value: roll.bought_up_value,
    above_cost: answers.strike_above_cost,
    adds_enough_days: answers.enough_days,
    brings_credit: answers.net_credit,
    earnings_before: roll.earnings_before_expiration,
    ex_dividend_before: roll.ex_dividend_before_expiration,
    breakeven_after: after.breakeven,
    if_called_pnl: after.if_called_pnl_usd,
    warnings: [...roll.warnings],
  }
}
