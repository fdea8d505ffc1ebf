import type { ListedPosition, Underlying } from '@callwright/contracts'
import {
  ifCalledReturnPct,
  maxProfitUsd,
  measurePosition,
  positionBreakeven,
  RECOMMENDATION_NOTE,
  type Recommendation,
  recommend,
} from '@callwright/scoring'
import Type from 'typebox'
import { maybeDate, maybePositionId, maybeSymbol } from './arguments.ts'
import { choosePosition } from './choose-position.ts'
import { cleanText } from './clean-text.ts'
import { maybe } from './figures.ts'
import { type Portfolio, positionRow, toPositionRow } from './position-row.ts'
import { readStamp } from './stamp.ts'
import { defineTool } from './tool.ts'

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
  const position = {
    symbol: listed.ticker,
    strike: listed.strike_price,
    expiration: listed.expiry_date,
    entryDate: listed.entry_date,
    entryPrice: listed.entry_price,
    entryPremium: listed.entry_premium,
    contracts: listed.contracts,
  }
  const quote = {
    price: listed.current_price,
    priceSource: 'quote' as const,
    currentPremium: listed.current_premium,
    premiumIsFallback: listed.premium_is_quote !== true,
    premiumSource: listed.premium_source === 'settled' ? null : listed.premium_source,
    ask: listed.ask,
    delta: listed.delta,
    deltaAtMost: listed.delta_at_most,
    impliedVolatility: listed.implied_volatility,
    impliedVolatilityAtMost: listed.implied_volatility_at_most,
    atmIv: stock?.atm_iv ?? null,
    expirationClose: listed.outcome?.close ?? null,
    shareChanges: listed.splits_since_entry,
  }
  const { action, label, explanation, suggestedAction, trace } = recommend(
    measurePosition(position, quote, Date.parse(market_time)),
  )
  return {
    ...{ action, label, explanation, suggested_action: suggestedAction, note: RECOMMENDATION_NOTE },
    trace: trace.map(describeRule),
  }
}

const describeRule = ({ label, holds, conditions }: Recommendation['trace'][number]) => ({
  rule: label,
  outcome: holds === null ? ('unknown' as const) : holds ? ('fired' as const) : ('not_fired' as const),
  conditions: conditions.map(({ input, value, limit, holds: known, sentence }) => ({
    ...{ input, value, limit, sentence },
    holds: known,
  })),
})

/** The result if the shares are called away at the strike. */
function settle({
  entry_price: entryPrice,
  entry_premium: entryPremium,
  strike_price: strike,
  contracts,
  splits_since_entry: shareChanges,
}: ListedPosition) {
  // A split or spin-off changed the shares and the call, so the entered terms no longer apply.
  if (shareChanges.length > 0) return { if_assigned_total: null, if_assigned_pct: null, breakeven: null }
  const position = { entryPrice, entryPremium, strike, contracts }
  return {
    if_assigned_total: maxProfitUsd(position),
    if_assigned_pct: ifCalledReturnPct({ price: entryPrice, strike, premium: entryPremium, basis: 'stock_price' }),
    breakeven: positionBreakeven(position),
  }
}
