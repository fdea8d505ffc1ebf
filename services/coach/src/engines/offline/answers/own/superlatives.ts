import { isKnown, type Row } from '../../replies.ts'
import { findFigures } from './figures.ts'

/** Not a number if the figure is unknown. */
export const num = (row: Row, key: string) => (isKnown(row[key]) ? Number(row[key]) : Number.NaN)

/** Words that put positions in an order, of which the first is meant. */
export interface Superlative {
  readonly words: RegExp
  readonly key: string
  readonly order: 'asc' | 'desc'
  readonly isDistance?: boolean
}
const CALL = String.raw`(?: (?:covered |short |open )?(?:calls?|ones?|positions?|options?|trades?|expir\w+))?`
const superlatives: readonly Superlative[] = [
  {
    words:
      /\b(?:most|biggest|largest) (?:\w+ ){0,2}(?:tied up|locked up)\b|\b(?:ties?|tying|locks?|locking) up (?:the )?most(?: (?:of my )?(?:cash|money|capital))?/u,
    key: 'cost',
    order: 'desc',
  },
  { words: /\boldest\b(?: \w+)?|\b(?:open|held|on) (?:the )?longest\b/u, key: 'entry_date', order: 'asc' },
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
      String.raw`\b(?:closest|nearest|next|first|soonest|earliest|shortest)(?: to| in)?[- ](?:expir\w*|dated|dte|due|running out)${CALL}|\bexpir\w* (?:first|next(?! (?:week|month|year))|soon(?:est)?)\b|\b(?:about|next|first|closest|up) to expire(?: next)?\b|\b(?:runs?|running|comes?) (?:out|due|up) (?:first|next|soon\w*)\b|\b(?:least|fewest) (?:time|days)\b(?! value| premium| decay)(?: left)?|\b(?:nearest|shortest|soonest|earliest)${CALL}\b`,
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
      String.raw`\b(?:furthest|farthest|longest|latest)(?:[- ](?:out|dated|away|expir\w+))?${CALL}\b|\bexpir\w* last\b|\bmost (?:time|days)\b(?! value| premium| decay)(?: left)?|\blast (?:one |call )?(?:to )?expir\w*|\blast (?:one|call)\b|\bwhich (?:\w+ )?is last\b`,
      'u',
    ),
    key: 'dte',
    order: 'desc',
  },
  {
    words:
      /\b(?:biggest|largest|worst) (?:(?:paper|unrealized|open|current) )?(?:loser|loss(?:es)?)\b|\bworst\b(?:[- ]performing)?|\blos(?:t|ing|es) (?:me )?(?:the )?most\b|\b(?:made|earned|up) (?:me )?(?:the )?least\b|\bdown the most\b|\bmost (?:under ?water|in the red)\b|\bhurt\w* (?:me )?(?:the )?most\b/u,
    key: 'cc_pnl',
    order: 'asc',
  },
  {
    words:
      /\b(?:biggest|largest|best|top) (?:(?:paper|unrealized|open|current) )?(?:winner|gain(?:er)?|profit)s?\b|\bbest\b(?:[- ]performing)?|\b(?:made|earned|makes|up) (?:me )?(?:the )?most\b|\bmost profitable\b/u,
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

/** "Which made the most in percent" ranks by the percent rather than the dollars. */
const IN_PERCENT = /\b(?:percent(?:age)?(?: (?:terms|wise|basis))?|relative terms)\b|%(?! of)/u

export function findSuperlative(text: string): Found | null {
  for (const one of superlatives) {
    const match = one.words.exec(text)
    const isInPercent = one.key === 'cc_pnl' && IN_PERCENT.test(text)
    if (match !== null) return { ...one, key: isInPercent ? 'cc_pnl_pct' : one.key, place: match[0] }
  }
  return findGrade(text)
}

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
