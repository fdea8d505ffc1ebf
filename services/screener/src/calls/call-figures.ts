import {
  type CallFigure,
  type CallPremium,
  type CallRow,
  type CallSortColumn,
  callFigures,
} from '@callwright/contracts'
import { breakeven, computeReturnFigures, cushionPct, headroomPct, spreadPctOfMid } from '@callwright/scoring'
import { createBoundedCache } from '@callwright/service'
import type { CallOwner, CallSlot, CallTable } from './call-table.ts'
import { type PackedTerm, writeContractSymbol } from './packed-calls.ts'

/** A call with what it shares with the other calls of its stock and its expiration. */
interface CallAt {
  readonly owner: CallOwner
  readonly term: PackedTerm
  readonly strike: number
  readonly bid: number
  readonly ask: number
  readonly mid: number
  /** Price that the returns assume for the call. */
  readonly premium: number
  /** Reads a figure that needs the model; NaN if unknown. */
  readonly read: (column: 'vol' | 'delta' | 'itm' | 'openInterest' | 'volume') => number
  readonly profit: number
}

const NO_TERM: PackedTerm = { date: '', days: 0, dividends: 0, earnings: null, exDividend: null }

function readCall({ columns, owners, ownerOf }: CallTable, slot: CallSlot, basis: CallPremium): CallAt {
  const owner = owners[ownerOf[slot] ?? -1]
  if (owner === undefined) throw new RangeError(`No call at slot ${slot}`)
  const bid = columns.bid[slot] ?? Number.NaN
  const ask = columns.ask[slot] ?? Number.NaN
  const mid = (bid + ask) / 2
  return {
    owner,
    term: owner.terms[columns.term[slot] ?? -1] ?? NO_TERM,
    strike: columns.strike[slot] ?? Number.NaN,
    bid,
    ask,
    mid,
    premium: basis === 'bid' ? bid : mid,
    read: (column) => columns[column][slot] ?? Number.NaN,
    profit: (basis === 'bid' ? columns.profitAtBid : columns.profitAtMid)[slot] ?? Number.NaN,
  }
}

const positionOf = ({ owner, term, strike, premium }: CallAt) =>
  ({ price: owner.price, strike, premium, dividends: term.dividends, basis: 'stock_price' }) as const

const measure = (call: CallAt) => computeReturnFigures(positionOf(call), call.term.days)

const readers: Readonly<Record<CallFigure, (call: CallAt) => number | null>> = {
  underlying_price: ({ owner }) => owner.price,
  strike: ({ strike }) => strike,
  days_to_expiration: ({ term }) => term.days,
  bid: ({ bid }) => bid,
  ask: ({ ask }) => ask,
  mid: ({ mid }) => mid,
  delta: ({ read }) => read('delta'),
  static_return_pct: (call) => measure(call).staticReturn.returnPct,
  static_return_annualized_pct: (call) => measure(call).staticReturn.annualizedPct,
  if_called_return_pct: (call) => measure(call).ifCalledReturn.returnPct,
  if_called_return_annualized_pct: (call) => measure(call).ifCalledReturn.annualizedPct,
  breakeven: (call) => breakeven(positionOf(call)),
  downside_protection_pct: ({ owner, premium }) => cushionPct({ price: owner.price, premium }),
  probability_profit: ({ profit }) => profit,
  probability_itm: ({ read }) => read('itm'),
  open_interest: ({ read }) => read('openInterest'),
  volume: ({ read }) => read('volume'),
  spread: ({ bid, ask }) => ask - bid,
  spread_pct: ({ bid, ask }) => spreadPctOfMid(bid, ask),
  implied_volatility: ({ read }) => read('vol'),
  headroom_pct: ({ owner, strike }) => headroomPct({ price: owner.price, strike }),
  earnings_before_expiration: ({ term }) => term.earnings,
  ex_dividend_before_expiration: ({ term }) => term.exDividend,
}

/** Most figures kept as a column at a time; one takes 8 bytes per call. */
const KEPT_COLUMNS = 12

/** Columns of figures for gates and sorting, each computed when first used and kept until the table changes. */
export function createCallFigures(table: CallTable) {
  const kept = createBoundedCache<Float64Array>(KEPT_COLUMNS)
  let revision = -1

  return {
    column(name: CallSortColumn, basis: CallPremium): Float64Array {
      if (revision !== table.revision) kept.clear()
      revision = table.revision
      const key = `${name} ${basis}`
      const ready = kept.get(key, 0)
      if (ready !== null) return ready
      const values = new Float64Array(table.size)
      if (name === 'symbol') values.set(table.ownerOf)
      else {
        const read = readers[name]
        for (let slot = 0; slot < values.length; slot += 1) {
          values[slot] = read(readCall(table, slot, basis)) ?? Number.NaN
        }
      }
      kept.set(key, values, Number.POSITIVE_INFINITY)
      return values
    },
  }
}
export type CallFigures = ReturnType<typeof createCallFigures>

const orNull = (value: number | null): number | null => (Number.isNaN(value) ? null : value)

/** The wire row of a call. */
export function writeCall(table: CallTable, slot: CallSlot, basis: CallPremium, companyName: string): CallRow {
  const call = readCall(table, slot, basis)
  const { owner, term, strike } = call
  const row: Record<string, unknown> = {
    symbol: owner.symbol,
    company_name: companyName,
    contract_symbol: writeContractSymbol(owner.root, term.date, strike),
    expiration_date: term.date,
    quoted_at: owner.quotedAt,
  }
  for (const figure of callFigures) row[figure] = orNull(readers[figure](call))
  return row as CallRow
}
