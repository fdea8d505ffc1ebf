/** Parses command-line arguments; an error message ends with the usage text. */
export function readCommandLine<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
