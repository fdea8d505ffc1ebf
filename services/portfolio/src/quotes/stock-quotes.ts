import type { CallQuote, CallTerms, ContractQuotes } from '@callwright/contracts'

/** What the market said of one stock and the calls on it that were asked about. */
export interface StockQuotes {
  readonly answer: ContractQuotes
  readonly calls: ReadonlyMap<string, CallQuote>
}

/** Strikes are listed in thousandths of a dollar. */
export const callKey = ({ expiration_date, strike }: CallTerms): string =>
  `${expiration_date}:${Math.round(strike * 1_000)}`

export function indexQuotes(answer: ContractQuotes): StockQuotes {
  return { answer, calls: new Map(answer.contracts.map((call) => [callKey(call), call])) }
}

/** What is asked of one stock, each once. */
export interface AskedOfStock {
  readonly calls: readonly CallTerms[]
  readonly entryDates: readonly string[]
}

export type AskedCalls = ReadonlyMap<string, AskedOfStock>

interface NamedCall {
  readonly ticker: string
  readonly expiryDate: string
  readonly strikePrice: number
  readonly entryDate: string
}

export function listAskedCalls(positions: readonly NamedCall[]): AskedCalls {
  const byStock = new Map<string, { readonly calls: Map<string, CallTerms>; readonly entryDates: Set<string> }>()
  for (const { ticker, expiryDate, strikePrice, entryDate } of positions) {
    const asked = byStock.get(ticker) ?? { calls: new Map<string, CallTerms>(), entryDates: new Set<string>() }
    const call = { expiration_date: expiryDate, strike: strikePrice }
    asked.calls.set(callKey(call), call)
    asked.entryDates.add(entryDate)
    byStock.set(ticker, asked)
  }
  return new Map(
    [...byStock].map(([symbol, { calls, entryDates }]) => [
      symbol,
      { calls: [...calls.values()], entryDates: [...entryDates] },
    ]),
  )
}
