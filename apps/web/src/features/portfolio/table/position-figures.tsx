import type { CSSProperties, ReactNode } from 'react'
import {
  formatDelta,
  formatFinePct,
  formatInteger,
  formatPrice,
  formatRatio,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { Spoken } from '../../../shared/ui/spoken.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { PositionRow } from '../data/position.ts'
import { readDeltaTone, readHeadroomTone } from '../figure-tones.ts'
import classes from './position-figures.module.css'
import type { SortColumn } from './sort-positions.ts'
import { StrikeGauge } from './strike-gauge.tsx'

type FigureColumn = Exclude<SortColumn, 'ticker' | 'recommendation'>

const NO_PRICE = 'The current price is not known'
const NO_QUOTE = 'The call has no quote'
const NO_VOL = 'No implied volatility is known'

/** SPEC section 2 writes what is absent as N/A. */
function draw(row: PositionRow, value: number | null, drawKnown: (known: number) => ReactNode, reason: string) {
  return value === null ? <Unknown sign="N/A" reason={row.missingReason ?? reason} /> : drawKnown(value)
}

const drawPnl = (row: PositionRow, usd: number | null, pct: number | null, reason: string) =>
  draw(
    row,
    usd,
    (known) => <OwnUsd signed usd={known} hint={`${formatFinePct(pct)}% of what the shares cost`} />,
    reason,
  )

/** Draws one figure of a position, for the table and for cards. */
export const positionFigures: Readonly<Record<FigureColumn, (row: PositionRow) => ReactNode>> = {
  dte: ({ metrics, position }) =>
    metrics.state === 'expired' ? (
      <span className={classes.due} data-hint={`Expired on ${formatDayLong(position.expiryDate)}: record the outcome`}>
        Expired
      </span>
    ) : (
      <span data-hint={`Expires on ${formatDayLong(position.expiryDate)}`}>
        {formatInteger(metrics.daysToExpiration)}
      </span>
    ),
  strike: ({ position }) => formatPrice(position.strikePrice),
  price: ({ metrics, missingReason }) =>
    metrics.atEntryPrice ? (
      <span className={classes.standIn} data-hint={`At entry price. ${missingReason ?? NO_PRICE}`}>
        <small>
          entry <Spoken>price stands in: </Spoken>
        </small>
        {formatPrice(metrics.shownPrice)}
      </span>
    ) : (
      formatPrice(metrics.shownPrice)
    ),
  delta: (row) =>
    draw(
      row,
      row.metrics.delta,
      (delta) => (
        <span className={classes.delta} data-tone={readDeltaTone(delta)}>
          <i style={{ '--filled': Math.max(0, Math.min(1, delta)) } as CSSProperties} />
          {formatDelta(delta)}
        </span>
      ),
      NO_QUOTE,
    ),
  entry_premium: ({ position }) => formatPrice(position.entryPremium),
  current_premium: (row) =>
    draw(
      row,
      row.metrics.currentPremium,
      (premium) =>
        row.metrics.premiumIsQuote === false ? (
          <span data-hint="No quote of now: the last trade stands in">
            <Spoken>last trade </Spoken>
            <small className={classes.mark}>last</small> {formatPrice(premium)}
          </span>
        ) : (
          formatPrice(premium)
        ),
      NO_QUOTE,
    ),
  stock_pnl: (row) => drawPnl(row, row.metrics.stockPnlUsd, row.metrics.stockPnlPct, NO_PRICE),
  option_pnl: (row) => drawPnl(row, row.metrics.optionPnlUsd, row.metrics.optionPnlPct, NO_QUOTE),
  cc_pnl: (row) => drawPnl(row, row.metrics.coveredCallPnlUsd, row.metrics.coveredCallPnlPct, NO_QUOTE),
  static_yield: ({ metrics }) => formatYieldPct(metrics.staticYieldPct),
  headroom: (row) => draw(row, row.metrics.headroomPct, formatFinePct, NO_PRICE),
  headroom_em: (row) =>
    draw(
      row,
      row.metrics.headroomEm,
      (headroomEm) => (
        <>
          <StrikeGauge headroomEm={headroomEm} width={64} /> <HeadroomEm headroomEm={headroomEm} />
        </>
      ),
      row.metrics.price === null ? NO_PRICE : NO_VOL,
    ),
  iv: (row) => draw(row, row.metrics.impliedVolatility, (vol) => formatYieldPct(vol * 100), NO_VOL),
}

export function HeadroomEm({ headroomEm }: { readonly headroomEm: number }) {
  return (
    <span className={classes.headroom} data-tone={readHeadroomTone(headroomEm)}>
      {formatRatio(headroomEm)}
    </span>
  )
}
