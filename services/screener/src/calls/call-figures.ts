import {
  type CallBasis,
  type CallFigure,
  type CallPremium,
  type CallRow,
  type CallSortColumn,
  callFigures,
} from '@callwright/contracts'
import {
  annualizePct,
  breakeven,
  type CoveredCall,
  cushionPct,
  headroomPct,
  ifCalledReturnPct,
  spreadPctOfMid,
  staticReturnPct,
} from '@callwright/scoring'
import { createBoundedCache } from '@callwright/service'
import type { CallOwner, CallSlot, CallTable } from './call-table.ts'
import { type PackedTerm, writeContractSymbol } from './packed-calls.ts'

/** Premium that the returns of a call assume, and the basis that they are a percentage of. */
export interface ReturnTerms {
  readonly premium: CallPremium
  readonly basis: CallBasis
  /** The user's costs; null unless the basis or a gate needs them. */
  readonly costs: { readonly key: string; findCost(symbol: string): number | null } | null
}

/** Key of everything that the figures of a call depend on besides the call. */
export const keyOfTerms = ({ premium, basis, costs }: ReturnTerms): string =>
  basis === 'own_cost' ? `${premium} ${costs?.key}` : premium

const NO_TERM: PackedTerm = { date: '', days: 0, dividends: 0, earnings: null, exDividend: null }

/**
 * The call at a slot, with the facts that it shares with the other calls of its stock and its expiration. Unknown figures
 * are NaN. One object serves all slots of a column in turn, because an object per call would take longer than its figure.
 */
class CallCursor {
  owner: CallOwner | undefined
  term = NO_TERM
  bid = 0
  ask = 0
  mid = 0
  slot: CallSlot = 0
  /** The user's cost per share; null if unknown. */
  cost: number | null = null
  readonly position: CoveredCall & {
    price: number
    strike: number
    premium: number
    dividends: number
    costBasis: number
  }

  private readonly table: CallTable
  private readonly terms: ReturnTerms

  constructor(table: CallTable, terms: ReturnTerms) {
    this.table = table
    this.terms = terms
    const basis = terms.basis === 'own_cost' ? 'cost_basis' : 'stock_price'
    this.position = { price: 0, strike: 0, premium: 0, dividends: 0, costBasis: Number.NaN, basis }
  }

  /** A return; NaN on a cost that is unknown or not positive. */
  readReturn(compute: (position: CoveredCall) => number): number {
    const isComputable = this.terms.basis === 'stock_price' || (this.cost ?? 0) > 0
    return isComputable ? compute(this.position) : Number.NaN
  }

  /** Reads a figure that needs the model; NaN if unknown. */
  read(column: 'vol' | 'delta' | 'itm' | 'openInterest' | 'volume'): number {
    return this.table.columns[column][this.slot] ?? Number.NaN
  }

  get profit(): number {
    const { profitAtBid, profitAtMid } = this.table.columns
    return (this.terms.premium === 'bid' ? profitAtBid : profitAtMid)[this.slot] ?? Number.NaN
  }

  moveTo(slot: CallSlot): this {
    const { columns, owners, ownerOf } = this.table
    const owner = owners[ownerOf[slot] ?? -1]
    if (owner === undefined) throw new RangeError(`No call at slot ${slot}`)
    this.slot = slot
    if (owner !== this.owner) this.cost = this.terms.costs?.findCost(owner.symbol) ?? null
    this.owner = owner
    this.term = owner.terms[columns.term[slot] ?? -1] ?? NO_TERM
    this.bid = columns.bid[slot] ?? Number.NaN
    this.ask = columns.ask[slot] ?? Number.NaN
    this.mid = (this.bid + this.ask) / 2
    const { position } = this
    position.price = owner.price
    position.strike = columns.strike[slot] ?? Number.NaN
    position.premium = this.terms.premium === 'bid' ? this.bid : this.mid
    position.dividends = this.term.dividends
    position.costBasis = this.cost ?? Number.NaN
    return this
  }
}

const readers: Readonly<Record<CallFigure, (call: CallCursor) => number | null>> = {
  underlying_price: ({ position }) => position.price,
  strike: ({ position }) => position.strike,
  days_to_expiration: ({ term }) => term.days,
  bid: ({ bid }) => bid,
  ask: ({ ask }) => ask,
  mid: ({ mid }) => mid,
  delta: (call) => call.read('delta'),
  static_return_pct: (call) => call.readReturn(staticReturnPct),
  static_return_annualized_pct: (call) =>
    call.readReturn((position) => annualizePct(staticReturnPct(position), call.term.days)),
  if_called_return_pct: (call) => call.readReturn(ifCalledReturnPct),
  if_called_return_annualized_pct: (call) =>
    call.readReturn((position) => annualizePct(ifCalledReturnPct(position), call.term.days)),
  breakeven: ({ position }) => breakeven(position),
  downside_protection_pct: ({ position }) => cushionPct(position),
  probability_profit: ({ profit }) => profit,
  probability_itm: (call) => call.read('itm'),
  open_interest: (call) => call.read('openInterest'),
  volume: (call) => call.read('volume'),
  spread: ({ bid, ask }) => ask - bid,
  spread_pct: ({ bid, ask }) => spreadPctOfMid(bid, ask),
  implied_volatility: (call) => call.read('vol'),
  headroom_pct: ({ position }) => headroomPct(position),
  earnings_before_expiration: ({ term }) => term.earnings,
  ex_dividend_before_expiration: ({ term }) => term.exDividend,
}

/** Columns that depend on what the returns are a percentage of. */
const returnColumns: ReadonlySet<CallSortColumn> = new Set([
  'static_return_pct',
  'static_return_annualized_pct',
  'if_called_return_pct',
  'if_called_return_annualized_pct',
])

/** Most figures kept as a column at a time; one takes 8 bytes per call. */
const KEPT_COLUMNS = 12

/** Columns of figures for gates and sorting, each computed when first used and kept until the table changes. */
export function createCallFigures(table: CallTable) {
  const kept = createBoundedCache<Float64Array>(KEPT_COLUMNS)
  let revision = -1

  return {
    column(name: CallSortColumn, terms: ReturnTerms): Float64Array {
      if (revision !== table.revision) kept.clear()
      revision = table.revision
      const key = `${name} ${returnColumns.has(name) ? keyOfTerms(terms) : terms.premium}`
      const ready = kept.get(key, 0)
      if (ready !== null) return ready
      const values = new Float64Array(table.size)
      if (name === 'symbol') values.set(table.ownerOf)
      else {
        const read = readers[name]
        const call = new CallCursor(table, terms)
        for (let slot = 0; slot < values.length; slot += 1) values[slot] = read(call.moveTo(slot)) ?? Number.NaN
      }
      kept.set(key, values, Number.POSITIVE_INFINITY)
      return values
    },
  }
}
export type CallFigures = ReturnType<typeof createCallFigures>

const orNull = (value: number | null): number | null => (Number.isNaN(value) ? null : value)

/** The wire row of a call. */
export function writeCall(table: CallTable, slot: CallSlot, terms: ReturnTerms, companyName: string): CallRow {
  const call = new CallCursor(table, terms).moveTo(slot)
  const { owner, term, position } = call
  const row: Record<string, unknown> = {
    symbol: owner?.symbol,
    company_name: companyName,
    contract_symbol: writeContractSymbol(owner?.root ?? '', term.date, position.strike),
    expiration_date: term.date,
    own_cost: call.cost,
    quoted_at: owner?.quotedAt,
  }
  for (const figure of callFigures) row[figure] = orNull(readers[figure](call))
  return row as CallRow
}
