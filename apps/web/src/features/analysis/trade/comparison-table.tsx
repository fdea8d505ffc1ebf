import { POSITION_LIMITS } from '@callwright/scoring'
import { ActionIcon, Stack, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { type Better, findBest } from '../../../shared/figures/best-call.ts'
import {
  formatDelta,
  formatFinePct,
  formatPrice,
  formatProbabilityPct,
  formatRatio,
  formatUsd,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { Unknown } from '../../../shared/ui/figures.tsx'
import classes from './trade.module.css'
import {
  type ComparedTrade,
  explainNoBreakeven,
  explainNoValue,
  nameStrike,
  type TradeFigures,
} from './trade-figures.ts'
import { isBelowMinimum } from './trade-warnings.ts'

interface ComparisonTableProps {
  /** Trades to compare; the chosen one comes first. */
  readonly compared: readonly ComparedTrade[]
  readonly onRemove: (strike: number) => void
}

/** Compares up to four strikes and marks the best figure in each row. */
export function ComparisonTable({ compared, onRemove }: ComparisonTableProps) {
  const names: DataColumn<ComparedFigure> = {
    id: 'figure',
    label: 'Figure',
    isLabelHidden: true,
    align: 'start',
    isRowHeader: true,
    className: classes.name,
    cell: ({ name, unit }) => (
      <>
        {name} <small>{unit}</small>
      </>
    ),
  }
  const calls = compared.map(
    ({ trade: { call }, figures }, place): DataColumn<ComparedFigure> => ({
      id: String(call.strike),
      label: nameStrike(call.strike),
      cell: ({ read, better, format, explain = explainNoValue }) => {
        const value = read(figures)
        if (value === null) return <Unknown reason={explain(call)} />
        const isBest =
          findBest(
            compared.map((each) => read(each.figures)),
            better,
          ) === place
        if (!isBest) return format(value)
        return (
          <strong>
            {format(value)} <small>best</small>
          </strong>
        )
      },
    }),
  )
  const headers = compared.map(({ trade: { call }, figures }, place) => [
    String(call.strike),
    <>
      {nameStrike(call.strike)}
      <LowYield figures={figures} />
      {place === 0 ? (
        <small>selected</small>
      ) : (
        <ActionIcon
          size={24}
          ml="auto"
          aria-label={`Remove ${nameStrike(call.strike)}`}
          onClick={() => onRemove(call.strike)}
        >
          <IconX size={14} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
    </>,
  ])
  return (
    <Stack gap="sm" className={classes.section}>
      <Title order={3}>Compare strikes</Title>
      <DataTable
        label="Compare strikes"
        className={`${classes.table} ${classes.compared}`}
        isFit
        columns={[names, ...calls]}
        headers={Object.fromEntries(headers)}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </Stack>
  )
}

/** Marks a call that the recommendation rules reject for its yield. */
function LowYield({ figures: { timeValueYieldPct } }: Pick<ComparedTrade, 'figures'>) {
  if (timeValueYieldPct === null || !isBelowMinimum(timeValueYieldPct)) return null
  return (
    <small className={classes.warning} data-hint={`Time value pays ${formatFinePct(timeValueYieldPct)}% a year`}>
      under {POSITION_LIMITS.minStaticYieldPct}%
    </small>
  )
}

interface ComparedFigure {
  readonly name: string
  readonly unit: string
  readonly read: (figures: TradeFigures) => number | null
  readonly better: Better
  readonly format: (value: number) => string
  readonly explain?: typeof explainNoValue
}

const rows: readonly ComparedFigure[] = [
  { name: 'Credit', unit: '', read: ({ creditUsd }) => creditUsd, better: 'more', format: formatUsd },
  {
    name: 'Max profit',
    unit: '',
    read: ({ maxProfitUsd }) => maxProfitUsd,
    better: 'more',
    format: formatUsd,
  },
  {
    name: 'Breakeven',
    unit: '$',
    read: ({ breakeven }) => breakeven,
    better: 'less',
    format: formatPrice,
    explain: explainNoBreakeven,
  },
  {
    name: 'Static',
    unit: '% a year',
    read: ({ staticReturn }) => staticReturn?.annualizedPct ?? null,
    better: 'more',
    format: formatYieldPct,
  },
  {
    name: 'If called',
    unit: '% a year',
    read: ({ ifCalledReturn }) => ifCalledReturn?.annualizedPct ?? null,
    better: 'more',
    format: formatYieldPct,
  },
  {
    name: 'Protection',
    unit: '%',
    read: (figures) => figures.cushionPct,
    better: 'more',
    format: formatFinePct,
  },
  {
    name: 'Profit chance',
    unit: '%',
    read: (figures) => figures.probabilityProfit,
    better: 'more',
    format: formatProbabilityPct,
  },
  {
    name: 'Assigned',
    unit: '%',
    read: ({ probabilityItm }) => probabilityItm,
    better: 'less',
    format: formatProbabilityPct,
  },
  {
    name: 'Touched',
    unit: '%',
    read: (figures) => figures.probabilityTouch,
    better: 'less',
    format: formatProbabilityPct,
  },
  { name: 'Delta', unit: '', read: ({ delta }) => delta, better: 'less', format: formatDelta },
  {
    name: 'Headroom',
    unit: '%',
    read: (figures) => figures.headroomPct,
    better: 'more',
    format: formatFinePct,
  },
  { name: 'Headroom/EM', unit: '', read: ({ headroomEm }) => headroomEm, better: 'more', format: formatRatio },
]
