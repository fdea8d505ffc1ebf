import { addDays } from '@callwright/scoring'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import type { OptionChain, OptionContract, OptionExpiration } from '../../../api/option-chain.ts'
import { useChainQuery, useExpirationsQuery } from '../../../api/option-endpoints.ts'
import { type StockQuote, useQuoteQuery } from '../../../api/stock-endpoints.ts'
import { readSymbol } from '../../../shared/read-symbol.ts'
import type { PositionFields } from './position-fields.ts'

const DEBOUNCE_MS = 500
const MIN_LENGTH = 2
const NONE: readonly never[] = []

/** What the market lists of one stock, as far as the fields name it. */
export interface ListedCalls {
  readonly expirations: readonly OptionExpiration[]
  readonly chain: OptionChain | null
  readonly calls: readonly OptionContract[]
  /** The one that the fields name. */
  readonly call: OptionContract | null
  readonly quote: StockQuote | null
  /** The market's day; null: not known. */
  readonly marketDay: string | null
  readonly waitsFor: 'expirations' | 'strikes' | null
  readonly failed: 'expirations' | 'strikes' | null
  /** The server's words on why nothing is listed. */
  readonly message: string | null
  readonly retry: () => void
}

/** Asks once the symbol has rested. One letter alone is asked for only where it was chosen, not while it may be a beginning. */
export function useListedCalls(
  { ticker, expiryDate, strikePrice }: PositionFields,
  chosen: string | null,
): ListedCalls {
  const [settled] = useDebouncedValue(ticker, DEBOUNCE_MS)
  const rested = settled === ticker ? readSymbol(ticker) : null
  const symbol = rested !== null && (rested.length >= MIN_LENGTH || rested === chosen) ? rested : null
  const expirations = useExpirationsQuery(symbol ?? skipToken)
  const listed = expirations.currentData?.expirations ?? NONE
  const isListed = listed.some(({ date }) => date === expiryDate)
  const chain = useChainQuery(
    symbol !== null && isListed ? { symbol, expiration: expiryDate, side: 'call' } : skipToken,
  )
  const { currentData: quote = null } = useQuoteQuery(symbol ?? skipToken)
  const calls = chain.currentData?.contracts ?? NONE
  const isOnItsWay = settled !== ticker && readSymbol(ticker) !== null
  return {
    expirations: listed,
    chain: chain.currentData ?? null,
    calls,
    call: calls.find(({ strike }) => strike === Number(strikePrice)) ?? null,
    quote,
    marketDay: findMarketDay(listed),
    waitsFor: expirations.isFetching || isOnItsWay ? 'expirations' : chain.isFetching ? 'strikes' : null,
    failed: findFailed(expirations.isError && !expirations.isFetching, chain.isError && !chain.isFetching),
    message: expirations.currentData?.message ?? null,
    retry: () => void (chain.isError ? chain.refetch() : expirations.refetch()),
  }
}

/** Days count from it (D4), but not below none. */
function findMarketDay(listed: readonly OptionExpiration[]): string | null {
  const later = listed.find(({ days }) => days > 0)
  return later === undefined ? null : addDays(later.date, -later.days)
}

function findFailed(expirations: boolean, strikes: boolean): ListedCalls['failed'] {
  if (expirations) return 'expirations'
  return strikes ? 'strikes' : null
}
