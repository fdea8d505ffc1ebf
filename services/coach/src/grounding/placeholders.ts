import type { Ledger, LedgerEntry } from './ledger.ts'
import { matchesDirection, readNeighbors } from './neighbors.ts'

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu
/** Remains of a malformed placeholder. */
const STRAY = /\{\{|\}\}/u

/** Text from the draft, or a displayed value from a result. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string; readonly entry: LedgerEntry }
  | { readonly kind: 'unknown'; readonly text: string }

/** Fills in the placeholders of a sentence. A piece is `unknown` if its path leads to no value. */
export function readPieces(sentence: string, ledger: Ledger): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of sentence.matchAll(PLACEHOLDER)) {
    pieces.push(...readWords(sentence.slice(from, match.index)))
    const path = (match[1] ?? '').trim().replaceAll(/\[(\d+)\]/gu, '.$1')
    const entry = ledger.get(path)
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
const counted: readonly { readonly words: RegExp; readonly units: readonly LedgerEntry['unit'][] }[] = [
  { words: /^\s(?:dollars?|bucks|usd|cents?)\b/iu, units: [] },
  { words: /^[\s-](?:calendar |trading )?(?:days?|dte)\b/iu, units: ['days', 'count', 'plain'] },
  { words: /^\s(?:shares?|contracts?)\b/iu, units: ['count', 'plain'] },
]

/**
 * Whether the surrounding text changes a value's meaning: `1{{…}}`, `{{…}} million`, a share price followed by `per
 * contract`, or a rise described as `is down`.
 */
export function isDistorted(piece: Piece, before: Piece | undefined, after: Piece | undefined): boolean {
  if (piece.kind !== 'value' || !/\d/u.test(piece.text)) return false
  if (before?.kind === 'value' || after?.kind === 'value') return true
  const [head, tail] = [before?.text ?? '', after?.text ?? '']
  if (GLUED_BEFORE.test(head) && !/[.,]\s*$/u.test(head)) return true
  return GLUED_AFTER.test(tail) || (typeof piece.entry.value === 'number' && hasWrongUnit(piece.entry, head, tail))
}

function hasWrongUnit({ value, unit, per }: LedgerEntry, head: string, tail: string): boolean {
  if (SIGN_BEFORE.test(head) || CURRENCY_BEFORE.test(head)) return true
  if (counted.some(({ words, units }) => words.test(tail) && !units.includes(unit))) return true
  const said = readNeighbors(`${head}0${tail}`, head.length, head.length + 1)
  if (per !== null && said.per !== null && said.per !== per) return true
  return unit !== 'text' && said.direction === 'down' && !matchesDirection(Number(value), 'down')
}
