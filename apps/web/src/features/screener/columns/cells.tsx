import { shownFigures } from '@callwright/contracts/screener-columns'
import type { CSSProperties, ReactNode } from 'react'
import type { ScreenStock } from '../../../api/screener.ts'
import {
  abbreviateBestCall,
  bestCallWords,
  explainBestCall,
  explainWideWindow,
} from '../../../shared/figures/best-call.ts'
import {
  describeRankSource,
  describeRsi,
  describeVol,
  explainNoIvRank,
  RsiLevel,
} from '../../../shared/figures/indicators.tsx'
import {
  formatInteger,
  formatPlace,
  formatPointsChange,
  formatShown,
  formatSignedPct,
  formatStrike,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { RatingCell } from '../../../shared/rating/rating-cell.tsx'
import { describeChange, explainNoCall } from '../../../shared/rating/rating-view.ts'
import { readDirection, Signed, Unknown, VisuallyHidden } from '../../../shared/ui/figures.tsx'
import classes from '../table/table.module.css'

// Each of these draws one figure as a plain function with few elements, because a page has thousands of figures.

/** Rating with its change since the last session. */
export function drawRating(stock: ScreenStock): ReactNode {
  const change = formatPointsChange(stock.rating.change)
  if (readDirection(change) === undefined) return <RatingCell stock={stock} />
  return (
    <span className={classes.rating}>
      <RatingCell stock={stock} />
      <Signed text={change} size="small" hint={describeChange(stock.rating)?.text} />
    </span>
  )
}

/** Yield without its call, for places that name the call elsewhere. */
export const drawYield = (stock: ScreenStock): ReactNode =>
  stock.bestAnnYieldPct === null ? <Unknown reason={explainNoCall(stock)} /> : formatYieldPct(stock.bestAnnYieldPct)

/** Yield with its call below. */
export function drawYieldOfCall(stock: ScreenStock): ReactNode {
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

export function drawBestCall(stock: ScreenStock): ReactNode {
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

/** Days, marked if no call in the usual window qualified. */
export function drawBestDte(stock: ScreenStock): ReactNode {
  const { bestDteDays, bestWindow } = stock
  if (bestDteDays === null) return <Unknown reason={explainNoCall(stock)} />
  if (bestWindow !== 'wide') return formatInteger(bestDteDays)
  const why = explainWideWindow(stock)
  return (
    <span data-hint={why}>
      <small className={classes.mark}>not 30–45</small> {formatInteger(bestDteDays)}
      <VisuallyHidden>{` (${why})`}</VisuallyHidden>
    </span>
  )
}

export function drawLiquidity(stock: ScreenStock): ReactNode {
  if (stock.bestLiquidity === null) return <Unknown reason={explainNoCall(stock)} />
  if (stock.bestLiquidity === 'liquid') return 'liquid'
  return <span data-hint={bestCallWords.thinMeaning}>{bestCallWords.thin}</span>
}

export const NO_EARNINGS = 'The next earnings date is unknown'

export function drawEarnings({ daysToEarnings, earningsDate }: ScreenStock): ReactNode {
  if (daysToEarnings === null) return <Unknown reason={NO_EARNINGS} />
  const hint = earningsDate === null ? undefined : formatDayLong(earningsDate)
  return <span data-hint={hint}>{formatInteger(daysToEarnings)}</span>
}

/** Percentile as a number, and as a dot on a scale from 0 to 100. */
export function drawIvPercentile(stock: ScreenStock): ReactNode {
  const { ivPercentile } = stock
  if (ivPercentile === null) return <Unknown reason={explainNoIvRank(stock)} />
  const share = Math.min(100, Math.max(0, ivPercentile)) / 100
  return (
    <span className={classes.place} style={{ '--share': share } as CSSProperties} data-hint={describeVol(stock)}>
      {formatPlace(ivPercentile)}
    </span>
  )
}

export function drawIvRank(stock: ScreenStock): ReactNode {
  const { ivRank } = stock
  if (ivRank === null) return <Unknown reason={explainNoIvRank(stock)} />
  const source = describeRankSource(stock)
  if (source === null) return <span data-hint={describeVol(stock)}>{formatPlace(ivRank)}</span>
  return (
    <span data-hint={source.note}>
      <small className={classes.mark}>{source.mark}</small> {formatPlace(ivRank)}
      <VisuallyHidden>{` (${source.note})`}</VisuallyHidden>
    </span>
  )
}

export function drawRsi({ rsi, missingReason }: ScreenStock): ReactNode {
  if (rsi === null) return <Unknown reason={missingReason ?? NO_BARS} />
  const { label } = describeRsi(rsi)
  return (
    <RsiLevel rsi={rsi} hint={label ?? undefined}>
      {label !== null && <VisuallyHidden>{` ${label}`}</VisuallyHidden>}
    </RsiLevel>
  )
}

export const NO_BARS = 'Not enough price history'

export function drawPriceVsMa({ priceVsMaPct, missingReason }: ScreenStock): ReactNode {
  if (priceVsMaPct === null) return <Unknown reason={missingReason ?? NO_BARS} />
  return <Signed text={formatSignedPct(priceVsMaPct)} />
}

const shortSectors: Readonly<Record<string, string>> = {
  'Information Technology': 'Technology',
  'Communication Services': 'Communication',
  'Consumer Discretionary': 'Cons. discretionary',
  'Consumer Staples': 'Cons. staples',
}

export function drawSector({ sector }: ScreenStock): ReactNode {
  if (sector === null) return <Unknown reason="No sector from the data source" />
  const short = shortSectors[sector]
  return short === undefined ? sector : <span data-hint={sector}>{short}</span>
}

export const NO_FACT = 'Not available from the source of company data'
export const formatMarketCap = formatShown(shownFigures.market_cap, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
})

export function drawMarketCap({ marketCapUsd, marketCapSharesDate }: ScreenStock): ReactNode {
  if (marketCapUsd === null) return <Unknown reason={NO_FACT} />
  const text = formatMarketCap(marketCapUsd)
  if (marketCapSharesDate === null) return text
  const origin = `Price times the shares reported to the SEC as of ${formatDayLong(marketCapSharesDate)}`
  return (
    <span data-hint={origin}>
      {text}
      <VisuallyHidden>{` (${origin})`}</VisuallyHidden>
    </span>
  )
}

export function drawOptions({ optionsAvailable, missingReason }: ScreenStock): ReactNode {
  if (optionsAvailable === null) return <Unknown reason={missingReason ?? 'Unknown whether options are listed'} />
  return (
    <span className={classes.options} data-available={optionsAvailable}>
      {optionsAvailable ? 'Yes' : 'No'}
    </span>
  )
}
