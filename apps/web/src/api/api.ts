import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'

/** The app's only API slice. The endpoints of each backend service are injected by that service's file. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Screen', 'Portfolio'],
  endpoints: () => ({}),
})
