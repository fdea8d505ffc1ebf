const SYMBOL = /^[A-Z]{1,6}([.-][A-Z]{1,3})?$/

/** Symbol in a text of any case; null if it is not one. */
export const readSymbol = (text: string): string | null => SYMBOL.exec(text.trim().toUpperCase())?.[0] ?? null
