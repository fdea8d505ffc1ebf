import type { KnownSum, PortfolioTotals } from '@callwright/scoring'
import type { ReactNode } from 'react'
import { formatDay } from '../../../shared/format/times.ts'
import { buildTermHint } from '../../../shared/glossary/term-lines.ts'
import { Explained } from '../../../shared/ui/explained.tsx'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { PositionRow } from '../data/position.ts'
import { summaryWords as words } from '../portfolio-words.ts'
import { Sum } from '../table/position-rows.tsx'
import classes from './portfolio-summary.module.css'

interface PortfolioSummaryProps {
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  /** What can be done with the positions as a whole. */
  readonly tools: ReactNode
}

/** What the positions come to together. */
export function PortfolioSummary({ rows, totals, tools }: PortfolioSummaryProps) {
  const { stockPnl, optionPnl, coveredCallPnl, premiumUsd, costUsd } = totals
  const note = describeLeftOut(coveredCallPnl)
  return (
    <section className={classes.summary} aria-label={words.label}>
      <dl className={classes.figures}>
        <div className={classes.main}>
          <dt>
            <Explained name={words.coveredCall} hint={buildTermHint('cc_pnl')} />
          </dt>
          <dd>
            <Sum sum={coveredCallPnl} />
          </dd>
        </div>
        <div>
          <dt>
            <Explained name={words.stock} hint={buildTermHint('stock_pnl')} />
          </dt>
          <dd>
            <Sum sum={stockPnl} />
          </dd>
        </div>
        <div>
          <dt>
            <Explained name={words.options} hint={buildTermHint('option_pnl')} />
          </dt>
          <dd>
            <Sum sum={optionPnl} />
          </dd>
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
      {note !== null && <p className={classes.note}>{note}</p>}
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

function describeLeftOut({ leftOut, counted }: KnownSum): string | null {
  if (leftOut === 0) return null
  return counted === 0 ? words.noPnl : words.leftOut(leftOut)
}
