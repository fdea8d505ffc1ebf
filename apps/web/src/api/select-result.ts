interface QueryState<Data, Failure> {
  readonly data?: Data | undefined
  readonly currentData?: Data | undefined
  readonly error?: Failure | undefined
  readonly isFetching: boolean
  readonly isUninitialized: boolean
}

/**
 * Use as a query's `selectFromResult`. Keeps only what a page shows, so that no other change re-renders it. A query
 * that has not started or is skipped counts as fetching.
 */
export const selectResult = <Data, Failure>({
  data,
  currentData,
  error,
  isFetching,
  isUninitialized,
}: QueryState<Data, Failure>) => ({ data, currentData, error, isFetching: isFetching || isUninitialized })

/** Selects only the data. */
export const selectData = <Data>({ data }: { readonly data?: Data | undefined }) => ({ data })
