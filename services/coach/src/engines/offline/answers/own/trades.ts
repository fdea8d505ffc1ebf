import { countOf, explain, listRows, say, toRow } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { askOwn, atRow, nameOf } from './load.ts'
import { orderRows } from './superlatives.ts'

const END = '(?:best|worst|biggest|largest|top|most profitable|least profitable|losing|winning|poorest)'
const ENDED = '(?:closed|finished|completed|ended)'
/** Words of a question about trades that ended: the ledger's entries, not the open calls. */
const OF_ENDED = new RegExp(
  String.raw`\b${END} (?:\w+ ){0,2}trades?\b|\b${ENDED} (?:\w+ ){0,2}(?:positions?|calls?|trades?|ones?|options?|deals?)\b|\b(?:trades?|positions?|calls?) (?:\w+ ){0,3}${ENDED}\b|\b(?:win(?:ning)?|hit|success|batting) (?:rates?|ratios?|averages?)\b|\bhow many (?:\w+ ){0,2}(?:winners?|losers?|trades?)\b|\b(?:did|has|have)\b.{0,20}\bassignments?\b|\b(?:ever|have i|was i|were any|have any|has any|did any|did i)\b.{0,30}\b(?:assign\w+|called away|exercised|expired? worthless)\b`,
  'u',
)
const OPEN = /\b(?:open|still|current(?:ly)?|right now|running|if i closed|included|including|ones included)\b/u
export const asksForEnded = (text: string) => OF_ENDED.test(text) && !OPEN.test(text)

const WORST = /\b(?:worst|losing|losers?|least|poorest|biggest loss)\b/u
const BEST = /\b(?:best|winning|winners?|most|top|biggest win|biggest gain)\b/u

/** Best and worst trade that ended in a year, and how many won. If none has ended, that comes first. */
export async function answerEnded(session: Session, year: number): Promise<Reply> {
  const found = await session.ask('tax_summary', { year })
  if (!found.ok) return explain(found)
  const { at, result } = found
  const rows = listRows(result)
  if (rows.length === 0)
    return say([
      `No trade has ended in ${at('year')}: no call was closed, rolled or assigned, and none expired, so there is no best or worst one and no win rate.`,
      await rankOpen(session),
    ])
  const name = (index: number) =>
    `${at(`rows.${index}.symbol`)} ${at(`rows.${index}.kind`)}, ${at(`rows.${index}.gain`)}, ended ${at(`rows.${index}.closed_on`)}`
  const best = `Best: ${name(0)}.`
  const worst = `Worst: ${name(rows.length - 1)}.`
  const { text } = session.question
  const ends =
    rows.length === 1
      ? [`The only one: ${name(0)}.`]
      : WORST.test(text) && !BEST.test(text)
        ? [worst, best]
        : [best, worst]
  return say([
    `${ends.join(' ')} ${countWins(found)}`,
    `Gains and losses of contracts and lots of shares that ended in ${at('year')}; open calls are not counted.`,
    result.unconfirmed === 0 ? null : `Outcomes to confirm, not included: ${at('unconfirmed')}.`,
  ])
}

const countWins = ({ at, result }: Answered) =>
  `${countOf(at('entries'), result.entries, 'entry').replace(/entrys$/u, 'entries')} ended: ${at('gains')} with a gain, ${at('losses')} with a loss.`

/** The open calls at both ends of the P&L, which is not realized. */
async function rankOpen(session: Session): Promise<string | null> {
  const loaded = await askOwn(session)
  if (!loaded.ok) return null
  const all = listRows(loaded.result)
  const ranked = orderRows(all, { key: 'cc_pnl', order: 'desc' })
  const name = (place: number) => {
    const row = toRow(ranked.at(place))
    const at = atRow(
      loaded,
      all.findIndex(({ id }) => id === row.id),
    )
    return `${nameOf(at)}, ${at('cc_pnl')} (${at('cc_pnl_pct')} of the cost)`
  }
  return ranked.length < 2 ? null : `Of the open calls, not realized: best ${name(0)}; worst ${name(-1)}.`
}
