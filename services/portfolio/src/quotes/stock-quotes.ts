import type { CallQuote, CallTerms, ContractQuotes } from '@callwright/contracts'

export interface StockQuotes {
  readonly answer: ContractQuotes
  readonly calls: ReadonlyMap<string, CallQuote>
}

/** Strikes are listed to a thousandth of a dollar. */
export const callKey = ({ expiration_date, strike }: CallTerms): string =>
  `${expiration_date}:${Math.round(strike * 1_000)}`

export function indexQuotes(answer: ContractQuotes): StockQuotes {
  return { answer, calls: new Map(answer.contracts.map((call) => [callKey(call), call])) }
}

/** The distinct calls and entry dates requested for one stock. */
export interface RequestedForStock {
  readonly calls: readonly CallTerms[]
  readonly entryDates: readonly string[]
}

export type RequestedCalls = ReadonlyMap<string, RequestedForStock>

interface NamedCall {
  readonly ticker: string
  readonly expiryDate: string
  readonly strikePrice: number
  readonly entryDate: string
}

export function listRequestedCalls(positions: readonly NamedCall[]): RequestedCalls {
  const byStock = new Map<string, { readonly calls: Map<string, CallTerms>; readonly entryDates: Set<string> }>()
  for (const { ticker, expiryDate, strikePrice, entryDate } of positions) {
    const requested = byStock.get(ticker) ?? { calls: new Map<string, CallTerms>(), entryDates: new Set<string>() }
    const call = { expiration_date: expiryDate, strike: strikePrice }
    requested.calls.set(callKey(call), call)
    requested.entryDates.add(entryDate)
    byStock.set(ticker, requested)
  }
  return new Map(
    [...byStock].map(([symbol, { calls, entryDates }]) => [
      symbol,
      { calls: [...calls.values()], entryDates: [...entryDates] },
    ]),
  )
}
