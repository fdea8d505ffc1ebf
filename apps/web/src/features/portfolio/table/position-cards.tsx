import { IconDots, IconInfoCircle } from '@tabler/icons-react'
import { memo } from 'react'
import { hasRealized } from '../../../api/portfolio.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDecimal, formatInteger } from '../../../shared/format/numbers.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { Figure, Unknown } from '../../../shared/ui/figures.tsx'
import { findOutcome } from '../confirm/use-confirm.ts'
import type { PositionRow } from '../data/position.ts'
import { OutcomeButton } from './outcome-button.tsx'
import { ChangeMark, HeadroomEm, StrikeGauge, SyncMark } from './position-cells.tsx'
import { drawPosition } from './position-columns.tsx'
import type { RowAction } from './position-menu.tsx'
import classes from './table.module.css'
import { actionViews, RecommendationBadge } from './tones.tsx'

interface PositionCardsProps {
  readonly rows: readonly PositionRow[]
  readonly selected: string | null
  readonly busy: boolean
  readonly onSelect: (id: string) => void
  readonly onAct: (action: RowAction, id: string) => void
  readonly onMenu: (row: PositionRow) => void
}

/** Positions on a phone: recommendation and four key figures per card. */
export function PositionCards({ rows, selected, busy, onSelect, onAct, onMenu }: PositionCardsProps) {
  return (
    <ul aria-label="Positions" aria-busy={busy}>
      {rows.map((row) => (
        <PositionCard
          key={row.position.id}
          row={row}
          isSelected={row.position.id === selected}
          onSelect={onSelect}
          onAct={onAct}
          onMenu={onMenu}
        />
      ))}
    </ul>
  )
}

interface PositionCardProps extends Pick<PositionCardsProps, 'onSelect' | 'onAct' | 'onMenu'> {
  readonly row: PositionRow
  readonly isSelected: boolean
}

const PositionCard = memo(function PositionCard({ row, isSelected, onSelect, onAct, onMenu }: PositionCardProps) {
  const { position, metrics, recommendation, life } = row
  const { id } = position
  const { headroomEm } = metrics
  return (
    <li className={classes.card} data-key={id} data-selected={isSelected || undefined}>
      <div className={classes.head}>
        <button type="button" className={classes.name} aria-pressed={isSelected} onClick={() => onSelect(id)}>
          <b>{position.symbol}</b>{' '}
          <span>
            {formatInteger(position.contracts)} × {formatDecimal(position.strike)} call,{' '}
          </span>
          <span>
            {metrics.state === 'open' ? (
              <>
                <ChangeMark {...row} />{' '}
                {`${formatDay(position.expiration)}, ${commonWords.days(String(metrics.daysToExpiration))}`}
              </>
            ) : (
              drawPosition('dte', row)
            )}
          </span>
        </button>
        <SyncMark row={row} />
        <span className={classes.result}>{drawPosition('cc_pnl', row)}</span>
      </div>
      <dl className={classes.figures} data-five={hasRealized(life) || undefined}>
        {hasRealized(life) && <Figure label="Since start">{drawPosition('chain_pnl', row)}</Figure>}
        <Figure label="Price">{drawPosition('price', row)}</Figure>
        <Figure label="Delta">{drawPosition('delta', row)}</Figure>
        <Figure label="Headroom %">{drawPosition('headroom', row)}</Figure>
        <Figure label="HR/EM">
          {headroomEm === null ? <Unknown sign={commonWords.notAvailable} /> : <HeadroomEm headroomEm={headroomEm} />}
        </Figure>
      </dl>
      <div className={classes.foot}>
        <button
          type="button"
          aria-label={`Why ${actionViews[recommendation.action].word} for ${nameCall(position)}`}
          onClick={() => onAct('why', id)}
        >
          <RecommendationBadge action={recommendation.action} />
          <IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />
        </button>
        <OutcomeButton outcome={findOutcome(life)} position={position} onPress={() => onAct('confirm', id)} />
        {headroomEm !== null && <StrikeGauge headroomEm={headroomEm} width={110} />}
        <button
          type="button"
          data-action="menu"
          aria-haspopup="menu"
          aria-label={`Actions for ${nameCall(position)}`}
          onClick={() => onMenu(row)}
        >
          <IconDots size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </li>
  )
})
