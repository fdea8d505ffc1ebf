import type { Body, Success } from '@callwright/contracts'
import { api } from './api.ts'
import { request } from './http.ts'

/** Imports beside the one endpoint that sends the rows: taking one back, and saved column maps. */
const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    undoImport: build.mutation<Success<'portfolio.undoImport'>, { readonly id: string; readonly key: string }>({
      // The key makes it safe to repeat, so an answer that is lost does not leave the import where it is.
      query: ({ id, key }) => request('portfolio.undoImport', { params: { id }, idempotencyKey: key, attempts: 3 }),
      invalidatesTags: ['Portfolio'],
    }),
    exportLedger: build.query<string, void>({
      query: () => request('portfolio.export', { query: { what: 'ledger' } }),
      keepUnusedDataFor: 0,
    }),
    saveImportMap: build.mutation<null, Body<'portfolio.saveImportMap'>>({
      query: (body) => request('portfolio.saveImportMap', { body }),
      transformResponse: () => null,
    }),
    removeImportMap: build.mutation<null, string>({
      query: (id) => request('portfolio.removeImportMap', { params: { id } }),
      transformResponse: () => null,
    }),
  }),
})

export const { useUndoImportMutation, useSaveImportMapMutation, useRemoveImportMapMutation, useLazyExportLedgerQuery } =
  importsApi
