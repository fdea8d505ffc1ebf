import type { Fact } from '../../../facts/facts.ts'
import type { HistoryTurn, ListedStock } from '../../../turn/types.ts'
import { readNamedRows } from '../answers/own/follow-own.ts'
import { isIntent } from '../intents.ts'
import { readChips } from '../reading/chips.ts'
import { readMessage } from '../reading/read-message.ts'
import { findRefusal } from '../refusals.ts'
import { openDirectory, type StockDirectory } from '../stocks/directory.ts'
import type { Question } from './fit-intent.ts'
import { resolve } from './follow-up.ts'
import { factForContext, readWordsOf } from './read-words.ts'
import { listRowsOf, type Rows } from './rows.ts'

/** Context that earlier turns leave for the next message. */
export interface Context {
  readonly before: Question | null
  /** Rows of the last card that listed several. */
  readonly rows: Rows
  /** The entry of the facts that answered the message before. */
  readonly fact: Fact | null
}

/** Replays a conversation, so that the next message can continue it. */
export function readContext(history: readonly HistoryTurn[], asOf: string, listed: readonly ListedStock[]): Context {
  const directory = openDirectory(listed)
  let context: Context = { before: null, rows: [], fact: null }
  let asked = ''
  for (const turn of history) {
    if (turn.role === 'user') {
      const reading = readMessage(turn.content, asOf, directory)
      asked = reading.text
      if (findRefusal(reading.named, reading.text) !== null) continue
      const resolved = resolve(reading, context, null)
      const before =
        resolved.kind === 'question' || resolved.kind === 'which_stock' ? settlePick(resolved.question) : context.before
      const words = readWordsOf(reading, resolved, context)
      context = { ...context, before, fact: factForContext(words, reading.text) }
    } else context = addAnswer(context, turn, asked, asOf, directory)
  }
  return context
}

const settlePick = (question: Question): Question => ({ ...question, isCarried: false, asksWhy: false })

/** The reading stored with an answer wins over a second reading of its question. */
function addAnswer(
  context: Context,
  turn: HistoryTurn,
  text: string,
  asOf: string,
  directory: StockDirectory,
): Context {
  const { understood = null, metadata } = turn
  const shown = listRowsOf(metadata)
  const named = metadata == null && understood === null ? readNamedRows(turn.content, context.before, directory) : []
  const rows = shown.length > 1 ? shown : named.length > 0 ? named : context.rows
  const { fact } = context
  if (understood === null || !isIntent(understood.reading)) return { ...context, rows }
  const today = readMessage('', asOf, directory).today
  const { slots } = readChips(understood.chips, { today, directory })
  return { rows, fact, before: { intent: understood.reading, slots, text, asksWhy: false, isCarried: false } }
}
