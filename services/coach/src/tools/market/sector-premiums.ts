import { nullable } from '@callwright/contracts'
import Type from 'typebox'
import { count, defineTool, maybe, readStamp, Unanswerable } from '../tool.ts'
import { listStocks, sectorOrders, summarizeSectors } from './screened-stocks.ts'

const row = {
  sector: Type.String(),
  stocks: count('Stocks with a best call'),
  median_yield: maybe.pct('Median annual yield of the best calls'),
  median_iv: maybe.frac('Median implied volatility'),
  median_iv_rank: maybe.points('Median IV rank'),
  median_dividend_yield: maybe.pct('Median dividend yield'),
  median_score: maybe.points('Median rating'),
  top_symbol: Type.String(),
  top_yield: maybe.pct('Annual yield of its best call'),
}

export const sectorPremiums = defineTool({
  name: 'sector_premiums',
  description:
    'Medians of each sector, such as the yield of the best calls, volatility and dividend, highest first, and its top stock.',
  args: {
    sort_by: nullable(Type.Enum(sectorOrders, { description: 'Highest first; default the median yield' })),
  },
  result: { universe_total: count('Stocks in the screener'), rows: Type.Array(Type.Object(row)) },
  run: async ({ sort_by }, { ask }) => {
    const view = await listStocks(
      { fields: 'sector,best_ann_yield,implied_volatility,iv_rank,dividend_yield,cc_score' },
      ask,
    )
    const rows = summarizeSectors(view.stocks, sort_by ?? 'median_yield')
    if (rows.length === 0) throw new Unanswerable('STALE', view.message ?? 'The screener has no stocks yet.')
    return { universe_total: view.universe_total, rows, ...readStamp([view]) }
  },
})
