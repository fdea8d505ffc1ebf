import type { Item } from './items.ts'

/** An expected value: `floored` if the page rounds it down, or a string that must match exactly. */
type Value = number | Floored | string

interface Floored {
  readonly floored: number
}

export const floored = (value: number): Floored => ({ floored: value })

/** Text expected on the page. Words must match exactly; figures must match to the precision shown. */
export interface ExpectedText {
  readonly pattern: RegExp
  readonly figures: readonly (number | Floored)[]
  readonly words: string
}

/** Text expected at a place. If a place has several texts, they must appear in this order. */
export interface Expected {
  readonly place: string
  readonly said: ExpectedText
}

const NUMERAL = '([+\u2212-]?\\d[\\d,]*(?:\\.\\d+)?(?:[kKMB](?![a-z]))?)'
const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, B: 1e9 }
/**
 * Tolerance in units of the last digit shown: half a unit for rounding, plus the difference between the two programs.
 */
const HALF = 0.52

export function said(words: TemplateStringsArray, ...values: readonly Value[]): ExpectedText {
  const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const draw = (read: (value: Value | undefined) => string, keep: (word: string) => string) =>
    words.map((word, index) => keep(word) + read(values[index])).join('')
  return {
    pattern: new RegExp(
      `^${draw((value) => (typeof value === 'string' ? quote(value) : value === undefined ? '' : NUMERAL), quote)}$`,
    ),
    figures: values.filter((value) => typeof value !== 'string'),
    words: draw(
      (value) => (typeof value === 'object' ? String(value.floored) : String(value ?? '')),
      (word) => word,
    ),
  }
}

const joinBy =
  (separator: string) =>
  (...texts: readonly ExpectedText[]): ExpectedText => ({
    pattern: new RegExp(`^${texts.map(({ pattern }) => pattern.source.slice(1, -1)).join(separator)}$`),
    figures: texts.flatMap(({ figures }) => figures),
    words: texts.map(({ words }) => words).join(separator),
  })

/** Joins texts with commas. */
export const joinTexts = joinBy(', ')
/** Joins sentences with spaces. */
export const joinSentences = joinBy(' ')

export const at = (place: string, ...texts: readonly ExpectedText[]): Expected[] =>
  texts.map((each) => ({ place, said: each }))

/** A column's figures from top to bottom, without the unknown ones. */
export const column = (place: string, figures: readonly (number | Floored | null)[]): Expected[] =>
  figures.flatMap((figure) => (figure === null ? [] : at(place, said`${figure}`)))

function isShown(numeral: string, figure: number | Floored): boolean {
  const multiple = MULTIPLES[numeral.at(-1) ?? ''] ?? 1
  const digits = numeral.replace(/[kKMB,+]/g, '').replace('\u2212', '-')
  const unit = multiple * 10 ** -(digits.split('.')[1]?.length ?? 0)
  const shown = Number(digits) * multiple
  if (typeof figure === 'number') return Math.abs(shown - figure) <= HALF * unit
  return Math.abs(shown + unit / 2 - figure.floored) <= HALF * unit
}

/** Expected texts in named groups. */
export type Groups = Readonly<Record<string, readonly Expected[]>>

export interface Proof {
  /** Expected texts that the page does not show, by group. */
  readonly wrong: Readonly<Record<string, readonly string[]>>
  /** Texts that the page shows but that were not expected. */
  readonly unexpected: readonly string[]
}

/** Compares every text on the page with the expected texts. Each expected text can be matched only once. */
export function verify(items: readonly Item[], groups: Groups): Proof {
  const left = new Set(items)
  const findFault = ({ place, said: { pattern, figures, words } }: Expected): string | null => {
    const item = [...left].find((each) => each.place === place && pattern.test(each.text))
    if (item === undefined) return `${place}: "${words}" is not in view`
    left.delete(item)
    const numerals = pattern.exec(item.text)?.slice(1) ?? []
    if (figures.every((figure, index) => isShown(numerals[index] ?? '', figure))) return null
    return `${nameOf(item)}: "${item.text}", not "${words}"`
  }
  const wrong = Object.entries(groups).map(([name, expected]) => [
    name,
    expected.map(findFault).filter((fault) => fault !== null),
  ])
  return { wrong: Object.fromEntries(wrong), unexpected: [...left].map((item) => `${nameOf(item)}: "${item.text}"`) }
}

const nameOf = ({ place, row }: Item) => (row === '' ? place : `${place}, ${row}`)
