import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { ActionIcon, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLock, IconSearch } from '@tabler/icons-react'
import { type PointerEvent, useId, useRef, useState } from 'react'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { columnGroups, findColumnName, stockColumns } from '../columns/columns.tsx'
import classes from '../dialogs.module.css'
import { areSameColumns, essentialColumns } from '../state/screen-state.ts'

interface ColumnChooserPanelProps {
  readonly columns: readonly ScreenColumn[]
  /** Receives a function that computes new columns from the latest ones. */
  readonly onChange: (change: (latest: readonly ScreenColumn[]) => readonly ScreenColumn[]) => void
}

const FIND = 'Find a column'
const scrolls = { overflowY: 'auto' } as const
const note = { size: 'sm', c: 'var(--text-faint)', lh: 'md' } as const

const essential: ReadonlySet<ScreenColumn> = new Set(essentialColumns)

/** Panel with the column checkboxes on the left and the column order on the right. */
export function ColumnChooserPanel(props: ColumnChooserPanelProps) {
  const { columns, onChange } = useOptimisticColumns(props)
  const [words, setWords] = useState('')
  const groups = searchColumns(words, findColumnName)
  return (
    <div className={classes.columns}>
      <Stack component="section" gap={0} mih={0} pt="md" pb="sm" aria-label="Show columns">
        <TextInput
          type="search"
          size="32"
          mx="md"
          mb="sm"
          aria-label={FIND}
          placeholder={FIND}
          leftSection={<IconSearch size={14} stroke={1.6} aria-hidden="true" />}
          value={words}
          data-autofocus
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Box flex={1} mih={0} style={scrolls}>
          {groups.map((group) => (
            <ColumnGroup
              key={group.name}
              {...group}
              chosen={columns}
              onToggle={(column) => onChange((latest) => toggleColumn(latest, column))}
            />
          ))}
          {groups.length === 0 && (
            <Text {...note} px="md">
              No column has that name.
            </Text>
          )}
        </Box>
      </Stack>
      <Stack
        component="section"
        className={classes.order ?? ''}
        gap={0}
        mih={0}
        pt="md"
        pb="sm"
        aria-label="Column order"
      >
        <Text component="h3" size="sm" fw="var(--weight-strong)" c="dimmed" lh="md" px="md" pt="xs" pb="sm">
          Order, left to right
        </Text>
        <ColumnOrderList columns={columns} onChange={onChange} />
        <Button
          variant="subtle"
          flex="none"
          mt="xs"
          ml="sm"
          style={{ alignSelf: 'flex-start' }}
          aria-disabled={areSameColumns(columns, essentialColumns)}
          onClick={() => onChange(() => essentialColumns)}
        >
          Reset
        </Button>
      </Stack>
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
    <Box component="fieldset" bd={0} m={0} px="md" pt={0} pb="sm" miw={0}>
      <Text component="legend" size="sm" fw="var(--weight-strong)" c="dimmed" lh="md" p={0}>
        {name}
      </Text>
      {locked && (
        <Group gap="2xs">
          <IconLock size={12} stroke={1.8} color="var(--text-faint)" aria-hidden="true" />
          <Text id={noteId} {...note}>
            The essential columns are always shown.
          </Text>
        </Group>
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
    </Box>
  )
}

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
    setAnnouncement(`${findColumnName(column)} is now column ${to + 1} of ${columns.length}`)
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
      <Box component="ol" ref={list} flex={1} mih={0} style={scrolls}>
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
            <Text span truncate flex={1} miw={0}>
              {findColumnName(column)}
              {place === 0 && <small> always first</small>}
            </Text>
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
      </Box>
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
    <ActionIcon
      size={26}
      aria-label={`Move ${findColumnName(column)} ${direction}`}
      aria-disabled={disabled}
      onClick={onMove}
    >
      <Arrow size={14} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
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

/** The symbol stays first: it is sticky while the other columns scroll under it. */
const FIRST_MOVABLE = 1

/** Moves one column to index `to`. */
export function moveColumn(
  columns: readonly ScreenColumn[],
  column: ScreenColumn,
  to: number,
): readonly ScreenColumn[] {
  if (columns.indexOf(column) < FIRST_MOVABLE) return columns
  const others = columns.filter((each) => each !== column)
  return others.toSpliced(Math.max(FIRST_MOVABLE, Math.min(to, others.length)), 0, column)
}

/** Removes a column, or adds it at the end. */
export function toggleColumn(columns: readonly ScreenColumn[], column: ScreenColumn): readonly ScreenColumn[] {
  return columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column]
}

export const isMovable = (columns: readonly ScreenColumn[], column: ScreenColumn, to: number) =>
  columns.indexOf(column) >= FIRST_MOVABLE && to >= FIRST_MOVABLE && to < columns.length

/** Narrows the groups to columns whose names contain the text; empty text matches all. */
export function searchColumns(text: string, nameOf: (column: ScreenColumn) => string) {
  const wanted = text.trim().toLowerCase()
  return columnGroups
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => nameOf(column).toLowerCase().includes(wanted)),
    }))
    .filter(({ columns }) => columns.length > 0)
}
