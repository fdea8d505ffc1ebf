/** A position may be one contract or many. */
export const moneyPers = ['share', 'contract', 'position'] as const
export type MoneyPer = (typeof moneyPers)[number]

/** Facts about a figure from the words around it. */
interface Neighbors {
  /** Unit of an amount, as in `$1.37 a share`. */
  readonly per: 'share' | 'contract' | null
  /** Direction in phrases such as `up 2%`, `a gain of $40` and `is down 2%`. */
  readonly direction: 'up' | 'down' | null
  /** Whether the text states a current fact, as in `its RSI is 70` and `it expires in 45 days`. */
  readonly isState: boolean
}

const PER = /^[,.]?\s?(?:\/|(?:per|(?:for |on |of )?(?:a|an|each|every|one))\s)\s?(?<what>share|contract)\b/iu
const ABOUT = '(?:by |about |around |roughly |nearly |almost |some |of |a )*'
const UP = new RegExp(`(?:\\+|\\b(?:up|gains?|gained|profits?|rose|risen|rises|climbed|earned|made)\\s${ABOUT})$`, 'iu')
const DOWN = new RegExp(
  `\\b(?:(?:is|are|was|were) down|fell|has fallen|have fallen|dropped|declined)\\s${ABOUT}$`,
  'iu',
)
const STATE =
  /(?:\b(?:is|are|was|were|stands at|sits at|reads|captured|has|have)|\bexpir(?:es|ed|ing) in)(?:\s(?:at|now|currently|about|around|only|just|already|nearly|over|above))*\s$/iu
const REACH = 48

export function readNeighbors(text: string, start: number, end: number): Neighbors {
  const before = text.slice(Math.max(0, start - REACH), start)
  const per = PER.exec(text.slice(end, end + REACH))?.groups?.what?.toLowerCase()
  return {
    per: per === 'share' || per === 'contract' ? per : null,
    isState: STATE.test(before),
    direction: UP.test(before) ? 'up' : DOWN.test(before) ? 'down' : null,
  }
}

/** Whether a value's sign agrees with the direction in the text. */
export const matchesDirection = (value: number, direction: Neighbors['direction']): boolean =>
  direction === null || (direction === 'up' ? value >= 0 : value <= 0)

/** A number in a text with its context. */
export interface Figure extends Neighbors {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The number as written, before K, M, B or T is applied. */
  readonly mantissa: number
  readonly decimals: number
  readonly scale: number
  readonly kind: FigureKind
}

/**
 * `strike` is a number before a word that fits both a price and a count: the 90 call, 3 calls. `multiple` is 2x or 3
 * times. `foreign` is never supported: other currencies, and digits in other scripts.
 */
type FigureKind = 'usd' | 'pct' | 'days' | 'count' | 'strike' | 'delta' | 'multiple' | 'plain' | 'foreign'

const NUMBER = /(?<currency>US\$|[$€£¥]\s?)?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)/giu
const SUFFIX =
  /^(?:\s?(?:(?<percent>%|percent\b|per\s?cent\b|percentage points?\b)|(?<permille>‰)|(?<cent>¢)|(?<basis>bps?\b|basis points?\b))|[\s-]?(?<scale>(?:hundred|thousand|million|billion|trillion|mn|mm|mln|bn|bln|tn)\b|[kmbt](?![\p{L}\d])))/iu
const WORD_AFTER =
  /^(?:[\s-]{0,2}(?:to|and|or|[-–—])\s?\$?[\d.,]+%?)?[\s-]?(?:calendar |trading |covered |more |whole )*(?<word>days?|dte|weeks?|months?|shares?|contracts?|stocks?|positions?|calls?|options?|rows?|results?|companies|symbols?|strikes?|expirations?|expiries|minutes?|dollars?|bucks|usd|cents?)\b/iu
const DELTA_BEFORE = /\bdeltas?\b(?:\s+(?:of|is|at|near|about|around|between|from|to|the|a))*[\s:(=~≈]*$/iu
const DELTA_AFTER = /^[\s-]?deltas?\b/iu
const MULTIPLE_AFTER = /^(?:\s?[x×](?![\p{L}\d])|\s?times\b)/iu
/** Nouns and verbs that imply the unit of the following number if it has none. */
const NAMED_BEFORE =
  /\b(?:(?<money>prices?|premiums?|bid|ask|break-?even|trad(?:es|ed|ing)|costs?|pays?)|(?<percent>yields?|yielding|returns?))(?:\s+(?:is|are|of|at|to|near|around|about|above|below|over|under|from|only))*\s+$/iu
const RANGE = /^\s?(?:to|and|or|[-–—])\s?$/iu

const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mln: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  bln: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
}

export function findFigures(text: string): Figure[] {
  const figures = [...text.matchAll(NUMBER)].map((match) => readFigure(text, match))
  return [...shareKinds(text, figures), ...findForeignDigits(text)]
}

function readFigure(text: string, match: RegExpExecArray): Figure {
  const { currency = '', digits = '' } = match.groups ?? {}
  const after = match.index + match[0].length
  const suffix = SUFFIX.exec(text.slice(after, after + 24))
  const { percent, permille, cent, basis, scale } = suffix?.groups ?? {}
  const end = after + (suffix?.[0].length ?? 0)
  const written = {
    start: match.index,
    end,
    text: text.slice(match.index, end),
    mantissa: Number(digits.replaceAll(',', '')),
    decimals: digits.split('.')[1]?.length ?? 0,
    scale: scale === undefined ? 1 : (scales[scale.toLowerCase()] ?? 1),
    ...readNeighbors(text, match.index, end),
  }
  if (/[€£¥]/u.test(currency)) return { ...written, kind: 'foreign' }
  if (basis !== undefined) return { ...written, scale: 0.01, kind: 'pct' }
  if (permille !== undefined) return { ...written, scale: 0.1, kind: 'pct' }
  if (cent !== undefined) return { ...written, scale: 0.01, kind: 'usd' }
  if (percent !== undefined) return { ...written, kind: 'pct' }
  if (currency !== '') return { ...written, kind: 'usd' }
  if (DELTA_BEFORE.test(text.slice(0, match.index)) || DELTA_AFTER.test(text.slice(end)))
    return { ...written, kind: 'delta' }
  if (MULTIPLE_AFTER.test(text.slice(end))) return { ...written, kind: 'multiple' }
  const named = readWordAfter(text.slice(end, end + 48))
  return { ...written, ...(named.kind === 'plain' ? readWordBefore(text.slice(0, match.index)) : named) }
}

/** Days in a week, month or similar word; null for any other word. */
function spanDays(word: string): number | null {
  if (/weeks?$/iu.test(word)) return 7
  return /months?$/iu.test(word) ? 365 / 12 : null
}

function readWordBefore(before: string): Pick<Figure, 'kind'> {
  const { money, percent } = NAMED_BEFORE.exec(before)?.groups ?? {}
  return { kind: money !== undefined ? 'usd' : percent !== undefined ? 'pct' : 'plain' }
}

function readWordAfter(rest: string): Pick<Figure, 'kind'> & { scale?: number } {
  const word = WORD_AFTER.exec(rest)?.groups?.word?.toLowerCase()
  if (word === undefined) return { kind: 'plain' }
  const span = spanDays(word)
  if (span !== null) return { kind: 'days', scale: span }
  if (/^(dollars?|bucks|usd)$/u.test(word)) return { kind: 'usd' }
  if (/^cents?$/u.test(word)) return { kind: 'usd', scale: 0.01 }
  if (/^(calls?|options?|strikes?)$/u.test(word)) return { kind: 'strike' }
  return { kind: /^(days?|dte|minutes?)$/u.test(word) ? 'days' : 'count' }
}

/** In `20-30%` and `$2 to 3`, the sign applies to both ends of the range. */
function shareKinds(text: string, figures: readonly Figure[]): Figure[] {
  return figures.map((figure, index) => {
    const next = figures[index + 1]
    const before = figures[index - 1]
    if (figure.kind !== 'plain') return figure
    if (next?.kind === 'pct' && RANGE.test(text.slice(figure.end, next.start))) return { ...figure, kind: 'pct' }
    if (before?.kind === 'delta' && RANGE.test(text.slice(before.end, figure.start)))
      return { ...figure, kind: 'delta' }
    if (before?.kind === 'usd' && RANGE.test(text.slice(before.end, figure.start))) return { ...figure, kind: 'usd' }
    return figure
  })
}

/** Results never contain digits in other scripts. */
function findForeignDigits(text: string): Figure[] {
  return [...text.matchAll(/(?![0-9])\p{N}+/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    mantissa: Number.NaN,
    decimals: 0,
    scale: 1,
    per: null,
    direction: null,
    isState: false,
    kind: 'foreign' as const,
  }))
}

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
    per: null,
    direction: null,
    isState: false,
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
