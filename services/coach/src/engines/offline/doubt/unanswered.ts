import { type Intent, intents, isOfWords } from '../intents.ts'
import type { Slots } from '../reading/slots.ts'
import { facets } from './facets.ts'

export interface Unanswered {
  readonly words: string
  readonly shown: RegExp
  readonly by: Intent | null
  /** The entry of the facts whose answer gives it. */
  readonly fact: string | null
}

/** Words of a message that ask for something its answer does not show. `shown`: the answer in lower case, with its figures. */
export function findUnanswered(text: string, intent: Intent, slots: Slots, shown: string): Unanswered[] {
  const isGeneral = isOfWords(intent)
  const uses: readonly string[] = intents[intent].uses
  const stocks = [...slots.stocks]
  return facets.flatMap(({ asks, shown: gives, bounds = [], isGeneral: ofAll, by = null, fact = null }) => {
    const found = asks.exec(text)
    const isBound = bounds.some((name) => slots[name] !== null && uses.includes(name))
    if (found === null || isBound || (isGeneral && ofAll !== true) || gives.test(shown)) return []
    return [{ words: found[0].replaceAll('§', () => stocks.shift() ?? 'it'), shown: gives, by, fact }]
  })
}

const PLACEHOLDER = /\{\{(r\d{1,3})\.([^}]{1,200})\}\}/gu

const valueAt = (result: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (value: unknown, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
    result,
  )

/** An answer with each placeholder as its path and value, so that words of both count as shown. */
export function showDraft(
  lines: readonly string[],
  calls: readonly { readonly id: string; readonly result: unknown }[],
): string {
  const written = lines.join(' ').replace(PLACEHOLDER, (_match, id: string, path: string) => {
    const result = calls.find((call) => call.id === id)?.result
    return `${path.replace(/[._]/gu, ' ')} ${String(valueAt(result, path.split('.')) ?? '')}`
  })
  return written.toLowerCase()
}
