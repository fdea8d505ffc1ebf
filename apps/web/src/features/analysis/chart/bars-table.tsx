import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Freshness } from '../../../api/market.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { saveCsv } from '../../../shared/export/save-file.ts'
import { formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { formatDayLong, formatEtClock } from '../../../shared/format/times.ts'
import { lineFacts } from '../../../shared/price-chart/chart-terms.ts'
import { type ChartView, measureHeight } from '../../../shared/price-chart/chart-view.ts'
import { formatLine, listMarkWords, nameChart, nameLine } from '../../../shared/price-chart/describe-chart.ts'
import classes from './chart.module.css'

interface BarsTableProps {
  readonly view: ChartView
  readonly summary: string
  readonly freshness: Freshness
}

/** Chart data as a table, newest bar first; as tall as the chart. */
export function BarsTable({ view, summary, freshness }: BarsTableProps) {
  const columns = useMemo(() => listColumns(view), [view])
  const rows = view.bars.map((bar, index) => ({ bar, index })).toReversed()
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mih={44} px="lg" className={classes.head}>
        <Text size="sm" lh="1.125rem" c="dimmed" lineClamp={2}>
          {summary}
        </Text>
        <Button
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void save(view, freshness)}
        >
          Export CSV
        </Button>
      </Group>
      <DataTable
        label={nameChart(view)}
        className={classes.bars}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        regionProps={{ style: { height: measureHeight(view) } }}
      />
    </>
  )
}

interface BarRow {
  readonly bar: ChartView['bars'][number]
  /** Index of the bar in the chart. */
  readonly index: number
}

const keyOf = ({ bar }: BarRow) => String(bar.timestamp)

function listColumns(view: ChartView): readonly DataColumn<BarRow>[] {
  const { lines, unit } = view
  const price = (id: 'open' | 'high' | 'low' | 'close', label: string): DataColumn<BarRow> => ({
    id,
    label,
    unit: '$',
    value: ({ bar }) => bar[id],
    format: formatPrice,
  })
  return [
    {
      id: 'day',
      label: unit === 'day' ? 'Day' : 'Time, ET',
      align: 'start',
      isRowHeader: true,
      className: classes.day,
      cell: ({ bar }) => `${formatDayLong(bar.day)}${unit === 'minute' ? ` ${formatEtClock(bar.timestamp)}` : ''}`,
    },
    price('open', 'Open'),
    price('high', 'High'),
    price('low', 'Low'),
    price('close', 'Close'),
    { id: 'volume', label: 'Volume', value: ({ bar }) => bar.volume, format: formatInteger },
    ...lines.map(
      (key, at): DataColumn<BarRow> => ({
        id: key,
        label: nameLine(key, unit),
        ...(lineFacts[key].pane === 'price' && { unit: '$' }),
        cell: ({ bar }) => formatLine(key, bar.values[at] ?? null),
      }),
    ),
    { id: 'events', label: 'Events', align: 'start', cell: ({ index }) => listMarkWords(view, index).join('; ') },
  ]
}

const save = (view: ChartView, freshness: Freshness) =>
  saveCsv(async () => {
    const { nameBarsFile, writeBarsCsv } = await import('./bars-sheet.ts')
    return { name: nameBarsFile(view), text: writeBarsCsv(view, freshness) }
  })
