import type { Figure } from './figures.ts'

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
const COUNTED = new RegExp(
  `\\b(?<words>${WORD}(?:[\\s-]+${WORD})*)(?:[\\s-]+point(?<fraction>(?:[\\s-]+(?:${units.slice(0, 10).join('|')}))+))?[\\s-]+(?<unit>dollars?|bucks|cents?|percent|per\\s?cent|percentage points?|basis points?)\\b`,
  'giu',
)

/** Amounts of money and percentages written in words: `twenty-five percent`, `three dollars`, `two point five percent`. */
export function findNumberWords(text: string): Figure[] {
  return [...text.matchAll(COUNTED)].flatMap((match) => {
    const { words = '', fraction = '', unit = '' } = match.groups ?? {}
    const whole = readWords(words)
    if (whole === null) return []
    const decimals = fraction
      .trim()
      .split(/[\s-]+/u)
      .filter((word) => word !== '')
    const part = decimals.map((word) => units.indexOf(word.toLowerCase())).join('')
    const isMoney = /^(dollar|buck|cent)/iu.test(unit)
    return [
      {
        start: match.index,
        end: match.index + match[0].length,
        text: match[0],
        mantissa: Number(part === '' ? whole : `${whole}.${part}`),
        decimals: decimals.length,
        scale: /^(cent|basis)/iu.test(unit) ? 0.01 : 1,
        kind: isMoney ? ('usd' as const) : ('pct' as const),
      },
    ]
  })
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
