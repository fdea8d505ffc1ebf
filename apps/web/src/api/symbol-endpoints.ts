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
      // Not retried: by then, the user has typed more.
      query: (query) => request('stocks.symbolsWithOptions', { query, attempts: 1 }),
      transformResponse: ({ symbols }: Success<'stocks.symbolsWithOptions'>) => symbols,
    }),
  }),
})

export const { useSuggestSymbolsQuery } = symbolApi
