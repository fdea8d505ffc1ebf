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
/** As many as the field shows: the same question. */
const SUGGESTIONS = 8
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
  /** Whether the market has said what it lists. */
  readonly isAnswered: boolean
  /** The symbol as the market lists it, where that is not how it is typed; null: as typed, or not known. */
  readonly otherSpelling: string | null
  /** The ticker, as it is typed, that the market does not know. */
  readonly unknownTicker: string | null
  /** The server's words on why nothing is listed. */
  readonly message: string | null
  readonly retry: () => void
}

/** A symbol as it was asked for, and as the market lists it. */
export interface ListedSymbol {
  readonly asked: string
  readonly symbol: string
}

/**
 * Asks once the ticker has rested, and at once for one that is certain: chosen, given, or answered. One letter may be a
 * beginning, unless the market suggests just that symbol (D46).
 */
export function useListedCalls(fields: PositionFields, certain: ListedSymbol | null): ListedCalls {
  const { ticker, expiryDate } = fields
  const [settled] = useDebouncedValue(ticker, DEBOUNCE_MS)
  const typed = readTicker(fields)
  const isLetter = typed?.length === 1
  const suggestions = useSuggestions(ticker, isLetter, { limit: SUGGESTIONS })
  const isConfirmed = isLetter && suggestions.some(({ symbol }) => symbol === typed)
  const hasRested = settled === ticker && typed !== null && typed.length >= MIN_LENGTH
  const isCertain = ticker !== '' && ticker === certain?.symbol
  const asked = isCertain ? certain.asked : isConfirmed || hasRested ? typed : null
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

/** Days count from it (D4), but not below none. */
function findMarketDay(listed: readonly OptionExpiration[]): string | null {
  const later = listed.find(({ days }) => days > 0)
  return later === undefined ? null : addDays(later.date, -later.days)
}

function findFailed(expirations: boolean, strikes: boolean): ListedCalls['failed'] {
  if (expirations) return 'expirations'
  return strikes ? 'strikes' : null
}
