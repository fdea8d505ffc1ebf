import type { ChainRow } from '@callwright/contracts'
import {
  computeExpectedMove,
  headroomEm,
  headroomPct,
  previewRecommendation,
  RECOMMENDATION_NOTE,
  reportsByExpiration,
  SHARES_PER_CONTRACT,
} from '@callwright/scoring'
import Type from 'typebox'
import { date, maybeDate, maybeDays, maybePremium, maybePrice, price, symbol } from './arguments.ts'
import { callRow, toCallRow } from './call-row.ts'
import { type Chain, findExpirations, getCall, readChain, sortByDistance } from './chains.ts'
import { Unanswerable } from './failure.ts'
import { days, maybe, pct, usd } from './figures.ts'
import { withKnownSymbol } from './known-symbol.ts'
import { readStamp } from './stamp.ts'
import { type Ask, defineTool } from './tool.ts'
import { computeTrade, tradeFigures } from './trade-figures.ts'

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

/** Market data for the call to write. */
const market = {
  current_price: usd(),
  call: Type.Object(callRow),
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
    withKnownSymbol(asked, ask, async (ticker) => {
      const { chain, reason } = await chooseChain(ticker, preferences, ask)
      const listed = getCall(chain, strike)
      const premium = preferences.premium ?? listed.bid
      if (premium === null) throw new Unanswerable('STALE', `That ${ticker} call has no bid right now.`)
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
        preview: preview(chain, listed),
        note: RECOMMENDATION_NOTE,
        ...readStamp([chain]),
      }
    }),
})

async function chooseChain(
  ticker: string,
  { expiration, dte }: { readonly expiration: string | null; readonly dte: number | null },
  ask: Ask,
): Promise<{ chain: Chain; reason: string }> {
  if (expiration !== null) {
    return { chain: await readChain(ticker, expiration, ask), reason: 'This is the expiration you asked for.' }
  }
  if (dte === null) {
    const reason = 'This is the default expiration: the first one 30 to 45 days out, or the first listed one.'
    return { chain: await readChain(ticker, null, ask), reason }
  }
  const [nearest] = sortByDistance(await findExpirations(ticker, { least: null, most: null }, ask), dte)
  const reason = 'This is the listed expiration nearest to the number of days you asked for.'
  return { chain: await readChain(ticker, nearest?.date ?? null, ask), reason }
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

/** Null if a figure that the rules need is unknown. */
function preview({ symbol: ticker, current_price, market_time }: Chain, listed: ChainRow) {
  const { strike, expiration_date: expiration, bid, ask, mid, delta, implied_volatility: impliedVolatility } = listed
  if (bid === null || ask === null || mid === null || delta === null || impliedVolatility === null) return null
  const call = { strike, expiration, bid, ask, mid, delta, impliedVolatility }
  const where = { symbol: ticker, price: current_price, asOfMs: Date.parse(market_time) }
  const { label, explanation, suggestedAction } = previewRecommendation(call, where)
  return { label, explanation, suggested_action: suggestedAction }
}
