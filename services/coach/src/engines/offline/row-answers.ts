import { answerPosition } from './answers/position-answers.ts'
import { answerSnapshot, explainRating } from './answers/stock-answers.ts'
import { answerTrade } from './answers/trade-answers.ts'
import { toPoint } from './entities/range.ts'
import type { Intent } from './intent/intents.ts'
import { listRows, type Reply, type Row, type Session, say } from './session.ts'
import { findSymbolOfRow, listCardRows } from './shown.ts'
import type { Topic } from './topic.ts'

type AnswerIntent = (intent: Intent, session: Session) => Promise<Reply>

/**
 * Answers questions about rows of the last answer. Reads the rows from that answer's card, or else reruns the earlier
 * question.
 */
export async function answerRows(topic: Topic, session: Session, answerIntent: AnswerIntent): Promise<Reply> {
  const rows = await readRows(topic, session, answerIntent)
  if ('text' in rows) return rows
  const meant = topic.picks.flatMap((pick): readonly Row[] => {
    const row = rows.at(pick)
    return row === undefined ? [] : [row]
  })
  const [first, second] = meant
  if (first === undefined) return say(['The last answer does not have that row.'])
  const symbolOf = (row: Row) =>
    findSymbolOfRow(row) ?? String(topic.said.symbols[0] ?? session.page?.symbol ?? '').toUpperCase()
  if (second !== undefined) {
    const strikes = meant.flatMap(({ strike }) => (typeof strike === 'number' ? [strike] : []))
    if (strikes.length > 1 && first.expiry !== second.expiry) return answerCalls(meant, symbolOf(first), topic, session)
    const slots = { ...topic.said.slots, ...readCall(first), strike: null, strikes }
    const symbols = [...new Set(meant.map(symbolOf))]
    return answerIntent('compare', { ...session, said: { ...topic.said, symbols, slots } })
  }
  return answerRow(topic, first, symbolOf(first), session, answerIntent)
}

/** A chain has only one expiration, so calls with different ones are analyzed separately. */
async function answerCalls(rows: readonly Row[], symbol: string, { said }: Topic, session: Session): Promise<Reply> {
  const replies: Reply[] = []
  for (const row of rows) {
    const slots = { ...said.slots, ...readCall(row) }
    replies.push(await answerTrade({ ...session, said: { ...said, symbols: [symbol], slots } }, symbol))
  }
  return { text: replies.map(({ text }) => text).join('\n\n'), card: replies.at(-1)?.card ?? null }
}

const readCall = ({ strike, expiry: expiration }: Row) => ({
  strike: typeof strike === 'number' ? toPoint(strike) : null,
  ...(typeof expiration === 'string' ? { date: expiration, days: null } : {}),
})

async function answerRow(
  { rowIntent, intent, asksWhy, said }: Topic,
  row: Row,
  symbol: string,
  session: Session,
  answerIntent: AnswerIntent,
): Promise<Reply> {
  const isOwn = intent === 'portfolio' || intent === 'position'
  const slots = { ...said.slots, ...readCall(row) }
  const picked: Session = { ...session, said: { ...said, symbols: [symbol], slots } }
  if (rowIntent === 'roll' || (isOwn && rowIntent !== 'find_options')) {
    // With "calls of", the date belongs to the position and not to the call to roll to.
    const named = { ...picked.said, text: 'calls of', rest: '' }
    return rowIntent === 'roll' ? answerIntent('roll', { ...picked, said: named }) : answerPosition(picked, symbol)
  }
  if (rowIntent !== null)
    return answerIntent(rowIntent, {
      ...session,
      said: { ...said, symbols: [symbol], slots: { ...said.slots, strike: null, count: null } },
    })
  if (asksWhy && intent === 'top_stocks') return explainRating(session, symbol)
  return slots.strike === null ? answerSnapshot(picked, symbol) : answerTrade(picked, symbol)
}

async function readRows(
  { intent, said, shown: { listed } }: Topic,
  session: Session,
  answerIntent: AnswerIntent,
): Promise<readonly Row[] | Reply> {
  const shown = listed.length > 0 ? listed : listCardRows(session.last?.metadata)
  if (shown.length > 0) return shown
  const results: Row[] = []
  const recording: Session = {
    ...session,
    said,
    ask: async (name, args) => {
      const answered = await session.ask(name, args)
      if (answered.ok) results.push(answered.result)
      return answered
    },
  }
  const again = await answerIntent(intent, recording)
  const last = results.at(-1) ?? {}
  const rows = listRows(last)
  return rows.length > 0 ? rows.map((row) => ({ symbol: last.symbol, ...row })) : again
}
