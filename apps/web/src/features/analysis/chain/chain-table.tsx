import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import type { OptionChain } from '../../../api/options.ts'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatPrice } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { describeFreshness } from '../../../shared/freshness-view.ts'
import { describeFigure } from '../../../shared/glossary.ts'
import type { AnalysisState, ChainSide } from '../analysis-state.ts'
import classes from './chain.module.css'
import { buildCompareColumn, type ChainColumn } from './chain-columns.tsx'
import { moveFacts } from './chain-figures.tsx'
import type { Ladder, LadderMark, LadderRow } from './contracts.ts'

interface ChainTableProps {
  readonly chain: OptionChain
  readonly ladder: Ladder
  readonly columns: readonly ChainColumn[]
  /** Side that the rows show; while another one loads, still the previous one. */
  readonly side: ChainSide
  readonly state: Pick<AnalysisState, 'depth' | 'compared'>
  /** Strike of the call in the trade preview. */
  readonly chosen: number | null
  /** Whether the rows still belong to the previous request. */
  readonly outdated: boolean
  readonly onChoose: (strike: number) => void
  readonly onCompare: (strike: number) => void
}

const sideNames = { call: 'Calls', put: 'Puts', both: 'Calls and puts' } as const satisfies Record<ChainSide, string>

const keyOf = ({ strike }: LadderRow) => String(strike)
const listAttributes = ({ call, put }: LadderRow) => ({
  'data-call': call?.moneyness,
  'data-put': put?.moneyness,
  'data-in-range': call?.inTarget || undefined,
})

/** The chain as a ladder of strikes around the price. Enter or a click on a row chooses its call. */
export function ChainTable(props: ChainTableProps) {
  const { chain, ladder, columns, side, state, chosen, outdated, onChoose, onCompare } = props
  const { depth, compared } = state
  const all = useMemo(
    () => (side === 'call' ? [...columns, buildCompareColumn(compared)] : columns),
    [columns, side, compared],
  )
  const ref = useCenteredPrice([chain.symbol, chain.expiration, side, depth].join())
  const choose = ({ call, strike }: LadderRow) => {
    if (call !== null) onChoose(strike)
  }
  const isLong = depth === '15' || depth === 'all'
  return (
    <DataTable
      label={nameTable(chain, side)}
      className={isLong ? `${classes.ladder} ${classes.long}` : classes.ladder}
      columns={all}
      rows={ladder.rows}
      rowKey={keyOf}
      rowProps={listAttributes}
      dividers={ladder.marks.map((mark) => ({
        key: mark.kind,
        at: mark.at,
        kind: mark.kind === 'price' ? 'price' : 'move',
        content: <div className={classes.rule}>{drawMark(mark, chain)}</div>,
        ...(mark.kind !== 'price' && { hint: moveHint }),
      }))}
      firstColumn={Math.max(
        0,
        all.findIndex(({ isRowHeader }) => isRowHeader),
      )}
      outdated={outdated}
      onEnter={choose}
      onAction={(_compare, { strike }: LadderRow) => onCompare(strike)}
      {...(side !== 'put' && { isSelected: ({ strike }: LadderRow) => strike === chosen, onRowClick: choose })}
      regionProps={{ ref }}
    />
  )
}

function nameTable({ symbol, expiration }: OptionChain, side: ChainSide): string {
  const name = `${sideNames[side]} of ${symbol}`
  return expiration === null ? name : `${name}, ${formatDay(expiration)}`
}

const moveHint = describeFigure(moveFacts)

function drawMark({ kind, price }: LadderMark, chain: OptionChain): ReactNode {
  if (kind === 'price') {
    return (
      <p>
        <b>${formatPrice(price)}</b> {describePrice(chain)}
      </p>
    )
  }
  return (
    <p>
      {kind === 'move-up' ? '+1' : '−1'} expected move <span>{formatPrice(price)}</span>
    </p>
  )
}

/** `AAPL, recorded, Jul 10, 16:00 ET` */
function describePrice({ symbol, freshness }: OptionChain): string {
  const { text } = describeFreshness(freshness)
  return `${symbol}, ${text.charAt(0).toLowerCase()}${text.slice(1).replace(' · ', ', ')}`
}

/** Centers a new ladder on the price and the strike column. New figures for the same ladder keep the scroll position. */
function useCenteredPrice(ladder: string) {
  const scroller = useRef<HTMLElement>(null)
  const centered = useRef<string>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null || centered.current === ladder) return
    centered.current = ladder
    const price = box.querySelector('[data-kind="price"]')?.getBoundingClientRect()
    const view = box.getBoundingClientRect()
    if (price !== undefined) box.scrollTop += price.top - view.top - (view.height - price.height) / 2
    // The strike column sticks to the view, so measure the columns beside it.
    const calls = box.querySelector(`thead th:has(+ .${classes.middle})`)?.getBoundingClientRect()
    const puts = box.querySelector(`thead .${classes.middle} + th`)?.getBoundingClientRect()
    if (calls === undefined || puts === undefined) box.scrollLeft = 0
    else box.scrollLeft += (calls.right + puts.left) / 2 - view.left - view.width / 2
  })
  return scroller
}
