import type { ChainRow } from '@callwright/contracts'
import {
  type CoveredCall,
  computeExpectedMove,
  computeReturnFigures,
  countCoverableCalls,
  cushionPct,
  headroomEm,
  headroomPct,
  maxLossUsd,
  maxProfitUsd,
  positionBreakeven,
  previewRecommendation,
  RECOMMENDATION_NOTE,
  reportsByExpiration,
  SHARES_PER_CONTRACT,
} from '@callwright/scoring'
import Type, { type Static, type TObject } from 'typebox'
import { withKnownSymbol } from '../market/stock-snapshot.ts'
import {
  type Ask,
  count,
  date,
  days,
  defineTool,
  maybe,
  maybeDate,
  maybeDays,
  maybePremium,
  maybePrice,
  maybeSymbol,
  ownStamp,
  pct,
  price,
  readStamp,
  shares,
  symbol,
  Unanswerable,
  usd,
} from '../tool.ts'
import { type Chain, callRow, findExpirations, getCall, readChain, sortByDistance, toCallRow } from './chains.ts'

/** Gains and losses of a covered call at expiration, relative to the cost of the shares. */
const tradeFigures = {
  entry_price: usd('Cost of the shares, or their current price'),
  strike: usd(),
  premium: usd(),
  shares: count(),
  contracts: count('Calls that these shares cover'),
  uncovered_shares: count('Shares without a call'),
  days: maybe.days('To expiration'),
  premium_total: usd('Premium × 100 × contracts', 'position'),
  max_profit: maybe.usd('At or above the strike; null if uncovered shares make it unlimited', 'position'),
  max_profit_covered: usd('Covered shares only, at or above the strike', 'position'),
  max_loss: usd('If the stock goes to zero', 'position'),
  if_called_return_pct: pct('Percent of the entry price, not annualized'),
  if_called_annualized_pct: maybe.pct('× 365 / days'),
  static_return_pct: pct('If the price stays unchanged, percent of the entry price'),
  static_annualized_pct: maybe.pct('× 365 / days'),
  breakeven: maybe.usd(),
  downside_protection_pct: pct('Premium / entry price'),
}
type TradeFigures = Static<TObject<typeof tradeFigures>>

interface Trade {
  readonly entryPrice: number
  readonly strike: number
  /** Dollars per share. */
  readonly premium: number
  readonly shares: number
  readonly days: number | null
}

/**
 * Throws `Unanswerable` if there are too few shares for one contract or if the premium is too high for an amount per
 * share.
 */
function computeTrade({ entryPrice, strike, premium, shares, days: term }: Trade): TradeFigures {
  const contracts = countCoverableCalls({ shares })
  if (contracts === 0) {
    throw new Unanswerable('INVALID', `One call covers ${SHARES_PER_CONTRACT} shares; ${shares} are too few.`)
  }
  if (premium >= entryPrice) {
    throw new Unanswerable('INVALID', 'Enter the premium in dollars per share. It must be less than the stock price.', [
      'Divide the premium per contract by 100',
    ])
  }
  const covered = { entryPrice, premium, strike, contracts }
  const whole = { ...covered, shares }
  const call: CoveredCall = { price: entryPrice, strike, premium, basis: 'stock_price' }
  const { staticReturn, ifCalledReturn } = computeReturnFigures(call, term ?? 0)
  const perYear = (figure: { readonly annualizedPct: number }) => (term === null ? null : figure.annualizedPct)
  return {
    entry_price: entryPrice,
    strike,
    premium,
    shares,
    contracts,
    days: term,
    uncovered_shares: shares - contracts * SHARES_PER_CONTRACT,
    premium_total: premium * contracts * SHARES_PER_CONTRACT,
    max_profit: maxProfitUsd(whole),
    max_profit_covered: maxProfitUsd(covered) ?? 0,
    max_loss: maxLossUsd(whole),
    if_called_return_pct: ifCalledReturn.returnPct,
    if_called_annualized_pct: perYear(ifCalledReturn),
    static_return_pct: staticReturn.returnPct,
    static_annualized_pct: perYear(staticReturn),
    breakeven: positionBreakeven(whole),
    downside_protection_pct: cushionPct({ price: entryPrice, premium }),
  }
}

export const calcCoveredCall = defineTool({
  name: 'calc_covered_call',
  description:
    'Calculates a covered call from figures the user gives: total premium, maximum profit, returns, breakeven, contracts and ' +
    'uncovered shares. The premium is per share. No market data is used.',
  args: {
    entry_price: price('Dollars per share'),
    strike: price(),
    premium: Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Dollars per share' }),
    shares: shares('Shares held, 100 per contract'),
    days: maybeDays('To expiration'),
    symbol: maybeSymbol,
  },
  result: { symbol: Type.Union([Type.String(), Type.Null()]), ...tradeFigures },
  run: async ({ symbol, entry_price: entryPrice, ...trade }) => {
    const figures = computeTrade({ entryPrice, ...trade })
    const warnings = figures.uncovered_shares > 0 ? ['Uncovered shares keep their full upside.'] : []
    return { symbol: symbol?.toUpperCase() ?? null, ...figures, ...ownStamp('The figures you entered', warnings) }
  },
})

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

/** Market data for the call to write. */
const market = {
  current_price: usd(),
  call: Type.Object(callRow),
  theta_total: maybe.usd('Change of the value of all contracts a day: theta × 100 × contracts', 'position'),
  bid_to_mid_total: maybe.usd('(Mid − bid) × 100 × contracts: given up by a sale at the bid', 'position'),
  premium_per_day: maybe.usd('Premium at the bid of all contracts / days', 'position'),
  repeated_total: maybe.usd(
    'Premium at the bid of all contracts × `repeats`: as if every sale brought the same',
    'position',
  ),
  intrinsic_value: usd('Price − strike, not below 0'),
  shares_cost: usd('Current price × shares that the contracts cover', 'position'),
  called_total: usd('Strike × shares that the contracts cover: received if called', 'position'),
  premium_of_price_pct: maybe.pct('Bid / current price'),
  headroom_pct: pct('Distance from the price up to the strike'),
  expected_move: maybe.usd('One standard deviation until expiration'),
  headroom_em: maybe.ratio('Headroom in expected moves'),
  probability_itm: maybe.frac('From the implied volatility of the contract'),
  earnings_date: maybeDate,
  earnings_before_expiration: maybeBoolean,
  ex_dividend_date: maybeDate,
}

export const analyzeTrade = defineTool({
  name: 'analyze_trade',
  description:
    'Analyzes writing one call on a symbol: returns, breakeven, dollars, market data, and what the recommendation rules would ' +
    'say once it is a position. Defaults: premium at the bid, entry price at the current price.',
  args: {
    symbol,
    strike: price(),
    expiration: maybeDate,
    dte: maybeDays('Target; the nearest listed expiration is used and named'),
    premium: maybePremium('Dollars per share'),
    entry_price: maybePrice('Cost of the shares'),
    shares: Type.Union([Type.Integer({ minimum: 1, maximum: 10_000_000 }), Type.Null()], {
      description: '100 unless given',
    }),
    repeats: Type.Union([Type.Integer({ minimum: 2, maximum: 52 }), Type.Null()], {
      description: 'How often such a call is sold one after the other',
    }),
  },
  result: {
    symbol: Type.String(),
    expiration: date,
    dte: days(),
    expiration_reason: Type.String(),
    premium_source: Type.Enum(['bid', 'given']),
    ...tradeFigures,
    ...market,
    preview: Type.Union([
      Type.Object({ label: Type.String(), explanation: Type.String(), suggested_action: Type.String() }),
      Type.Null(),
    ]),
    note: Type.String(),
  },
  run: ({ symbol: asked, strike, ...preferences }, { ask }) =>
    withKnownSymbol(asked, ask, async (symbol) => {
      const { chain, reason } = await chooseChain(symbol, preferences, ask)
      const listed = getCall(chain, strike)
      const premium = preferences.premium ?? listed.bid
      if (premium === null) throw new Unanswerable('STALE', `That ${symbol} call has no bid right now.`)
      return {
        symbol: chain.symbol,
        expiration: chain.expiration_date,
        dte: chain.days_to_expiration,
        expiration_reason: reason,
        premium_source: preferences.premium === null ? ('bid' as const) : ('given' as const),
        ...computeTrade({
          entryPrice: preferences.entry_price ?? chain.current_price,
          strike: listed.strike,
          premium,
          shares: preferences.shares ?? SHARES_PER_CONTRACT,
          days: chain.days_to_expiration,
        }),
        ...describeMarket(chain, listed),
        ...computeDollars(chain, listed, preferences),
        preview: preview(chain, listed),
        note: RECOMMENDATION_NOTE,
        ...readStamp([chain]),
      }
    }),
})

async function chooseChain(
  symbol: string,
  { expiration, dte }: { readonly expiration: string | null; readonly dte: number | null },
  ask: Ask,
): Promise<{ chain: Chain; reason: string }> {
  if (expiration !== null) {
    return { chain: await readChain(symbol, expiration, ask), reason: 'This is the expiration you asked for.' }
  }
  if (dte === null) {
    const reason = 'This is the default expiration: the first one 30 to 45 days out, or the first listed one.'
    return { chain: await readChain(symbol, null, ask), reason }
  }
  const [nearest] = sortByDistance(await findExpirations(symbol, { least: null, most: null }, ask), dte)
  const reason = 'This is the listed expiration nearest to the number of days you asked for.'
  return { chain: await readChain(symbol, nearest?.date ?? null, ask), reason }
}

function describeMarket(chain: Chain, listed: ChainRow) {
  const { current_price, expiration_date, days_to_expiration, earnings_date, ex_dividend_date } = chain
  const { strike, implied_volatility } = listed
  const expectedMove =
    implied_volatility === null ? null : computeExpectedMove(current_price, implied_volatility, days_to_expiration)
  return {
    current_price,
    call: toCallRow(listed),
    headroom_pct: headroomPct({ price: current_price, strike }),
    expected_move: expectedMove,
    headroom_em: expectedMove === null ? null : headroomEm({ price: current_price, strike, expectedMove }),
    probability_itm: listed.probability_itm,
    earnings_date,
    earnings_before_expiration:
      earnings_date === null ? null : reportsByExpiration({ date: earnings_date, session: null }, expiration_date),
    ex_dividend_date,
  }
}

/** Dollars of all contracts, not rounded: the display rounds. */
function computeDollars(
  { current_price, days_to_expiration }: Chain,
  { strike, bid, mid, theta }: ChainRow,
  { shares: held, repeats }: { readonly shares: number | null; readonly repeats: number | null },
) {
  const shares = countCoverableCalls({ shares: held ?? SHARES_PER_CONTRACT }) * SHARES_PER_CONTRACT
  return {
    theta_total: theta === null ? null : theta * shares,
    bid_to_mid_total: bid === null || mid === null ? null : (mid - bid) * shares,
    premium_per_day: bid === null || days_to_expiration === 0 ? null : (bid * shares) / days_to_expiration,
    repeated_total: bid === null || repeats === null ? null : bid * shares * repeats,
    intrinsic_value: Math.max(0, current_price - strike),
    shares_cost: current_price * shares,
    called_total: strike * shares,
    premium_of_price_pct: bid === null ? null : (bid / current_price) * 100,
  }
}

/** Null if a figure that the rules need is unknown. */
function preview({ symbol, current_price, market_time }: Chain, listed: ChainRow) {
  const { strike, expiration_date: expiration, bid, ask, mid, delta, implied_volatility: impliedVolatility } = listed
  if (bid === null || ask === null || mid === null || delta === null || impliedVolatility === null) return null
  const call = { strike, expiration, bid, ask, mid, delta, impliedVolatility }
  const where = { symbol, price: current_price, asOfMs: Date.parse(market_time) }
  const { label, explanation, suggestedAction } = previewRecommendation(call, where)
  return { label, explanation, suggested_action: suggestedAction }
}
