import type { CallSortColumn, GateCount, Relaxation } from '@callwright/contracts'
import { createBoundedCache, roundFigures } from '@callwright/service'
import {
  addAll,
  addBit,
  type BitSet,
  countBits,
  countBoth,
  countMissingOnlyIn,
  createBitSet,
  intersect,
  readBit,
} from '../row-index/bit-set.ts'
import type { Filter } from '../row-index/filters.ts'
import type { SortOrder } from '../row-index/order.ts'
import type { RowIndex } from '../row-index/row-index.ts'
import { createCallFigures, keyOfTerms, type ReturnTerms, writeCall } from './call-figures.ts'
import type { CallCondition, CallSource, SetGate } from './call-gates.ts'
import { type CallSlot, type CallTable, createCallTable } from './call-table.ts'
import { selectFirst } from './select-first.ts'

export interface CallQuery {
  readonly gates: readonly SetGate[]
  readonly terms: ReturnTerms
  readonly column: CallSortColumn
  readonly order: SortOrder
  readonly limit: number
  readonly offset: number
}

export interface CallQueryResult {
  readonly rows: readonly Buffer[]
  readonly total: number
  readonly gates: readonly GateCount[]
  readonly relaxations: readonly Relaxation[]
}

export type CallIndex = ReturnType<typeof createCallIndex>

/** Calls that pass a list of gates, and the number that each gate removed. */
interface Passing {
  readonly bits: BitSet
  readonly total: number
  readonly gates: readonly GateCount[]
}

const KEPT_MARKS = 128
const KEPT_PASSING = 64
const KEPT_PAGES = 64
/** Texts of calls kept, about 600 bytes each. */
const KEPT_TEXTS = 8_192

/**
 * Queries over the calls in memory. Figures are typed columns. Bounded caches keep four results: the calls that pass one
 * condition, the calls that pass all gates, the slots of a page, and the JSON of a call. A change of calls or stocks clears
 * all of them.
 */
export function createCallIndex(rowIndex: RowIndex) {
  const table = createCallTable()
  const figures = createCallFigures(table)
  const marks = createBoundedCache<BitSet>(KEPT_MARKS)
  const passings = createBoundedCache<Passing>(KEPT_PASSING)
  const pages = createBoundedCache<Uint32Array>(KEPT_PAGES)
  let texts = new Map<string, Buffer>()
  let state = ''

  function dropOutdated(): void {
    const current = `${table.revision} ${rowIndex.table.revision}`
    if (current === state) return
    state = current
    marks.clear()
    passings.clear()
    pages.clear()
    texts = new Map()
  }

  function markStocks(filter: Filter): BitSet {
    const { table: stocks, mark } = rowIndex
    const passing = mark([filter])
    const bits = createBitSet(table.size)
    for (const { symbol, from, to } of table.owners) {
      const slot = stocks.findSlot(symbol)
      if (slot === undefined || readBit(passing, slot) === 0) continue
      for (let call = from; call < to; call += 1) addBit(bits, call)
    }
    return bits
  }

  function markStrikes(test: Parameters<CallSource['markStrikes']>[0]): BitSet {
    const bits = createBitSet(table.size)
    const { strike } = table.columns
    for (const { symbol, from, to } of table.owners) {
      const passes = test(symbol)
      for (let call = from; call < to; call += 1) if (passes(strike[call] ?? Number.NaN)) addBit(bits, call)
    }
    return bits
  }

  function mark(condition: CallCondition, terms: ReturnTerms): BitSet {
    const source: CallSource = {
      column: (figure) => figures.column(figure, terms),
      size: () => table.size,
      markStocks,
      markStrikes,
    }
    return keep(marks, condition.key, () => condition.mark(source))
  }

  function pass(gates: readonly SetGate[], terms: ReturnTerms): Passing {
    const bits = addAll(createBitSet(table.size), table.size)
    let left = table.size
    const counts = gates.map(({ gate, conditions, unknown }) => {
      const unknownCost = unknown === undefined ? null : countBoth(bits, mark(unknown, terms))
      for (const condition of conditions) intersect(bits, mark(condition, terms))
      const before = left
      left = countBits(bits)
      return {
        gate,
        parameters: conditions.map(({ parameter }) => parameter),
        removed: before - left,
        unknown_cost: unknownCost,
      }
    })
    return { bits, total: left, gates: counts }
  }

  function findRelaxations(conditions: readonly CallCondition[], terms: ReturnTerms): Relaxation[] {
    const totals = countMissingOnlyIn(
      conditions.map((condition) => mark(condition, terms)),
      table.size,
    )
    return conditions
      .map(({ parameter }, index) => ({ parameter, total: totals[index] ?? 0 }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total)
  }

  function write(slot: CallSlot, terms: ReturnTerms): Buffer {
    const key = terms.costs === null ? `${slot} ${terms.premium}` : null
    const ready = key === null ? undefined : texts.get(key)
    if (ready !== undefined) return ready
    const stocks = rowIndex.table
    const symbol = table.owners[table.ownerOf[slot] ?? -1]?.symbol ?? ''
    const name = stocks.companyNames[stocks.findSlot(symbol) ?? -1] ?? symbol
    const text = Buffer.from(JSON.stringify(roundFigures(writeCall(table, slot, terms, name))))
    // Own costs are not kept, because only one user sees these texts.
    if (key === null) return text
    if (texts.size >= KEPT_TEXTS) texts.clear()
    texts.set(key, text)
    return text
  }

  return {
    table: table as Pick<CallTable, 'size' | 'listed'>,
    put: table.put,
    query({ gates, terms, column, order, limit, offset }: CallQuery): CallQueryResult {
      dropOutdated()
      const conditions = gates.flatMap((gate) => gate.conditions)
      const gateKey = conditions.map(({ key }) => key).join('&')
      const passing = keep(passings, gateKey, () => pass(gates, terms))
      const { bits, total } = passing
      const slots = keep(pages, `${gateKey} ${keyOfTerms(terms)} ${column} ${order} ${limit} ${offset}`, () =>
        selectFirst(bits, figures.column(column, terms), { order, total, count: limit + offset }).subarray(offset),
      )
      return {
        rows: Array.from(slots, (slot) => write(slot, terms)),
        total,
        gates: passing.gates,
        relaxations: total > 0 ? [] : findRelaxations(conditions, terms),
      }
    },
  }
}

type Cache<V> = ReturnType<typeof createBoundedCache<V>>

function keep<V>(cache: Cache<V>, key: string, make: () => V): V {
  const ready = cache.get(key, 0)
  if (ready !== null) return ready
  const made = make()
  cache.set(key, made, Number.POSITIVE_INFINITY)
  return made
}
