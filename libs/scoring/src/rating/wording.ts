const UNITS: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** A large count in three digits for a sentence: 34.1M, 8.5k, 120. */
export function shortCount(value: number): string {
  for (const [size, letter] of UNITS) {
    if (Math.abs(value) >= size) return `${(value / size).toFixed(1)}${letter}`
  }
  return String(Math.round(value))
}

export const onePlace = (value: number): string => value.toFixed(1)

/** "a, b and c". */
export function listed(phrases: readonly string[]): string {
  const last = phrases.at(-1) ?? ''
  return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(', ')} and ${last}`
}

/** Known phrases first, then what is missing, as one sentence. */
export function sentence(known: readonly string[], missing: readonly string[]): string {
  const first = known.length > 0 ? listed(known) : ''
  const second = missing.length > 0 ? `${listed(missing)} unknown` : ''
  const text = [first, second].filter((part) => part !== '').join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
