import type { CardFigure, CardTable } from '@callwright/contracts'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { HiddenUsd } from '../../../shared/ui/figures.tsx'
import { type FigurePlace, isOwnUsd, OwnWords, useIsMasked } from '../amount-mask.tsx'
import classes from './cards.module.css'
import { Figure, isNumeric } from './figure.tsx'

interface FactsCardProps {
  readonly title: string
  readonly badge?: string
  readonly figures: readonly CardFigure[]
  readonly table: CardTable | null
  readonly notes: readonly string[]
  readonly children?: ReactNode
}

/** Card with labeled figures, an optional table and notes; used by most card types. */
export function FactsCard({ title, badge, figures, table, notes, children }: FactsCardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.title}>
        {title}
        {badge !== undefined && badge !== '' && <span className={classes.badge}>{badge}</span>}
      </h2>
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(({ key, label, value, unit }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <MaskedFigure figure={{ key, value, unit }} place="figure" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {table !== null && table.rows.length > 0 && <FactsTable name={title} table={table} />}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          <OwnWords text={note} />
        </p>
      ))}
      {children}
    </section>
  )
}

type FactsRow = CardTable['rows'][number]

function FactsTable({ name, table: { columns, rows } }: { readonly name: string; readonly table: CardTable }) {
  const tableColumns = columns.map(
    ({ key, label, unit }): DataColumn<FactsRow> => ({
      id: key,
      label,
      align: isNumeric(unit) ? 'end' : 'start',
      cell: (row) => <MaskedFigure figure={{ key, unit, value: row[key] ?? null }} place="cell" />,
    }),
  )
  return (
    <DataTable
      label={`${name}, table`}
      className={classes.table}
      columns={tableColumns}
      rows={rows}
      // The rows of an answer have no names and never reorder.
      rowKey={(row) => String(rows.indexOf(row))}
    />
  )
}

interface MaskedFigureProps {
  readonly figure: Pick<CardFigure, 'key' | 'value' | 'unit'>
  readonly place: FigurePlace
}

function MaskedFigure({ figure, place }: MaskedFigureProps) {
  const isMasked = useIsMasked() && figure.value !== null && isOwnUsd(figure, place)
  return isMasked ? <HiddenUsd /> : <Figure value={figure.value} unit={figure.unit} />
}
