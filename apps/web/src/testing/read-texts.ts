/** Hidden elements are not read, but a hidden option is, because a closed select may show it as its value. */
const NOT_READ = 'script, style, [hidden]:not(option), [hidden] :not(option)'

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The text directly inside an element, without its children's text. */
function readOwnText(element: Element): string {
  const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  return words.map((node) => node.textContent ?? '').join('')
}

/** Lists every text that is visible or announced: each element's own text, accessible name and placeholder. */
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

/** The texts, split into sentences. */
export const readSentences = (): string[] =>
  readTexts().flatMap((text) => text.split(/(?<=\.) /).map((sentence) => sentence.replace(/\.$/, '')))

/** The texts, split into words, so that figures inside a sentence can be found. */
export const readWords = (): string[] => readTexts().flatMap((text) => text.split(' '))
