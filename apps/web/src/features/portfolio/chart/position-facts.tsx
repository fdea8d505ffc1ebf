import { maxProfitUsd } from '@callwright/scoring'
import type { ReactNode } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import {
  formatFinePrice,
  formatInteger,
  formatPrice,
  formatUsd,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { PositionRow } from '../data/position.ts'
import { summaryWords } from '../portfolio-words.ts'
import { drawPosition } from '../table/position-columns.tsx'
import classes from './position-chart-card.module.css'
import { factWords as words } from './position-chart-words.ts'

/** Key figures for the selected position. */
export function PositionFacts({ row }: { readonly row: PositionRow }) {
  const { position, metrics } = row
  const { profitCapturedPct, timeElapsedPct, costToCloseUsd, shares } = metrics
  const ask = costToCloseUsd === null ? null : costToCloseUsd / shares
  const [{ hidesAmounts }] = usePreferences()
  const ifCalledUsd = maxProfitUsd(metrics.position)
  const lines: readonly (readonly [string, ReactNode])[] = [
    [
      words.contracts,
      <span key="contracts" data-hint={words.shares(formatInteger(shares))}>
        {formatInteger(position.contracts)}
      </span>,
    ],
    [words.entryPrice, formatFinePrice(position.entryPrice)],
    [words.price, drawPosition('price', row)],
    [summaryWords.premium, formatFinePrice(position.entryPremium)],
    [
      words.costToClose,
      ask === null ? (
        <Unknown
          key="ask"
          sign={commonWords.notAvailable}
          reason={metrics.state === 'expired' ? words.over : words.noAsk}
        />
      ) : (
        <span key="ask" data-hint={hidesAmounts ? undefined : words.forAll(formatUsd(costToCloseUsd))}>
          {formatPrice(ask)}
        </span>
      ),
    ],
    [
      words.captured,
      profitCapturedPct === null ? (
        <Unknown key="captured" sign={commonWords.notAvailable} reason={words.notCaptured} />
      ) : (
        `${formatYieldPct(profitCapturedPct)}%`
      ),
    ],
    [words.elapsed, `${formatYieldPct(timeElapsedPct)}%`],
    [
      words.ifCalled,
      ifCalledUsd === null ? (
        <Unknown key="called" sign={commonWords.notAvailable} />
      ) : (
        <OwnUsd key="called" signed usd={ifCalledUsd} hint={words.ifCalledHint} />
      ),
    ],
  ]
  return (
    <dl className={classes.facts}>
      {lines.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
