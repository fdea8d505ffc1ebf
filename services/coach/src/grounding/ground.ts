import type { Grounding } from '@callwright/contracts'
import { type DayFigure, findDays, findTimes, findWeekdays, isSameDay } from './dates.ts'
import { blank, collectFacts, earlyClose, type Facts, findKnownWords, namesWithNumbers, notNames } from './facts.ts'
import { type Figure, findFigures, findNumberWords, matchesDirection, readNeighbors } from './figures.ts'
import { type ResultValue, type ResultValues, readResultValues, type ValueSource } from './result-values.ts'
import { createSupport } from './support.ts'

interface GroundingInput {
  readonly draft: string
  readonly sources: readonly ValueSource[]
  /** The user's messages in this conversation. An answer may repeat their figures. */
  readonly userWords: readonly string[]
  readonly asOf: string
}

export interface Grounded extends Grounding {
  /** The sentences that passed the check, with their placeholders filled in. */
  readonly text: string
  /** Unsupported figures as the draft wrote them. */
  readonly figures: readonly string[]
}

/**
 * Checks every figure in a draft against the results of its turn (D35) and removes sentences with an unsupported
 * figure. A list item that becomes empty loses its bullet or number too.
 */
export function groundDraft({ draft, sources, userWords, asOf }: GroundingInput): Grounded {
  const results = readResultValues(sources)
  const facts = collectFacts(results, userWords, asOf)
  const lines: string[] = []
  const figures: string[] = []
  let checked = 0
  let withheld = 0
  for (const line of draft.split('\n')) {
    const kept: string[] = []
    let dropped = 0
    for (const sentence of splitSentences(line)) {
      const verdict = sentence.isMark
        ? { text: sentence.text, checked: 0, unmatched: [] }
        : judge(sentence.text, results, facts)
      checked += verdict.checked
      figures.push(...verdict.unmatched)
      if (verdict.unmatched.length > 0) dropped += 1
      else kept.push(verdict.text)
    }
    withheld += dropped
    const isEmptied =
      dropped > 0 &&
      kept
        .join('')
        .replace(/^\s*(?:[-*•–]|\d{1,2}[.)])/u, '')
        .trim() === ''
    if (!isEmptied) lines.push(kept.join('').trimEnd())
  }
  return { text: lines.join('\n').trim(), checked, unmatched: figures.length, withheld, figures }
}

interface Verdict {
  readonly text: string
  readonly checked: number
  readonly unmatched: readonly string[]
}

function judge(sentence: string, results: ResultValues, facts: Facts): Verdict {
  const pieces = readPieces(sentence, results)
  const text = pieces.map((piece) => piece.text).join('')
  const values = pieces.filter((piece) => piece.kind === 'value')
  const named = findNamedStocks(text, facts)
  const belongs = ({ symbol }: { readonly symbol: string | null }) =>
    symbol === null || named.length === 0 || named.includes(symbol) || isNamedLetter(symbol, text)
  const broken = pieces.flatMap((piece, index) =>
    piece.kind === 'unknown' ||
    isDistorted(piece, pieces[index - 1], pieces[index + 1]) ||
    (piece.kind === 'value' && /\d/u.test(piece.text) && !belongs(piece.entry))
      ? [piece.text.trim()]
      : [],
  )
  const written = judgeWords(blankValues(pieces), text, {
    ...facts,
    numbers: facts.numbers.filter(belongs),
    days: facts.days.filter(belongs),
    symbols: new Set(named),
  })
  return {
    text,
    checked: values.length + written.checked,
    unmatched: [...broken, ...written.unmatched],
  }
}

const NAME = /(?<![\p{L}\d])[A-Z]{2,6}(?:[.-][A-Z]{1,3})?(?![\p{L}\d])/gu

/** A stock of one letter, or one like `DTE`, is named only beside others: `F (rating 36); NVDA (rating 47)`. */
const isNamedLetter = (symbol: string, text: string) =>
  (symbol.length === 1 || notNames.has(symbol)) &&
  new RegExp(`(?<![\\p{L}\\d'’]|\\d[ -])${symbol}(?![\\p{L}\\d'’])`, 'u').test(text)

/** A sentence that names stocks may only use figures about those stocks. */
const findNamedStocks = (sentence: string, { symbols }: Facts): string[] =>
  (sentence.match(NAME) ?? []).filter((name) => symbols.has(name))

/** The displayed sentence with the values from results replaced by spaces. */
function blankValues(pieces: readonly Piece[]): string {
  return pieces.map(({ kind, text }) => (kind === 'value' ? ' '.repeat(text.length) : text)).join('')
}

const FIGURE_SIGN = /[\p{No}\p{Nl}]/gu

function judgeWords(words: string, sentence: string, facts: Facts): Omit<Verdict, 'text'> {
  // Check these before normalization, which would turn a sign such as ½ into several figures.
  const signs = words.match(FIGURE_SIGN) ?? []
  const plain = words.replace(FIGURE_SIGN, ' ').normalize('NFKC')
  const days = findDays(plain)
  const times = findTimes(blank(plain, days))
  const named = [...plain.matchAll(namesWithNumbers)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  const rest = blank(plain, [...days, ...times, ...named, ...findKnownWords(plain, facts.words)])
  const isSupported = createSupport(sentence, facts.numbers, facts.symbols.size === 0)
  const weekdays = findWeekdays(plain, 'one')
  const numbers = [...findFigures(rest), ...findNumberWords(rest)]
  return {
    checked: days.length + weekdays.length + times.length + numbers.length + signs.length,
    unmatched: [
      ...signs,
      ...days.filter(({ found }) => !isKnownDay(found, facts)).map((day) => plain.slice(day.start, day.end)),
      ...weekdays.filter(({ found }) => !facts.weekdays.has(found)).map((day) => plain.slice(day.start, day.end)),
      ...times
        .filter(({ found }) => !found.some((minute) => facts.minutes.has(minute) || isEarlyClose(minute, sentence)))
        .map((time) => plain.slice(time.start, time.end)),
      ...numbers.filter((figure) => !isYear(figure, facts) && !isSupported(figure)).map(({ text }) => text.trim()),
    ],
  }
}

const isEarlyClose = (minute: number, sentence: string) =>
  minute === earlyClose.minute && earlyClose.about.test(sentence)

const isKnownDay = (named: DayFigure, facts: Facts) => facts.days.some(({ day }) => isSameDay(named, day))

const isYear = ({ text, kind }: Figure, facts: Facts) =>
  kind === 'plain' && /^(?:19|20)\d\d$/u.test(text) && facts.days.some(({ day }) => day.year === Number(text))

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu
/** Remains of a malformed placeholder. */
const STRAY = /\{\{|\}\}/u

/** Text from the draft, or a displayed value from a result. */
type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string; readonly entry: ResultValue }
  | { readonly kind: 'unknown'; readonly text: string }

/** Fills in the placeholders of a sentence. A piece is `unknown` if its path leads to no value. */
function readPieces(sentence: string, results: ResultValues): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of sentence.matchAll(PLACEHOLDER)) {
    pieces.push(...readWords(sentence.slice(from, match.index)))
    const path = (match[1] ?? '').trim().replaceAll(/\[(\d+)\]/gu, '.$1')
    const entry = results.get(path)
    pieces.push(
      entry === undefined ? { kind: 'unknown', text: match[0] } : { kind: 'value', text: entry.display, entry },
    )
    from = match.index + match[0].length
  }
  pieces.push(...readWords(sentence.slice(from)))
  return pieces.map((piece, index) => withoutDoubleSign(piece, pieces[index - 1], pieces[index + 1]))
}

function readWords(text: string): Piece[] {
  if (text === '') return []
  return STRAY.test(text) ? [{ kind: 'unknown', text }] : [{ kind: 'words', text }]
}

/** Drops a sign next to a placeholder, as in `${{…}}` or `{{…}}%`, if the displayed value already includes it. */
function withoutDoubleSign(piece: Piece, before: Piece | undefined, after: Piece | undefined): Piece {
  if (piece.kind !== 'words') return piece
  let { text } = piece
  if (after?.kind === 'value' && /^-?\$/u.test(after.text)) text = text.replace(/\$$/u, '')
  if (before?.kind === 'value' && before.text.endsWith('%')) text = text.replace(/^\s?(?:%|percent\b)/iu, '')
  return { ...piece, text }
}

const GLUED_BEFORE = /[\d.,][-+]?$/u
const GLUED_AFTER =
  /^(?:\d|[.,]\d|\s?(?:%|percent\b)|[\s-]?(?:(?:hundred|thousand|million|billion|trillion|mn|mm|mln|bn|bln|tn)\b|[kmbt](?![\p{L}\d])))/iu
/** A minus before a value that already has a sign: `A net of -{{…}}`. */
const SIGN_BEFORE = /(?:^|[\s(])[-−]$/u
const CURRENCY_BEFORE = /[$€£¥]\s?$/u

/** Unit words that may follow a number, with the units of matching values. */
const counted: readonly { readonly words: RegExp; readonly units: readonly ResultValue['unit'][] }[] = [
  { words: /^\s(?:dollars?|bucks|usd|cents?)\b/iu, units: [] },
  { words: /^[\s-](?:calendar |trading )?(?:days?|dte)\b/iu, units: ['days', 'count', 'plain'] },
  { words: /^\s(?:shares?|contracts?)\b/iu, units: ['count', 'plain'] },
]

/**
 * Whether the surrounding text changes a value's meaning: `1{{…}}`, `{{…}} million`, a share price followed by `per
 * contract`, or a rise described as `is down`.
 */
function isDistorted(piece: Piece, before: Piece | undefined, after: Piece | undefined): boolean {
  if (piece.kind !== 'value' || !/\d/u.test(piece.text)) return false
  if (before?.kind === 'value' || after?.kind === 'value') return true
  const [head, tail] = [before?.text ?? '', after?.text ?? '']
  if (GLUED_BEFORE.test(head) && !/[.,]\s*$/u.test(head)) return true
  return GLUED_AFTER.test(tail) || (typeof piece.entry.value === 'number' && hasWrongUnit(piece.entry, head, tail))
}

function hasWrongUnit({ value, unit, per }: ResultValue, head: string, tail: string): boolean {
  if (SIGN_BEFORE.test(head) || CURRENCY_BEFORE.test(head)) return true
  if (counted.some(({ words, units }) => words.test(tail) && !units.includes(unit))) return true
  const said = readNeighbors(`${head}0${tail}`, head.length, head.length + 1)
  if (per !== null && said.per !== null && said.per !== per) return true
  return unit !== 'text' && said.direction === 'down' && !matchesDirection(Number(value), 'down')
}

/**
 * A sentence and the spaces after it, or the bullet or number at the start of a line. The joined pieces equal the
 * original text.
 */
interface Sentence {
  readonly text: string
  readonly isMark: boolean
}

const MARK = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/u
/**
 * End of a sentence: a period or similar mark, spaces, and the start of the next sentence. Never inside braces or after
 * an initial.
 */
const END = /(?<![.!?…])[.!?…]+["')\]]*\s+(?=[\p{Lu}\d"'({[$-])/gu
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|vs|approx|Inc|Corp|Co|Ltd|No|St|Mr|Ms|U\.S|a\.m|p\.m)|\b\p{Lu})\.\s+$/u

/** Splits a line into sentences. A bullet or number at its start is a separate piece. */
export function splitSentences(line: string): Sentence[] {
  const mark = MARK.exec(line)?.[0] ?? ''
  const rest = line.slice(mark.length)
  const masked = rest.replaceAll(/\{\{[^{}]*\}\}/gu, (inside) => 'X'.repeat(inside.length))
  const sentences: Sentence[] = mark === '' ? [] : [{ text: mark, isMark: true }]
  let from = 0
  for (const match of masked.matchAll(END)) {
    const to = match.index + match[0].length
    if (ABBREVIATION.test(masked.slice(from, to))) continue
    sentences.push({ text: rest.slice(from, to), isMark: false })
    from = to
  }
  if (from < rest.length) sentences.push({ text: rest.slice(from), isMark: false })
  return sentences
}
