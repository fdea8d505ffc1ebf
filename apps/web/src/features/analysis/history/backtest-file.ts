import type { Backtest } from '../../../api/history.ts'
import { listFileRows } from '../../../shared/data-table/columns.tsx'
import { writeCsv } from '../../../shared/export/csv.ts'
import { listDataFacts } from '../../../shared/export/data-facts.tsx'
import { cycleColumns } from './backtest-table.tsx'

/** CSV file with every call of a back-test, and what it assumes above them. */
export function writeBacktestCsv({ symbol, rule, result, assumptions, freshness }: Backtest) {
  const { delta, days, months } = rule
  return {
    name: `callwright-backtest-${symbol}.csv`,
    text: writeCsv({
      title: `Back-test of ${symbol}: the call nearest delta ${delta} and ${days} days, over ${months} months`,
      facts: [
        ...listDataFacts(freshness),
        ...assumptions.map((value, index) => ({ name: `Assumption ${index + 1}`, value })),
      ],
      ...listFileRows(cycleColumns, result?.cycles ?? []),
    }),
  }
}
