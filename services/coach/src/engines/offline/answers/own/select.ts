import { POSITION_LIMITS } from '@callwright/scoring'
import { noSlots, pointOf, type Range, type Slots } from '../../reading/slots.ts'
import type { Row } from '../../replies.ts'
import { findFigures } from './figures.ts'
import { findSuperlative, num, type Superlative } from './superlatives.ts'

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
  /** Whether a position either has it or not, so that it answers a yes or no. */
  readonly isProperty?: true
  readonly keep: (row: Row) => boolean
}

/** The positions that a message means. */
export interface Selection {
  readonly conditions: readonly Condition[]
  readonly superlative: Superlative | null
  /** The text without the words that select. */
  readonly rest: string
}

const DAYS_LEFT =
  /\b(?:weeks?|months?) left|\bdays? (?:left|to go|or less|remaining)|\bdays (?:out|away|from now)\b|\bexpir|\bdte\b|\bwithin\b/u
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
const HEADROOM =
  /\b(?:headroom|cushion|room|strikes?)\b|^(?!.*\b(?:captur|profit|premium|max|earned)).*\b(?:to go|away|otm|out of the money)\b/u
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
    return [
      {
        named: `${named} ${showBounds(used, unit)}`,
        key,
        ...(key === 'dte' ? {} : { isProperty: true as const }),
        keep: (row: Row) => within(num(row, key), used),
      },
    ]
  })
}

/** Figures in dollars that an amount in a message can bound. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...(['cost_to_close', 'premium_total', 'premium_left', 'time_value', 'close_gain', 'if_assigned_total'] as const),
  ...(['cc_pnl', 'option_pnl', 'stock_pnl', 'cost', 'value'] as const),
])

/** "Which could I buy back for under $50": an amount bounds the figure in dollars that the message names. */
function listAmounts(text: string, { price, premium }: Slots): Condition[] {
  const range = price ?? premium
  const figure = findFigures(text).find(({ key }) => AMOUNTS.has(key))
  if (range === null || pointOf(range) !== null || figure === undefined) return []
  const { key, label } = figure
  const named = `at ${showBounds(range, ' dollars')} by ${label}`
  return [{ named, key, isProperty: true, keep: (row) => within(num(row, key), range) }]
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
  const byWord: Condition[] = []
  for (const one of sets) {
    const match = one.unless?.test(text) === true ? null : one.words.exec(rest)
    if (match === null) continue
    byWord.push({ ...one, isProperty: true })
    rest = rest.replace(match[0], ' ')
  }
  // "Worried about any in the money": a named property says what worries.
  const named = byWord.length > 1 ? byWord.filter(({ also }) => also === undefined) : byWord
  const level = pointOf(slots.strike) ?? slots.strikes[0] ?? null
  const byStrike: Condition[] =
    level === null ? [] : [{ named: 'at that strike', key: null, keep: ({ strike }) => strike === level }]
  return {
    conditions: [
      ...byStrike,
      ...listBounds(text, slots),
      ...listAmounts(text, slots),
      ...listDates(whole, slots, today),
      ...listSectors(slots),
      ...named,
    ],
    superlative: found,
    rest,
  }
}

/** Whether a message says something of the positions that it means, besides their stock. */
export const isSelective = ({ conditions, superlative }: Selection) => conditions.length > 0 || superlative !== null

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
