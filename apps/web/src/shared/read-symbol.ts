const SYMBOL = /^[A-Z]{1,6}([.-][A-Z]{1,3})?$/

/** Returns the symbol in upper case, or null if the text is not a symbol. */
export const readSymbol = (text: string): string | null => SYMBOL.exec(text.trim().toUpperCase())?.[0] ?? null
