import type { Success } from '@callwright/contracts'
import { api } from './api.ts'
import { request } from './request.ts'

export interface SymbolSuggestion {
  readonly symbol: string
  readonly name: string
}

export interface SuggestionQuery {
  readonly search: string
  readonly limit: number
}

const symbolApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggestSymbols: build.query<readonly SymbolSuggestion[], SuggestionQuery>({
      // Sent once: by the time it could be sent again, more has been typed.
      query: (query) => request('stocks.symbolsWithOptions', { query, attempts: 1 }),
      transformResponse: ({ symbols }: Success<'stocks.symbolsWithOptions'>) => symbols,
    }),
  }),
})

export const { useSuggestSymbolsQuery } = symbolApi
