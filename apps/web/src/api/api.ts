import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'

/** The only API slice. Each backend service's endpoints are injected from their own file. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Screen', 'Portfolio'],
  endpoints: () => ({}),
})
