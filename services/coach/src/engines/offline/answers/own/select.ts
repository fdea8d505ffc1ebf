import { POSITION_LIMITS } from '@callwright/scoring'
import { pointOf, type Slots } from '../../reading/slots.ts'
import { isKnown, type Row } from '../../session.ts'
import { findFigures } from './figures.ts'

/** One property that keeps some positions, and its words. */
interface OwnSet {
  readonly words: RegExp
  /** Follows "is" or "are". */
  readonly named: string
  readonly keep: (row: Row) => boolean
  /** Figure that shows it. */
  readonly key: string
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
    named: `in the money, within ${POSITION_LIMITS.letAssignHeadroomPct}% of the strike or at a delta of 0.5 or more`,
    keep: (row) =>
      num(row, 'headroom_pct') < POSITION_LIMITS.letAssignHeadroomPct ||
      num(row, 'delta') >= POSITION_LIMITS.assignmentDelta,
    key: 'headroom_pct',
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
      /\b(?:below|under|beneath|less than) (?:what i paid|(?:my |the )?(?:cost|purchase price|entry)(?: basis)?)\b|\bunder ?water on the (?:stock|shares)\b/u,
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
      String.raw`\b(?:closest|nearest|next|first|soonest|earliest|shortest)(?: to| in)?[- ](?:expir\w*|dated|dte|due|running out)${CALL}|\bexpir\w* (?:first|next|soon(?:est)?)\b|\b(?:about|next|first|closest|up) to expire(?: next)?\b|\b(?:runs?|running|comes?) (?:out|due|up) (?:first|next|soon\w*)\b|\b(?:least|fewest) (?:time|days)(?: left)?\b|\b(?:nearest|shortest|soonest|earliest)${CALL}\b`,
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
  { words: /\boldest\b(?: \w+)?/u, key: 'entry_date', order: 'asc' },
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
      /\b(?:biggest|largest|worst) (?:loser|loss(?:es)?)\b|\bworst\b(?:[- ]performing)?|\blos(?:t|ing|es) (?:me )?(?:the )?most\b|\bdown the most\b|\bmost (?:under ?water|in the red)\b|\bhurt\w* (?:me )?(?:the )?most\b/u,
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
  { words: /\bcheapest to (?:close|buy back)\b/u, key: 'cost_to_close', order: 'asc' },
  {
    words: /\b(?:most expensive|priciest|highest[- ]priced) (?:stock|share|holding)s?\b/u,
    key: 'current_price',
    order: 'desc',
  },
  { words: /\b(?:cheapest|lowest[- ]priced) (?:stock|share|holding)s?\b/u, key: 'current_price', order: 'asc' },
  {
    words:
      /\b(?:biggest|largest)(?: (?:position|holding|stake|stock|one|investment))?\b(?! (?:\w+ ){0,2}(?:premium|credit|delta|yield|profit|gain|loss))/u,
    key: 'value',
    order: 'desc',
  },
  { words: /\bsmallest (?:position|holding|stake|stock|one|investment)\b/u, key: 'value', order: 'asc' },
]
const GRADE =
  /\b(?:(highest|most|biggest|largest|fattest|best|greatest|richest|max\w*)|(lowest|least|smallest|worst|cheapest|fewest|poorest))(?= )/gu
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

const within = (value: number, { least, most }: { readonly least: number | null; readonly most: number | null }) =>
  value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY)

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
  readonly keep: (row: Row) => boolean
}

/** What a message says of the positions it means. */
export interface Selection {
  readonly conditions: readonly Condition[]
  readonly superlative: Superlative | null
  /** The text without the words that select. */
  readonly rest: string
}

const DAYS_LEFT = /\bdays? (?:left|to go|or less|remaining)|\bexpir|\bdte\b|\bwithin\b/u
const AFTER = /\b(?:after|past|beyond|later than)\b/u
const BY = /\b(?:by|before|until|till|through|this week|next week|end of|within|until)\b/u

function listFigureConditions(text: string, slots: Slots, today: string): Condition[] {
  const { expiration, isMonth, percent, delta, otmPct, yieldPct, days, sector } = slots
  const list: Condition[] = []
  const bound = (key: string, range: { least: number | null; most: number | null }, named: string) =>
    list.push({ named, key, keep: (row) => within(num(row, key), range) })
  if (
    percent !== null &&
    /\bcaptured?\b|\bprofit\b|\bpremium\b|\bmax\w*\b|\b(?:past|above|over|below|under) \d/u.test(text)
  ) {
    const least = percent.least
    const isPoint = pointOf(percent) !== null
    const key = /\b(?:headroom|cushion|room|strikes?)\b/u.test(text) ? 'headroom_pct' : 'profit_captured_pct'
    bound(
      key,
      isPoint ? { least, most: null } : percent,
      key === 'headroom_pct' ? 'within that headroom' : 'that far in profit captured',
    )
  } else if (percent !== null && /\b(?:headroom|cushion|room|strikes?)\b/u.test(text))
    bound(
      'headroom_pct',
      pointOf(percent) === null ? percent : { least: null, most: percent.most },
      'within that headroom',
    )
  else if (/\bhalf\b/u.test(text) && /\bprofit|\bpremium|\bmax/u.test(text))
    bound('profit_captured_pct', { least: POSITION_LIMITS.profitCapturedPct, most: null }, 'past half of the premium')
  if (otmPct !== null) bound('headroom_pct', otmPct, 'within that headroom')
  if (delta !== null && pointOf(delta) === null) bound('delta', delta, 'within that delta')
  if (yieldPct !== null) bound('static_yield_pct', yieldPct, 'at that yield')
  if (days !== null && DAYS_LEFT.test(text))
    bound('dte', pointOf(days) === null ? days : { least: null, most: days.most }, 'due within that time')
  if (sector !== null)
    list.push({ named: 'in that sector', key: 'weight_pct', keep: (row) => isInSector(row.sector, sector) })
  if (expiration !== null) {
    const isOpened = /\b(?:opened|sold|wrote|started)\b/u.test(text)
    const month = expiration.slice(0, 7)
    const [field, key] = isOpened ? (['entry_date', 'entry_date'] as const) : (['expiry', 'dte'] as const)
    const isThatMonth = isMonth || /\b(?:this|next|last) month\b/u.test(text)
    const keep = AFTER.test(text)
      ? (row: Row) => String(row[field]) > expiration
      : isThatMonth
        ? (row: Row) => String(row[field]).startsWith(month)
        : BY.test(text)
          ? (row: Row) => String(row[field]) <= expiration
          : (row: Row) => row[field] === expiration
    if (expiration >= today || isOpened) list.push({ named: isOpened ? 'opened then' : 'due then', key, keep })
  }
  return list
}

/** Reads what a message says of the positions it means: properties, bounds, dates and a superlative. */
export function readSelection(text: string, slots: Slots, today: string): Selection {
  const found = findSuperlative(text)
  let rest = found === null ? text : text.replace(found.place, ' ')
  const [set] = sets.flatMap((one) => {
    const match = one.words.exec(rest)
    return match === null ? [] : [{ one, match }]
  })
  if (set !== undefined) rest = rest.replace(set.match[0], ' ')
  const level = pointOf(slots.strike) ?? slots.strikes[0] ?? null
  const byWord: Condition[] = set === undefined ? [] : [set.one]
  const byStrike: Condition[] =
    level === null ? [] : [{ named: 'at that strike', key: null, keep: ({ strike }) => strike === level }]
  return { conditions: [...byStrike, ...listFigureConditions(text, slots, today), ...byWord], superlative: found, rest }
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
