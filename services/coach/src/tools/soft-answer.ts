import { readFailure } from './failure.ts'

export interface SoftAnswer<T> {
  readonly answer: T | null
  readonly warnings: readonly string[]
}

/** Awaits an optional response: null, with the reason as a warning, if it fails. */
export async function askSoftly<T>(question: Promise<T>): Promise<SoftAnswer<T>> {
  try {
    return { answer: await question, warnings: [] }
  } catch (error) {
    const failure = readFailure(error)
    if (failure === null) throw error
    return { answer: null, warnings: [failure.message] }
  }
}
