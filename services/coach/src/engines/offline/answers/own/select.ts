import { POSITION_LIMITS } from '@callwright/scoring'
import { noSlots, pointOf, type Range, type Slots } from '../../reading/slots.ts'
import { isKnown, type Row } from '../../session.ts'
import { findFigures } from './figures.ts'

/** One property that keeps some positions, and its words. */
interface OwnSet {
  readonly words: RegExp
  /** Words that give the others another meaning. */
  readonly unless?: RegExp
  /** Follows "is" or "are". A field of the result is in angle brackets. */
  readonly named: string
  readonly keep: (row: Row) => boolean
  /** Figure that shows it, and a second one. */
  readonly key: string
  readonly also?: string
}
const num = (row: Row, key: string) => (isKnown(row[key]) ? Number(row[key]) : Number.NaN)
const isInside = (row: Row) => num(row, 'headroom_pct') < 0

const sets: readonly OwnSet[] = [
  {
    words:
      /\bearly\b(?=.*\bdividends?\b)|\bdividends?\b(?=.*\bearly\b)|\bearly (?:exercise|assignment)\b|\b(?:exercised|assigned) early\b/u,
    named: 'in the money with a dividend above the time value left',
    keep: (row) => isInside(row) && num(row, 'dividend') > num(row, 'time_value'),
    key: 'ex_dividend_before',
  },
  {
    words:
      /\b(?:in|near|get\w* (?:me )?in(?:to)?) (?:any )?(?:trouble|danger)\b|\bat risk\b|\bthreatened\b|\bproblem\w*\b|\b(?:close to|about to(?: be)?|likely to(?: be)?|going to(?: be)?|get\w*|may be|might be|lose|losing)(?: being| get| any)? (?:assigned|called|exercised|my shares|shares)\b|\bworr(?:y|ied)\b/u,
    unless: /\b(?:if|when|once)\b/u,
    named: 'in the money, within <near_strike_pct> of the strike or at a delta of at least <assignment_delta>',
    keep: (row) =>
      num(row, 'headroom_pct') < POSITION_LIMITS.letAssignHeadroomPct ||
      num(row, 'delta') >= POSITION_LIMITS.assignmentDelta,
    key: 'headroom_pct',
    also: 'delta',
  },
  {
    words: /\b(?:not|isn't|aren't) (?:\w+ )?(?:itm|in[- ]the[- ]money)\b|\botm\b|\bout[- ]of[- ]the[- ]money\b/u,
    named: 'out of the money',
    keep: (row) => num(row, 'headroom_pct') >= 0,
    key: 'headroom_pct',
  },
  {
    words: /\bitm\b|\bin[- ]the[- ]money\b|\b(?:above|past|over|through) (?:the|their|its|my) strikes?\b/u,
    named: 'in the money',
    keep: isInside,
    key: 'headroom_pct',
  },
  {
    words:
      /\b(?:below|under|beneath|less than) (?:what i paid|(?:my |the )?(?:cost|purchase price|entry)(?: basis)?)\b|\bdown since i\b|\bunder ?water on the (?:stock|shares)\b/u,
    named: 'on a stock below its cost',
    keep: (row) => num(row, 'stock_pnl') < 0,
    key: 'stock_pnl',
  },
  {
    words:
      /\bunder ?water\b|\blosing\b|\blosers?\b|\bin the red\b|\bat a loss\b|\bnegative\b|\bred ones?\b|\b(?:is|are|one|ones|which|what|am i) down\b/u,
    named: 'at a loss',
    keep: (row) => num(row, 'cc_pnl') < 0,
    key: 'cc_pnl',
  },
  {
    words:
      /\bwinn(?:ers?|ing)\b|\bin the green\b|\bgreen\b|\bprofitable\b|\bin (?:the )?(?:profit|black)\b|\b(?:which|ones?|are|is) up\b/u,
    named: 'in profit',
    keep: (row) => num(row, 'cc_pnl') > 0,
    key: 'cc_pnl',
  },
]

/** Words that put positions in an order, of which the first is meant. */
interface Superlative {
  readonly words: RegExp
  readonly key: string
  readonly order: 'asc' | 'desc'
  readonly isDistance?: boolean
}
const CALL = String.raw`(?: (?:covered |short |open )?(?:calls?|ones?|positions?|options?|trades?|expir\w+))?`
const superlatives: readonly Superlative[] = [
  { words: /\boldest\b(?: \w+)?|\b(?:open|held|on) (?:the )?longest\b/u, key: 'entry_date', order: 'asc' },
  { words: /\bdeepest\b(?: (?:in the money|itm))?/u, key: 'headroom_pct', order: 'asc' },
  {
    words: /\b(?:closest|nearest|next) to (?:the |its |their |my )?(?:strikes?|money)\b/u,
    key: 'headroom_pct',
    order: 'asc',
    isDistance: true,
  },
  {
    words:
      /\b(?:least|smallest|lowest|thinnest|tightest) (?:headroom|cushion|room|buffer)\b|\b(?:closest|nearest) to (?:being |getting )?(?:called|assigned)(?: away)?\b/u,
    key: 'headroom_pct',
    order: 'asc',
  },
  {
    words:
      /\b(?:most|biggest|largest|highest) (?:headroom|cushion|room|buffer)\b|\bfurthest (?:out of the money|otm|from (?:the |its )?(?:strike|money))\b|\bsafest\b/u,
    key: 'headroom_pct',
    order: 'desc',
  },
  {
    words: new RegExp(
      String.raw`\b(?:closest|nearest|next|first|soonest|earliest|shortest)(?: to| in)?[- ](?:expir\w*|dated|dte|due|running out)${CALL}|\bexpir\w* (?:first|next(?! (?:week|month|year))|soon(?:est)?)\b|\b(?:about|next|first|closest|up) to expire(?: next)?\b|\b(?:runs?|running|comes?) (?:out|due|up) (?:first|next|soon\w*)\b|\b(?:least|fewest) (?:time|days)(?: left)?\b|\b(?:nearest|shortest|soonest|earliest)${CALL}\b`,
      'u',
    ),
    key: 'dte',
    order: 'asc',
  },
  {
    words:
      /\bmost recent\b(?: \w+)?|\b(?:latest|newest)\b(?: \w+)?|\blast (?:trade|(?:call |one )?i (?:sold|opened|wrote|made))\b/u,
    key: 'entry_date',
    order: 'desc',
  },
  {
    words: new RegExp(
      String.raw`\b(?:furthest|farthest|longest|latest)(?:[- ](?:out|dated|away|expir\w+))?${CALL}\b|\bexpir\w* last\b|\bmost (?:time|days)(?: left)?\b|\blast (?:one |call )?(?:to )?expir\w*|\blast (?:one|call)\b|\bwhich (?:\w+ )?is last\b`,
      'u',
    ),
    key: 'dte',
    order: 'desc',
  },
  {
    words:
      /\b(?:biggest|largest|worst) (?:loser|loss(?:es)?)\b|\bworst\b(?:[- ]performing)?|\blos(?:t|ing|es) (?:me )?(?:the )?most\b|\b(?:made|earned|up) (?:me )?(?:the )?least\b|\bdown the most\b|\bmost (?:under ?water|in the red)\b|\bhurt\w* (?:me )?(?:the )?most\b/u,
    key: 'cc_pnl',
    order: 'asc',
  },
  {
    words:
      /\b(?:biggest|largest|best|top) (?:winner|gain(?:er)?|profit)s?\b|\bbest\b(?:[- ]performing)?|\b(?:made|earned|makes|up) (?:me )?(?:the )?most\b|\bmost profitable\b/u,
    key: 'cc_pnl',
    order: 'desc',
  },
  {
    words: /\briskiest\b|\b(?:most likely|likeliest) to (?:be |get )?\w+(?: away)?\b|\bmost at risk\b/u,
    key: 'delta',
    order: 'desc',
  },
  { words: /\bcheapest\b.{0,20}\bto (?:close|buy back)\b/u, key: 'cost_to_close', order: 'asc' },
  {
    words: /\b(?:most expensive|priciest|highest[- ]priced) (?:stock|share|holding)s?\b/u,
    key: 'current_price',
    order: 'desc',
  },
  { words: /\b(?:cheapest|lowest[- ]priced) (?:stock|share|holding)s?\b/u, key: 'current_price', order: 'asc' },
  {
    words:
      /\bmost valuable\b(?: (?:position|holding|stock))?|\b(?:biggest|largest)(?: (?:position|holding|stake|stock|one|investment))?\b(?! (?:\w+ ){0,2}(?:premium|credit|delta|yield|profit|gain|loss))/u,
    key: 'value',
    order: 'desc',
  },
  { words: /\bsmallest (?:position|holding|stake|stock|one|investment)\b/u, key: 'value', order: 'asc' },
]
const GRADE =
  /(?<!\bat )\b(?:(highest|most(?! of)|biggest|largest|fattest|best|greatest|richest)|(lowest|least|smallest|worst|cheapest|fewest|poorest))(?= )/gu
const REACH = 34

interface Found extends Superlative {
  readonly place: string
}

/** "the highest delta", "least time value": a grade in front of a figure. */
function findGrade(text: string): Found | null {
  for (const { 0: grade, 1: high, index } of text.matchAll(GRADE)) {
    const after = text.slice(index + grade.length, index + grade.length + REACH)
    const [figure] = findFigures(after)
    const words = figure?.words.exec(after)
    if (figure !== undefined && words != null && words.index <= REACH / 2)
      return {
        words: GRADE,
        key: figure.key,
        order: high === undefined ? 'asc' : 'desc',
        place: `${grade}${after.slice(0, words.index + words[0].length)}`,
      }
  }
  return null
}

function findSuperlative(text: string): Found | null {
  for (const one of superlatives) {
    const match = one.words.exec(text)
    if (match !== null) return { ...one, place: match[0] }
  }
  return findGrade(text)
}

const within = (value: number, { least, most }: Range) =>
  value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY)

function showBounds({ least, most }: Range, unit: string): string {
  if (least !== null && most !== null) return `${least} to ${most}${unit}`
  return least === null ? `at most ${most}${unit}` : `at least ${least}${unit}`
}

const broadSectors: Readonly<Record<string, readonly string[]>> = {
  technology: ['Information Technology', 'Technology'],
  financial: ['Financials', 'Financial Services'],
  healthcare: ['Health Care', 'Healthcare'],
}
export const isInSector = (sector: unknown, wanted: string) =>
  sector === wanted || (broadSectors[wanted] ?? []).includes(String(sector))

/** A condition on all positions that a message sets, by its figures, dates and words. */
interface Condition {
  readonly named: string
  readonly key: string | null
  readonly also?: string
  readonly keep: (row: Row) => boolean
}

/** The positions that a message means. */
export interface Selection {
  readonly conditions: readonly Condition[]
  readonly superlative: Superlative | null
  /** The text without the words that select. */
  readonly rest: string
}

const DAYS_LEFT = /\b(?:weeks?|months?) left|\bdays? (?:left|to go|or less|remaining)|\bexpir|\bdte\b|\bwithin\b/u
const AFTER = /\b(?:after|past|beyond|later than)\b/u
const BY = /\b(?:by|before|until|till|through|this week|next week|end of|within|until)\b/u

/** Bounds that a message can set on a figure, in the slot that has them. A single value is an end, not a point. */
interface Bound {
  readonly key: string
  readonly named: string
  readonly unit: string
  readonly range: (slots: Slots) => Range | null
  readonly words: RegExp
  /** Which end a single value is; null if a single value sets no bound. */
  readonly end: 'least' | 'most' | null
}
const HEADROOM = /\b(?:headroom|cushion|room|strikes?)\b/u
const bounds: readonly Bound[] = [
  {
    key: 'headroom_pct',
    named: 'at a headroom of',
    unit: '%',
    range: ({ percent }) => percent,
    words: HEADROOM,
    end: 'most',
  },
  {
    key: 'profit_captured_pct',
    named: 'at a profit captured of',
    unit: '%',
    range: ({ percent }) => percent,
    words: /\bcaptured?\b|\bprofit\b|\bpremium\b|\bmax\w*\b|\b(?:past|above|over|below|under) \d/u,
    end: 'least',
  },
  {
    key: 'profit_captured_pct',
    named: 'at a profit captured of',
    unit: '%',
    range: ({ percent }) => (percent === null ? { least: POSITION_LIMITS.profitCapturedPct, most: null } : null),
    words: /\bhalf\b.*\b(?:profit|premium|max)|\b(?:profit|premium|max)\w*\b.*\bhalf\b/u,
    end: 'least',
  },
  { key: 'headroom_pct', named: 'at a headroom of', unit: '%', range: ({ otmPct }) => otmPct, words: /./u, end: null },
  { key: 'delta', named: 'at a delta of', unit: '', range: ({ delta }) => delta, words: /./u, end: null },
  {
    key: 'static_yield_pct',
    named: 'at a yield of',
    unit: '%',
    range: ({ yieldPct }) => yieldPct,
    words: /./u,
    end: 'least',
  },
  { key: 'dte', named: 'due in', unit: ' days', range: ({ days }) => days, words: DAYS_LEFT, end: 'most' },
]

function listBounds(text: string, slots: Slots): Condition[] {
  const isTaken = new Set<Range>()
  return bounds.flatMap(({ key, named, unit, range, words, end }) => {
    const read = range(slots)
    const point = pointOf(read)
    if (read === null || isTaken.has(read) || !words.test(text) || (point !== null && end === null)) return []
    isTaken.add(read)
    const used = point === null || end === null ? read : { least: null, most: null, [end]: point }
    return [{ named: `${named} ${showBounds(used, unit)}`, key, keep: (row: Row) => within(num(row, key), used) }]
  })
}

function listDates(text: string, { expiration, isMonth }: Slots, today: string): Condition[] {
  const isOpened = /\b(?:opened|sold|wrote|started)\b|\bdid i (?:open|sell|write|start)\b/u.test(text)
  if (expiration === null || (expiration < today && !isOpened)) return []
  const [key, field, verb] = isOpened ? ['entry_date', 'entry_date', 'opened'] : ['dte', 'expiry', 'due']
  const day = (row: Row) => String(row[field])
  const isAhead = isOpened && expiration.slice(0, 7) > today.slice(0, 7)
  // A month in which a call was opened is past.
  const month = `${Number(expiration.slice(0, 4)) - (isAhead ? 1 : 0)}${expiration.slice(4, 7)}`
  const isThatMonth = isMonth || /\b(?:this|next|last) month\b/u.test(text)
  const [side, keep] = AFTER.test(text)
    ? (['after then', (row: Row) => day(row) > expiration] as const)
    : isThatMonth
      ? (['in that month', (row: Row) => day(row).startsWith(month)] as const)
      : BY.test(text)
        ? (['by then', (row: Row) => day(row) <= expiration] as const)
        : (['then', (row: Row) => day(row) === expiration] as const)
  return [{ named: `${verb} ${side}`, key, keep }]
}

const listSectors = ({ sector }: Slots): Condition[] =>
  sector === null ? [] : [{ named: 'in that sector', key: 'weight_pct', keep: (row) => isInSector(row.sector, sector) }]

/** Reads what a message says of the positions it means: properties, bounds, dates and a superlative. */
export function readSelection(text: string, slots: Slots, today: string, whole = text): Selection {
  const found = findSuperlative(text)
  let rest = found === null ? text : text.replace(found.place, ' ')
  const [set] = sets.flatMap((one) => {
    const match = one.unless?.test(text) === true ? null : one.words.exec(rest)
    return match === null ? [] : [{ one, match }]
  })
  if (set !== undefined) rest = rest.replace(set.match[0], ' ')
  const level = pointOf(slots.strike) ?? slots.strikes[0] ?? null
  const byWord: Condition[] = set === undefined ? [] : [set.one]
  const byStrike: Condition[] =
    level === null ? [] : [{ named: 'at that strike', key: null, keep: ({ strike }) => strike === level }]
  return {
    conditions: [
      ...byStrike,
      ...listBounds(text, slots),
      ...listDates(whole, slots, today),
      ...listSectors(slots),
      ...byWord,
    ],
    superlative: found,
    rest,
  }
}

/** Whether a message says something of the positions that it means, besides their stock. */
export const isSelective = ({ conditions, superlative }: Selection) => conditions.length > 0 || superlative !== null

/** The rows that a superlative puts first: several if they are equal. */
export function orderRows(
  rows: readonly Row[],
  { key, order, isDistance }: Omit<Superlative, 'words'>,
): readonly Row[] {
  const value = (row: Row) => (isDistance === true ? Math.abs(num(row, key)) : num(row, key))
  const compare = (a: Row, b: Row) =>
    typeof a[key] === 'string' ? (String(a[key]) < String(b[key]) ? -1 : 1) : value(a) - value(b)
  return rows.filter((row) => isKnown(row[key])).toSorted((a, b) => (order === 'asc' ? 1 : -1) * compare(a, b))
}

export function pickFirst(rows: readonly Row[], superlative: Superlative): readonly Row[] {
  const [first, ...others] = orderRows(rows, superlative)
  return first === undefined ? [] : [first, ...others.filter((one) => one[superlative.key] === first[superlative.key])]
}

/**
 * Texts of a question about own positions, the newest first: what a follow-up does not say is read from the question that it
 * continues.
 */
export function readOwnText(text: string, slots: Slots, today: string): Selection {
  const parts = text.split(' ; ')
  const read = parts.map((part) => readSelection(part, slots, today, text))
  const selective = read.find(
    (one, index) => one.superlative !== null || readSelection(parts[index] ?? '', noSlots, today).conditions.length > 0,
  )
  const asking = read.find(({ rest }) => findFigures(rest).length > 0)
  const [newest] = read
  return {
    superlative: selective?.superlative ?? null,
    conditions: selective?.conditions ?? newest?.conditions ?? [],
    rest: asking?.rest ?? newest?.rest ?? text,
  }
}
