import type { KnownSum, PortfolioTotals } from '@callwright/scoring'
import type { ReactNode } from 'react'
import { formatFinePct } from '../../../shared/format/numbers.ts'
import { nameGaps } from '../../../shared/format/pnl-gaps.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { buildTermHint } from '../../../shared/glossary/term-lines.ts'
import { Explained } from '../../../shared/ui/explained.tsx'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { PositionRow } from '../data/position.ts'
import { summaryWords as words } from '../portfolio-words.ts'
import classes from './portfolio-summary.module.css'

interface PortfolioSummaryProps {
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  /** Import and export buttons. */
  readonly tools: ReactNode
}

/** Totals for all positions. */
export function PortfolioSummary({ rows, totals, tools }: PortfolioSummaryProps) {
  const { coveredCallPnl, coveredCallParts, premiumUsd, costUsd } = totals
  const part = (usd: number | null) => <OwnUsd signed usd={usd} reason={words.noPnl} hint={words.partOf} />
  const notes = [describeLeftOut(rows, coveredCallPnl), describePresumed(rows)].filter((note) => note !== null)
  return (
    <section className={classes.summary} aria-label={words.label}>
      <dl className={classes.figures}>
        <div className={classes.main}>
          <dt>
            <Explained name={words.coveredCall} hint={buildTermHint('cc_pnl')} />
          </dt>
          <dd>
            <OwnUsd signed usd={coveredCallPnl.usd} reason={words.noPnl} hint={describeBase(coveredCallPnl)} />
          </dd>
        </div>
        <div>
          <dt>
            <Explained name={words.stock} hint={buildTermHint('stock_pnl')} />
          </dt>
          <dd>{part(coveredCallParts.stockUsd)}</dd>
        </div>
        <div>
          <dt>
            <Explained name={words.options} hint={buildTermHint('option_pnl')} />
          </dt>
          <dd>{part(coveredCallParts.optionUsd)}</dd>
        </div>
        <div>
          <dt>
            <Explained name={words.premium} hint={buildTermHint('entry_premium')} />
          </dt>
          <dd>
            <OwnUsd usd={premiumUsd} />
          </dd>
        </div>
        <div className={classes.wide}>
          <dt>{words.shares}</dt>
          <dd>
            <OwnUsd usd={costUsd} />
          </dd>
        </div>
        <div className={classes.wide}>
          <dt>{words.expiration}</dt>
          <dd>
            <NextExpiration rows={rows} />
          </dd>
        </div>
      </dl>
      <div className={classes.tools}>{tools}</div>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </section>
  )
}

function NextExpiration({ rows }: Pick<PortfolioSummaryProps, 'rows'>) {
  const open = rows.filter(({ metrics }) => metrics.state === 'open')
  const [first, ...others] = open.toSorted((a, b) => (a.position.expiryDate < b.position.expiryDate ? -1 : 1))
  if (first === undefined) return <Unknown sign={words.none} spoken={words.noneOpen} />
  const { expiryDate, ticker } = first.position
  const same = others.filter(({ position }) => position.expiryDate === expiryDate)
  const tickers = new Set([ticker, ...same.map(({ position }) => position.ticker)])
  const more = tickers.size > 1 ? ` +${tickers.size - 1}` : ''
  return (
    <span data-hint={tickers.size > 1 ? [...tickers].join(', ') : undefined}>
      {formatDay(expiryDate)}, {ticker}
      {more}
    </span>
  )
}

const describeBase = ({ pct, leftOut, counted }: KnownSum): string | undefined => {
  if (pct === null) return undefined
  return leftOut === 0 ? words.ofAll(formatFinePct(pct)) : words.ofCounted(formatFinePct(pct), counted)
}

function describeLeftOut(rows: readonly PositionRow[], { leftOut, counted }: KnownSum): string | null {
  if (leftOut === 0) return null
  const which = nameGaps(rows.map(({ position, metrics }) => ({ position, pnlGap: metrics.pnlGap })))
  return counted === 0 ? words.noneCounted(which) : words.leftOut(leftOut, leftOut + counted, which)
}

function describePresumed(rows: readonly PositionRow[]): string | null {
  const presumed = rows.filter(
    ({ metrics: { state, coveredCallPnlUsd } }) => state === 'expired' && coveredCallPnlUsd !== null,
  )
  return presumed.length === 0 ? null : words.presumed(presumed.length)
}
