/** Reads what was typed after a command; what is wrong with it is said together with how it is used. */
export function readCommandLine<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
