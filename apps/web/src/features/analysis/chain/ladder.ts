import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { LadderDepth } from '../analysis-state.ts'

/** A row of the ladder: a contract, or a price among the strikes. */
export type LadderRow =
  | { readonly kind: 'contract'; readonly contract: OptionContract }
  | { readonly kind: 'price'; readonly price: number }
  | { readonly kind: 'move'; readonly sign: -1 | 1; readonly price: number }

/** Strikes shown on each side of the target band, so that its ends can be compared with what lies beyond. */
const BAND_MARGIN = 2

/** The lowest and the highest strike chosen since the ladder was opened. */
export interface Reach {
  readonly low: number
  readonly high: number
}

/** A ladder never shrinks while it is open: another choice must not remove the rows that it was made among. */
export function extendReach(reach: Reach | null, strike: number): Reach {
  if (reach === null) return { low: strike, high: strike }
  if (reach.low <= strike && strike <= reach.high) return reach
  return { low: Math.min(reach.low, strike), high: Math.max(reach.high, strike) }
}

/**
 * The contracts of a chain in the order of their strikes: so many on each side of the price, the whole target band (delta
 * 0.15 to 0.25) with a margin, and on to every strike chosen so far; the price itself, and one expected move below and
 * above it, between the strikes they fall between. Where the price is not known: all contracts and nothing else.
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

/** After every row that is not above it. */
function insert(rows: LadderRow[], divider: Divider): void {
  const place = rows.findIndex((row) => levelOf(row) > divider.price)
  rows.splice(place === -1 ? rows.length : place, 0, divider)
}

/** A move past the strikes in view says nothing of where it falls. */
function insertMove(rows: LadderRow[], divider: Divider): void {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (first === undefined || last === undefined) return
  if (levelOf(first) <= divider.price && divider.price <= levelOf(last)) insert(rows, divider)
}
