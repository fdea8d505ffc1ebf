import type { Query, ScreenerRowPart, Success } from '@callwright/contracts'
import type { Ask } from '../tool.ts'

/** Rows of one screener response; a larger universe takes several. */
const PAGE = 500

/** Maps the screener's short sector names to GICS sectors. */
const shortSectors: Readonly<Record<string, string>> = {
  technology: 'Information Technology',
  financial: 'Financials',
  healthcare: 'Health Care',
}
export const sectorName = (choice: string): string => shortSectors[choice] ?? choice

/** The screener's rows that match, however many there are. */
export async function listStocks(query: Query<'screener.view'>, ask: Ask): Promise<Success<'screener.view'>> {
  const first = await ask('screener.view', { query: { ...query, limit: PAGE } })
  const stocks = [...first.stocks]
  while (stocks.length < first.total) {
    const { stocks: more } = await ask('screener.view', { query: { ...query, limit: PAGE, offset: stocks.length } })
    if (more.length === 0) break
    stocks.push(...more)
  }
  return { ...first, stocks }
}

/** The screener cannot sort by these. */
export const localOrders = ['implied_volatility', 'earnings_date', 'ex_dividend_date'] as const
type LocalOrder = (typeof localOrders)[number]
export const isLocalOrder = (name: string): name is LocalOrder => localOrders.some((one) => one === name)

/** Stocks whose figure is unknown have no place in its order. */
export function sortLocally<Stock extends Partial<Pick<ScreenerRowPart, LocalOrder>>>(
  stocks: readonly Stock[],
  by: LocalOrder,
  isDescending: boolean,
): readonly Stock[] {
  const read = (stock: Stock) => {
    const value = stock[by]
    return typeof value === 'string' ? Date.parse(value) : (value ?? null)
  }
  return stocks
    .filter((stock) => read(stock) !== null)
    .toSorted((a, b) => ((read(a) ?? 0) - (read(b) ?? 0)) * (isDescending ? -1 : 1))
}

const known = (values: readonly (number | null | undefined)[]) => values.filter((one) => one != null)

/** The mean of the known values; null if none is known. */
export function averageOf(values: readonly (number | null | undefined)[]): number | null {
  const numbers = known(values)
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

/** The middle of the known values, or the mean of the two in the middle; null if none is known. */
export function medianOf(values: readonly (number | null | undefined)[]): number | null {
  const sorted = known(values).toSorted((a, b) => a - b)
  return averageOf(sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1))
}

type SectorStock = Pick<ScreenerRowPart, 'symbol'> &
  Partial<
    Pick<
      ScreenerRowPart,
      'sector' | 'best_ann_yield' | 'implied_volatility' | 'iv_rank' | 'dividend_yield' | 'cc_score'
    >
  >

/** Medians that sectors can be ordered by. */
export const sectorOrders = [
  'median_yield',
  'median_iv',
  'median_iv_rank',
  'median_dividend_yield',
  'median_score',
] as const
type SectorOrder = (typeof sectorOrders)[number]

/** Figures of one sector. A median keeps one wild stock from deciding. */
export interface SectorFigures extends Readonly<Record<SectorOrder, number | null>> {
  readonly sector: string
  /** Stocks with a best call. */
  readonly stocks: number
  /** The stock whose best call yields the most. */
  readonly top_symbol: string
  readonly top_yield: number | null
}

/** Sums up the stocks that have a best call by sector, highest median first. Stocks without a sector are left out. */
export function summarizeSectors(stocks: readonly SectorStock[], order: SectorOrder): SectorFigures[] {
  const writable = stocks.filter(({ sector, best_ann_yield }) => sector != null && best_ann_yield != null)
  return [...Map.groupBy(writable, ({ sector }) => sector ?? '')]
    .map(([sector, members]) => {
      const [top] = members.toSorted((a, b) => (b.best_ann_yield ?? 0) - (a.best_ann_yield ?? 0))
      return {
        sector,
        stocks: members.length,
        median_yield: medianOf(members.map((one) => one.best_ann_yield)),
        median_iv: medianOf(members.map((one) => one.implied_volatility)),
        median_iv_rank: medianOf(members.map((one) => one.iv_rank)),
        median_dividend_yield: medianOf(members.map((one) => one.dividend_yield)),
        median_score: medianOf(members.map((one) => one.cc_score)),
        top_symbol: top?.symbol ?? '',
        top_yield: top?.best_ann_yield ?? null,
      }
    })
    .toSorted((a, b) => (b[order] ?? 0) - (a[order] ?? 0))
}
