import { readFailure } from './failure.ts'

export interface SoftAnswer<T> {
  readonly answer: T | null
  readonly warnings: readonly string[]
}

/** An answer that another one can do without: null with the reason where there is none. */
export async function askSoftly<T>(question: Promise<T>): Promise<SoftAnswer<T>> {
  try {
    return { answer: await question, warnings: [] }
  } catch (error) {
    const failure = readFailure(error)
    if (failure === null) throw error
    return { answer: null, warnings: [failure.message] }
  }
}
