import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { selectResult } from '../../../api/api.ts'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { useAtmVolatilityQuery } from '../../../api/options.ts'
import type { ScreenStock } from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { describeRsi, explainNoIvRank, RankMark, RsiLevel } from '../../../shared/figures/indicators.tsx'
import {
  formatFloored,
  formatInteger,
  formatPlace,
  formatPoints,
  formatPrice,
  formatRating,
  formatVolPct,
} from '../../../shared/format/numbers.ts'
import { commonFigures, describeFigure, type FigureFacts } from '../../../shared/glossary.ts'
import { readLine } from '../../../shared/price-chart/bar-table.ts'
import type { LineKey } from '../../../shared/price-chart/chart-terms.ts'
import type { ChartBars } from '../../../shared/price-chart/use-chart-bars.ts'
import { RatingGlyph } from '../../../shared/rating/rating-cell.tsx'
import {
  describeNoRating,
  findBand,
  listBands,
  listParts,
  type RatingBand,
} from '../../../shared/rating/rating-view.ts'
import { Unknown, VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { useRatedStock } from '../stock-data.ts'
import classes from './chart.module.css'

export const summaryFacts = {
  sma20: commonFigures.sma20,
  sma50: {
    meaning: 'The average close of the last 50 sessions.',
    formula: 'sum of 50 closes / 50',
    source: 'daily closes',
  },
  rsi: commonFigures.rsi,
  stochastic: commonFigures.stochasticK,
  vol: {
    term: 'atm_iv',
    meaning: 'Above 30% is high, below 15% low.',
    source: 'option chain',
  },
  ivRank: commonFigures.ivRank,
  signal: {
    term: 'callwright_rating',
    meaning: 'Summarizes in one word how the stock rates for covered calls.',
    source: 'Callwright Rating',
  },
} as const satisfies Record<string, FigureFacts>

type Level = 'High' | 'Low' | null

/** Classifies a value as high above `high` and low below `low`; a value equal to either bound has no level. */
const judge =
  (low: number, high: number) =>
  (value: number): Level => {
    if (value > high) return 'High'
    return value < low ? 'Low' : null
  }

export const judgeStochastic = judge(20, 80)
export const judgeIvRank = judge(30, 70)
/** Classifies an annualized volatility given as a decimal. */
export const judgeVol = judge(0.15, 0.3)

/** One-word label for an RSI value (D45). */
export const nameRsi = (rsi: number) => describeRsi(rsi).label ?? 'Neutral'

const MISSING_VOL = '--.--%'
export const formatVol = (vol: number | null) => (vol === null ? MISSING_VOL : `${formatVolPct(vol)}%`)

/** CC Signal (D45) with its explanation. */
interface Signal {
  /** Null if the stock has no rating. */
  readonly band: RatingBand | null
  readonly word: string
  readonly why: string
}

export function readSignal(stock: ScreenStock, ownWeights: boolean): Signal {
  const { score, max } = stock.rating
  if (score === null) return { band: null, word: 'No call', why: describeNoRating(stock) }
  const band = findBand(score)
  const parts = listParts(stock.rating, undefined, ownWeights).map(({ label, points, max: most }) => {
    const of = most === null ? '' : ` of ${formatInteger(most)}`
    return `${label}: ${points === null ? 'unknown' : `${formatPoints(points)}${of}`}`
  })
  const why = [
    `${band.word}: the rating is ${formatRating(score)} of ${formatInteger(max)}.`,
    `${listBands()}.`,
    ...parts,
  ]
  return { band, word: band.word, why: why.join('\n') }
}

const NO_VOL = 'No option quote today gives an implied volatility'

interface SummaryRowProps {
  readonly symbol: string | null
  /** Daily bars for the indicators, regardless of the timeframe. */
  readonly shown: Pick<ChartBars, 'table' | 'daily' | 'dailyFailure'>
}

/** The stock's indicators, volatility and rating, each as a figure with a one-word label. */
export function SummaryRow({ symbol, shown: { table, daily, dailyFailure } }: SummaryRowProps) {
  // Beside a chart of minute bars, whose legend has lines of the same names.
  const suffix = table?.unit === 'minute' ? ', daily' : ''
  const drawLine = (key: LineKey, draw: (value: number) => ReactNode) => {
    if (daily === null) return dailyFailure === null ? <Wait /> : <Unknown reason="Could not load the prices" />
    const value = readLine(daily.columns, key, -1)
    return value === null ? <Unknown reason={commonWords.fewBars} /> : draw(value)
  }
  return (
    <dl className={classes.summary}>
      <Fact name={`SMA 20${suffix}`} hint={describeFigure(summaryFacts.sma20)}>
        {drawLine('sma20', formatPrice)}
      </Fact>
      <Fact name={`SMA 50${suffix}`} hint={describeFigure(summaryFacts.sma50)}>
        {drawLine('sma50', formatPrice)}
      </Fact>
      <Fact name={`RSI${suffix}`} hint={describeFigure(summaryFacts.rsi)}>
        {drawLine('rsi', (rsi) => (
          <RsiLevel rsi={rsi}>
            {' '}
            <small>{nameRsi(rsi)}</small>
          </RsiLevel>
        ))}
      </Fact>
      <Fact name={`Stochastic${suffix}`} hint={describeFigure(summaryFacts.stochastic)}>
        {drawLine('stochasticK', (value) => (
          <Judged text={formatFloored(value)} level={judgeStochastic(value)} />
        ))}
      </Fact>
      <Fact name="Implied volatility" hint={describeFigure(summaryFacts.vol)}>
        <Volatility symbol={symbol} />
      </Fact>
      <RatedFacts symbol={symbol} />
    </dl>
  )
}

/** Facts from the stock's screener row. */
function RatedFacts({ symbol }: { readonly symbol: string | null }) {
  const { stock, ownWeights, busy } = useRatedStock(symbol)
  const nothing = busy ? <Wait /> : <Unknown reason="Not in the screener" />
  const signal = stock && readSignal(stock, ownWeights)
  return (
    <>
      <Fact name="IV rank" hint={describeFigure(summaryFacts.ivRank)}>
        {stock === null ? (
          nothing
        ) : stock.ivRank === null ? (
          <Unknown reason={explainNoIvRank(stock)} />
        ) : (
          <Judged text={formatPlace(stock.ivRank)} level={judgeIvRank(stock.ivRank)}>
            <RankMark stock={stock} />
          </Judged>
        )}
      </Fact>
      <Fact name="CC Signal" hint={describeFigure(summaryFacts.signal)}>
        {signal === null ? (
          nothing
        ) : (
          <button type="button" className={classes.signal} data-hint={signal.why}>
            {signal.band && <RatingGlyph band={signal.band} />}
            {signal.word}
          </button>
        )}
      </Fact>
    </>
  )
}

function Volatility({ symbol }: Pick<SummaryRowProps, 'symbol'>) {
  const { currentData, error, isFetching } = useAtmVolatilityQuery(symbol ?? '', {
    skip: symbol === null,
    selectFromResult: selectResult,
  })
  const vol = currentData?.vol ?? null
  if (vol !== null) return <Judged text={formatVol(vol)} level={judgeVol(vol)} />
  if (isFetching) return <Wait />
  const reason = currentData?.message ?? describeFailure(currentData === undefined ? asApiError(error) : null) ?? NO_VOL
  return (
    <Text component="span" inherit fw="medium" c="var(--text-faint)" pos="relative" data-hint={reason}>
      {MISSING_VOL}
      <VisuallyHidden>{` not available: ${reason}`}</VisuallyHidden>
    </Text>
  )
}

interface FactProps {
  readonly name: string
  readonly hint: string
  readonly children: ReactNode
}

function Fact({ name, hint, children }: FactProps) {
  return (
    <div>
      <dt>
        <button type="button" data-hint={hint}>
          {name}
        </button>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

interface JudgedProps {
  readonly text: string
  readonly level: Level
  readonly children?: ReactNode
}

/** Figure with the word "High" or "Low". */
function Judged({ text, level, children }: JudgedProps) {
  return (
    <span data-level={level ?? undefined}>
      {text} {level !== null && <small>{level}</small>} {children}
    </span>
  )
}

const Wait = () => <Skeleton animate={false} display="inline-block" w={52} h={10} />
