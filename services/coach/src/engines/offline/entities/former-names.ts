import { formerSymbols } from '@callwright/contracts'

const WORD = /(?<![\p{L}\d])[A-Z]{2,5}(?![\p{L}\d])/gu

/**
 * Returns a note such as "FB is now META." if the message used a former ticker for one of `symbols`, otherwise null
 * (D62).
 */
export function describeFormerSymbols(message: string, symbols: readonly string[]): string | null {
  const words = new Set([...message.matchAll(WORD)].map(([word]) => word))
  const notes = [...words].flatMap((word) => {
    const today = formerSymbols.get(word)
    return today !== undefined && symbols.includes(today) && !symbols.includes(word) ? [`${word} is now ${today}.`] : []
  })
  return notes.length === 0 ? null : notes.join(' ')
}
