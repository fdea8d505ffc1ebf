import { Button } from '@mantine/core'
import { type Holding, useHoldingsQuery } from '../../../api/lifecycle.ts'
import type { PositionTerms } from '../../../api/portfolio.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { TableOrCards } from '../../../shared/data-table/table-or-cards.tsx'
import { formatDecimal, formatFinePrice, formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import { Empty } from '../../../shared/ui/notices.tsx'
import { Cents } from '../money.tsx'
import page from '../portfolio.module.css'
import { KnownTotal } from './known-total.tsx'
import { ReportState } from './report-state.tsx'

interface HoldingsTabProps {
  /** Opens the form for a new call on shares held. */
  readonly onWrite: (terms: Partial<PositionTerms>) => void
}

const LEDGER = 'your ledger'

/** Shares by stock and account: covered, free, and what they cost in three ways. */
export function HoldingsTab({ onWrite }: HoldingsTabProps) {
  const query = useHoldingsQuery()
  const { data } = query
  if (data === undefined) return <ReportState query={query} words="Loading holdings…" what="list of holdings" />
  if (data.length === 0) {
    return (
      <div className={page.panel}>
        <Empty title="No shares recorded yet">
          Shares appear here with the covered calls that you add. Shares without a call stay here until you sell them.
        </Empty>
      </div>
    )
  }
  return (
    <div className={page.panel}>
      <TableOrCards
        label="Holdings"
        columns={listColumns(onWrite)}
        rows={data}
        rowKey={({ symbol, account }) => `${symbol} ${account ?? ''}`}
        footer={listTotals(data)}
      />
    </div>
  )
}

const perShare = ({ shares }: Holding, usd: number) => (shares === 0 ? null : usd / shares)

const listColumns = (onWrite: HoldingsTabProps['onWrite']): readonly DataColumn<Holding>[] => [
  {
    id: 'symbol',
    label: 'Ticker',
    align: 'start',
    isRowHeader: true,
    cell: (holding) => nameHolding(holding),
  },
  { id: 'shares', label: 'Shares', value: ({ shares }) => shares, format: formatDecimal },
  { id: 'covered', label: 'Covered', value: ({ coveredShares }) => coveredShares, format: formatDecimal },
  {
    id: 'free',
    label: 'Free for',
    meaning: 'Calls that can be written on shares without a call. A call needs 100 shares.',
    source: LEDGER,
    cell: ({ coverableContracts }) => (coverableContracts === 0 ? 'no call' : countOf(coverableContracts, 'call')),
  },
  { id: 'open', label: 'Open calls', value: ({ openContracts }) => openContracts, format: formatInteger },
  {
    id: 'tax',
    label: 'Tax cost',
    unit: '$',
    meaning: 'Per share, as your broker counts it.',
    source: LEDGER,
    value: (holding) => perShare(holding, holding.taxCostUsd),
    format: formatFinePrice,
  },
  {
    id: 'adjusted',
    label: 'Adjusted cost',
    unit: '$',
    meaning: 'Cost per share after the option premium you have kept and that of open calls.',
    source: LEDGER,
    value: ({ adjustedCost }) => adjustedCost,
    format: formatFinePrice,
  },
  {
    id: 'breakeven',
    label: 'Breakeven',
    unit: '$',
    meaning: 'Share price at which everything since the start comes to zero, with open calls worth nothing.',
    source: LEDGER,
    value: ({ breakeven }) => breakeven,
    format: formatFinePrice,
  },
  {
    id: 'price',
    label: 'Price',
    unit: '$',
    value: ({ currentPrice }) => currentPrice,
    format: formatPrice,
    explain: () => 'Current price unknown',
  },
  {
    id: 'value',
    label: 'Market value',
    cell: ({ marketValueUsd }) => <Cents usd={marketValueUsd} reason="Current price unknown" />,
  },
  {
    id: 'pnl',
    label: 'Unrealized',
    tone: 'strong',
    cell: ({ unrealizedUsd }) => <Cents usd={unrealizedUsd} signed reason="Current price unknown" />,
  },
  {
    id: 'write',
    label: 'Write',
    isLabelHidden: true,
    isScreenOnly: true,
    cell: ({ symbol, coverableContracts, uncoveredShares }) =>
      coverableContracts > 0 && (
        <Button size="compact-xs" onClick={() => onWrite({ symbol, contracts: coverableContracts })}>
          Write on {formatDecimal(uncoveredShares)}
        </Button>
      ),
  },
]

const nameHolding = ({ symbol, account }: Holding) => (account === null ? symbol : `${symbol}, ${account}`)

const listTotals = (holdings: readonly Holding[]) => ({
  symbol: countOf(holdings.length, 'holding'),
  value: <KnownTotal rows={holdings} read={({ marketValueUsd }) => marketValueUsd} nameRow={nameHolding} />,
  pnl: <KnownTotal rows={holdings} read={({ unrealizedUsd }) => unrealizedUsd} nameRow={nameHolding} signed />,
})
