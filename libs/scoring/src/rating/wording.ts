import { asSentence, listed } from '../wording.ts'

/** Known phrases first, then what is missing, as one sentence. */
export function sentence(known: readonly string[], missing: readonly string[]): string {
  const first = known.length > 0 ? listed(known) : ''
  const second = missing.length > 0 ? `${listed(missing)} unknown` : ''
  return asSentence([first, second].filter((part) => part !== '').join('; '))
}
