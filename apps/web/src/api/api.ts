import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'

/** The one slice of the server's answers; each backend service injects its endpoints from a file of its own. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Screen', 'Portfolio'],
  endpoints: () => ({}),
})
