export type NumberKind = 'plain' | 'money' | 'percent'

/** One number in a text, or two that form a range. */
export interface NumberMention {
  readonly start: number
  readonly end: number
  readonly values: readonly number[]
  readonly kind: NumberKind
  readonly isSpan: boolean
  /** Whether the number is written like a call: `75s`, `600c`. */
  readonly isCall: boolean
  readonly written: string
}

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)`
const ONE = new RegExp(
  String.raw`(?<![\p{L}\d.#])(?!40[13]\s?\(?[kb]\b)(\$\s?)?(${DIGITS})(?:(\s?(?:%|percent\b|pct\b|per cent\b))|(\s?(?:cents?\b|¢))|(\s?(?:k|mm?|bn?|t|thousand|grand|million|billion|trillion|mil)(?:\s(?:dollars?|bucks?|usd)\b)?(?![\p{L}\d]))|(\s?(?:dollars?|bucks?|usd)\b))?(?:('?s|c)(?![\p{L}\d]))?(?![\d]|\p{L}{2}|x(?![\p{L}\d]))`,
  'gu',
)

const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }

interface One {
  readonly start: number
  readonly end: number
  readonly value: number
  readonly kind: NumberKind
  readonly isCall: boolean
}

function listOnes(text: string): One[] {
  return [...text.matchAll(ONE)].map((match) => {
    const [whole, dollar, digits = '', percent, cents, scale, dollars, call] = match
    const value = Number(digits.replaceAll(',', ''))
    const factor =
      cents !== undefined
        ? 0.01
        : scale === undefined
          ? 1
          : (scales[/^(?:th|gr)/u.test(scale.trim()) ? 'k' : scale.trim().charAt(0)] ?? 1)
    const isMoney = [dollar, cents, dollars, /\s\w{3,7}$/u.exec(scale?.trim() ?? '')?.[0]].some(
      (one) => one !== undefined,
    )
    return {
      start: match.index,
      end: match.index + whole.length,
      value: Math.round(value * factor * 10_000) / 10_000,
      kind: percent !== undefined ? 'percent' : isMoney ? 'money' : 'plain',
      isCall: call !== undefined,
    }
  })
}

const SPAN_BETWEEN = /^\s?(?:-|to|through|till|until|\.\.\.?)\s?$/u
const AND_BETWEEN = /^\s?(?:and|to|-|&)\s?$/u
const OPENS_SPAN =
  /(?<!\b(?:difference|trade-?off|choice|choose|choosing|decide|deciding|torn|gap|spread) )\b(?:between|from|range(?: of)?)\s?$/u

/**
 * Finds the numbers in a text, in order. A range counts as one mention. With `isPath`, as for a roll, "95 to 100" is a
 * move instead of a range. With
 * `isSingle`, every number is a mention of its own.
 */
export function listNumbers(
  text: string,
  { isPath = false, isSingle = false }: { isPath?: boolean; isSingle?: boolean } = {},
): NumberMention[] {
  const ones = listOnes(text)
  const mentions: NumberMention[] = []
  for (let index = 0; index < ones.length; index += 1) {
    const one = ones[index]
    const next = ones[index + 1]
    if (one === undefined) continue
    if (!isSingle && next !== undefined && isSpan(text, one, next, isPath)) {
      mentions.push(toMention(text, [one, next]))
      index += 1
    } else mentions.push(toMention(text, [one]))
  }
  return mentions
}

const UNIT_OF_TIME = /^[\s-]?(?:days?|dte|weeks?|months?|wks?|d\b)/u

function isSpan(text: string, one: One, next: One, isPath: boolean): boolean {
  const between = text.slice(one.end, next.start)
  if (AND_BETWEEN.test(between) && OPENS_SPAN.test(text.slice(0, one.start))) return true
  if (isPath && /^\s?to\s?$/u.test(between)) return UNIT_OF_TIME.test(text.slice(next.end))
  const isEither = /\b(?:better|best|vs\.?|versus|which|compare|rather|pays? more)\b/u.test(text)
  return (
    SPAN_BETWEEN.test(between) || (!isEither && /^\s?or\s?$/u.test(between) && UNIT_OF_TIME.test(text.slice(next.end)))
  )
}

function toMention(text: string, ones: readonly One[]): NumberMention {
  const [first] = ones
  const last = ones.at(-1)
  const [start, end] = [first?.start ?? 0, last?.end ?? 0]
  return {
    start,
    end,
    values: ones.map(({ value }) => value).toSorted((a, b) => a - b),
    kind: ones.find(({ kind }) => kind !== 'plain')?.kind ?? 'plain',
    isSpan: ones.length > 1,
    isCall: last?.isCall === true,
    written: text.slice(start, end).trim(),
  }
}

const FILLER = String.raw`(?:\s+(?:a|an|the|of|is|are|be|around|about|like|only|just|my|its|total|with|than|at|premium|yield|delta|price|strike|rating|score|oi|volume))*`
const LOW =
  'at least|atleast|no less than|not less than|not (?:under|below)|(?:more|greater|higher|bigger|better|larger) than|over|above|exceed(?:s|ing)?|' +
  'beyond|north of|min|minimum|starting at|upwards? of|past|beats?|(?:or )?>=?|=>|\\+'
const HIGH =
  'at most|no more than|not more than|no (?:higher|greater|bigger) than|not (?:over|above|exceeding)|(?:less|lower|smaller|cheaper|fewer|shorter) than|' +
  'under|below|beneath|within|max|maximum|up to|upto|inside(?: of)?|south of|capped at|sub|<=?|=<'
const BEFORE_LOW = new RegExp(`(?:^|[\\s,:;(])(?:${LOW})${FILLER}\\s*$`, 'u')
const BEFORE_HIGH = new RegExp(`(?:^|[\\s,:;(])(?:${HIGH})${FILLER}[\\s-]*$`, 'u')
export const NEGATED =
  /\b(?:nothing|never|none|(?:not|no|don't|doesn't|isn't|aren't)(?= (?:want|go|show|take|need|anything|any|calls?|strikes?)\b)|without(?= (?:being|going|taking|exceeding)\b))\s+(?:(?:want|go|show|take|need|anything|any|calls?|strikes?|me|a|\w+ing)\s+)*(?:[^.;?]{0,40}\b(?:or|nor|and) (?:anything|stocks|names|ones) )?(?:over|above|under|below|past|beyond|more than|less than)(?:\s+(?:an?|the))?\s*$/u
const UNIT = String.raw`(?:\s?(?:%|percent|dollars?|bucks?|delta|dte|days?|oi|score|rating|yield|premium|shares?|strike|iv rank|points?|a share|open interest))*`
const AFTER_LOW = new RegExp(
  `^${UNIT}\\s?(?:\\+|plus\\b|(?:or|and) (?:more|higher|better|above|over|greater|up|later|longer)\\b|(?:minimum|min)\\b(?!\\s+[a-z$\\d])|at least\\b(?!\\s+[\\d$]))`,
  'u',
)
const AFTER_HIGH = new RegExp(
  `^${UNIT}\\s?(?:(?:or|and) (?:less|lower|under|below|fewer|cheaper|down|sooner|shorter)\\b|(?:maximum|max|tops)\\b(?!\\s+[a-z$\\d])|at most\\b(?!\\s+[\\d$]))`,
  'u',
)

/** Whether the words around a number make it a minimum, a maximum, a range or a single value. */
export function readSide(text: string, { start, end, isSpan }: NumberMention): 'least' | 'most' | 'span' | 'point' {
  if (isSpan) return 'span'
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const isNegated = NEGATED.test(before)
  const [low, high] = [BEFORE_LOW.exec(before)?.index ?? -1, BEFORE_HIGH.exec(before)?.index ?? -1]
  // "no higher than" also contains "higher than", so the earlier match wins.
  if (low >= 0 && (high < 0 || low < high)) return isNegated ? 'most' : 'least'
  if (high >= 0) return isNegated ? 'least' : 'most'
  if (AFTER_LOW.test(after)) return 'least'
  return AFTER_HIGH.test(after) ? 'most' : 'point'
}
