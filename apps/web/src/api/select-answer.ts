interface Question<Data, Failure> {
  readonly data?: Data | undefined
  readonly currentData?: Data | undefined
  readonly error?: Failure | undefined
  readonly isFetching: boolean
  readonly isUninitialized: boolean
}

/**
 * What a page shows of a question to the server, as a query's `selectFromResult`: of a step on the way that changes nothing
 * of it, nothing is drawn. From its first drawing on a question counts as on its way, even one that is skipped.
 */
export const selectAnswer = <Data, Failure>({
  data,
  currentData,
  error,
  isFetching,
  isUninitialized,
}: Question<Data, Failure>) => ({ data, currentData, error, isFetching: isFetching || isUninitialized })

/** The same for those that only show what is there. */
export const selectData = <Data>({ data }: { readonly data?: Data | undefined }) => ({ data })
