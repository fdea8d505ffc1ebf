import type { ReactNode } from 'react'
import type { ScreenStock } from '../../../api/screen.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { commonFigures, describeFigure } from '../../../shared/figure-facts.ts'
import { describeBestCall, listCallCautions } from '../../../shared/figures/best-call.ts'
import { explainNoIvRank, REALIZED_VOL_NOTE } from '../../../shared/figures/iv-rank.ts'
import { describeRsi, formatRsi } from '../../../shared/figures/rsi.ts'
import { formatInteger, formatPlace, formatYieldPct } from '../../../shared/format/numbers.ts'
import { explainNoCall } from '../../../shared/rating/rating-view.ts'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { words } from '../dashboard-words.ts'
import classes from './featured-card.module.css'
import { readEarnings } from './featured-view.ts'

const NOT_AVAILABLE = 'N/A'

/** Figures that SPEC requires for the featured stock. */
export function FeaturedFigures({ stock }: { readonly stock: ScreenStock }) {
  const { rsi, missingReason, ivRank, ivRankSource, bestAnnYieldPct, bestDteDays } = stock
  const { rsi: rsiLabel, ivRank: rankLabel, earnings, bestYield, bestDte, neutral } = words.featured
  const noCall = <Unknown reason={explainNoCall(stock)} />
  return (
    <dl className={classes.figures}>
      <Figure label={rsiLabel} hint={describeFigure(commonFigures.rsi)}>
        {rsi === null ? (
          <Unknown reason={missingReason} />
        ) : (
          <>
            {formatRsi(rsi)} <small>{describeRsi(rsi).label ?? neutral}</small>
          </>
        )}
      </Figure>
      <Figure label={rankLabel} hint={describeFigure(commonFigures.ivRank)}>
        {ivRank === null ? (
          <Unknown reason={explainNoIvRank(stock)} />
        ) : (
          <>
            {formatPlace(ivRank)}{' '}
            {ivRankSource === 'realized' && <small data-hint={REALIZED_VOL_NOTE}>{words.featured.realized}</small>}
          </>
        )}
      </Figure>
      <Figure label={earnings}>
        <Earnings stock={stock} />
      </Figure>
      <Figure label={bestYield}>{bestAnnYieldPct === null ? noCall : `${formatYieldPct(bestAnnYieldPct)}%`}</Figure>
      <Figure label={bestDte}>{bestDteDays === null ? noCall : formatInteger(bestDteDays)}</Figure>
    </dl>
  )
}

/** The best call, with its cautions. */
export function FeaturedCall({ stock }: { readonly stock: ScreenStock }) {
  const call = describeBestCall(stock)
  if (call === null) return null
  return (
    <p className={classes.call}>
      {words.featured.bestCall}: {call}
      {listCallCautions(stock).map((caution) => (
        <small key={caution}>{caution}</small>
      ))}
    </p>
  )
}

interface FigureProps {
  readonly label: string
  readonly hint?: string
  readonly children: ReactNode
}

function Figure({ label, hint, children }: FigureProps) {
  return (
    <div>
      <dt data-hint={hint}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Earnings({ stock }: { readonly stock: ScreenStock }) {
  const earnings = readEarnings(stock)
  const { clear, clearHint, noEarnings } = words.featured
  if (earnings.kind === 'unknown') return <Unknown sign={NOT_AVAILABLE} reason={noEarnings} />
  if (earnings.kind === 'clear') return <span data-hint={clearHint(earnings.days)}>{clear}</span>
  return commonWords.days(formatInteger(earnings.days))
}
