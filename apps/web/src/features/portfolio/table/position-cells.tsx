import {
  describeOutcome,
  describeShareChanges,
  type KnownSum,
  type PnlGap,
  type PremiumSource,
} from '@callwright/scoring'
import { IconCloudOff, IconCloudUp, IconCloudX } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { Hatch, paintHatch } from '../../../shared/charts/hatch.tsx'
import { commonWords } from '../../../shared/common-words.ts'
import { formatFinePct, formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { capitalize } from '../../../shared/format/words.ts'
import { OwnUsd, Unknown, VisuallyHidden } from '../../../shared/ui/figures.tsx'
import type { PositionRow } from '../data/position.ts'
import classes from './table.module.css'
import { formatDeltaBound, formatHeadroomEm, formatToneDelta, readDeltaTone, readHeadroomTone } from './tones.tsx'

const syncWords = { saving: 'Saving…', unsynced: 'Not synced', rejected: 'Rejected' } as const

const noQuote = 'The call has no quote'
const noPrice = 'Current price unknown'
const noVol = 'Implied volatility unknown'
const ofCost = (pct: number | null) => `${formatFinePct(pct)}% of what the shares cost`

/** Renders a figure, or N/A if it is missing (SPEC section 2). */
function draw(row: PositionRow, value: number | null, drawKnown: (known: number) => ReactNode, reason: string) {
  return value === null ? (
    <Unknown sign={commonWords.notAvailable} reason={row.missingReason ?? reason} />
  ) : (
    drawKnown(value)
  )
}

export function drawPnl(row: PositionRow, usd: number | null, pct: number | null) {
  const { pnlGap, outcome, position } = row.metrics
  if (usd === null && pnlGap !== null) {
    const isOfMarket = pnlGap === 'price' || pnlGap === 'premium'
    const reason = capitalize(commonWords.pnlGaps[pnlGap])
    return <Unknown sign={commonWords.notAvailable} reason={(isOfMarket ? row.missingReason : null) ?? reason} />
  }
  const presumed = outcome === null ? '' : `. ${describeOutcome(outcome, position.strike)}`
  return draw(row, usd, (known) => <OwnUsd signed usd={known} hint={`${ofCost(pct)}${presumed}`} />, noQuote)
}

/** P&L of the row's chain. Calls on the same shares show the same figure. */
export function drawChainPnl({ life }: PositionRow) {
  const reason = life === null ? 'Not saved on the server yet' : 'A part of it is unknown'
  return <OwnUsd signed usd={life?.chainPnlUsd ?? null} reason={reason} />
}

/** Whether the shares or the strike have changed since entry, so that the call's terms are old. */
export const hasOldTerms = ({ shareChanges, strikeLoweredOn }: PositionRow['metrics']): boolean =>
  shareChanges.length > 0 || strikeLoweredOn !== null

/** Describes how the call ended, or how its shares or strike changed; null if nothing happened. */
export function describeChange({ metrics }: PositionRow): string | null {
  const { outcome, shareChanges, shares, strikeLoweredOn, position } = metrics
  if (shareChanges.length > 0) return describeShareChanges(position, shares, shareChanges)
  if (strikeLoweredOn !== null) return `A special dividend lowered the strike on ${formatDayLong(strikeLoweredOn)}.`
  return outcome === null ? null : describeOutcome(outcome, position.strike)
}

const changeMarks = { split: 'split', spin_off: 'adj.', strike_lowered: 'adj.' } as const
const isMarked = (gap: PnlGap | null): gap is keyof typeof changeMarks => gap !== null && gap in changeMarks

/** Marks a position whose shares or strike have changed since it was entered. */
export function ChangeMark({ metrics: { pnlGap } }: PositionRow) {
  return isMarked(pnlGap) && <small className={`${classes.mark} ${classes.beside}`}>{changeMarks[pnlGap]}</small>
}

export function drawDte(row: PositionRow) {
  const { state, daysToExpiration } = row.metrics
  return (
    <span
      className={state === 'expired' ? classes.due : undefined}
      data-hint={describeChange(row) ?? `Expires on ${formatDayLong(row.position.expiration)}`}
    >
      <ChangeMark {...row} /> {state === 'expired' ? 'Expired' : formatInteger(daysToExpiration)}{' '}
      <small className={classes.mark}>{formatDay(row.position.expiration)}</small>
    </span>
  )
}

export function drawPrice({ metrics, missingReason }: PositionRow) {
  if (!metrics.atEntryPrice) return formatPrice(metrics.shownPrice)
  return (
    <span className={classes.substitute} data-hint={`At entry price. ${missingReason ?? noPrice}`}>
      <small>
        entry <VisuallyHidden>price used instead: </VisuallyHidden>
      </small>
      {formatPrice(metrics.shownPrice)}
    </span>
  )
}

export function drawDelta(row: PositionRow) {
  const { delta: known, deltaAtMost } = row.metrics
  if (deltaAtMost !== null) {
    return (
      <span data-hint="The call has no bid. Its ask limits how high the delta can be">
        <small className={classes.mark}>under</small> {formatDeltaBound(deltaAtMost)}
      </span>
    )
  }
  const drawKnown = (delta: number) => (
    <span className={`${classes.delta} ${classes.toned}`} data-tone={readDeltaTone(delta)}>
      <i style={{ '--filled': Math.max(0, Math.min(1, delta)) } as CSSProperties} />
      {formatToneDelta(delta)}
    </span>
  )
  return draw(row, known, drawKnown, readReason(row, noQuote))
}

/** Why a quote is missing: calls that expired or whose terms have changed are not quoted. */
function readReason({ metrics, position }: PositionRow, usual: string): string {
  if (isMarked(metrics.pnlGap)) return capitalize(commonWords.pnlGaps[metrics.pnlGap])
  return metrics.state === 'expired' ? `Expired on ${formatDayLong(position.expiration)}` : usual
}

/** Marks of a premium that is not the mid of a current quote. */
const premiumMarks: Readonly<Record<PremiumSource, { mark: string; spoken: string; hint: string }>> = {
  quote: { mark: 'old', spoken: 'old quote', hint: 'The mid of an older quote' },
  half_ask: {
    mark: 'half ask',
    spoken: 'half of the ask, no bid',
    hint: 'Half of the ask, because the call has no bid',
  },
  last: { mark: 'last', spoken: 'last trade of the day', hint: 'No quote: this is the last trade of the day' },
  settled: {
    mark: 'presumed',
    spoken: 'presumed from the close of the last day',
    hint: 'What the call was worth at the close of its last day',
  },
}

export function drawPremium(row: PositionRow) {
  const { currentPremium, premiumIsQuote, premiumSource } = row.metrics
  const { mark, spoken, hint } = premiumMarks[premiumSource ?? 'quote']
  const drawKnown = (premium: number) =>
    premiumIsQuote === false ? (
      <span data-hint={hint}>
        <VisuallyHidden>{spoken} </VisuallyHidden>
        <small className={classes.mark} aria-hidden="true">
          {mark}
        </small>{' '}
        {formatPrice(premium)}
      </span>
    ) : (
      formatPrice(premium)
    )
  return draw(row, currentPremium, drawKnown, readReason(row, noQuote))
}

export const drawHeadroom = (row: PositionRow) =>
  draw(row, row.metrics.headroomPct, formatFinePct, readReason(row, noPrice))

export const drawHeadroomEm = (row: PositionRow) =>
  draw(
    row,
    row.metrics.headroomEm,
    (headroomEm) => (
      <>
        <StrikeGauge headroomEm={headroomEm} width={28} /> <HeadroomEm headroomEm={headroomEm} />
      </>
    ),
    readReason(row, row.metrics.price === null ? noPrice : noVol),
  )

export const drawVol = (row: PositionRow, format: (vol: number) => string) =>
  draw(row, row.metrics.impliedVolatility, format, readReason(row, noVol))

export function HeadroomEm({ headroomEm }: { readonly headroomEm: number }) {
  return (
    <span className={`${classes.headroom} ${classes.toned}`} data-tone={readHeadroomTone(headroomEm)}>
      {formatHeadroomEm(headroomEm)}
    </span>
  )
}

const GAUGE_HEIGHT = 14
const GAUGE_EDGE = 2
/** Position of the price and width of one expected move, as fractions of the gauge's width. */
const PRICE_AT = 0.3
const MOVE_WIDTH = 0.4

interface StrikeGaugeProps {
  /** Headroom in expected moves. */
  readonly headroomEm: number
  readonly width: number
}

/** Gauge with a dot at the price, a band for one expected move, and a tick at the strike: left of the dot means ITM. */
export function StrikeGauge({ headroomEm, width }: StrikeGaugeProps) {
  const hatch = useId()
  const price = width * PRICE_AT
  const move = width * MOVE_WIDTH
  const strike = Math.max(GAUGE_EDGE, Math.min(width - GAUGE_EDGE, price + headroomEm * move))
  return (
    <svg className={classes.gauge} width={width} height={GAUGE_HEIGHT} aria-hidden="true">
      <Hatch id={hatch} />
      <path stroke="var(--border-strong)" d={`M${GAUGE_EDGE} 7H${width - GAUGE_EDGE}`} />
      <rect fill="var(--surface)" x={price} y="3.5" width={move} height="7" />
      <rect x={price} y="3.5" width={move} height="7" fill={paintHatch(hatch)} />
      <circle fill="var(--text)" cx={price} cy="7" r="2.6" />
      <path stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" d={`M${strike} 1.5v11`} />
    </svg>
  )
}

const syncIcons = { saving: IconCloudUp, unsynced: IconCloudOff, rejected: IconCloudX } as const
const syncTones = { saving: 'plain', unsynced: 'due', rejected: 'bad' } as const

/** Icon on a position that is not synced, with the reason. */
export function SyncMark({ row: { sync, syncReason } }: { readonly row: PositionRow }) {
  if (sync === 'synced') return null
  const Icon = syncIcons[sync]
  return (
    <span
      className={`${classes.sync} ${classes.toned}`}
      data-tone={syncTones[sync]}
      data-hint={syncReason ?? syncWords[sync]}
    >
      <Icon size={14} stroke={1.6} aria-hidden="true" />
      <VisuallyHidden>{syncWords[sync]}</VisuallyHidden>
    </span>
  )
}

interface LeftOutProps {
  readonly count: number
  /** Names the positions. */
  readonly hint: string
}

/** How many positions a sum excludes; a button, so that its hint works with keyboard and touch too. */
export const LeftOut = ({ count, hint }: LeftOutProps) => (
  <button type="button" className={classes.leftOut} data-hint={hint === '' ? undefined : hint}>
    {count} left out
  </button>
)

interface SumProps {
  readonly sum: Pick<KnownSum, 'usd' | 'pct' | 'leftOut'>
  /** Text that lists the positions excluded from the sum, with reasons; empty if none are. */
  readonly leftOut?: string
}

/** The sum of the known values, and how many positions it excludes. */
export function Sum({ sum: { usd, pct, leftOut: count }, leftOut = '' }: SumProps) {
  const without = leftOut === '' ? '' : `Left out: ${leftOut}`
  if (usd === null) {
    return <Unknown sign={commonWords.notAvailable} reason={without === '' ? 'No figures available' : without} />
  }
  const hint = [pct === null ? '' : ofCost(pct), without].filter((part) => part !== '').join('. ')
  return (
    <>
      <OwnUsd signed usd={usd} hint={hint === '' ? undefined : hint} />
      {count > 0 && <LeftOut count={count} hint={without} />}
    </>
  )
}
