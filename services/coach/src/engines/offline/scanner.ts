/** Reads figures out of a text one after the other: what has been read is gone, so that no number is read twice. */
export interface Scanner {
  readonly text: string
  take(pattern: RegExp): RegExpExecArray | null
}

export function openScanner(text: string): Scanner {
  let left = text
  return {
    get text() {
      return left
    },
    take(pattern) {
      const match = pattern.exec(left)
      if (match !== null) left = `${left.slice(0, match.index)} ; ${left.slice(match.index + match[0].length)}`
      return match
    },
  }
}

/** A span that was asked for; null is no bound. `isPoint` where one number was named. */
export interface Range {
  readonly least: number | null
  readonly most: number | null
  readonly isPoint: boolean
}

const NUMBER = String.raw`\$?\s?(\d[\d,]*(?:\.\d+)?|\.\d+)\s?(?:k\b)?`
const LOW =
  '(?:over|above|at least|>=?|more than|greater than|higher than|bigger than|min(?:imum)?(?: of)?|no less than|not under|exceeding|north of|beyond|starting at)'
const HIGH =
  '(?:under|below|at most|<=?|less than|lower than|smaller than|max(?:imum)?(?: of)?|no more than|not over|not above|up to|cheaper than|beneath|within|south of|no higher than)'
const NEAR = '(?:around|about|approximately|approx|near|close to|roughly|~|of|=|:|is|at|a)'
const FILL = String.raw`(?:\s|\bis\b|\bof\b|\brange\b|\bthe\b|\bbe\b|\bbeing\b|\bwith\b|\bvalue\b|\bshould\b|\bare\b|\bwas\b|\bwere\b|\ba\b|:|=)*`
const OR_MORE = String.raw`(?:\+|plus|or more|or higher|or better|and up|or above|minimum|min\b)`
/** What would make the number a strike. */
const NO_STRIKE = String.raw`(?![\d.]*\s?(?:calls?|strikes?|c)\b)`
const UNIT = String.raw`\s?(?:%|percent|per cent|dollars?|bucks|usd)?`

/**
 * The span of a quantity that is named before its numbers ("delta between 0.2 and 0.3") or after them ("20-30 delta").
 * `after` is how it is named there, where that differs.
 */
export function takeRange(scanner: Scanner, before: string, after = before): Range | null {
  const isStrike = before.includes('strike')
  const named = `\\b(?:${before})\\b${FILL}`
  const naming = `${UNIT}[\\s-]?(?:a |per )?\\b(?:${after})`
  const span = `(?:between|from)?\\s?${NUMBER}${UNIT}\\s?(?:and|to|through|till|or|-)\\s?${NUMBER}`
  return (
    readSpan(scanner.take(new RegExp(`${named}${span}`, 'u'))) ??
    readSpan(scanner.take(new RegExp(`${span}${naming}`, 'u'))) ??
    readBound(scanner.take(new RegExp(`${named}${LOW}\\s?${NUMBER}`, 'u')), 'least') ??
    readBound(scanner.take(new RegExp(`${named}${HIGH}\\s?${NUMBER}`, 'u')), 'most') ??
    readBound(scanner.take(new RegExp(`${LOW}\\s(?:a\\s)?${NUMBER}${naming}`, 'u')), 'least') ??
    readBound(scanner.take(new RegExp(`${HIGH}\\s(?:a\\s)?${NUMBER}${naming}`, 'u')), 'most') ??
    readBound(scanner.take(new RegExp(`${named}${NUMBER}${UNIT}\\s?${OR_MORE}`, 'u')), 'least') ??
    readBound(scanner.take(new RegExp(`${NUMBER}${UNIT}\\s?${OR_MORE}${naming}`, 'u')), 'least') ??
    readPoint(scanner.take(new RegExp(`${named}${NEAR}?\\s?${NUMBER}${isStrike ? '' : NO_STRIKE}`, 'u'))) ??
    readPoint(scanner.take(new RegExp(`${NUMBER}${naming}\\b`, 'u')))
  )
}

const toNumber = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''))

function readSpan(match: RegExpExecArray | null): Range | null {
  if (match === null) return null
  const [one, other] = [toNumber(match[1]), toNumber(match[2])]
  return { least: Math.min(one, other), most: Math.max(one, other), isPoint: false }
}

function readBound(match: RegExpExecArray | null, side: 'least' | 'most'): Range | null {
  if (match === null) return null
  const value = toNumber(match[1])
  return side === 'least' ? { least: value, most: null, isPoint: false } : { least: null, most: value, isPoint: false }
}

function readPoint(match: RegExpExecArray | null): Range | null {
  if (match === null) return null
  const value = toNumber(match[1])
  return { least: value, most: value, isPoint: true }
}
