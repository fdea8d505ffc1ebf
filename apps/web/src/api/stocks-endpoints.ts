import type { Success } from '@callwright/contracts'
import { api } from './api.ts'
import { request } from './request.ts'

export interface SymbolSuggestion {
  readonly symbol: string
  readonly name: string
}

export const stocksApi = api.injectEndpoints({
  endpoints: (build) => ({
    symbolSuggestions: build.query<SymbolSuggestion[], { readonly search: string; readonly limit: number }>({
      query: (query) => request('stocks.symbolsWithOptions', { query }),
      transformResponse: (wire: Success<'stocks.symbolsWithOptions'>) => wire.symbols,
    }),
  }),
})
