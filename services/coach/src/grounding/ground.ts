import type { Grounding } from '@callwright/contracts'
import { type DayFigure, findDays, findTimes, findWeekdays, isSameDay } from './dates.ts'
import { blank, collectFacts, type Facts, findKnownWords } from './facts.ts'
import { type Figure, findFigures } from './figures.ts'
import { buildLedger, type Ledger, type LedgerSource } from './ledger.ts'
import { findNumberWords } from './number-words.ts'
import { isDistorted, type Piece, readPieces } from './placeholders.ts'
import { earlyClose, namesWithNumbers } from './product-constants.ts'
import { splitSentences } from './sentences.ts'
import { createSupport } from './support.ts'

export interface GroundingInput {
  readonly draft: string
  readonly sources: readonly LedgerSource[]
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
  const ledger = buildLedger(sources)
  const facts = collectFacts(ledger, userWords, asOf)
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
        : judge(sentence.text, ledger, facts)
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

function judge(sentence: string, ledger: Ledger, facts: Facts): Verdict {
  const pieces = readPieces(sentence, ledger)
  const text = pieces.map((piece) => piece.text).join('')
  const values = pieces.filter((piece) => piece.kind === 'value')
  const named = findNamedStocks(text, facts)
  const belongs = ({ symbol }: { readonly symbol: string | null }) =>
    symbol === null || named.length === 0 || named.includes(symbol)
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
