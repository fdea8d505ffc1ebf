import { readFailure } from './failure.ts'

export interface FetchResult<T> {
  readonly answer: T | null
  readonly warnings: readonly string[]
}

/** Awaits a response that the tool can do without. If it fails, returns null and a warning that gives the reason. */
export async function tryFetch<T>(question: Promise<T>): Promise<FetchResult<T>> {
  try {
    return { answer: await question, warnings: [] }
  } catch (error) {
    const failure = readFailure(error)
    if (failure === null) throw error
    return { answer: null, warnings: [failure.message] }
  }
}
