/** A hidden choice is what a closed list shows. */
const NOT_READ = 'script, style, [hidden]:not(option), [hidden] :not(option)'

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The words that stand in an element itself, not in what is inside it. */
function readOwnText(element: Element): string {
  const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  return words.map((node) => node.textContent ?? '').join('')
}

/** Everything there is to read and to hear: the text of each element, names given in words, placeholders. */
export function readTexts(): string[] {
  const elements = [...document.body.querySelectorAll('*')].filter((element) => !element.matches(NOT_READ))
  return elements
    .flatMap((element) => [
      readOwnText(element),
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('placeholder') ?? '',
    ])
    .map(squeeze)
    .filter((text) => text !== '')
}

/** The same, sentence by sentence, where a text is followed by others. */
export const readSentences = (): string[] =>
  readTexts().flatMap((text) => text.split(/(?<=\.) /).map((sentence) => sentence.replace(/\.$/, '')))

/** The same, word by word, for figures that stand within sentences. */
export const readWords = (): string[] => readTexts().flatMap((text) => text.split(' '))
