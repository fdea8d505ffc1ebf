import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import type { CSSProperties, ReactNode } from 'react'
import type { ScreenStock } from '../../../api/screen.ts'
import { abbreviateBestCall, explainBestCall, explainWideWindow } from '../../../shared/figures/best-call.ts'
import { bestCallWords } from '../../../shared/figures/best-call-words.ts'
import { describeVol, explainNoIvRank, REALIZED_VOL_NOTE } from '../../../shared/figures/iv-rank.ts'
import { describeRsi } from '../../../shared/figures/rsi.ts'
import { RsiLevel } from '../../../shared/figures/rsi-level.tsx'
import {
  formatCompactUsd,
  formatDelta,
  formatFinePct,
  formatFloored,
  formatInteger,
  formatPlace,
  formatPointsChange,
  formatPrice,
  formatRatio,
  formatSignedPct,
  formatStrike,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { RatingCell } from '../../../shared/rating/rating-cell.tsx'
import { describeChange, explainNoCall } from '../../../shared/rating/rating-view.ts'
import { readDirection, Signed } from '../../../shared/ui/signed.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { tableWords as words } from '../screener-words.ts'
import classes from './stock-figures.module.css'
import {
  explainNoBars,
  explainNoPrice,
  readEarningsBefore,
  readExDividendBefore,
  readSpreadPct,
  shortenSector,
} from './stock-view.ts'

/** Renders one figure for a stock: a plain function with few elements, because a page has thousands of figures. */
export type StockFigure = (stock: ScreenStock) => ReactNode

/** Renders the formatted figure, or the mark for an unknown value. */
function draw(
  read: (stock: ScreenStock) => number | null,
  format: (value: number) => string,
  explain: (stock: ScreenStock) => string,
): StockFigure {
  return (stock) => {
    const value = read(stock)
    return value === null ? <Unknown reason={explain(stock)} /> : format(value)
  }
}

function drawYesNo(read: (stock: ScreenStock) => 0 | 1 | null, unknown: string): StockFigure {
  return (stock) => {
    const value = read(stock)
    if (value === null) return <Unknown reason={stock.bestExpiration === null ? explainNoCall(stock) : unknown} />
    return value === 1 ? words.yes : words.no
  }
}

const explainNoFact = () => words.noFact

/** Renders cell contents by column; `company_name` and `symbol` are text. */
export const stockFigures: Readonly<Record<ScreenColumn, StockFigure>> = {
  symbol: ({ symbol }) => symbol,
  company_name: ({ companyName }) => companyName,
  cc_score: drawRating,
  current_price: draw(({ priceUsd }) => priceUsd, formatPrice, explainNoPrice),
  best_ann_yield: drawBestYield,
  iv_percentile: drawIvPercentile,
  rsi: drawRsi,
  sector: drawSector,
  market_cap: draw(({ marketCapUsd }) => marketCapUsd, formatCompactUsd, explainNoFact),
  stochastic_k: draw(({ stochasticK }) => stochasticK, formatFloored, explainNoBars),
  ma_20: draw(({ ma20Usd }) => ma20Usd, formatPrice, explainNoBars),
  price_vs_ma: drawPriceVsMa,
  volume: draw(({ volume }) => volume, formatInteger, explainNoBars),
  best_dte: drawBestDte,
  avg_call_volume: draw(
    ({ avgCallVolume }) => avgCallVolume,
    formatInteger,
    ({ missingReason }) => missingReason ?? words.noCallVolume,
  ),
  best_call_oi: draw(({ bestCallOi }) => bestCallOi, formatInteger, explainNoCall),
  bid_ask_spread: draw(({ bidAskSpreadUsd }) => bidAskSpreadUsd, formatPrice, explainNoCall),
  dividend_yield: draw(({ dividendYieldPct }) => dividendYieldPct, formatFinePct, explainNoFact),
  net_margin: draw(({ netMarginPct }) => netMarginPct, formatYieldPct, explainNoFact),
  debt_to_equity: draw(({ debtToEquity }) => debtToEquity, formatRatio, explainNoFact),
  options_available: drawOptions,
  iv_rank: drawIvRank,
  best_strike: drawBestCall,
  best_bid: draw(({ bestBidUsd }) => bestBidUsd, formatPrice, explainNoCall),
  best_delta: draw(({ bestDelta }) => bestDelta, formatDelta, explainNoCall),
  best_if_called_return_pct: draw(({ bestIfCalledReturnPct }) => bestIfCalledReturnPct, formatFinePct, explainNoCall),
  best_spread_pct: draw(readSpreadPct, formatYieldPct, explainNoCall),
  best_is_liquid: drawLiquidity,
  days_to_earnings: drawEarnings,
  earnings_before_expiration: drawYesNo(readEarningsBefore, 'The next earnings date is unknown'),
  ex_dividend_before_expiration: drawYesNo(readExDividendBefore, 'The next ex-dividend date is unknown'),
}

function drawLiquidity(stock: ScreenStock): ReactNode {
  if (stock.bestLiquidity === null) return <Unknown reason={explainNoCall(stock)} />
  return stock.bestLiquidity === 'thin' ? (
    <span data-hint={bestCallWords.thinMeaning}>{bestCallWords.thin}</span>
  ) : (
    'liquid'
  )
}

function drawEarnings({ daysToEarnings, earningsDate }: ScreenStock): ReactNode {
  if (daysToEarnings === null) return <Unknown reason="The next earnings date is unknown" />
  const hint = earningsDate === null ? undefined : formatDayLong(earningsDate)
  return <span data-hint={hint}>{formatInteger(daysToEarnings)}</span>
}

/** Yield without its call, for places that name the call elsewhere. */
export const drawYield = draw(({ bestAnnYieldPct }) => bestAnnYieldPct, formatYieldPct, explainNoCall)

/** Yield with its call below. */
function drawBestYield(stock: ScreenStock): ReactNode {
  const call = abbreviateBestCall(stock)
  if (call === null) return drawYield(stock)
  return (
    <span className={classes.yield} data-hint={explainBestCall(stock)}>
      {formatYieldPct(stock.bestAnnYieldPct)}{' '}
      <small className={classes.call}>
        {call}
        {stock.bestLiquidity === 'thin' && <b> {bestCallWords.thin}</b>}
      </small>
    </span>
  )
}

function drawBestCall(stock: ScreenStock): ReactNode {
  const { bestStrikeUsd, bestExpiration, bestLiquidity } = stock
  if (bestStrikeUsd === null) return <Unknown reason={explainNoCall(stock)} />
  return (
    <span data-hint={explainBestCall(stock)}>
      {bestLiquidity === 'thin' && (
        <>
          <small className={classes.thin}>{bestCallWords.thin}</small>{' '}
        </>
      )}
      {formatStrike(bestStrikeUsd)}{' '}
      <small className={classes.mark}>{bestExpiration !== null && formatDayLong(bestExpiration)}</small>
    </span>
  )
}

/** Rating with its change since the last session. */
function drawRating(stock: ScreenStock): ReactNode {
  const change = formatPointsChange(stock.rating.change)
  if (readDirection(change) === undefined) return <RatingCell stock={stock} />
  return (
    <span className={classes.rating}>
      <RatingCell stock={stock} />
      <Signed text={change} size="small" hint={describeChange(stock.rating)?.text} />
    </span>
  )
}

/** Percentile as a number, and as a dot on a scale from 0 to 100. */
function drawIvPercentile(stock: ScreenStock): ReactNode {
  const { ivPercentile } = stock
  if (ivPercentile === null) return <Unknown reason={explainNoIvRank(stock)} />
  const share = Math.min(100, Math.max(0, ivPercentile)) / 100
  return (
    <span className={classes.place} style={{ '--share': share } as CSSProperties} data-hint={describeVol(stock)}>
      {formatPlace(ivPercentile)}
    </span>
  )
}

function drawIvRank(stock: ScreenStock): ReactNode {
  const { ivRank, ivRankSource } = stock
  if (ivRank === null) return <Unknown reason={explainNoIvRank(stock)} />
  if (ivRankSource !== 'realized') return <span data-hint={describeVol(stock)}>{formatPlace(ivRank)}</span>
  return (
    <span data-hint={REALIZED_VOL_NOTE}>
      <small className={classes.mark}>{words.realized}</small> {formatPlace(ivRank)}
      <VisuallyHidden>{` (${REALIZED_VOL_NOTE})`}</VisuallyHidden>
    </span>
  )
}

function drawRsi(stock: ScreenStock): ReactNode {
  if (stock.rsi === null) return <Unknown reason={explainNoBars(stock)} />
  const { label } = describeRsi(stock.rsi)
  return (
    <RsiLevel rsi={stock.rsi} hint={label ?? undefined}>
      {label !== null && <VisuallyHidden>{` ${label}`}</VisuallyHidden>}
    </RsiLevel>
  )
}

function drawSector({ sector }: ScreenStock): ReactNode {
  if (sector === null) return <Unknown reason={words.noSector} />
  const short = shortenSector(sector)
  return short === sector ? short : <span data-hint={sector}>{short}</span>
}

function drawPriceVsMa(stock: ScreenStock): ReactNode {
  const { priceVsMaPct } = stock
  if (priceVsMaPct === null) return <Unknown reason={explainNoBars(stock)} />
  return <Signed text={formatSignedPct(priceVsMaPct)} />
}

function drawBestDte(stock: ScreenStock): ReactNode {
  const { bestDteDays, bestWindow } = stock
  if (bestDteDays === null) return <Unknown reason={explainNoCall(stock)} />
  if (bestWindow !== 'wide') return formatInteger(bestDteDays)
  const why = explainWideWindow(stock)
  return (
    <span data-hint={why}>
      <small className={classes.mark}>{words.wide}</small> {formatInteger(bestDteDays)}
      <VisuallyHidden>{` (${why})`}</VisuallyHidden>
    </span>
  )
}

function drawOptions({ optionsAvailable, missingReason }: ScreenStock): ReactNode {
  if (optionsAvailable === null) return <Unknown reason={missingReason ?? words.noListing} />
  return (
    <span className={classes.options} data-available={optionsAvailable}>
      {optionsAvailable ? words.yes : words.no}
    </span>
  )
}
