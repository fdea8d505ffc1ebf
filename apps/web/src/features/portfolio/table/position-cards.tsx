import { IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { nameCall } from '../../../shared/format/name-call.ts'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { PositionRow } from '../data/position.ts'
import { actionViews } from '../recommendation/action-view.ts'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import classes from './position-cards.module.css'
import { HeadroomEm, positionFigures } from './position-figures.tsx'
import type { RowAction } from './positions-table.tsx'
import { StrikeGauge } from './strike-gauge.tsx'
import { SyncMark } from './sync-mark.tsx'
import { tableWords as words } from './table-words.ts'

interface PositionCardsProps {
  readonly rows: readonly PositionRow[]
  readonly selected: string | null
  readonly busy: boolean
  readonly onSelect: (id: string) => void
  readonly onAct: (action: RowAction, id: string) => void
}

/** Positions on a phone: recommendation and four key figures per card. */
export function PositionCards({ rows, selected, busy, onSelect, onAct }: PositionCardsProps) {
  return (
    <ul className={classes.cards} aria-label={words.list} aria-busy={busy}>
      {rows.map((row) => (
        <PositionCard
          key={row.position.id}
          row={row}
          isSelected={row.position.id === selected}
          onSelect={onSelect}
          onAct={onAct}
        />
      ))}
    </ul>
  )
}

interface PositionCardProps extends Pick<PositionCardsProps, 'onSelect' | 'onAct'> {
  readonly row: PositionRow
  readonly isSelected: boolean
}

const PositionCard = memo(function PositionCard({ row, isSelected, onSelect, onAct }: PositionCardProps) {
  const { position, metrics, recommendation } = row
  const { id } = position
  const { headroomEm } = metrics
  return (
    <li className={classes.card} data-selected={isSelected || undefined}>
      <div className={classes.head}>
        <button type="button" className={classes.name} aria-pressed={isSelected} onClick={() => onSelect(id)}>
          <b>{position.ticker}</b> <span>{words.call(formatDecimal(position.strikePrice))} </span>
          <span>
            {metrics.state === 'expired' || metrics.shareChanges.length > 0
              ? positionFigures.dte(row)
              : commonWords.days(String(metrics.daysToExpiration))}
          </span>
        </button>
        <SyncMark row={row} />
        <span className={classes.result}>{positionFigures.cc_pnl(row)}</span>
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{words.price}</dt>
          <dd>{positionFigures.price(row)}</dd>
        </div>
        <div>
          <dt>{words.delta}</dt>
          <dd>{positionFigures.delta(row)}</dd>
        </div>
        <div>
          <dt>{words.headroom}</dt>
          <dd>{positionFigures.headroom(row)}</dd>
        </div>
        <div>
          <dt>{words.headroomEm}</dt>
          <dd>
            {headroomEm === null ? <Unknown sign={commonWords.notAvailable} /> : <HeadroomEm headroomEm={headroomEm} />}
          </dd>
        </div>
      </dl>
      <div className={classes.foot}>
        <button
          type="button"
          className={classes.why}
          aria-label={words.whyOf(actionViews[recommendation.action].word, nameCall(position))}
          onClick={() => onAct('why', id)}
        >
          <RecommendationBadge action={recommendation.action} />
          <IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />
        </button>
        {headroomEm !== null && <StrikeGauge headroomEm={headroomEm} width={110} />}
        <button
          type="button"
          className={classes.remove}
          aria-label={words.deleteOf(nameCall(position))}
          onClick={() => onAct('remove', id)}
        >
          <IconTrash size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </li>
  )
})
