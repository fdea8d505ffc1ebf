import { Box, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Freshness } from '../../../api/screen.ts'
import { formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { formatDayLong, formatEtClock } from '../../../shared/format/times.ts'
import { lineFacts } from '../../../shared/price-chart/chart-terms.ts'
import { type ChartView, measureHeight } from '../../../shared/price-chart/chart-view.ts'
import { formatLine, listMarkWords, nameChart, nameLine } from '../../../shared/price-chart/describe-chart.ts'
import { saveCsv } from '../../../shared/save-csv.ts'
import classes from './bars-table.module.css'
import { barsWords as words } from './chart-card-words.ts'

interface BarsTableProps {
  readonly view: ChartView
  readonly summary: string
  readonly freshness: Freshness
}

/** Chart data as a table, newest bar first; as tall as the chart. */
export function BarsTable({ view, summary, freshness }: BarsTableProps) {
  const { bars, lines, unit } = view
  const name = nameChart(view)
  return (
    <div className={classes.sheet}>
      <div className={classes.head}>
        <p>{summary}</p>
        <Button
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void save(view, freshness)}
        >
          {words.export}
        </Button>
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <Box
        component="section"
        className={classes.scroller ?? ''}
        style={{ height: measureHeight(view) }}
        aria-label={name}
        tabIndex={0}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{unit === 'day' ? words.day : words.time}</th>
              {words.prices.map((each) => (
                <th key={each} scope="col">
                  {each} <small>$</small>
                </th>
              ))}
              <th scope="col">{words.volume}</th>
              {lines.map((key) => (
                <th key={key} scope="col">
                  {nameLine(key, unit)} {lineFacts[key].pane === 'price' && <small>$</small>}
                </th>
              ))}
              <th scope="col">{words.events}</th>
            </tr>
          </thead>
          <tbody>
            {bars
              .map((bar, index) => (
                <tr key={bar.timestamp}>
                  <th scope="row">
                    {formatDayLong(bar.day)}
                    {unit === 'minute' && ` ${formatEtClock(bar.timestamp)}`}
                  </th>
                  <td>{formatPrice(bar.open)}</td>
                  <td>{formatPrice(bar.high)}</td>
                  <td>{formatPrice(bar.low)}</td>
                  <td>{formatPrice(bar.close)}</td>
                  <td>{formatInteger(bar.volume)}</td>
                  {lines.map((key, at) => (
                    <td key={key}>{formatLine(key, bar.values[at] ?? null)}</td>
                  ))}
                  <td>{listMarkWords(view, index).join('; ')}</td>
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </Box>
    </div>
  )
}

const save = (view: ChartView, freshness: Freshness) =>
  saveCsv(async () => {
    const { nameBarsFile, writeBarsCsv } = await import('./bars-sheet.ts')
    return { name: nameBarsFile(view), text: writeBarsCsv(view, freshness) }
  })
