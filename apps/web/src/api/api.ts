import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'

/** The only API slice; each backend service injects its endpoints from its own file. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Screen', 'Portfolio'],
  endpoints: () => ({}),
})
