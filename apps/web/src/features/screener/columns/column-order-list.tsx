import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLock } from '@tabler/icons-react'
import { type PointerEvent, useRef, useState } from 'react'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import classes from './column-chooser.module.css'
import { isMovable, moveColumn } from './column-order.ts'
import { columnWords as words } from './column-words.ts'
import { findColumnName } from './columns.tsx'

interface ColumnOrderListProps {
  readonly columns: readonly ScreenColumn[]
  readonly onChange: (change: (latest: readonly ScreenColumn[]) => readonly ScreenColumn[]) => void
}

interface Drag {
  readonly column: ScreenColumn
  readonly to: number
}

/** Column list that can be reordered by dragging or with two buttons per column. */
export function ColumnOrderList({ columns, onChange }: ColumnOrderListProps) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const shown = drag === null ? columns : moveColumn(columns, drag.column, drag.to)

  const move = (column: ScreenColumn, to: number) => {
    if (!isMovable(columns, column, to)) return
    onChange((latest) => moveColumn(latest, column, to))
    setAnnouncement(words.moved(findColumnName(column), to + 1, columns.length))
  }
  const grip = (column: ScreenColumn) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ column, to: columns.indexOf(column) })
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (drag !== null && list.current !== null) setDrag({ column, to: findDropIndex(list.current, clientY) })
    },
    onPointerUp: () => {
      setDrag(null)
      if (drag !== null && drag.to !== columns.indexOf(column)) move(column, drag.to)
    },
    onPointerCancel: () => setDrag(null),
  })

  return (
    <>
      <ol ref={list} className={classes.list}>
        {shown.map((column, place) => (
          <li key={column} data-dragged={drag?.column === column || undefined}>
            {isMovable(columns, column, 1) ? (
              <span className={classes.grip} {...grip(column)}>
                <IconGripVertical size={14} stroke={1.6} aria-hidden="true" />
              </span>
            ) : (
              <span className={classes.grip} data-locked>
                <IconLock size={12} stroke={1.8} aria-hidden="true" />
              </span>
            )}
            <span className={classes.name}>
              {findColumnName(column)}
              {place === 0 && <small> {words.alwaysFirst}</small>}
            </span>
            {place > 0 && (
              <>
                <MoveButton
                  column={column}
                  direction="up"
                  disabled={!isMovable(shown, column, place - 1)}
                  onMove={() => move(column, place - 1)}
                />
                <MoveButton
                  column={column}
                  direction="down"
                  disabled={!isMovable(shown, column, place + 1)}
                  onMove={() => move(column, place + 1)}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      <p role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </p>
    </>
  )
}

interface MoveButtonProps {
  readonly column: ScreenColumn
  readonly direction: 'up' | 'down'
  readonly disabled: boolean
  readonly onMove: () => void
}

/** Uses `aria-disabled`, so that the button keeps focus when its column reaches the end of the list. */
function MoveButton({ column, direction, disabled, onMove }: MoveButtonProps) {
  const Arrow = direction === 'up' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      aria-label={words.move[direction](findColumnName(column))}
      aria-disabled={disabled}
      onClick={onMove}
    >
      <Arrow size={14} stroke={1.6} aria-hidden="true" />
    </button>
  )
}

/** Finds the index where a column lands if it is dropped with the pointer at this height. */
function findDropIndex(list: HTMLElement, clientY: number): number {
  const above = [...list.children].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < clientY
  })
  return Math.max(1, Math.min(above.length, list.children.length - 1))
}
