import { type Figure, spanDays } from './figures.ts'
import { readNeighbors } from './neighbors.ts'

const units = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const values = new Map<string, number>([
  ...units.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, 20 + 10 * index]),
  ['a', 1],
])
const multipliers = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])
const WORD = `(?:${[...values.keys(), ...multipliers.keys(), 'and'].join('|')})`
const UNIT =
  'dollars?|bucks|cents?|percent|per\\s?cent|percentage points?|basis points?|(?:calendar |trading )?days?|weeks?|months?|times|shares?|contracts?'
const COUNTED = new RegExp(
  `\\b(?<words>${WORD}(?:[\\s-]+${WORD})*)(?:[\\s-]+point(?<fraction>(?:[\\s-]+(?:${units.slice(0, 10).join('|')}))+))?(?:[\\s-]+(?<unit>${UNIT}))?\\b`,
  'giu',
)
/** Smaller numbers written as text are usually not figures unless they have a unit: "one of them". */
const MIN_BARE_NUMBER = 13

/**
 * Finds numbers written as words: amounts, percentages, days, contracts and shares (`twenty-five percent`, `two point
 * five dollars`), and any number too large or precise to be a figure of speech.
 */
export function findNumberWords(text: string): Figure[] {
  return [...findMultiples(text), ...findCounted(text)]
}

/** Phrases that calculate a new figure, such as "half the price". They are always rejected. */
const MULTIPLE =
  /\b(?:(?:doubled|tripled|quadrupled|halved)\b|by (?:a )?(?:half|third|quarter)\b|(?:half|a third|a quarter) (?:of )?(?:the|its) (?:price|value)\b)/giu

const SUPPOSED = /\b(?:if|when|unless|suppose)\b/iu

function clauseBefore(text: string, index: number): string {
  const before = text.slice(0, index)
  return before.slice(Math.max(before.lastIndexOf('.'), before.lastIndexOf(';')) + 1)
}

function findMultiples(text: string): Figure[] {
  const meant = [...text.matchAll(MULTIPLE)].filter(({ index }) => !SUPPOSED.test(clauseBefore(text, index)))
  return meant.map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    mantissa: Number.NaN,
    decimals: 0,
    scale: 1,
    ...{ per: null, direction: null, isState: false },
    kind: 'foreign' as const,
  }))
}

function findCounted(text: string): Figure[] {
  return [...text.matchAll(COUNTED)].flatMap((match) => {
    const { words = '', fraction = '', unit = '' } = match.groups ?? {}
    const whole = readWords(words)
    if (whole === null || (fraction === '' && !isMeant(whole, unit))) return []
    const decimals = fraction
      .trim()
      .split(/[\s-]+/u)
      .filter((word) => word !== '')
    const part = decimals.map((word) => units.indexOf(word.toLowerCase())).join('')
    const end = match.index + match[0].length
    return [
      {
        start: match.index,
        end,
        text: match[0],
        mantissa: Number(part === '' ? whole : `${whole}.${part}`),
        decimals: decimals.length,
        scale: /^(cent|basis)/iu.test(unit) ? 0.01 : (spanDays(unit) ?? 1),
        kind: readKind(unit),
        ...readNeighbors(text, match.index, end),
      },
    ]
  })
}

function readKind(unit: string): Figure['kind'] {
  if (unit === '') return 'plain'
  if (/^(?:dollar|buck|cent)/iu.test(unit)) return 'usd'
  if (/(?:days?|weeks?|months?)$/iu.test(unit)) return 'days'
  if (/^times$/iu.test(unit)) return 'multiple'
  return /^(?:share|contract)/iu.test(unit) ? 'count' : 'pct'
}

/** "One day" and "one contract" are usually not figures either. */
function isMeant(whole: number, unit: string): boolean {
  if (unit === '') return whole >= MIN_BARE_NUMBER
  return whole !== 1 || !/(?:days?|weeks?|months?)$|^(?:share|contract|times)/iu.test(unit)
}

function readWords(words: string): number | null {
  let total = 0
  let group = 0
  let isNumber = false
  for (const word of words.toLowerCase().split(/[\s-]+/u)) {
    const multiplier = multipliers.get(word)
    if (multiplier === 100) group = Math.max(group, 1) * 100
    else if (multiplier !== undefined) {
      total += Math.max(group, 1) * multiplier
      group = 0
    } else group += values.get(word) ?? 0
    isNumber ||= word !== 'and' && word !== 'a'
  }
  return isNumber ? total + group : null
}
