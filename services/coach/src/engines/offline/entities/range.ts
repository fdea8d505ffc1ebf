import type { NumberMention } from './numbers.ts'

/** A requested range. A null bound is open. `isPoint` means a single number without a bound. */
export interface Range {
  readonly least: number | null
  readonly most: number | null
  readonly isPoint: boolean
  /** The range as text, with the figures as the user wrote them: `at least 40`. */
  readonly words: string
}

export const toPoint = (value: number, written = String(value)): Range => ({
  least: value,
  most: value,
  isPoint: true,
  words: written,
})

const SPACE = String.raw`[\s,:;(]`
const FILLER = String.raw`(?:\s+(?:a|an|the|of|is|are|be|was|being|around|about|roughly|say|like|only|just|my|their|its|total|with|value|than|at))*`
const LOW = [
  'at least|atleast|no less than|not less than|not (?:under|below)|more than|greater than|higher than|bigger than|better than|larger than',
  'over|above|exceed(?:s|ing)?|beyond|north of|min|minimum|starting at|upwards? of|past|beats?|tops|(?:or )?>=?|=>|≥|\\+',
].join('|')
const HIGH = [
  'at most|no more than|not more than|no (?:higher|greater|bigger) than|not (?:over|above|exceeding)|less than|lower than|smaller than|cheaper than',
  'fewer than|under|below|beneath|within|max|maximum|up to|upto|inside(?: of)?|south of|capped at|sub|<=?|=<|≤|shorter than|closer than',
].join('|')
const BEFORE_LOW = new RegExp(`(?:^|${SPACE})(?:${LOW})${FILLER}\\s*$`, 'u')
const BEFORE_HIGH = new RegExp(`(?:^|${SPACE}|(?<=[a-z]))(?:${HIGH})${FILLER}[\\s-]*$`, 'u')
const NEGATED = new RegExp(
  `\\b(?:not|no|never|n't|nothing|none|don't|doesn't|isn't|aren't)\\s+(?:over|above|under|below|more than|less than|exceed\\w*)${FILLER}\\s*$`,
  'u',
)
const UNIT = String.raw`(?:\s?(?:%|percent|dollars?|bucks?|delta|dte|days?|weeks?|months?|oi|score|rating|yield|premium|shares?|strike|iv rank|annual(?:ized)?|points?|out|a share|open interest))*`
const AFTER_LOW = new RegExp(
  `^${UNIT}\\s?(?:\\+|plus\\b|(?:or|and) (?:more|higher|better|above|over|greater|up|bigger|later|longer|richer)\\b|(?:minimum|min)\\b(?!\\s+[a-z$\\d])|at least\\b(?!\\s+[\\d$]))`,
  'u',
)
const AFTER_HIGH = new RegExp(
  `^${UNIT}\\s?(?:(?:or|and) (?:less|lower|under|below|fewer|cheaper|down|smaller|sooner|shorter|closer)\\b|(?:maximum|max|tops)\\b(?!\\s+[a-z$\\d])|at most\\b(?!\\s+[\\d$])|-\\s?(?:max|or-less))`,
  'u',
)

type Side = 'least' | 'most' | 'span' | 'point'

/** Determines from the surrounding words whether a number is a minimum, a maximum, a range or a single value. */
export function readSide(text: string, { start, end, isSpan }: NumberMention): Side {
  if (isSpan) return 'span'
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const isNegated = NEGATED.test(before)
  const [low, high] = [BEFORE_LOW.exec(before)?.index ?? -1, BEFORE_HIGH.exec(before)?.index ?? -1]
  const saysNo = (from: number) => /^[^a-z]*(?:no|not)\b/u.test(before.slice(from))
  // "no higher than" also contains "higher than", so the earlier match wins.
  if (low >= 0 && (high < 0 || low < high)) return isNegated && !saysNo(low) ? 'most' : 'least'
  if (high >= 0) return isNegated && !saysNo(high) ? 'least' : 'most'
  if (AFTER_LOW.test(after)) return 'least'
  return AFTER_HIGH.test(after) ? 'most' : 'point'
}

/** `scale` converts the mention's numbers to the measure's unit. */
export function toRange(
  mention: NumberMention,
  side: Side,
  scale: (value: number) => number = (value) => value,
): Range {
  const [one = 0, other = one] = mention.values.map(scale)
  const { written } = mention
  switch (side) {
    case 'span':
      return {
        least: one,
        most: other,
        isPoint: false,
        words: `from ${written.replace(/\s?-\s?/u, ' to ').replace(/^(.+) and /u, '$1 to ')}`,
      }
    case 'least':
      return { least: one, most: null, isPoint: false, words: `at least ${written}` }
    case 'most':
      return { least: null, most: one, isPoint: false, words: `at most ${written}` }
    default:
      return toPoint(one, written)
  }
}

/** Combines two bounds on the same measure, as in "over 50 but under 80". */
export const joinRanges = (one: Range, other: Range): Range =>
  one.isPoint || other.isPoint
    ? one
    : {
        least: one.least ?? other.least,
        most: one.most ?? other.most,
        isPoint: false,
        words: `${one.words} and ${other.words}`,
      }
