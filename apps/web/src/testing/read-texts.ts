/** A hidden option still shows as the value of a closed select. */
const NOT_READ = 'script, style, [hidden]:not(option), [hidden] :not(option)'

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** An element's own text, without its children's. */
function readOwnText(element: Element): string {
  const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  return words.map((node) => node.textContent ?? '').join('')
}

/** Every visible or announced text: each element's own text, accessible names and placeholders. */
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

/** The texts split into sentences. */
export const readSentences = (): string[] =>
  readTexts().flatMap((text) => text.split(/(?<=\.) /).map((sentence) => sentence.replace(/\.$/, '')))

/** The texts split into words, to find figures within sentences. */
export const readWords = (): string[] => readTexts().flatMap((text) => text.split(' '))
