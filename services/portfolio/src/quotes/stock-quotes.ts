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

/** The calls of each stock, each once. */
export type AskedCalls = ReadonlyMap<string, readonly CallTerms[]>

interface NamedCall {
  readonly ticker: string
  readonly expiryDate: string
  readonly strikePrice: number
}

export function listAskedCalls(positions: readonly NamedCall[]): AskedCalls {
  const byStock = new Map<string, Map<string, CallTerms>>()
  for (const { ticker, expiryDate, strikePrice } of positions) {
    const calls = byStock.get(ticker) ?? new Map<string, CallTerms>()
    const call = { expiration_date: expiryDate, strike: strikePrice }
    calls.set(callKey(call), call)
    byStock.set(ticker, calls)
  }
  return new Map([...byStock].map(([symbol, calls]) => [symbol, [...calls.values()]]))
}
