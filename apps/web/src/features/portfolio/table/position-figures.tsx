import type { CSSProperties, ReactNode } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
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
import { tableWords as words } from './table-words.ts'

type FigureColumn = Exclude<SortColumn, 'ticker' | 'recommendation'>

/** SPEC section 2 writes what is absent as N/A. */
function draw(row: PositionRow, value: number | null, drawKnown: (known: number) => ReactNode, reason: string) {
  return value === null ? (
    <Unknown sign={commonWords.notAvailable} reason={row.missingReason ?? reason} />
  ) : (
    drawKnown(value)
  )
}

const drawPnl = (row: PositionRow, usd: number | null, pct: number | null, reason: string) =>
  draw(row, usd, (known) => <OwnUsd signed usd={known} hint={words.ofCost(formatFinePct(pct))} />, reason)

/** Draws one figure of a position, for the table and for cards. */
export const positionFigures: Readonly<Record<FigureColumn, (row: PositionRow) => ReactNode>> = {
  dte: ({ metrics, position }) =>
    metrics.state === 'expired' ? (
      <span className={classes.due} data-hint={words.expiredOn(formatDayLong(position.expiryDate))}>
        {words.expired}
      </span>
    ) : (
      <span data-hint={words.expiresOn(formatDayLong(position.expiryDate))}>
        {formatInteger(metrics.daysToExpiration)}
      </span>
    ),
  strike: ({ position }) => formatPrice(position.strikePrice),
  price: ({ metrics, missingReason }) =>
    metrics.atEntryPrice ? (
      <span className={classes.standIn} data-hint={words.atEntry(missingReason ?? words.noPrice)}>
        <small>
          {words.entry} <Spoken>{words.entryStandsIn} </Spoken>
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
      words.noQuote,
    ),
  entry_premium: ({ position }) => formatPrice(position.entryPremium),
  current_premium: (row) =>
    draw(
      row,
      row.metrics.currentPremium,
      (premium) =>
        row.metrics.premiumIsQuote === false ? (
          <span data-hint={words.lastStandsIn}>
            <Spoken>{words.lastTrade} </Spoken>
            <small className={classes.mark}>{words.last}</small> {formatPrice(premium)}
          </span>
        ) : (
          formatPrice(premium)
        ),
      words.noQuote,
    ),
  stock_pnl: (row) => drawPnl(row, row.metrics.stockPnlUsd, row.metrics.stockPnlPct, words.noPrice),
  option_pnl: (row) => drawPnl(row, row.metrics.optionPnlUsd, row.metrics.optionPnlPct, words.noQuote),
  cc_pnl: (row) => drawPnl(row, row.metrics.coveredCallPnlUsd, row.metrics.coveredCallPnlPct, words.noQuote),
  static_yield: ({ metrics }) => formatYieldPct(metrics.staticYieldPct),
  headroom: (row) => draw(row, row.metrics.headroomPct, formatFinePct, words.noPrice),
  headroom_em: (row) =>
    draw(
      row,
      row.metrics.headroomEm,
      (headroomEm) => (
        <>
          <StrikeGauge headroomEm={headroomEm} width={64} /> <HeadroomEm headroomEm={headroomEm} />
        </>
      ),
      row.metrics.price === null ? words.noPrice : words.noVol,
    ),
  iv: (row) => draw(row, row.metrics.impliedVolatility, (vol) => formatYieldPct(vol * 100), words.noVol),
}

export function HeadroomEm({ headroomEm }: { readonly headroomEm: number }) {
  return (
    <span className={classes.headroom} data-tone={readHeadroomTone(headroomEm)}>
      {formatRatio(headroomEm)}
    </span>
  )
}
