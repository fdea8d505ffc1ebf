import { addDays } from '@callwright/scoring'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import { asApiError } from '../../../api/api-error.ts'
import type { OptionChain, OptionContract, OptionExpiration } from '../../../api/option-chain.ts'
import { useChainQuery, useExpirationsQuery } from '../../../api/option-endpoints.ts'
import { type StockQuote, useQuoteQuery } from '../../../api/stock-endpoints.ts'
import { useSuggestions } from '../../../shared/symbol-search/use-suggestions.ts'
import { type PositionFields, readFigure, readTicker } from './position-fields.ts'

const DEBOUNCE_MS = 500
const MIN_LENGTH = 2
/** How many suggestions to request: as many as the ticker field does, so that both share one cached request. */
const SUGGESTIONS = 8
const NONE: readonly never[] = []

/** Market data for the stock, expiration and strike in the fields. */
export interface ListedCalls {
  readonly expirations: readonly OptionExpiration[]
  readonly chain: OptionChain | null
  readonly calls: readonly OptionContract[]
  /** Call that the fields identify; null if none. */
  readonly call: OptionContract | null
  readonly quote: StockQuote | null
  /** Today's date in the market's time zone; null if unknown. */
  readonly marketDay: string | null
  readonly waitsFor: 'expirations' | 'strikes' | null
  readonly failed: 'expirations' | 'strikes' | null
  /** Whether the expirations have loaded. */
  readonly isAnswered: boolean
  /** The listed symbol if it differs from the typed one; null otherwise. */
  readonly otherSpelling: string | null
  /** The typed ticker if the market does not know it; null otherwise. */
  readonly unknownTicker: string | null
  /** The server's explanation of why nothing is listed. */
  readonly message: string | null
  readonly retry: () => void
}

/** A symbol as requested, and as listed. */
export interface ListedSymbol {
  readonly asked: string
  readonly symbol: string
}

/**
 * Loads the listed calls: at once for a ticker that was chosen, given or already resolved, otherwise debounced. A
 * single letter may be incomplete, so it is skipped unless the suggestions contain that symbol (D46).
 */
export function useListedCalls(fields: PositionFields, certain: ListedSymbol | null): ListedCalls {
  const { ticker, expiryDate } = fields
  const [settled] = useDebouncedValue(ticker, DEBOUNCE_MS)
  const typed = readTicker(fields)
  const isLetter = typed?.length === 1
  const { suggestions } = useSuggestions(ticker, isLetter, { limit: SUGGESTIONS })
  const isConfirmed = isLetter && suggestions.some(({ symbol }) => symbol === typed)
  const isDebounced = settled === ticker && typed !== null && typed.length >= MIN_LENGTH
  const isCertain = ticker !== '' && ticker === certain?.symbol
  const asked = isCertain ? certain.asked : isConfirmed || isDebounced ? typed : null
  const expirations = useExpirationsQuery(asked ?? skipToken)
  const symbol = expirations.currentData?.symbol ?? null
  const listed = expirations.currentData?.expirations ?? NONE
  const isListed = listed.some(({ date }) => date === expiryDate)
  const chain = useChainQuery(
    symbol !== null && isListed ? { symbol, expiration: expiryDate, side: 'call' } : skipToken,
  )
  const { currentData: quote = null } = useQuoteQuery(asked ?? skipToken)
  const calls = chain.currentData?.contracts ?? NONE
  const strike = readFigure('strikePrice', fields)
  const isOnItsWay = asked === null && settled !== ticker && typed !== null
  const hasFailed = expirations.isError && !expirations.isFetching
  const isUnknown = hasFailed && asApiError(expirations.error)?.status === 404
  return {
    expirations: listed,
    chain: chain.currentData ?? null,
    calls,
    call: calls.find((call) => call.strike === strike) ?? null,
    quote,
    marketDay: findMarketDay(listed),
    waitsFor: expirations.isFetching || isOnItsWay ? 'expirations' : chain.isFetching ? 'strikes' : null,
    failed: findFailed(hasFailed && !isUnknown, chain.isError && !chain.isFetching),
    isAnswered: expirations.currentData !== undefined && !expirations.isFetching,
    otherSpelling: symbol !== null && symbol !== ticker ? symbol : null,
    unknownTicker: isUnknown ? ticker.trim() : null,
    message: expirations.currentData?.message ?? null,
    retry: () => void (chain.isError ? chain.refetch() : expirations.refetch()),
  }
}

/**
 * Derives the market's date from an expiration and its days left (D4). Skips 0 days: they may be clamped.
 */
function findMarketDay(listed: readonly OptionExpiration[]): string | null {
  const later = listed.find(({ days }) => days > 0)
  return later === undefined ? null : addDays(later.date, -later.days)
}

function findFailed(expirations: boolean, strikes: boolean): ListedCalls['failed'] {
  if (expirations) return 'expirations'
  return strikes ? 'strikes' : null
}
