import type { Indicator, IndicatorLine } from '@callwright/contracts'
import {
  computeAtr,
  computeBollingerBands,
  computeEma,
  computeMacd,
  computeRsi,
  computeSma,
  computeStochastic,
} from '@callwright/scoring'
import type { DailyBar, IsoDate } from '../providers/provider.ts'
import type { GetDailySeries, GivenRange, SymbolAnswer } from './bars.ts'

interface IndicatorRequest extends GivenRange {
  readonly symbol: string
  readonly indicator: Indicator
  /** Number of bars in the window; null means the indicator's default. */
  readonly window: number | null
}

export interface IndicatorDay {
  readonly date: IsoDate
  readonly lines: Partial<Record<IndicatorLine, number | null>>
}

type IndicatorSeries = SymbolAnswer<readonly IndicatorDay[]> & { readonly window: number }

type Lines = Partial<Record<IndicatorLine, Float64Array>>

/**
 * How an indicator is computed: its default window, and its lines over columns of daily bars, NaN until the window is
 * full.
 */
interface IndicatorRule {
  readonly window: number
  compute(columns: Columns, window: number): Lines
}

interface Columns {
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** Default MACD is 12/26/9. `window` sets the slow period, and the other two scale with it. */
const MACD = { fast: 12, slow: 26, signal: 9 }

const RULES: Readonly<Record<Indicator, IndicatorRule>> = {
  sma: { window: 20, compute: ({ close }, window) => ({ value: computeSma(close, window) }) },
  ema: { window: 20, compute: ({ close }, window) => ({ value: computeEma(close, window) }) },
  rsi: { window: 14, compute: ({ close }, window) => ({ value: computeRsi(close, window) }) },
  atr: { window: 14, compute: (columns, window) => ({ value: computeAtr(columns, window) }) },
  bollinger: { window: 20, compute: ({ close }, window) => computeBollingerBands(close, { window }) },
  stochastic: {
    window: 14,
    compute(columns, window) {
      const { fastK, slowK } = computeStochastic(columns, window)
      return { k: fastK, d: slowK }
    },
  },
  macd: {
    window: MACD.slow,
    compute({ close }, slow) {
      const share = (usual: number) => Math.max(1, Math.round((usual * slow) / MACD.slow))
      return computeMacd(close, { fast: share(MACD.fast), slow, signal: share(MACD.signal) })
    },
  },
}

/**
 * Computes an indicator's value for each session. libs/scoring computes it from the same bars as `stocks.data`; a
 * provider's own indicator is never used (D23). Bars before the range warm it up. Throws what `createBars` throws.
 */
export function createIndicators(getDailySeries: GetDailySeries) {
  return async ({ symbol, indicator, window: given, ...range }: IndicatorRequest): Promise<IndicatorSeries> => {
    const { from, value: bars, ...answer } = await getDailySeries(symbol, range)
    const { window: usual, compute } = RULES[indicator]
    const window = given ?? usual
    const lines = compute(toPriceColumns(bars), window)
    const days = bars.map(({ date }, index) => ({ date, lines: readDay(lines, index) }))
    return { ...answer, window, value: days.filter(({ date }) => date >= from) }
  }
}

function toPriceColumns(bars: readonly DailyBar[]): Columns {
  const column = (name: keyof Columns) => Float64Array.from(bars, (bar) => bar[name])
  return { high: column('high'), low: column('low'), close: column('close') }
}

function readDay(lines: Lines, index: number): IndicatorDay['lines'] {
  const read = (series: Float64Array) => {
    const value = series[index] ?? Number.NaN
    return Number.isFinite(value) ? value : null
  }
  return Object.fromEntries(Object.entries(lines).map(([name, series]) => [name, read(series)]))
}
