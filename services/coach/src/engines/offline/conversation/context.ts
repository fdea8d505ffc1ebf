import type { IsoDate } from '@callwright/scoring'
import type { Fact } from '../../../facts/facts.ts'
import type { HistoryTurn, ListedStock } from '../../../turn/types.ts'
import { listNamed, readNamedRows } from '../answers/own/follow-own.ts'
import { settleUnsure } from '../calculation/calculation.ts'
import { intents, isIntent } from '../intents.ts'
import { readChips } from '../reading/chips.ts'
import { readMessage } from '../reading/read-message.ts'
import { noSlots } from '../reading/slots.ts'
import { findRefusal } from '../refusals.ts'
import { openDirectory, type StockDirectory } from '../stocks/directory.ts'
import type { Question } from './fit-intent.ts'
import { resolve } from './follow-up.ts'
import { factForContext, readWordsOf } from './read-words.ts'
import { listRowsOf, type Rows } from './rows.ts'
import { readShown, type Shown, settle, toRows } from './shown.ts'

/** Context that earlier turns leave for the next message. */
export interface Context {
  readonly before: Question | null
  /** Rows of the last card that listed several. */
  readonly rows: Rows
  /** The calls that the words of the last answer name. */
  readonly shown: Shown | null
  /** The entry of the facts that answered the message before. */
  readonly fact: Fact | null
}

export const noContext: Context = { before: null, rows: [], shown: null, fact: null }

/** Replays a conversation, so that the next message can continue it. */
export function readContext(history: readonly HistoryTurn[], asOf: string, listed: readonly ListedStock[]): Context {
  const directory = openDirectory(listed)
  let context: Context = noContext
  let asked = ''
  for (const turn of history) {
    if (turn.role === 'user') {
      const reading = readMessage(turn.content, asOf, directory)
      asked = reading.text
      if (findRefusal(reading.named, reading.text) !== null) continue
      const resolved = resolve(reading, context, null)
      const question =
        resolved.kind === 'unsure'
          ? (context.before ?? settleUnsure(resolved.readings, reading))
          : 'question' in resolved
            ? resolved.question
            : context.before
      const before = question === null ? null : settlePick(question)
      const words = readWordsOf(reading, resolved, context)
      context = { ...context, before, fact: factForContext(words, reading.text) }
    } else context = addAnswer(context, turn, asked, asOf, directory)
  }
  return context
}

const settlePick = (question: Question): Question => ({ ...question, isCarried: false, asksWhy: false })

/** The reading and the rows stored with an answer win over a second reading of its question and of its words. */
function addAnswer(
  context: Context,
  { understood = null, metadata, content }: HistoryTurn,
  text: string,
  asOf: string,
  directory: StockDirectory,
): Context {
  const { today } = readMessage('', asOf, directory)
  if (metadata == null && understood === null) return addWords(context, content, today, directory)
  const listed = listRowsOf(metadata)
  const rows = listed.length > 1 ? listed : context.rows
  if (understood === null || !isIntent(understood.reading)) return { ...context, rows, shown: null }
  const { slots } = readChips(understood.chips, { today, directory })
  const before: Question = { intent: understood.reading, slots, text, asksWhy: false, isCarried: false }
  return { ...context, rows, shown: null, before }
}

/** The question before; if its stock was not found, with the only stock that the answer names beside calls. */
function nameStock(before: Question | null, { calls }: Shown, stocks: readonly string[]): Question | null {
  // A call that was suggested for the user's shares is one to sell.
  if (before?.intent === 'coverage' && calls.length > 0) return { ...before, intent: 'calls' }
  const isMissing = stocks.length === 1 && calls.length > 0 && (before?.slots.stocks ?? []).length === 0
  if (!isMissing || (before !== null && intents[before.intent].about === 'own')) return before
  const question = before ?? { intent: 'calls', slots: noSlots, text: '', asksWhy: false, isCarried: false }
  return { ...question, intent: 'calls', slots: { ...question.slots, stocks } }
}

/** Reads an answer of which only the words are known. */
function addWords(context: Context, content: string, today: IsoDate, directory: StockDirectory): Context {
  const shown = readShown(content, today)
  const before = nameStock(context.before, shown, listNamed(content, directory))
  const calls =
    before?.slots.stocks.length === 1 && intents[before.intent].about !== 'own'
      ? toRows(shown, before.slots.stocks[0])
      : []
  const rows = calls.length > 0 ? calls : readNamedRows(content, before, directory, today)
  return {
    ...context,
    rows: rows.length > 0 ? rows : context.rows,
    shown,
    before: before === null ? null : settle(before, shown),
  }
}
