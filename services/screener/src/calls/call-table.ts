import { toSortText } from '../row-index/texts.ts'
import { type PackedCalls, type PackedColumn, type PackedTerm, packedColumns } from './packed-calls.ts'

/** Index of a call in the table, until the next `put`. Slots are in the order of symbol, expiration and strike. */
export type CallSlot = number
export type CallTable = ReturnType<typeof createCallTable>

type Columns = Readonly<Record<PackedColumn, Float64Array>>

/** Facts that the calls of a stock share; they have the slots `from` up to `to`. */
export interface CallOwner {
  readonly symbol: string
  readonly price: number
  readonly quotedAt: string
  readonly listed: number
  readonly root: string
  readonly terms: readonly PackedTerm[]
  readonly from: CallSlot
  readonly to: CallSlot
}

export interface StockCalls {
  readonly symbol: string
  /** Null removes the stock's calls. */
  readonly calls: PackedCalls | null
}

const allocate = (size: number): Columns =>
  Object.fromEntries(packedColumns.map((column) => [column, new Float64Array(size)])) as Record<
    PackedColumn,
    Float64Array
  >

/**
 * In-memory table of all stored calls: typed columns, with NaN for unknown figures. A change copies the calls of the
 * other stocks in whole blocks, which takes a few milliseconds, so that slots stay sorted and no column has gaps.
 */
export function createCallTable() {
  let columns = allocate(0)
  let owners: readonly CallOwner[] = []
  let ownerOf = new Uint32Array(0)
  let size = 0
  let listed = 0
  let revision = 0

  function put(changed: readonly StockCalls[]): void {
    if (changed.length === 0) return
    const before = columns
    const changes = new Map(changed.map(({ symbol, calls }) => [symbol, calls]))
    const kept = owners.filter(({ symbol }) => !changes.has(symbol))
    const added = [...changes].flatMap(([symbol, calls]) => (calls === null ? [] : [{ symbol, calls }]))
    if (added.length === 0 && kept.length === owners.length) return
    const all = [...kept, ...added].map((source) => ({ source, key: toSortText(source.symbol) }))
    all.sort((a, b) => (a.key < b.key ? -1 : 1))
    size = [...kept.map(({ from, to }) => to - from), ...added.map(({ calls }) => calls.strike.length)].reduce(
      (sum, count) => sum + count,
      0,
    )
    columns = allocate(size)
    ownerOf = new Uint32Array(size)
    let at = 0
    owners = all.map(({ source }, index) => {
      const from = at
      if ('calls' in source) {
        for (const column of packedColumns) unpack(source.calls[column], columns[column], from)
        at += source.calls.strike.length
      } else {
        for (const column of packedColumns) columns[column].set(before[column].subarray(source.from, source.to), from)
        at += source.to - source.from
      }
      ownerOf.fill(index, from, at)
      const { price, quotedAt, listed, root, terms } = 'calls' in source ? source.calls : source
      return { symbol: source.symbol, price, quotedAt, listed, root, terms, from, to: at }
    })
    listed = owners.reduce((sum, owner) => sum + owner.listed, 0)
    revision += 1
  }

  return {
    put,
    get size() {
      return size
    },
    /** Number of calls that the sources listed, stored or not. */
    get listed() {
      return listed
    },
    get columns() {
      return columns
    },
    get owners() {
      return owners
    },
    /** Index of each call's stock in `owners`. */
    get ownerOf() {
      return ownerOf
    },
    /** Increases with every change. */
    get revision() {
      return revision
    },
  }
}

function unpack(values: readonly (number | null)[], column: Float64Array, from: number): void {
  for (const [index, value] of values.entries()) column[from + index] = value ?? Number.NaN
}
