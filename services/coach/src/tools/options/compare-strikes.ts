import { type CoveredCall, computeReturnFigures, headroomPct, maxProfitUsd } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { withKnownSymbol } from '../market/stock-snapshot.ts'
import { date, days, defineTool, maybe, pct, price, readStamp, symbol, Unanswerable, usd } from '../tool.ts'
import { type Chain, callRow, isSameStrike, listNearestStrikes, readChain, toCallRow } from './chains.ts'

const MAX_STRIKES = 8

const row = {
  ...callRow,
  static_return_pct: maybe.pct('If the price stays unchanged, percent of the stock price'),
  static_annualized_pct: maybe.pct(),
  if_called_annualized_pct: maybe.pct(),
  headroom_pct: pct('Distance from the price up to the strike'),
  max_profit_per_contract: maybe.usd('At or above the strike, with the stock bought now', 'contract'),
}
type Row = Static<Type.TObject<typeof row>>

export const compareStrikes = defineTool({
  name: 'compare_strikes',
  description: 'Compares calls of one expiration: premium, yield, if-called and static returns, breakeven.',
  args: {
    symbol,
    expiration: date,
    strikes: Type.Array(price(), { minItems: 1, maxItems: MAX_STRIKES }),
  },
  result: {
    symbol: Type.String(),
    current_price: usd(),
    expiration: date,
    dte: days(),
    rows: Type.Array(Type.Object(row)),
  },
  run: ({ symbol: asked, expiration, strikes }, { ask }) =>
    withKnownSymbol(asked, ask, async (symbol) => {
      const chain = await readChain(symbol, expiration, ask)
      const wanted = [...new Set(strikes)].toSorted((a, b) => a - b)
      const rows = wanted.flatMap((strike) => buildRow(chain, strike) ?? [])
      const missing = wanted.filter((strike) => !chain.options.some((listed) => isSameStrike(listed.strike, strike)))
      const nearest = [...new Set(missing.flatMap((strike) => listNearestStrikes(chain.options, strike)))]
      if (rows.length === 0) {
        const message = `${symbol} has no calls at these strikes expiring ${chain.expiration_date}.`
        throw new Unanswerable('NO_OPTIONS', message, nearest.map(String))
      }
      const warnings = missing.map((strike) => `No call at the ${strike} strike is listed for this expiration.`)
      return {
        symbol: chain.symbol,
        current_price: chain.current_price,
        expiration: chain.expiration_date,
        dte: chain.days_to_expiration,
        rows,
        ...readStamp([chain], warnings),
      }
    }),
})

function buildRow({ options, current_price: price, days_to_expiration: days }: Chain, strike: number): Row | null {
  const listed = options.find((candidate) => isSameStrike(candidate.strike, strike))
  if (listed === undefined) return null
  return {
    ...toCallRow(listed),
    headroom_pct: headroomPct({ price, strike: listed.strike }),
    ...measure({ price, strike: listed.strike, premium: listed.bid }, days),
  }
}

function measure({ price, strike, premium }: { price: number; strike: number; premium: number | null }, days: number) {
  if (premium === null) {
    return {
      static_return_pct: null,
      static_annualized_pct: null,
      if_called_annualized_pct: null,
      max_profit_per_contract: null,
    }
  }
  const call: CoveredCall = { price, strike, premium, basis: 'stock_price' }
  const { staticReturn, ifCalledReturn } = computeReturnFigures(call, days)
  return {
    static_return_pct: staticReturn.returnPct,
    static_annualized_pct: staticReturn.annualizedPct,
    if_called_annualized_pct: ifCalledReturn.annualizedPct,
    max_profit_per_contract: maxProfitUsd({ entryPrice: price, premium, strike, contracts: 1 }),
  }
}
