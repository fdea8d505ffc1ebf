import Type from 'typebox'
import { listStocks, summarizeSectors } from './screened-stocks.ts'
import { count, defineTool, maybe, readStamp, Unanswerable } from './tool.ts'

const row = {
  sector: Type.String(),
  stocks: count('Stocks with a best call'),
  median_yield: maybe.pct('Median annual yield of the best calls'),
  median_iv: maybe.frac('Median implied volatility'),
  median_iv_rank: maybe.points('Median IV rank'),
  top_symbol: Type.String(),
  top_yield: maybe.pct('Annual yield of its best call'),
}

export const sectorPremiums = defineTool({
  name: 'sector_premiums',
  description:
    'What the best calls of each sector pay: the median annual yield, highest first, and the top stock of each.',
  args: {},
  result: { universe_total: count('Stocks in the screener'), rows: Type.Array(Type.Object(row)) },
  run: async (_asked, { ask }) => {
    const view = await listStocks({ fields: 'sector,best_ann_yield,implied_volatility,iv_rank' }, ask)
    const rows = summarizeSectors(view.stocks)
    if (rows.length === 0) throw new Unanswerable('STALE', view.message ?? 'The screener has no stocks yet.')
    return { universe_total: view.universe_total, rows, ...readStamp([view]) }
  },
})
