import { maxProfitUsd } from '@callwright/scoring'
import type { ReactNode } from 'react'
import { formatInteger, formatPrice, formatUsd, formatYieldPct } from '../../../shared/format/numbers.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { PositionRow } from '../data/position.ts'
import { positionFigures } from '../table/position-figures.tsx'
import classes from './position-chart-card.module.css'

/** What the selected position rests on, line by line. */
export function PositionFacts({ row }: { readonly row: PositionRow }) {
  const { position, metrics, ask } = row
  const { profitCapturedPct, timeElapsedPct, costToCloseUsd, shares } = metrics
  const [{ hidesAmounts }] = usePreferences()
  const ifCalledUsd = maxProfitUsd(metrics.position)
  const lines: readonly (readonly [string, ReactNode])[] = [
    [
      'Contracts',
      <span key="contracts" data-hint={`${formatInteger(shares)} shares`}>
        {formatInteger(position.contracts)}
      </span>,
    ],
    ['Entry price', formatPrice(position.entryPrice)],
    ['Current price', positionFigures.price(row)],
    ['Premium received', formatPrice(position.entryPremium)],
    [
      'Cost to close, ask',
      ask === null ? (
        <Unknown key="ask" sign="N/A" reason="The call has no ask" />
      ) : (
        <span key="ask" data-hint={hidesAmounts ? undefined : `${formatUsd(costToCloseUsd)} for all contracts`}>
          {formatPrice(ask)}
        </span>
      ),
    ],
    [
      'Profit captured',
      profitCapturedPct === null ? (
        <Unknown key="captured" sign="N/A" reason="Needs the premium received and the premium of now" />
      ) : (
        `${formatYieldPct(profitCapturedPct)}%`
      ),
    ],
    ['Time elapsed', `${formatYieldPct(timeElapsedPct)}%`],
    [
      'If called',
      ifCalledUsd === null ? (
        <Unknown key="called" sign="N/A" />
      ) : (
        <OwnUsd key="called" signed usd={ifCalledUsd} hint="(strike − entry price + premium) × shares" />
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
