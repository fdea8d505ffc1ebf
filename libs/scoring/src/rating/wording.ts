import { asSentence, listed } from '../wording.ts'

/** Builds one sentence from the known figures and the names of the missing ones. */
export function sentence(known: readonly string[], missing: readonly string[]): string {
  const first = known.length > 0 ? listed(known) : ''
  const second = missing.length > 0 ? `${listed(missing)} unknown` : ''
  return asSentence([first, second].filter((part) => part !== '').join('; '))
}
