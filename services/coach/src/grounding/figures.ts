import { type Neighbors, readNeighbors } from './neighbors.ts'

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
export type FigureKind = 'usd' | 'pct' | 'days' | 'count' | 'strike' | 'delta' | 'multiple' | 'plain' | 'foreign'

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
  ...{ hundred: 100, k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, mm: 1e6, mln: 1e6, million: 1e6 },
  ...{ b: 1e9, bn: 1e9, bln: 1e9, billion: 1e9, t: 1e12, tn: 1e12, trillion: 1e12 },
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
export function spanDays(word: string): number | null {
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
    ...{ per: null, direction: null, isState: false },
    kind: 'foreign' as const,
  }))
}
