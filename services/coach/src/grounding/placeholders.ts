import type { Ledger, LedgerEntry } from './ledger.ts'

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/gu
/** Half a pair of braces: a placeholder somebody failed to write. */
const STRAY = /\{\{|\}\}/u

/** A piece of a sentence: words of the draft, or the display of a result's value. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string; readonly entry: LedgerEntry }
  | { readonly kind: 'unknown'; readonly text: string }

/** The sentence with its placeholders looked up; a path that leads nowhere is `unknown`. */
export function readPieces(sentence: string, ledger: Ledger): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of sentence.matchAll(PLACEHOLDER)) {
    pieces.push(...readWords(sentence.slice(from, match.index)))
    const path = (match[1] ?? '').replaceAll(/\[(\d+)\]/gu, '.$1')
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

/** `${{…}}` and `{{…}}%` where the display has the sign already. */
function withoutDoubleSign(piece: Piece, before: Piece | undefined, after: Piece | undefined): Piece {
  if (piece.kind !== 'words') return piece
  let { text } = piece
  if (after?.kind === 'value' && /^-?\$/u.test(after.text)) text = text.replace(/\$$/u, '')
  if (before?.kind === 'value' && before.text.endsWith('%')) text = text.replace(/^\s?(?:%|percent\b)/iu, '')
  return { ...piece, text }
}

const GLUED_BEFORE = /[\d.,][-+]?$/u
const GLUED_AFTER = /^(?:\d|[.,]\d|\s?(?:%|percent\b|thousand\b|million\b|billion\b|[kmbt](?![\p{L}\d])))/iu
const OF_A_CONTRACT = /^[,.]?\s?(?:per|a|each|\/)\s?contract\b/iu

/** A value that the words around it make another figure: `1{{…}}`, `{{…}} million`, a share's price `per contract`. */
export function isDistorted(piece: Piece, before: Piece | undefined, after: Piece | undefined): boolean {
  if (piece.kind !== 'value' || !/\d/u.test(piece.text)) return false
  if (
    before !== undefined &&
    (before.kind === 'value' || (GLUED_BEFORE.test(before.text) && !/[.,]\s*$/u.test(before.text)))
  ) {
    return true
  }
  if (after?.kind === 'value' || (after !== undefined && GLUED_AFTER.test(after.text))) return true
  return (
    after !== undefined &&
    typeof piece.entry.value === 'number' &&
    piece.entry.unit === 'usd' &&
    !/contract|_usd|total/iu.test(piece.entry.path) &&
    OF_A_CONTRACT.test(after.text)
  )
}
