import { describeOutcome, describeShareChanges, type PnlGap, type PremiumSource } from '@callwright/scoring'
import type { CSSProperties, ReactNode } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import {
  formatFinePct,
  formatFinePrice,
  formatInteger,
  formatPrice,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { capitalize } from '../../../shared/format/words.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import type { PositionRow } from '../data/position.ts'
import {
  formatDeltaBound,
  formatHeadroomEm,
  formatToneDelta,
  readDeltaTone,
  readHeadroomTone,
} from '../figure-tones.ts'
import classes from './position-figures.module.css'
import type { SortColumn } from './sort-positions.ts'
import { StrikeGauge } from './strike-gauge.tsx'
import { tableWords as words } from './table-words.ts'

type FigureColumn = Exclude<SortColumn, 'ticker' | 'recommendation'>

/** Renders a figure, or N/A if it is missing (SPEC section 2). */
function draw(row: PositionRow, value: number | null, drawKnown: (known: number) => ReactNode, reason: string) {
  return value === null ? (
    <Unknown sign={commonWords.notAvailable} reason={row.missingReason ?? reason} />
  ) : (
    drawKnown(value)
  )
}

function drawPnl(row: PositionRow, usd: number | null, pct: number | null) {
  const { pnlGap, outcome, position } = row.metrics
  if (usd === null && pnlGap !== null) {
    const isOfMarket = pnlGap === 'price' || pnlGap === 'premium'
    const reason = capitalize(commonWords.pnlGaps[pnlGap])
    return <Unknown sign={commonWords.notAvailable} reason={(isOfMarket ? row.missingReason : null) ?? reason} />
  }
  const presumed = outcome === null ? '' : `. ${describeOutcome(outcome, position.strike)}`
  return draw(
    row,
    usd,
    (known) => <OwnUsd signed usd={known} hint={`${words.ofCost(formatFinePct(pct))}${presumed}`} />,
    words.noQuote,
  )
}

/** Describes how the call ended, how its shares changed, or when it expires. */
function describeState({ metrics, position }: PositionRow): string {
  const { outcome, shareChanges, shares } = metrics
  if (shareChanges.length > 0) return describeShareChanges(metrics.position, shares, shareChanges)
  if (outcome !== null) return describeOutcome(outcome, position.strikePrice)
  return words.expiresOn(formatDayLong(position.expiryDate))
}

/** Renderers of a position's figures, for the table and the cards. */
export const positionFigures: Readonly<Record<FigureColumn, (row: PositionRow) => ReactNode>> = {
  dte: (row) => {
    const { state, pnlGap, daysToExpiration } = row.metrics
    const term = state === 'expired' ? words.expired : formatInteger(daysToExpiration)
    return (
      <span className={state === 'expired' ? classes.due : undefined} data-hint={describeState(row)}>
        {isShareChange(pnlGap) && <small className={classes.mark}>{words.shareChanges[pnlGap]}</small>} {term}
      </span>
    )
  },
  strike: ({ position }) => formatFinePrice(position.strikePrice),
  price: ({ metrics, missingReason }) =>
    metrics.atEntryPrice ? (
      <span className={classes.substitute} data-hint={words.atEntry(missingReason ?? words.noPrice)}>
        <small>
          {words.entry} <VisuallyHidden>{words.spokenEntry} </VisuallyHidden>
        </small>
        {formatPrice(metrics.shownPrice)}
      </span>
    ) : (
      formatPrice(metrics.shownPrice)
    ),
  delta: (row) =>
    row.metrics.deltaAtMost === null ? (
      draw(
        row,
        row.metrics.delta,
        (delta) => (
          <span className={classes.delta} data-tone={readDeltaTone(delta)}>
            <i style={{ '--filled': Math.max(0, Math.min(1, delta)) } as CSSProperties} />
            {formatToneDelta(delta)}
          </span>
        ),
        readReason(row, words.noQuote),
      )
    ) : (
      <span data-hint={words.underHint}>{words.under(formatDeltaBound(row.metrics.deltaAtMost))}</span>
    ),
  entry_premium: ({ position }) => formatFinePrice(position.entryPremium),
  current_premium: (row) =>
    draw(
      row,
      row.metrics.currentPremium,
      (premium) =>
        row.metrics.premiumIsQuote === false ? (
          <MarkedPremium premium={premium} source={row.metrics.premiumSource ?? 'quote'} />
        ) : (
          formatPrice(premium)
        ),
      readReason(row, words.noQuote),
    ),
  stock_pnl: (row) => drawPnl(row, row.metrics.stockPnlUsd, row.metrics.stockPnlPct),
  option_pnl: (row) => drawPnl(row, row.metrics.optionPnlUsd, row.metrics.optionPnlPct),
  cc_pnl: (row) => drawPnl(row, row.metrics.coveredCallPnlUsd, row.metrics.coveredCallPnlPct),
  static_yield: ({ metrics }) => formatYieldPct(metrics.staticYieldPct),
  headroom: (row) => draw(row, row.metrics.headroomPct, formatFinePct, readReason(row, words.noPrice)),
  headroom_em: (row) =>
    draw(
      row,
      row.metrics.headroomEm,
      (headroomEm) => (
        <>
          <StrikeGauge headroomEm={headroomEm} width={64} /> <HeadroomEm headroomEm={headroomEm} />
        </>
      ),
      readReason(row, row.metrics.price === null ? words.noPrice : words.noVol),
    ),
  iv: (row) =>
    draw(row, row.metrics.impliedVolatility, (vol) => formatYieldPct(vol * 100), readReason(row, words.noVol)),
}

const isShareChange = (gap: PnlGap | null): gap is 'split' | 'spin_off' => gap === 'split' || gap === 'spin_off'

/** Why a quote is missing: calls that expired or were adjusted for a split or spin-off are not quoted. */
function readReason({ metrics, position }: PositionRow, usual: string): string {
  if (isShareChange(metrics.pnlGap)) return capitalize(commonWords.pnlGaps[metrics.pnlGap])
  return metrics.state === 'expired' ? words.expiredOn(formatDayLong(position.expiryDate)) : usual
}

interface MarkedPremiumProps {
  readonly premium: number
  readonly source: PremiumSource
}

/** A premium that is not the mid of a current quote, marked with its source. */
function MarkedPremium({ premium, source }: MarkedPremiumProps) {
  return (
    <span data-hint={words.premiumHints[source]}>
      <VisuallyHidden>{words.spokenPremiums[source]} </VisuallyHidden>
      <small className={classes.mark} aria-hidden="true">
        {words.premiums[source]}
      </small>{' '}
      {formatPrice(premium)}
    </span>
  )
}

export function HeadroomEm({ headroomEm }: { readonly headroomEm: number }) {
  return (
    <span className={classes.headroom} data-tone={readHeadroomTone(headroomEm)}>
      {formatHeadroomEm(headroomEm)}
    </span>
  )
}
