import { type ListedPosition, positionNames, type Success, toDomain, type Underlying } from '@callwright/contracts'
import {
  describeOutcome,
  ifCalledReturnPct,
  maxProfitUsd,
  measurePosition,
  positionBreakeven,
  RECOMMENDATION_NOTE,
  type Recommendation,
  recommend,
} from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import {
  cleanText,
  count,
  date,
  days,
  defineTool,
  maybe,
  maybeDate,
  maybePositionId,
  maybeSymbol,
  pct,
  readStamp,
  type ToolRuntime,
  Unanswerable,
  usd,
} from '../tool.ts'

export type Portfolio = Success<'portfolio.list'>

/** A position as a row in tool results. Its P&L is in dollars for the whole position. */
export const positionRow = {
  id: Type.String(),
  ticker: Type.String(),
  strike: usd(),
  expiry: date,
  dte: days(),
  state: Type.Enum(['open', 'expired']),
  outcome: Type.Union([Type.String(), Type.Null()], { description: 'Presumed outcome of an expired call' }),
  contracts: count(),
  shares: count(),
  entry_date: date,
  entry_price: usd(),
  entry_premium: usd(),
  current_price: maybe.usd(),
  current_premium: maybe.usd('Price of the call: the mid, or the price named by premium_source'),
  premium_source: Type.Union([Type.String(), Type.Null()]),
  cost_to_close: maybe.usd('At the ask', 'position'),
  delta: maybe.delta(),
  iv: maybe.frac('Annual implied volatility of the call'),
  stock_pnl: maybe.usd(undefined, 'position'),
  option_pnl: maybe.usd(undefined, 'position'),
  cc_pnl: maybe.usd(undefined, 'position'),
  cc_pnl_pct: maybe.pct('Percent of the cost of the shares'),
  static_yield_pct: pct('Time value received, annualized'),
  headroom_pct: maybe.pct(),
  headroom_em: maybe.ratio('In expected moves'),
  profit_captured_pct: maybe.pct('Percent of the premium'),
  time_elapsed_pct: pct(),
  recommendation: Type.String(),
}
const PositionRow = Type.Object(positionRow)
type PositionRow = Static<typeof PositionRow>

export function toPositionRow(listed: ListedPosition, { rules }: Pick<Portfolio, 'rules'>): PositionRow {
  return {
    id: listed.id,
    ticker: listed.ticker,
    strike: listed.strike_price,
    expiry: listed.expiry_date,
    dte: listed.days_to_expiration,
    state: listed.state,
    outcome: readOutcome(listed),
    contracts: listed.contracts,
    shares: listed.shares,
    entry_date: listed.entry_date,
    entry_price: listed.entry_price,
    entry_premium: listed.entry_premium,
    current_price: listed.current_price,
    current_premium: listed.current_premium,
    premium_source: listed.premium_source === null ? null : premiumSources[listed.premium_source],
    cost_to_close: listed.cost_to_close,
    delta: listed.delta,
    iv: listed.implied_volatility,
    stock_pnl: listed.stock_pnl,
    option_pnl: listed.option_pnl,
    cc_pnl: listed.cc_pnl,
    cc_pnl_pct: listed.cc_pnl_percent,
    static_yield_pct: listed.static_yield_pct,
    headroom_pct: listed.headroom_pct,
    headroom_em: listed.headroom_em,
    profit_captured_pct: listed.profit_captured_pct,
    time_elapsed_pct: listed.time_elapsed_pct,
    recommendation: labelRecommendation(listed, rules),
  }
}

const premiumSources: Readonly<Record<NonNullable<ListedPosition['premium_source']>, string>> = {
  quote: 'mid',
  half_ask: 'half the ask, no bid',
  last: 'last trade of the day',
  settled: 'closing price on expiration day',
}

function readOutcome({ outcome, strike_price }: ListedPosition): string | null {
  if (outcome === null) return null
  const { state, certainty, close, close_date: closeDate } = outcome
  return describeOutcome({ state, certainty, close, closeDate }, strike_price)
}

/** Most labels come from the rules. Two outcomes have no rule, so their labels are here. */
function labelRecommendation({ recommendation }: ListedPosition, rules: Portfolio['rules']): string {
  const unruled: Readonly<Record<string, string>> = { hold: 'Hold', unavailable: 'N/A' }
  return rules.find(({ id }) => id === recommendation)?.label ?? unruled[recommendation] ?? recommendation
}

interface Wanted {
  readonly position_id: string | null
  readonly symbol: string | null
}

/**
 * Finds the requested position: the one with the given id or symbol, the one on the page's stock, or the user's only
 * one. If several match, the failure lists them.
 */
export function choosePosition(
  { positions }: Portfolio,
  { position_id: id, symbol }: Wanted,
  { page }: Pick<ToolRuntime, 'page'>,
): ListedPosition {
  if (positions.length === 0) throw new Unanswerable('NOT_FOUND', 'Your portfolio has no positions yet.')
  if (id !== null) {
    const found = positions.find((position) => position.id === id)
    if (found !== undefined) return found
    throw new Unanswerable('NOT_FOUND', 'This position was not found.', listSymbols(positions))
  }
  const onPage = positions.some(({ ticker: symbol }) => symbol === page?.symbol?.toUpperCase())
    ? page?.symbol
    : undefined
  const ticker = (symbol ?? onPage)?.toUpperCase() ?? null
  const matching = ticker === null ? positions : positions.filter((position) => position.ticker === ticker)
  if (matching.length === 0) {
    throw new Unanswerable('NOT_FOUND', `You have no position in ${ticker}.`, listSymbols(positions))
  }
  const open = matching.filter(({ state }) => state === 'open')
  const [only, ...others] = open.length > 0 ? open : matching
  if (only !== undefined && others.length === 0) return only
  const what = ticker === null ? 'several positions' : `several positions in ${ticker}`
  throw new Unanswerable('INVALID', `You have ${what}. Which one do you mean?`, matching.map(namePosition))
}

const namePosition = ({ ticker: symbol, strike_price, expiry_date }: ListedPosition) =>
  `${symbol} ${strike_price} call expiring ${expiry_date}`

const listSymbols = (positions: readonly ListedPosition[]) => [
  ...new Set(positions.map(({ ticker: symbol }) => symbol)),
]

const condition = Type.Object({
  input: Type.String(),
  value: Type.Union([Type.Number(), Type.Boolean(), Type.Null()]),
  limit: Type.Union([Type.Number(), Type.Null()]),
  holds: Type.Union([Type.Boolean(), Type.Null()]),
  sentence: Type.String(),
})

/** Results of the recommendation rules, in the order of the rules. */
const judgement = {
  action: Type.String(),
  label: Type.String(),
  explanation: Type.String(),
  suggested_action: Type.String(),
  note: Type.String(),
  trace: Type.Array(
    Type.Object({
      rule: Type.String(),
      outcome: Type.Enum(['fired', 'not_fired', 'unknown']),
      conditions: Type.Array(condition),
    }),
  ),
}

export const analyzePosition = defineTool({
  name: 'analyze_position',
  description:
    'One of the user’s positions: its figures, the recommendation with every evaluated rule, and the result if the shares are ' +
    'called away.',
  args: { position_id: maybePositionId, symbol: maybeSymbol },
  result: {
    position: Type.Object(positionRow),
    ...judgement,
    if_assigned_total: maybe.usd('Including the premium; null after a split or spin-off', 'position'),
    if_assigned_pct: maybe.pct('Percent of the cost of the shares, not annualized'),
    breakeven: maybe.usd(),
    earnings_date: maybeDate,
    ex_dividend_date: maybeDate,
    dividend: maybe.usd(),
    notes: Type.Union([Type.String(), Type.Null()], { description: 'Written by the user' }),
  },
  run: async (wanted, { ask, page }) => {
    const portfolio = await ask('portfolio.list')
    const listed = choosePosition(portfolio, wanted, { page })
    const stock = portfolio.underlyings.find(({ symbol }) => symbol === listed.ticker) ?? null
    return {
      position: toPositionRow(listed, portfolio),
      ...judge(listed, stock, portfolio),
      ...settle(listed),
      earnings_date: stock?.earnings_date ?? null,
      ex_dividend_date: stock?.ex_dividend_date ?? null,
      dividend: stock?.dividend ?? null,
      notes: listed.notes === null ? null : cleanText(listed.notes, 200),
      ...readStamp([stock ?? portfolio]),
    }
  },
})

/** Reruns the recommendation rules to get their explanations. */
function judge(listed: ListedPosition, stock: Underlying | null, { market_time }: Portfolio) {
  const position = toDomain(listed, positionNames)
  const quote = {
    ...position,
    priceSource: 'quote' as const,
    premiumIsFallback: position.premiumIsQuote !== true,
    premiumSource: position.premiumSource === 'settled' ? null : position.premiumSource,
    atmIv: stock?.atm_iv ?? null,
    expirationClose: position.outcome?.close ?? null,
  }
  const { action, label, explanation, suggestedAction, trace } = recommend(
    measurePosition(position, quote, Date.parse(market_time)),
  )
  return {
    action,
    label,
    explanation,
    suggested_action: suggestedAction,
    note: RECOMMENDATION_NOTE,
    trace: trace.map(describeRule),
  }
}

const describeRule = ({ label, holds, conditions }: Recommendation['trace'][number]) => ({
  rule: label,
  outcome: holds === null ? ('unknown' as const) : holds ? ('fired' as const) : ('not_fired' as const),
  conditions: conditions.map(({ input, value, limit, holds: known, sentence }) => ({
    input,
    value,
    limit,
    sentence,
    holds: known,
  })),
})

/** The result if the shares are called away at the strike. */
export function settle({
  entry_price: entryPrice,
  entry_premium: premium,
  strike_price: strike,
  contracts,
  splits_since_entry: shareChanges,
  strike_lowered_on: strikeLoweredOn,
}: ListedPosition) {
  // A split, a spin-off or a special dividend changed the shares or the call, so the entered terms no longer apply.
  if (shareChanges.length > 0 || strikeLoweredOn !== null)
    return { if_assigned_total: null, if_assigned_pct: null, breakeven: null }
  const position = { entryPrice, premium, strike, contracts }
  return {
    if_assigned_total: maxProfitUsd(position),
    if_assigned_pct: ifCalledReturnPct({ price: entryPrice, strike, premium, basis: 'stock_price' }),
    breakeven: positionBreakeven(position),
  }
}
