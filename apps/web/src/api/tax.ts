import type { Success } from '@callwright/contracts'
import { toDomain } from '@callwright/contracts/domain-names'
import { api } from './api.ts'
import { request } from './http.ts'

type TaxWire = Success<'portfolio.tax'>

/** The United States tax view of one year. */
export type TaxReport = ReturnType<typeof readReport>
export type TaxRow = TaxReport['rows'][number]
export type TaxFlag = TaxRow['flags'][number]

const readReport = (wire: TaxWire) => ({
  ...toDomain(wire),
  rows: wire.rows.map((row) => ({ ...toDomain(row), washSale: row.wash_sale && toDomain(row.wash_sale) })),
  totals: toDomain(wire.totals),
  dividends: wire.dividends.map((paid) => toDomain(paid, { special: 'isSpecial' })),
  openAtYearEnd: wire.open_at_year_end.map((call) => toDomain(call)),
  unconfirmed: wire.unconfirmed.map((item) => toDomain(item)),
})

const taxApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Null for the current year. */
    tax: build.query<TaxReport, number | null>({
      query: (year) => request('portfolio.tax', { query: year === null ? {} : { year } }),
      transformResponse: readReport,
      providesTags: ['Portfolio'],
    }),
  }),
})

export const { useTaxQuery } = taxApi
