import type { ChainRow, ListedPosition } from '@callwright/contracts'
import {
  MIN_DAYS_ADDED,
  OUT_AND_UP_ROLL_OPTIONS,
  type QuotedOption,
  type RollCandidate,
  type RollOptions,
  selectRolls,
} from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { choosePosition, positionRow, toPositionRow } from './analyze-position.ts'
import { type Chain, findExpirations, readChain } from './chains.ts'
import {
  type Ask,
  date,
  days,
  defineTool,
  inOrder,
  maybe,
  maybeDays,
  maybePositionId,
  maybePrice,
  maybeSymbol,
  readStamp,
  Unanswerable,
  usd,
} from './tool.ts'

const args = {
  position_id: maybePositionId,
  symbol: maybeSymbol,
  dte_min: maybeDays(),
  dte_max: maybeDays(),
  min_strike: maybePrice(),
  allow_debit: Type.Union([Type.Boolean(), Type.Null()], { description: 'Rolls for a net credit only, unless true' }),
}
type Args = Static<Type.TObject<typeof args>>

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

const row = Type.Object({
  strike: usd(),
  expiry: date,
  dte: days(),
  premium: usd('Bid of the new call'),
  delta: maybe.delta(),
  days_added: days(),
  strike_gain: usd('New strike minus old strike'),
  net_per_share: maybe.usd('Bid of the new call minus ask of the old one; positive is a credit'),
  net_per_contract: maybe.usd(undefined, 'contract'),
  net_total: maybe.usd(undefined, 'position'),
  annualized_return_pct: maybe.pct(),
  above_cost: maybeBoolean,
  adds_enough_days: maybeBoolean,
  brings_credit: maybeBoolean,
  fits: maybeBoolean,
})

export const rollCandidates = defineTool({
  name: 'roll_candidates',
  description:
    'Calls to roll one of the user’s open calls to: cost to close, new premium, net per share and contract, new delta, ' +
    'strike gain, and whether each one passes the three tests of a roll.',
  args,
  result: {
    position: Type.Object(positionRow),
    current_price: usd(),
    close_cost_per_share: maybe.usd('The ask'),
    close_cost_total: maybe.usd(undefined, 'position'),
    verdict: Type.Enum(['roll', 'none_fits', 'open']),
    explanation: Type.String(),
    rows: Type.Array(row),
  },
  run: async (asked, { ask, page }) => {
    const portfolio = await ask('portfolio.list')
    const listed = choosePosition(portfolio, asked, { page })
    if (listed.state === 'expired') {
      throw new Unanswerable('INVALID', 'That call has expired, so it cannot be rolled.')
    }
    if (listed.splits_since_entry.length > 0) {
      throw new Unanswerable(
        'INVALID',
        `${listed.ticker} had a ${listed.pnl_gap === 'spin_off' ? 'spin-off' : 'split'} after you opened this position. Update the position to its current terms first.`,
      )
    }
    if (listed.strike_lowered_on !== null) {
      throw new Unanswerable(
        'INVALID',
        `A special dividend lowered the strike of that ${listed.ticker} call. Apply the new strike on the portfolio page first.`,
      )
    }
    const { furthest, rows } = await readLater(listed, asked, ask)
    const selection = select(listed, furthest, rows, asked)
    return {
      position: toPositionRow(listed, portfolio),
      current_price: furthest.current_price,
      close_cost_per_share: listed.ask,
      close_cost_total: listed.cost_to_close,
      verdict: selection.verdict,
      explanation: selection.explanation,
      rows: selection.candidates.map((candidate) => toRow(candidate, listed)),
      ...readStamp([portfolio, furthest]),
    }
  },
})

/**
 * A roll moves to a later expiration. A range of days that ends before the open call expires must therefore mean when
 * to act.
 */
function findSpan({ days_to_expiration: held }: ListedPosition, { dte_min, dte_max }: Args) {
  const [least, most] = inOrder(dte_min, dte_max)
  const isLater = most === null || most > held
  return { least: (isLater ? least : null) ?? held + MIN_DAYS_ADDED, most: isLater ? most : null }
}

/**
 * Reads the calls for all later expirations in one request. The furthest chain's rate, dividends and times apply to
 * all.
 */
async function readLater(listed: ListedPosition, asked: Args, ask: Ask) {
  const expirations = await findExpirations(listed.ticker, findSpan(listed, asked), ask)
  const dates = expirations.map(({ date: day }) => day).toSorted()
  const strike_min = asked.min_strike ?? listed.strike_price
  const [furthest, { options }] = await Promise.all([
    readChain(listed.ticker, dates.at(-1) ?? null, ask),
    ask('options.snapshot', { params: { symbol: listed.ticker }, query: { type: 'call', strike_min } }),
  ])
  return { furthest, rows: options.filter(({ expiration_date: day }) => dates.includes(day)) }
}

function select(
  listed: ListedPosition,
  furthest: Chain,
  rows: readonly ChainRow[],
  { min_strike, allow_debit, dte_min }: Args,
) {
  const { current_price, rate, dividends, quote_time, market_time, days_to_expiration } = furthest
  const options: Partial<RollOptions> = {
    ...OUT_AND_UP_ROLL_OPTIONS,
    minStrike: min_strike,
    maxDays: Math.max(OUT_AND_UP_ROLL_OPTIONS.maxDays, days_to_expiration),
    creditOnly: allow_debit !== true,
    neverBelowCost: false,
    neverBelowOldStrike: min_strike === null,
    minDaysAdded: dte_min === null ? MIN_DAYS_ADDED : 0,
  }
  return selectRolls({
    position: {
      strike: listed.strike_price,
      expiration: listed.expiry_date,
      premium: listed.entry_premium,
      contracts: listed.contracts,
    },
    costToClose: listed.ask,
    costBasis: listed.entry_price,
    rows: rows.map(toQuoted),
    market: {
      price: current_price,
      rate,
      dividends: dividends.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount })),
      asOfMs: Date.parse(quote_time ?? market_time),
      nowMs: Date.parse(market_time),
    },
    options,
  })
}

const toQuoted = (call: ChainRow): QuotedOption => ({
  contractSymbol: call.contract_symbol,
  type: call.type,
  expiration: call.expiration_date,
  strike: call.strike,
  bid: call.bid,
  ask: call.ask,
  volume: call.volume,
  openInterest: call.open_interest,
})

function toRow(candidate: RollCandidate, { contracts }: ListedPosition): Static<typeof row> {
  const { answers, roll } = candidate.verdict
  const total = candidate.netCreditOfPositionUsd
  return {
    strike: candidate.strike,
    expiry: candidate.expiration,
    dte: candidate.daysToExpiration,
    premium: candidate.bid,
    delta: candidate.delta,
    days_added: candidate.daysAdded,
    strike_gain: candidate.strikeChangeUsd,
    net_per_share: candidate.netCreditUsd,
    net_per_contract: total === null ? null : total / contracts,
    net_total: total,
    annualized_return_pct: candidate.annualizedRollReturnPct,
    above_cost: answers.strike_above_cost,
    adds_enough_days: answers.enough_days,
    brings_credit: answers.net_credit,
    fits: roll,
  }
}
