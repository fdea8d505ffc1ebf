import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import type { OptionChain, OptionContract, OptionSide } from '../../../api/option-chain.ts'
import { describeFigure } from '../../../shared/figure-facts.ts'
import { formatPrice } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { describeFreshness } from '../../../shared/freshness-view.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { useGrid } from '../../../shared/data-table/use-grid.ts'
import { useAfter } from '../../../shared/use-after.ts'
import { type AnalysisState, MAX_COMPARED } from '../analysis-state.ts'
import { type ChainColumn, moveFacts } from './chain-columns.ts'
import { ChainHeader } from './chain-header.tsx'
import { ChainRow, type Comparison } from './chain-row.tsx'
import classes from './chain-table.module.css'
import { chainWords as words } from './chain-words.ts'
import type { LadderRow } from './ladder.ts'

/** Delay before rows are dimmed, so that fast responses don't dim them. */
const DIM_DELAY_MS = 100

interface ChainTableProps {
  readonly chain: OptionChain
  readonly rows: readonly LadderRow[]
  readonly columns: readonly ChainColumn[]
  /** Whether the rows shown are calls or puts; while a new side loads, still the previous one. */
  readonly side: OptionSide
  readonly state: Pick<AnalysisState, 'depth' | 'compared'>
  /** Call in the trade preview. */
  readonly chosen: OptionContract | null
  /** Whether the rows still belong to the previous request. */
  readonly outdated: boolean
  readonly onChoose: (strike: number) => void
  readonly onCompare: (strike: number) => void
}

/** The chain as a ladder of strikes around the price. `useGrid` lists its keyboard controls. */
export function ChainTable({
  chain,
  rows,
  columns,
  side,
  state,
  chosen,
  outdated,
  onChoose,
  onCompare,
}: ChainTableProps) {
  const { depth, compared } = state
  const grid = useGrid({
    onEnter: ({ dataset: { strike } }) => {
      if (strike !== undefined) onChoose(Number(strike))
    },
  })
  const looksOutdated = useAfter(outdated, DIM_DELAY_MS)
  const scroller = useCenteredPrice([chain.symbol, chain.expiration, side, depth].join())
  const maxInterest = Math.max(0, ...chain.contracts.map(({ openInterest }) => openInterest ?? 0))
  const compare = (contract: OptionContract): Comparison | null => {
    if (contract.side === 'put') return null
    if (contract === chosen) return 'chosen'
    if (compared.includes(contract.strike)) return 'compared'
    return compared.length + 1 < MAX_COMPARED ? 'free' : 'full'
  }
  const width = columns.length + (side === 'call' ? 4 : 3)
  return (
    <div ref={scroller} className={classes.scroller} data-depth={depth} aria-busy={outdated}>
      <table
        {...grid}
        className={classes.table}
        data-outdated={looksOutdated || undefined}
        aria-label={nameTable(chain, side)}
      >
        <ChainHeader columns={columns} side={side} />
        <tbody {...gridParts.group} {...listenToRows(onChoose, onCompare)}>
          {rows.map((row) =>
            row.kind === 'contract' ? (
              <ChainRow
                key={row.contract.strike}
                contract={row.contract}
                columns={columns}
                maxInterest={maxInterest}
                comparison={compare(row.contract)}
              />
            ) : (
              <DividerRow
                key={row.kind + (row.kind === 'move' ? row.sign : '')}
                row={row}
                chain={chain}
                width={width}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

function nameTable({ symbol, expiration }: OptionChain, side: OptionSide): string {
  const name = words.sides[side]
  return expiration === null ? words.name(name, symbol) : words.nameDated(name, symbol, formatDay(expiration))
}

/** Event handlers for the table body, shared by all rows. */
function listenToRows(onChoose: (strike: number) => void, onCompare: (strike: number) => void) {
  return {
    onClick: ({ target }: MouseEvent) => {
      const element = target as Element
      const strike = element.closest<HTMLElement>('tr')?.dataset.strike
      // The user is selecting text.
      if (strike === undefined || window.getSelection()?.isCollapsed === false) return
      const box = element.closest('button')
      if (box === null) onChoose(Number(strike))
      else if (box.getAttribute('aria-disabled') !== 'true') onCompare(Number(strike))
    },
  }
}

interface DividerRowProps {
  readonly row: Exclude<LadderRow, { kind: 'contract' }>
  readonly chain: OptionChain
  readonly width: number
}

/** Divider row between strikes that marks the stock's price or one expected move from it. */
function DividerRow({ row, chain, width }: DividerRowProps) {
  return (
    <tr {...gridParts.row} className={classes.divider} data-kind={row.kind}>
      <td {...gridParts.cell} colSpan={width} data-hint={row.kind === 'move' ? describeFigure(moveFacts) : undefined}>
        <div className={classes.rule}>
          {row.kind === 'price' ? (
            <p>
              <b>${formatPrice(row.price)}</b> {describePrice(chain)}
            </p>
          ) : (
            <p>
              {words.move(row.sign === 1 ? '+1' : '−1')} <span>{formatPrice(row.price)}</span>
            </p>
          )}
        </div>
      </td>
    </tr>
  )
}

/** `AAPL, recorded, Jul 10, 16:00 ET` */
function describePrice({ symbol, freshness }: OptionChain): string {
  const { text } = describeFreshness(freshness)
  return `${symbol}, ${text.charAt(0).toLowerCase()}${text.slice(1).replace(' · ', ', ')}`
}

/** Centers a new ladder on the price. New figures for the same ladder keep the scroll position. */
function useCenteredPrice(ladder: string) {
  const scroller = useRef<HTMLDivElement>(null)
  const centered = useRef<string>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null || centered.current === ladder) return
    centered.current = ladder
    const price = box.querySelector<HTMLElement>('[data-kind="price"]')
    if (price !== null) box.scrollTop = price.offsetTop - (box.clientHeight - price.offsetHeight) / 2
  })
  return scroller
}
