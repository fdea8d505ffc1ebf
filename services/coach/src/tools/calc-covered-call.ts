import Type from 'typebox'
import { maybeDays, maybeSymbol, price, shares } from './arguments.ts'
import { ownStamp } from './stamp.ts'
import { defineTool } from './tool.ts'
import { computeTrade, tradeFigures } from './trade-figures.ts'

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
