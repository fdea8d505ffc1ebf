import { totalPositions } from '@callwright/scoring'
import { Button, Group } from '@mantine/core'
import type { UncoveredShares } from '../../../api/portfolio.ts'
import type { Divider } from '../../../shared/data-table/data-row.tsx'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { countOf } from '../../../shared/format/words.ts'
import { OwnUsd } from '../../../shared/ui/figures.tsx'
import type { PositionRow } from '../data/position.ts'

/** Rows whose symbol or note contains the text. */
export function filterRows(rows: readonly PositionRow[], text: string): readonly PositionRow[] {
  const wanted = text.trim().toUpperCase()
  if (wanted === '') return rows
  return rows.filter(({ position: { symbol, notes } }) =>
    [symbol, notes ?? ''].some((part) => part.toUpperCase().includes(wanted)),
  )
}

/** Puts rows of one symbol together, in the order in which the symbols appear first. */
export function groupRows(rows: readonly PositionRow[]): readonly PositionRow[] {
  return [...Map.groupBy(rows, ({ position }) => position.symbol).values()].flat()
}

interface DividerFacts {
  /** Rows in display order. */
  readonly rows: readonly PositionRow[]
  readonly uncovered: readonly UncoveredShares[]
  readonly isGrouped: boolean
  /** Whether rows are filtered; if so, shares of other symbols are not shown. */
  readonly isFiltered: boolean
  readonly onWrite: (shares: UncoveredShares) => void
}

/** Lines between the rows: headings of the groups, and shares without a call below the last row of their symbol. */
export function listDividers({ rows, uncovered, isGrouped, isFiltered, onWrite }: DividerFacts): readonly Divider[] {
  const lastOf = (symbol: string) => rows.findLastIndex(({ position }) => position.symbol === symbol)
  const headings = isGrouped
    ? [...Map.groupBy(rows, ({ position }) => position.symbol)].map(
        ([symbol, group]): Divider => ({
          key: `group ${symbol}`,
          at: rows.findIndex(({ position }) => position.symbol === symbol),
          isHeading: true,
          content: <GroupHeading symbol={symbol} rows={group} />,
        }),
      )
    : []
  const free = uncovered
    .filter(({ symbol }) => !isFiltered || lastOf(symbol) >= 0)
    .map((shares): Divider => {
      const last = lastOf(shares.symbol)
      return {
        key: `free ${shares.symbol} ${shares.account ?? ''}`,
        at: last < 0 ? rows.length : last + 1,
        content: <FreeShares shares={shares} onWrite={onWrite} />,
      }
    })
  // Shares of the symbol above come before the heading of the next one.
  return [...free, ...headings]
}

interface GroupHeadingProps {
  readonly symbol: string
  readonly rows: readonly PositionRow[]
}

function GroupHeading({ symbol, rows }: GroupHeadingProps) {
  const { coveredCallPnl, contracts } = totalPositions(rows.map(({ metrics }) => metrics))
  return (
    <Group gap="sm">
      <b>{symbol}</b>
      <span>
        {countOf(rows.length, 'position')}, {countOf(contracts, 'contract')}
      </span>
      <OwnUsd signed usd={coveredCallPnl.usd} reason="No position has a known P&L" />
      {coveredCallPnl.usd !== null && coveredCallPnl.leftOut > 0 && <span>{coveredCallPnl.leftOut} left out</span>}
    </Group>
  )
}

interface FreeSharesProps {
  readonly shares: UncoveredShares
  readonly onWrite: (shares: UncoveredShares) => void
}

/** `KO: 200 shares without a call`, with the button that writes one. */
export function FreeShares({ shares, onWrite }: FreeSharesProps) {
  const { symbol, account, coverableContracts, stockPnlUsd } = shares
  return (
    <Group gap="sm">
      <span>
        <b>{symbol}</b>: {countOf(shares.shares, 'share')} without a call{account !== null && ` in ${account}`}
      </span>
      <OwnUsd signed usd={stockPnlUsd} reason="Current price unknown" hint="Stock P&L of these shares" />
      {coverableContracts > 0 && (
        <Button size="compact-xs" onClick={() => onWrite(shares)}>
          {coverableContracts === 1 ? 'Write one' : `Write up to ${formatDecimal(coverableContracts)}`}
        </Button>
      )}
    </Group>
  )
}
