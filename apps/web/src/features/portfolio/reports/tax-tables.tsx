import type { TaxFlag, TaxReport, TaxRow } from '../../../api/tax.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'
import { nameQualified } from '../chain/qualified.tsx'
import { Cents } from '../money.tsx'
import classes from './reports.module.css'

const SOURCE = 'your ledger'

const flagLabels: Readonly<Record<TaxFlag, string>> = {
  holding_period_reset: 'Holding period may start over',
  holding_period_suspended: 'Holding period may pause',
  loss_may_be_long_term: 'Loss may be long-term',
  qualification_unknown: 'Qualification of a call unknown',
  wash_sale_possible: 'Possible wash sale',
}

export const nameFlag = (flag: TaxFlag): string => flagLabels[flag]

const termLabels: Readonly<Record<TaxRow['term'], string>> = {
  short: 'Short-term',
  long: 'Long-term',
  check: 'Check',
}

function describeFlags({ flags, washSale }: TaxRow): string {
  return flags
    .map((flag) =>
      flag === 'wash_sale_possible' && washSale !== null
        ? `${nameFlag(flag)}: bought ${formatDayLong(washSale.boughtOn)}`
        : nameFlag(flag),
    )
    .join('; ')
}

const money = (id: string, label: string, read: (row: TaxRow) => number, meaning: string): DataColumn<TaxRow> => ({
  id,
  label,
  meaning,
  source: SOURCE,
  value: read,
  cell: (row) => <Cents usd={read(row)} />,
})

const columns: readonly DataColumn<TaxRow>[] = [
  {
    id: 'description',
    label: 'Description',
    align: 'start',
    isRowHeader: true,
    cell: ({ description }) => description,
  },
  {
    id: 'acquired',
    label: 'Acquired',
    meaning: 'For calls, the day on which they ended; brokers fill this in differently.',
    source: SOURCE,
    cell: ({ dateAcquired }) => (dateAcquired === null ? '' : formatDayLong(dateAcquired)),
  },
  { id: 'sold', label: 'Sold', cell: ({ dateSold }) => formatDayLong(dateSold) },
  money(
    'proceeds',
    'Proceeds',
    ({ proceedsUsd }) => proceedsUsd,
    'After fees. Shares that were called away include the premium of the calls.',
  ),
  money('cost', 'Cost', ({ costUsd }) => costUsd, 'Cost of the shares, or what was paid to buy calls back, with fees.'),
  {
    id: 'gain',
    label: 'Gain or loss',
    tone: 'strong',
    cell: ({ gainOrLossUsd }) => <Cents usd={gainOrLossUsd} signed />,
  },
  {
    id: 'term',
    label: 'Term',
    align: 'start',
    meaning: 'Check: one of the notes could change it.',
    source: SOURCE,
    cell: ({ term }) => termLabels[term],
  },
  {
    id: 'opened',
    label: 'Opened',
    cell: ({ openedOn }) => (openedOn === null ? '' : formatDayLong(openedOn)),
  },
  {
    id: 'qualified',
    label: 'Qualified',
    align: 'start',
    term: 'qualified_covered_call',
    source: 'your ledger and past prices',
    cell: ({ kind, qualified }) => (kind === 'shares' ? '' : nameQualified(qualified)),
  },
  { id: 'notes', label: 'Notes', align: 'start', cell: describeFlags },
]

export function TaxTable({ rows }: { readonly rows: readonly TaxRow[] }) {
  const gain = rows.reduce((sum, { gainOrLossUsd }) => sum + gainOrLossUsd, 0)
  return (
    <div className={classes.table}>
      <h2>Gains and losses</h2>
      <DataTable
        label="Gains and losses"
        columns={columns}
        rows={rows}
        rowKey={({ eventIds, dateAcquired }) => `${eventIds.join(' ')} ${dateAcquired}`}
        density="standard"
        footer={{ description: countOf(rows.length, 'row'), gain: <Cents usd={gain} signed /> }}
      />
    </div>
  )
}

type Dividend = TaxReport['dividends'][number]

const dividendColumns: readonly DataColumn<Dividend>[] = [
  { id: 'symbol', label: 'Ticker', align: 'start', isRowHeader: true, cell: ({ symbol }) => symbol },
  { id: 'paid', label: 'Paid', cell: ({ paidOn }) => formatDayLong(paidOn) },
  { id: 'ex', label: 'Ex-date', cell: ({ exDate }) => formatDayLong(exDate) },
  { id: 'kind', label: 'Kind', align: 'start', cell: ({ isSpecial }) => (isSpecial ? 'Special' : 'Regular') },
  { id: 'amount', label: 'Amount', cell: ({ amountUsd }) => <Cents usd={amountUsd} /> },
  { id: 'withheld', label: 'Withheld', cell: ({ withheldUsd }) => <Cents usd={withheldUsd} /> },
]

export function DividendTable({ dividends }: { readonly dividends: readonly Dividend[] }) {
  return (
    <div className={classes.table}>
      <h2>Dividends by pay date</h2>
      <DataTable
        label="Dividends by pay date"
        columns={dividendColumns}
        rows={dividends}
        rowKey={({ eventId }) => eventId}
        density="standard"
      />
    </div>
  )
}

type OpenCall = TaxReport['openAtYearEnd'][number]

const openColumns: readonly DataColumn<OpenCall>[] = [
  { id: 'symbol', label: 'Ticker', align: 'start', isRowHeader: true, cell: ({ symbol }) => symbol },
  { id: 'contracts', label: 'Contracts', value: ({ contracts }) => contracts, format: formatInteger },
  { id: 'strike', label: 'Strike', cell: ({ strikePrice }) => `$${strikePrice.toFixed(2)}` },
  { id: 'expiration', label: 'Expiration', cell: ({ expiryDate }) => formatDayLong(expiryDate) },
  { id: 'opened', label: 'Opened', cell: ({ openedOn }) => formatDayLong(openedOn) },
]

interface OpenCallTableProps {
  readonly calls: readonly OpenCall[]
  readonly day: string
}

/** Calls whose premium counts in a later year. */
export function OpenCallTable({ calls, day }: OpenCallTableProps) {
  const label = `Open on ${formatDayLong(day)}`
  return (
    <div className={classes.table}>
      <h2>{label}</h2>
      <DataTable
        label={label}
        columns={openColumns}
        rows={calls}
        rowKey={({ positionId }) => positionId}
        density="standard"
      />
      <p className={classes.note}>The premium of these calls counts in the year in which they end.</p>
    </div>
  )
}
