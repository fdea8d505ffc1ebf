import { addDays } from '@callwright/scoring'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { asApiError } from '../../../api/http.ts'
import {
  type OptionChain,
  type OptionContract,
  type OptionExpiration,
  useChainQuery,
  useExpirationsQuery,
} from '../../../api/options.ts'
import { type StockQuote, useQuoteQuery } from '../../../api/stocks.ts'
import { formatPlainPrice, formatPrice } from '../../../shared/format/numbers.ts'
import { formatEtTime } from '../../../shared/format/times.ts'
import { useSuggestions } from '../../../shared/symbol-search/use-suggestions.ts'
import { type PositionFields, readFigure, readSymbol } from './position-fields.ts'

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
  readonly unknownSymbol: string | null
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
  const { symbol: entered, expiration } = fields
  const [settled] = useDebouncedValue(entered, DEBOUNCE_MS)
  const typed = readSymbol(fields)
  const isLetter = typed?.length === 1
  const { suggestions } = useSuggestions(entered, isLetter, { limit: SUGGESTIONS })
  const isConfirmed = isLetter && suggestions.some(({ symbol }) => symbol === typed)
  const isDebounced = settled === entered && typed !== null && typed.length >= MIN_LENGTH
  const isCertain = entered !== '' && entered === certain?.symbol
  const asked = isCertain ? certain.asked : isConfirmed || isDebounced ? typed : null
  const expirations = useExpirationsQuery(asked ?? skipToken)
  const symbol = expirations.currentData?.symbol ?? null
  const listed = expirations.currentData?.expirations ?? NONE
  const isListed = listed.some(({ date }) => date === expiration)
  const chain = useChainQuery(symbol !== null && isListed ? { symbol, expiration, side: 'call' } : skipToken)
  const { currentData: quote = null } = useQuoteQuery(asked ?? skipToken)
  const calls = chain.currentData?.contracts ?? NONE
  const strike = readFigure('strike', fields)
  const isOnItsWay = asked === null && settled !== entered && typed !== null
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
    otherSpelling: symbol !== null && symbol !== entered ? symbol : null,
    unknownSymbol: isUnknown ? entered.trim() : null,
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

/**
 * Suggests figures for a trade made today: the stock's last price and the call's bid, at which it can be sold (D6).
 * Suggests nothing for other days.
 */
export function suggestFigures(
  { quote, call }: Pick<ListedCalls, 'quote' | 'call'>,
  isToday: boolean,
): SuggestedFigures {
  if (!isToday) return { entryPrice: null, premium: null }
  return {
    entryPrice: quote && {
      text: formatPlainPrice(quote.lastPriceUsd),
      of: quote.symbol,
      what: `Last price, ${formatEtTime(quote.freshness.asOf)}`,
    },
    premium: call && suggestPremium(call),
  }
}

function suggestPremium({ bid, mid, contractSymbol: of }: NonNullable<ListedCalls['call']>): SuggestedFigure | null {
  // A call with a bid of 0 can't be sold, so suggest no premium rather than a wrong one.
  if (bid === 0) return null
  if (bid !== null) {
    return {
      text: formatPlainPrice(bid),
      of,
      what: mid === null ? 'Bid' : `Bid (mid ${formatPrice(mid)})`,
    }
  }
  return mid === null ? null : { text: formatPlainPrice(mid), of, what: 'Mid; there is no bid' }
}

type SuggestedName = 'entryPrice' | 'premium'

/** A market figure formatted for the form. */
interface SuggestedFigure {
  readonly text: string
  /** Symbol of the stock or contract that the figure belongs to. */
  readonly of: string
  /** Description of the figure. */
  readonly what: string
}

type SuggestedFigures = Readonly<Record<SuggestedName, SuggestedFigure | null>>

/**
 * Fills empty fields with suggestions. `given` has the initial values that were also suggestions, not the user's own
 * input.
 * @returns a function that clears suggestions when the fields they depend on change; the user's input stays.
 */
export function useSuggestedFigures(
  form: UseFormReturn<PositionFields>,
  { entryPrice, premium }: SuggestedFigures,
  given: Readonly<Record<SuggestedName, string | null>>,
): (...names: readonly SuggestedName[]) => void {
  const filled = useRef<Record<SuggestedName, string | null>>({ ...given })
  const put = (name: SuggestedName, text: string) => {
    filled.current[name] = text
    form.setValue(name, text, { shouldValidate: form.formState.isSubmitted })
  }
  const offer = useEffectEvent((name: SuggestedName, text: string | undefined) => {
    if (text === undefined || form.getValues(name) !== '') return
    put(name, text)
    const field = document.activeElement
    if (field instanceof HTMLInputElement && field.name === name) selectOnceShown(field, text)
  })
  // The same figure for another contract is a new suggestion.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the symbol, not only on the text
  useEffect(() => offer('entryPrice', entryPrice?.text), [entryPrice?.of, entryPrice?.text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the symbol, not only on the text
  useEffect(() => offer('premium', premium?.text), [premium?.of, premium?.text])
  return (...names) => {
    for (const name of names) {
      if (form.getValues(name) === filled.current[name]) put(name, '')
    }
  }
}

/** Selects a suggestion that appears in the focused field, so that typing replaces it, as it does after Tab. */
function selectOnceShown(field: HTMLInputElement, text: string): void {
  requestAnimationFrame(() => {
    if (field.value === text) field.select()
  })
}
