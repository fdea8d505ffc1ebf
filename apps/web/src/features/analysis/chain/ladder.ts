import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { LadderDepth } from '../analysis-state.ts'

/** A row of the ladder: a contract, or a price among the strikes. */
export type LadderRow =
  | { readonly kind: 'contract'; readonly contract: OptionContract }
  | { readonly kind: 'price'; readonly price: number }
  | { readonly kind: 'move'; readonly sign: -1 | 1; readonly price: number }

/**
 * The contracts of a chain in the order of their strikes, so many on each side of the price and on to the one chosen; the
 * price itself, and one expected move below and above it, between the strikes they fall between. Where the price is not
 * known: all contracts and nothing else.
 */
export function buildLadder(
  { contracts, price, expectedMove }: Pick<OptionChain, 'contracts' | 'price' | 'expectedMove'>,
  depth: LadderDepth,
  chosen: OptionContract | null,
): readonly LadderRow[] {
  const shown = price === null ? contracts : cutToDepth(contracts, price, depth, chosen)
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
  chosen: OptionContract | null,
): readonly OptionContract[] {
  if (depth === 'all') return contracts
  const below = contracts.filter(({ strike }) => strike <= price).length
  const place = chosen === null ? below : contracts.indexOf(chosen)
  const first = Math.min(below - Number(depth), place)
  const end = Math.max(below + Number(depth), place + 1)
  return contracts.slice(Math.max(0, first), end)
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
