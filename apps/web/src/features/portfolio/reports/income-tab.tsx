import { Group, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Chain, type IncomeBucket, useChainsQuery, useIncomeQuery } from '../../../api/lifecycle.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { TableOrCards } from '../../../shared/data-table/table-or-cards.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { Segmented } from '../../../shared/ui/buttons.tsx'
import { Figure } from '../../../shared/ui/figures.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { Cents } from '../money.tsx'
import page from '../portfolio.module.css'
import { hasIncome, type IncomeView, incomeViews, nameMonth, optionIncome } from './income-view.ts'
import { ReportState } from './report-state.tsx'
import classes from './reports.module.css'

const viewLabels: Readonly<Record<IncomeView, string>> = { cash: 'Cash', realized: 'Realized' }
const viewHints: Readonly<Record<IncomeView, string>> = {
  cash: 'Premium in the month of each trade; a roll counts its net credit or debit.',
  realized: 'Each contract in the month in which it ended.',
}

/** As many chains as one response has. */
const MOST_CHAINS = 200
const noChains: readonly Chain[] = []

const loadCharts = async () => (await import('./income-charts.tsx')).IncomeCharts

/** Income by month and by stock: premium as cash or as realized, dividends, and realized stock. */
export function IncomeTab() {
  const months = useIncomeQuery('month')
  const stocks = useIncomeQuery('symbol')
  const chains = useChainsQuery({ state: 'all', limit: MOST_CHAINS })
  const [view, setView] = useState<IncomeView>('cash')
  const [{ hidesAmounts }] = usePreferences()
  const { part: Charts, tryLoad } = useDeferred(loadCharts)
  const begin = useEffectEvent(() => void tryLoad())
  useEffect(() => begin(), [])
  const { data } = months
  if (data === undefined) return <ReportState query={months} words="Loading income…" what="income" />
  if (!hasIncome(data.totals)) {
    return (
      <div className={page.panel}>
        <Empty title="No premium recorded yet">
          Add a covered call, and the premium appears here in the month in which you sold it.
        </Empty>
      </div>
    )
  }
  const { totals, buckets, message } = data
  return (
    <section className={page.panel} aria-label="Income">
      <Group component="dl" className={classes.totals} gap="var(--space-4) var(--space-8)">
        <Figure label={view === 'cash' ? 'Net premium' : 'Realized on options'} size="2xl" hint={viewHints[view]}>
          <Cents usd={optionIncome(totals, view)} signed />
        </Figure>
        <Figure label="Dividends" size="2xl">
          <Cents usd={totals.dividendsUsd} signed />
        </Figure>
        <Figure label="Realized on stock" size="2xl">
          <Cents usd={totals.realizedStockUsd} signed />
        </Figure>
        {totals.presumedUsd !== 0 && (
          <Figure label="Presumed, not counted" size="2xl" hint="Results of expired calls that you have not confirmed">
            <Cents usd={totals.presumedUsd} signed />
          </Figure>
        )}
      </Group>
      <div className={classes.bar}>
        <Segmented label="Income counted as">
          {incomeViews.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === view}
              data-hint={viewHints[each]}
              onClick={() => setView(each)}
            >
              {viewLabels[each]}
            </button>
          ))}
        </Segmented>
        <Text c="dimmed">{viewHints[view]}</Text>
      </div>
      {Charts !== null && (
        <Charts chains={chains.data?.chains ?? noChains} months={buckets} view={view} hidesAmounts={hidesAmounts} />
      )}
      {message !== null && <p className={classes.note}>{message}</p>}
      <IncomeTable label="Income by month" buckets={buckets.toReversed()} totals={totals} />
      {stocks.data !== undefined && (
        <IncomeTable label="Income by stock" buckets={stocks.data.buckets} totals={stocks.data.totals} />
      )}
    </section>
  )
}

const isMonth = (key: string) => /^\d{4}-\d{2}$/.test(key)

const money = (
  id: string,
  label: string,
  read: (bucket: IncomeBucket) => number,
  meaning: string,
): DataColumn<IncomeBucket> => ({
  id,
  label,
  meaning,
  source: 'your ledger',
  value: read,
  cell: (bucket) => <Cents usd={read(bucket)} signed />,
})

const columns: readonly DataColumn<IncomeBucket>[] = [
  {
    id: 'key',
    label: 'Period',
    align: 'start',
    isRowHeader: true,
    cell: ({ key }) => (isMonth(key) ? nameMonth(key) : key),
  },
  money('received', 'Received', ({ premiumReceivedUsd }) => premiumReceivedUsd, 'Premium of all calls sold.'),
  money('paid', 'Paid to close', ({ paidToCloseUsd }) => -paidToCloseUsd, 'Calls bought back.'),
  money('fees', 'Fees', ({ optionFeesUsd }) => -optionFeesUsd, 'Fees of option trades.'),
  money('net', 'Net premium', ({ netPremiumUsd }) => netPremiumUsd, 'Received less paid less fees.'),
  money('realized', 'Realized options', ({ realizedOptionsUsd }) => realizedOptionsUsd, 'Each contract when it ended.'),
  money('stock', 'Realized stock', ({ realizedStockUsd }) => realizedStockUsd, 'Shares sold or called away.'),
  money('dividends', 'Dividends', ({ dividendsUsd }) => dividendsUsd, 'By pay date.'),
  {
    id: 'rolls',
    label: 'Rolls',
    meaning: 'Number of rolls.',
    source: 'your ledger',
    value: ({ rolls }) => rolls,
    format: formatInteger,
  },
  money('presumed', 'Presumed', ({ presumedUsd }) => presumedUsd, 'Not confirmed yet, and not part of the others.'),
]

interface IncomeTableProps {
  readonly label: string
  readonly buckets: readonly IncomeBucket[]
  readonly totals: IncomeBucket
}

function IncomeTable({ label, buckets, totals }: IncomeTableProps) {
  const isByMonth = label.endsWith('month')
  return (
    <div className={classes.table}>
      <h2>{label}</h2>
      <TableOrCards
        label={label}
        columns={columns.map((column) => (column.id === 'key' && !isByMonth ? { ...column, label: 'Stock' } : column))}
        rows={buckets}
        rowKey={({ key }) => key}
        isIdle={({ value: read, id }, bucket) => read?.(bucket) === 0 && id !== 'net'}
        footer={Object.fromEntries(
          columns.map((column) => [
            column.id,
            column.id === 'key'
              ? countOf(buckets.length, isByMonth ? 'month' : 'stock')
              : column.id === 'rolls'
                ? formatInteger(totals.rolls)
                : column.cell?.(totals, { isSelected: false, index: 0 }),
          ]),
        )}
      />
    </div>
  )
}
