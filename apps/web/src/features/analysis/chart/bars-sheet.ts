import type { Freshness } from '../../../api/market.ts'
import { type CsvValue, writeCsv } from '../../../shared/export/csv.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/data-facts.tsx'
import { formatEtClock } from '../../../shared/format/times.ts'
import { lineFacts } from '../../../shared/price-chart/chart-terms.ts'
import type { ChartView } from '../../../shared/price-chart/chart-view.ts'
import { listMarkWords, nameChart, nameLine } from '../../../shared/price-chart/describe-chart.ts'

/** CSV file with the chart's bars, oldest first. */
export function writeBarsCsv(view: ChartView, freshness: Freshness): string {
  const { bars, lines, unit } = view
  const facts: ExportFact[] = [{ name: 'Symbol', value: view.symbol }, ...listDataFacts(freshness)]
  return writeCsv({
    title: `Callwright: ${nameChart(view)}`,
    facts,
    columns: [
      'Date',
      ...(unit === 'minute' ? ['Time (ET)'] : []),
      ...['Open ($)', 'High ($)', 'Low ($)', 'Close ($)', 'Volume (shares)'],
      ...lines.map((key) => `${nameLine(key, unit)} (${lineFacts[key].pane === 'price' ? '$' : '0-100'})`),
      'Events',
    ],
    rows: bars.map((bar, index): CsvValue[] => [
      bar.day,
      ...(unit === 'minute' ? [formatEtClock(bar.timestamp)] : []),
      ...[bar.open, bar.high, bar.low, bar.close, bar.volume],
      ...bar.values,
      listMarkWords(view, index).join('; ') || null,
    ]),
  })
}

export const nameBarsFile = ({ symbol, timeframe, bars }: ChartView) =>
  `callwright-${symbol}-${timeframe}-${bars.at(-1)?.day ?? 'undated'}.csv`
