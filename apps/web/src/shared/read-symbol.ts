const SYMBOL = /^[A-Z]{1,6}([.-][A-Z]{1,3})?$/

/** The symbol that a text is, in whatever case; null: it is none. */
export const readSymbol = (text: string): string | null => SYMBOL.exec(text.trim().toUpperCase())?.[0] ?? null
