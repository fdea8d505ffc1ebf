import type { CardFigure, CardTable, OptionsTableRow } from '@callwright/contracts'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import {
  formatDecimal,
  formatDelta,
  formatInteger,
  formatPrice,
  formatRatio,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong, formatEtTime } from '../../../shared/format/times.ts'
import { buildCallPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import { HiddenUsd, Unknown } from '../../../shared/ui/figures.tsx'
import { type FigurePlace, isOwnUsd, OwnWords, useIsMasked } from '../amount-mask.tsx'
import classes from '../coach.module.css'

type Unit = CardFigure['unit']
type Value = CardFigure['value']

const MINUS = '\u2212'

/** Puts the minus sign before the dollar sign. */
const formatUsd = (usd: number) => (usd < 0 ? `${MINUS}$${formatPrice(-usd)}` : `$${formatPrice(usd)}`)

const formats: Readonly<Record<Exclude<Unit, 'date' | 'text'>, (value: number) => string>> = {
  usd: formatUsd,
  pct: (pct) => `${formatYieldPct(pct)}%`,
  frac: (part) => `${formatYieldPct(part * 100)}%`,
  delta: formatDelta,
  ratio: formatRatio,
  days: (days) => commonWords.days(formatInteger(days)),
  count: formatInteger,
  points: formatYieldPct,
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** One figure on a card, formatted in its unit; null is shown as unknown. */
function Figure({ value, unit }: { readonly value: Value; readonly unit: Unit }) {
  if (value === null) return <Unknown />
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return unit === 'date' || unit === 'text' ? formatDecimal(value) : formats[unit](value)
  if (unit !== 'date') return value
  return DAY.test(value) ? formatDayLong(value) : formatEtTime(value)
}

/** `Aug 7, 28 d`: an expiration, with the days left if known. */
const describeExpiration = (expiration: string, days: number | null | undefined) =>
  typeof days === 'number' ? `${formatDay(expiration)}, ${formats.days(days)}` : formatDay(expiration)

const isNumeric = (unit: Unit) => unit !== 'date' && unit !== 'text'

interface OptionsTableProps {
  readonly rows: readonly OptionsTableRow[]
  /** Symbol to use for rows that don't name one. */
  readonly symbol: string | null
}

const keyOf = ({ symbol, expiry: expiration, strike }: OptionsTableRow) => `${symbol} ${expiration} ${strike}`

export function OptionsTable({ rows, symbol }: OptionsTableProps) {
  const columns = useMemo(() => [...figureColumns, buildLinkColumn(symbol)], [symbol])
  return (
    <DataTable
      label="Options found"
      className={`${classes.frame} ${classes.table}`}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
    />
  )
}

const figureColumns: readonly DataColumn<OptionsTableRow>[] = [
  {
    id: 'strike',
    label: 'Strike',
    align: 'start',
    isRowHeader: true,
    cell: ({ strike }) => <Figure value={strike} unit="usd" />,
  },
  {
    id: 'expiry',
    label: 'Expiry',
    align: 'start',
    cell: ({ expiry: expiration, dte }) => describeExpiration(expiration, dte),
  },
  { id: 'delta', label: 'Delta', cell: ({ delta }) => <Figure value={delta} unit="delta" /> },
  { id: 'premium', label: 'Premium', cell: ({ premium }) => <Figure value={premium} unit="usd" /> },
  {
    id: 'yield',
    label: 'Ann. Yield',
    tone: 'strong',
    cell: ({ annYield }) => <Figure value={annYield} unit="pct" />,
  },
]

const buildLinkColumn = (symbolOfAll: string | null): DataColumn<OptionsTableRow> => ({
  id: 'open',
  label: 'Open',
  isLabelHidden: true,
  className: classes.act,
  cell: ({ symbol = symbolOfAll, strike, expiry: expiration }) =>
    symbol !== null && (
      <Link
        to={buildCallPath(symbol, expiration, strike)}
        aria-label={`Open the ${symbol} ${formatDecimal(strike)} call of ${formatDay(expiration)} in the analysis`}
      >
        <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M8 16 16.5 7.5M9.5 7H17v7.5" />
        </svg>
      </Link>
    ),
})

interface FactsCardProps {
  readonly title: string
  readonly badge?: string
  readonly figures: readonly CardFigure[]
  readonly table: CardTable | null
  readonly notes: readonly string[]
  readonly children?: ReactNode
}

interface CardFrameProps {
  readonly title: string
  readonly badge?: string | undefined
  readonly children: ReactNode
}

export function CardFrame({ title, badge = '', children }: CardFrameProps) {
  return (
    <Stack
      component="section"
      gap="md"
      px="lg"
      py="md"
      fz="md"
      lh="1.25rem"
      bdrs="lg"
      className={classes.frame}
      aria-label={title}
    >
      <Group component="h2" gap="sm" fz="md">
        {title}
        {badge !== '' && <Badge className={classes.badge ?? ''}>{badge}</Badge>}
      </Group>
      {children}
    </Stack>
  )
}

/** Card with labeled figures, an optional table and notes; used by most card types. */
export function FactsCard({ title, badge, figures, table, notes, children }: FactsCardProps) {
  return (
    <CardFrame title={title} badge={badge}>
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(({ key, label, value, unit }) => (
            <div key={key}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <Text component="dd" fw="bold">
                <MaskedFigure figure={{ key, value, unit }} place="figure" />
              </Text>
            </div>
          ))}
        </dl>
      )}
      {table !== null && table.rows.length > 0 && <FactsTable name={title} table={table} />}
      {notes.map((note) => (
        <Text key={note} c="dimmed">
          <OwnWords text={note} />
        </Text>
      ))}
      {children}
    </CardFrame>
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
      className={`${classes.frame} ${classes.table}`}
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
