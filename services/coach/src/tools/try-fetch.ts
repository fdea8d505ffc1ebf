import { readFailure } from './failure.ts'

export interface FetchResult<T> {
  readonly answer: T | null
  readonly warnings: readonly string[]
}

/** Awaits an optional response. On failure, returns null and a warning with the reason. */
export async function tryFetch<T>(question: Promise<T>): Promise<FetchResult<T>> {
  try {
    return { answer: await question, warnings: [] }
  } catch (error) {
    const failure = readFailure(error)
    if (failure === null) throw error
    return { answer: null, warnings: [failure.message] }
  }
}
