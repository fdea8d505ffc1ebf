import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type from 'typebox'
import { withKnownSymbol } from '../market/stock-snapshot.ts'
import {
  count,
  date,
  days,
  defineTool,
  maybe,
  maybeCount,
  maybeDate,
  maybeDelta,
  maybePercent,
  maybePremium,
  maybePrice,
  readStamp,
  symbol,
  Unanswerable,
  usd,
} from '../tool.ts'

const MAX_ROWS = 10
const MIN_DAYS = 30
const MAX_DAYS = 45
/** Strikes below this part of the price are no usual puts to sell. */
const NEAR = 0.9

export const putQuotes = defineTool({
  name: 'put_quotes',
  description:
    'Quotes of puts on a symbol, the nearest to the requested strike and expiration first. Without an expiration, the ' +
    'first one 30 to 45 days out; without a strike, those just below the stock price. The product has nothing else on puts.',
  args: {
    symbol,
    strike: maybePrice(),
    near_otm_pct: maybePercent('Distance from the stock price down to the strike'),
    near_delta: maybeDelta(),
    expiration: maybeDate,
    near_ask: maybePremium('Dollars per share'),
    contracts: maybeCount('Bought or sold; 1 unless given'),
    call_bid: maybePremium('Premium of a call that is sold beside the put, as in a collar'),
  },
  result: {
    symbol: Type.String(),
    current_price: usd(),
    contracts: count(),
    rows: Type.Array(
      Type.Object({
        strike: usd(),
        expiry: date,
        dte: days('Calendar days to expiration'),
        bid: maybe.usd(),
        ask: maybe.usd(),
        delta: maybe.delta(),
        iv: maybe.frac('Annual implied volatility'),
        breakeven: maybe.usd('Strike − bid, if sold'),
        cost: maybe.usd('Ask × 100 × contracts, if bought', 'position'),
        collar_net: maybe.usd('`call_bid` − ask, a share; negative is a cost'),
        cash_needed: usd('Strike × 100, if sold against cash', 'contract'),
      }),
    ),
  },
  run: ({ symbol: asked, strike, near_otm_pct, near_delta, near_ask, expiration, contracts, call_bid }, { ask }) =>
    withKnownSymbol(asked, ask, async (symbol) => {
      const answer = await ask('options.snapshot', { params: { symbol }, query: { type: 'put' } })
      const puts = answer.options.filter(({ type }) => type === 'put')
      const price = answer.current_price
      if (puts.length === 0) throw new Unanswerable('NO_OPTIONS', answer.message ?? `${symbol} has no listed puts.`)
      if (price === null) throw new Unanswerable('STALE', `No price is available for ${symbol} right now.`)
      const dates = [...new Set(puts.map(({ expiration_date }) => expiration_date))].toSorted()
      const usual = puts.find(({ days_to_expiration: dte }) => dte >= MIN_DAYS && dte <= MAX_DAYS)?.expiration_date
      const day = expiration ?? usual ?? dates[0]
      const onDay = puts.filter(({ expiration_date }) => expiration_date === day)
      if (onDay.length === 0)
        throw new Unanswerable('NO_OPTIONS', `${symbol} has no puts expiring ${day}.`, dates.slice(0, 4))
      const wanted = strike ?? price * (near_otm_pct === null ? (NEAR + 1) * 0.5 : 1 - near_otm_pct / 100)
      const distance = (row: (typeof onDay)[number]) => {
        if (strike === null && near_ask !== null && row.ask !== null) return Math.abs(row.ask - near_ask)
        if (strike === null && near_delta !== null && row.delta !== null)
          return Math.abs(Math.abs(row.delta) - near_delta)
        return Math.abs(row.strike - wanted)
      }
      const nearest = onDay.toSorted((a, b) => distance(a) - distance(b))
      const [first] = nearest
      if (strike !== null && first !== undefined && Math.round(first.strike * 1000) !== Math.round(strike * 1000)) {
        const near = nearest.slice(0, 4).map((row) => String(row.strike))
        throw new Unanswerable('NO_OPTIONS', `${symbol} has no put at the ${strike} strike expiring ${day}.`, near)
      }
      return {
        symbol: answer.symbol,
        current_price: price,
        contracts: contracts ?? 1,
        rows: nearest.slice(0, MAX_ROWS).map((row) => ({
          strike: row.strike,
          expiry: row.expiration_date,
          dte: row.days_to_expiration,
          bid: row.bid,
          ask: row.ask,
          delta: row.delta,
          iv: row.implied_volatility,
          breakeven: row.bid === null ? null : row.strike - row.bid,
          cost: row.ask === null ? null : row.ask * SHARES_PER_CONTRACT * (contracts ?? 1),
          collar_net: row.ask === null || call_bid === null ? null : call_bid - row.ask,
          cash_needed: row.strike * SHARES_PER_CONTRACT,
        })),
        ...readStamp([answer]),
      }
    }),
})
