import type { CardFigure, CardTable } from '@callwright/contracts'
import type { ReactNode } from 'react'
import { HiddenUsd } from '../../../shared/ui/own-usd.tsx'
import { OwnWords, useIsMasked } from '../amount-mask.tsx'
import { coachWords } from '../coach-words.ts'
import { type FigurePlace, isOwnUsd } from '../own-amounts.ts'
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

function FactsTable({ name, table: { columns, rows } }: { readonly name: string; readonly table: CardTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
    <section className={classes.scroll} aria-label={coachWords.cards.tableOf(name)} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ key, label, unit }) => (
              <th key={key} scope="col" data-numeric={isNumeric(unit) ? '' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never reorder
            <tr key={index}>
              {columns.map(({ key, unit }) => (
                <td key={key} data-numeric={isNumeric(unit) ? '' : undefined}>
                  <MaskedFigure figure={{ key, unit, value: row[key] ?? null }} place="cell" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
