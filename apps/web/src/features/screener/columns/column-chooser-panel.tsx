import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { Button } from '@mantine/core'
import { IconLock, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { areSameColumns, essentialColumns } from '../state/screen-state.ts'
import classes from './column-chooser.module.css'
import { searchColumns, toggleColumn } from './column-order.ts'
import { ColumnOrderList } from './column-order-list.tsx'
import { columnWords } from './column-words.ts'
import { findColumnName, stockColumns } from './columns.tsx'

interface ColumnChooserPanelProps {
  readonly columns: readonly ScreenColumn[]
  /** Receives a function that computes new columns from the latest ones. */
  readonly onChange: (change: (latest: readonly ScreenColumn[]) => readonly ScreenColumn[]) => void
}

const essential: ReadonlySet<ScreenColumn> = new Set(essentialColumns)

/** Panel with the column checkboxes on the left and the column order on the right. */
export function ColumnChooserPanel(props: ColumnChooserPanelProps) {
  const { columns, onChange } = useOptimisticColumns(props)
  const [words, setWords] = useState('')
  const groups = searchColumns(words, findColumnName)
  return (
    <div className={classes.panel}>
      <section className={classes.choice} aria-label={columnWords.which}>
        <label className={classes.search}>
          <IconSearch size={14} stroke={1.6} aria-hidden="true" />
          <input
            type="search"
            aria-label={columnWords.find}
            placeholder={columnWords.find}
            value={words}
            data-autofocus
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <div className={classes.groups}>
          {groups.map((group) => (
            <ColumnGroup
              key={group.name}
              {...group}
              chosen={columns}
              onToggle={(column) => onChange((latest) => toggleColumn(latest, column))}
            />
          ))}
          {groups.length === 0 && <p className={classes.note}>{columnWords.none}</p>}
        </div>
      </section>
      <section className={classes.order} aria-label={columnWords.order}>
        <h3>{columnWords.orderTitle}</h3>
        <ColumnOrderList columns={columns} onChange={onChange} />
        <Button
          variant="subtle"
          aria-disabled={areSameColumns(columns, essentialColumns)}
          onClick={() => onChange(() => essentialColumns)}
        >
          {columnWords.reset}
        </Button>
      </section>
    </div>
  )
}

/** Updates the chosen columns optimistically; the table and the URL catch up a moment later. */
function useOptimisticColumns({ columns, onChange }: ColumnChooserPanelProps): ColumnChooserPanelProps {
  const [pending, setPending] = useState<readonly ScreenColumn[] | null>(null)
  if (pending !== null && areSameColumns(pending, columns)) setPending(null)
  return {
    columns: pending ?? columns,
    onChange: (change) => {
      setPending((before) => change(before ?? columns))
      onChange(change)
    },
  }
}

interface ColumnGroupProps {
  readonly name: string
  readonly columns: readonly ScreenColumn[]
  readonly chosen: readonly ScreenColumn[]
  readonly onToggle: (column: ScreenColumn) => void
}

function ColumnGroup({ name, columns, chosen, onToggle }: ColumnGroupProps) {
  const noteId = useId()
  const locked = columns.some((column) => essential.has(column))
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      {locked && (
        <p id={noteId} className={classes.note}>
          <IconLock size={12} stroke={1.8} aria-hidden="true" /> {columnWords.locked}
        </p>
      )}
      {columns.map((column) => (
        <label key={column} className={classes.column}>
          <input
            type="checkbox"
            checked={chosen.includes(column)}
            disabled={essential.has(column)}
            aria-describedby={essential.has(column) ? noteId : undefined}
            onChange={() => onToggle(column)}
          />
          {findColumnName(column)} <small>{stockColumns[column].unit}</small>
        </label>
      ))}
    </fieldset>
  )
}
