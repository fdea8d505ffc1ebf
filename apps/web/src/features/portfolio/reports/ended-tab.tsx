import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Chain, useChainsQuery } from '../../../api/lifecycle.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { TableOrCards } from '../../../shared/data-table/table-or-cards.tsx'
import { formatInteger, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { Empty } from '../../../shared/ui/notices.tsx'
import { ChainDetail } from '../chain/chain-detail.tsx'
import { Cents } from '../money.tsx'
import page from '../portfolio.module.css'
import { countListed, KnownTotal } from './known-total.tsx'
import { ReportState } from './report-state.tsx'
import classes from './reports.module.css'

const LEDGER = 'your ledger'

const columns: readonly DataColumn<Chain>[] = [
  { id: 'symbol', label: 'Ticker', align: 'start', isRowHeader: true, value: ({ symbol }) => symbol },
  {
    id: 'calls',
    label: 'Calls',
    meaning: 'Calls written, rolled ones included.',
    source: LEDGER,
    value: ({ calls }) => calls.length,
    format: formatInteger,
  },
  { id: 'started', label: 'Started', cell: ({ startedOn }) => formatDayLong(startedOn) },
  { id: 'ended', label: 'Ended', cell: ({ endedOn }) => (endedOn === null ? '' : formatDayLong(endedOn)) },
  {
    id: 'days',
    label: 'Days invested',
    meaning: 'Days on which shares were held.',
    source: LEDGER,
    value: ({ daysInvested }) => daysInvested,
    format: formatInteger,
  },
  { id: 'options', label: 'Options', cell: ({ realizedOptionsUsd }) => <Cents usd={realizedOptionsUsd} signed /> },
  { id: 'stock', label: 'Stock', cell: ({ realizedStockUsd }) => <Cents usd={realizedStockUsd} signed /> },
  { id: 'dividends', label: 'Dividends', cell: ({ dividendsUsd }) => <Cents usd={dividendsUsd} signed /> },
  { id: 'pnl', label: 'P&L', tone: 'strong', cell: ({ pnlUsd }) => <Cents usd={pnlUsd} signed /> },
  {
    id: 'annual',
    label: 'A year',
    unit: '%',
    meaning: 'P&L a year, percent of the average capital, not compounded.',
    source: LEDGER,
    value: ({ annualizedPct }) => annualizedPct,
    format: formatYieldPct,
  },
  {
    id: 'versus',
    label: 'Versus holding',
    meaning: 'Compared with the same shares, never written on; called shares count at the close of that day.',
    source: LEDGER,
    cell: ({ versusHoldingUsd }) => <Cents usd={versusHoldingUsd} signed reason="A close is not known" />,
  },
]

const PAGE = 50

const nameChain = ({ symbol, startedOn }: Chain) => `${symbol}, started ${formatDayLong(startedOn)}`

/** Chains that have ended, with what they came to. A row opens its ledger. */
export function EndedTab() {
  const [pageIndex, setPage] = useState(0)
  const query = useChainsQuery({ state: 'ended', offset: pageIndex * PAGE })
  const [selected, setSelected] = useState<string | null>(null)
  const { data } = query
  if (data === undefined) return <ReportState query={query} words="Loading ended chains…" what="list of ended chains" />
  const { chains, total } = data
  if (total === 0) {
    return (
      <div className={page.panel}>
        <Empty title="Nothing has ended yet">
          When a call has been bought back, assigned or has expired, and its shares are gone, its whole history is
          listed here.
        </Empty>
      </div>
    )
  }
  const sum = (read: (chain: Chain) => number | null) => (
    <KnownTotal rows={chains} read={read} nameRow={nameChain} signed />
  )
  const select = ({ chainId }: Chain) => setSelected(chainId === selected ? null : chainId)
  return (
    <>
      <div className={page.panel}>
        <TableOrCards
          label="Ended chains"
          columns={columns}
          rows={chains}
          rowKey={({ chainId }) => chainId}
          isSelected={({ chainId }) => chainId === selected}
          onRowClick={select}
          footer={{
            symbol: countListed(chains.length, total, 'chain'),
            options: sum(({ realizedOptionsUsd }) => realizedOptionsUsd),
            stock: sum(({ realizedStockUsd }) => realizedStockUsd),
            dividends: sum(({ dividendsUsd }) => dividendsUsd),
            pnl: sum(({ pnlUsd }) => pnlUsd),
            versus: sum(({ versusHoldingUsd }) => versusHoldingUsd),
          }}
        />
        {total > PAGE && (
          <div className={classes.pages}>
            <Button size="xs" disabled={pageIndex === 0} onClick={() => setPage(pageIndex - 1)}>
              Newer
            </Button>
            <Button size="xs" disabled={(pageIndex + 1) * PAGE >= total} onClick={() => setPage(pageIndex + 1)}>
              Older
            </Button>
          </div>
        )}
      </div>
      {selected !== null && (
        <section className={page.panel} aria-label="Ledger of the chain">
          <ChainDetail key={selected} chainId={selected} />
        </section>
      )}
    </>
  )
}
