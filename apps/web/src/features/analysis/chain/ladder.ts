import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { LadderDepth } from '../analysis-state.ts'

/** One ladder row: a contract, or a divider that marks a price between strikes. */
export type LadderRow =
  | { readonly kind: 'contract'; readonly contract: OptionContract }
  | { readonly kind: 'price'; readonly price: number }
  | { readonly kind: 'move'; readonly sign: -1 | 1; readonly price: number }

/** How many extra strikes to show beyond each end of the target band, for comparison. */
const BAND_MARGIN = 2

/** Lowest and highest strikes chosen since the ladder was opened. */
export interface Reach {
  readonly low: number
  readonly high: number
}

/** Extends the reach to a strike. Until the ladder closes, the reach never shrinks, so no choice removes rows. */
export function extendReach(reach: Reach | null, strike: number): Reach {
  if (reach === null) return { low: strike, high: strike }
  if (reach.low <= strike && strike <= reach.high) return reach
  return { low: Math.min(reach.low, strike), high: Math.max(reach.high, strike) }
}

/**
 * Builds the ladder by strike: `depth` strikes on each side of the price, extended to cover the target band (delta 0.15
 * to 0.25) plus a margin, and every strike chosen so far. Dividers mark the price and one expected move below and above
 * it. If the price is unknown, the ladder has all contracts and no dividers.
 */
export function buildLadder(
  { contracts, price, expectedMove }: Pick<OptionChain, 'contracts' | 'price' | 'expectedMove'>,
  depth: LadderDepth,
  reach: Reach | null,
): readonly LadderRow[] {
  const shown = price === null ? contracts : cutToDepth(contracts, price, depth, reach)
  const rows: LadderRow[] = shown.map((contract) => ({ kind: 'contract', contract }))
  if (price === null) return rows
  if (expectedMove !== null) {
    insertMove(rows, { kind: 'move', sign: -1, price: price - expectedMove })
    insertMove(rows, { kind: 'move', sign: 1, price: price + expectedMove })
  }
  insert(rows, { kind: 'price', price })
  return rows
}

function cutToDepth(
  contracts: readonly OptionContract[],
  price: number,
  depth: LadderDepth,
  reach: Reach | null,
): readonly OptionContract[] {
  if (depth === 'all') return contracts
  const below = contracts.filter(({ strike }) => strike <= price).length
  const firsts = [below - Number(depth)]
  const ends = [below + Number(depth)]
  const bandFirst = contracts.findIndex(({ inTarget }) => inTarget)
  if (bandFirst !== -1) {
    firsts.push(bandFirst - BAND_MARGIN)
    ends.push(contracts.findLastIndex(({ inTarget }) => inTarget) + 1 + BAND_MARGIN)
  }
  if (reach !== null) {
    firsts.push(contracts.filter(({ strike }) => strike < reach.low).length)
    ends.push(contracts.filter(({ strike }) => strike <= reach.high).length)
  }
  return contracts.slice(Math.max(0, Math.min(...firsts)), Math.max(...ends))
}

type Divider = Exclude<LadderRow, { kind: 'contract' }>

const levelOf = (row: LadderRow) => (row.kind === 'contract' ? row.contract.strike : row.price)

/** Inserts a divider before the first row above its price. */
function insert(rows: LadderRow[], divider: Divider): void {
  const place = rows.findIndex((row) => levelOf(row) > divider.price)
  rows.splice(place === -1 ? rows.length : place, 0, divider)
}

/** Inserts an expected-move divider, but only if its price lies between the strikes shown. */
function insertMove(rows: LadderRow[], divider: Divider): void {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (first === undefined || last === undefined) return
  if (levelOf(first) <= divider.price && divider.price <= levelOf(last)) insert(rows, divider)
}
