import { formerTickers } from '@callwright/contracts'

const WORD = /(?<![\p{L}\d])[A-Z]{2,5}(?![\p{L}\d])/gu

/** "FB is now META.": a note for stocks named by a former ticker; null if there are none in `symbols` (D62). */
export function describeFormerTickers(message: string, symbols: readonly string[]): string | null {
  const words = new Set([...message.matchAll(WORD)].map(([word]) => word))
  const notes = [...words].flatMap((word) => {
    const today = formerTickers.get(word)
    return today !== undefined && symbols.includes(today) && !symbols.includes(word) ? [`${word} is now ${today}.`] : []
  })
  return notes.length === 0 ? null : notes.join(' ')
}
