import { explain, isKnown, listRows, type Row, say, toRow } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { type At, askOwn, atRow, nameOf } from '../own/load.ts'

/** Words of keeping a call, rolling it and buying it back. */
const choices: readonly RegExp[] = [
  /\b(?:assign\w*|called away|let (?:\S+ ){1,3}?(?:go|ride|be|run|get|take|expire)|let go|hold(?:ing)?|keep(?:ing)?|wait(?:ing)?|ride|sit (?:tight|on)|stay|expire|do nothing|leave)\b/u,
  /\broll(?:s|ed|ing)?\b/u,
  /\b(?:buy\w*|bought)\b.{0,20}\bback\b|(?<!\bhow )\bclos(?:e|ing)\b(?! to\b)|\bget out\b|\bcover(?:ing)? it\b|\btake (?:the |my )?(?:profits?|gains?|money|\d+)\b/u,
]
const ALL =
  /\b(?:(?:my|the|what(?: are)?) (?:\w+ ){0,2}(?:options|choices|alternatives)|what can i do)\b(?! (?:to|for|expir|on my|prem|trad))/u
const ADVICE =
  /\b(?:should|shall|worth|better|smart|sense|time|wise|do i(?! get)|would you) (?:\S+ ){0,3}?(?:close|closing|buy\w*|bought|hold|keep|let|take|wait|get out|exit)/u

const countChoices = (text: string) =>
  ALL.test(text) ? choices.length : choices.filter((one) => one.test(text)).length
/** Whether a message weighs a roll against another choice. */
export const weighsRoll = (text: string) =>
  countChoices(text) > 1 && (choices[1]?.test(text) === true || ALL.test(text))
/** Whether a message asks what each choice gives, or whether to take one of them. */
export const asksForChoices = (text: string) => countChoices(text) > 1 || ADVICE.test(text)

const isInside = ({ headroom_pct }: Row) => Number(headroom_pct) < 0

/** Each choice for one open call with its result, and the figures for and against closing it now. `roll`: the nearest roll. */
export async function answerChoices(session: Session, found: Answered, roll: string | null): Promise<Reply> {
  const shown = await askOwn(session, [toRow(found.result.position)])
  if (!shown.ok) return explain(shown)
  const at = atRow(shown, 0)
  const [row = {}] = listRows(shown.result)
  return say(
    [
      `${nameOf(at)}: the rules say ${found.at('label')}. ${[describeClose(at, row), describeKeeping(at, row), roll].filter((one) => one !== null).join(' ')}`,
      `For closing now: ${listFor(at, row).join(', ')}. Against: ${listAgainst(at, row).join(', ')}.`,
      `Reason of the rule: ${found.at('explanation')} ${found.at('note')}`,
    ],
    found,
  )
}

const describeClose = (at: At, { close_gain }: Row) =>
  isKnown(close_gain)
    ? `Buying back costs ${at('cost_to_close')} of the ${at('premium_total')} received: ${at('close_gain')} on the call, and you keep the shares.`
    : 'The cost to buy it back is unknown.'

const describeKeeping = (at: At, { if_assigned_total }: Row) =>
  `If it ends at or below ${at('strike')}, you keep the whole ${at('premium_total')} and the shares. ${
    isKnown(if_assigned_total)
      ? `If called away: ${at('proceeds')} for the shares, ${at('if_assigned_total')} gained in all (${at('if_assigned_pct')} of the cost).`
      : 'What assignment gives is unknown.'
  }`

const listFor = (at: At, row: Row) => [
  ...(Number(row.profit_captured_pct) > 0 ? [`${at('profit_captured_pct')} of the premium is captured`] : []),
  ...(isInside(row) ? [`the call is in the money (headroom ${at('headroom_pct')})`] : []),
  ...(isKnown(row.ex_dividend_before) ? [`ex-dividend ${at('ex_dividend_before')}`] : []),
  ...(isKnown(row.earnings_before) ? [`earnings ${at('earnings_before')}`] : []),
  `delta ${at('delta')}`,
]

const listAgainst = (at: At, row: Row) => [
  ...(Number(row.close_gain) < 0 ? ['it costs more than the premium received'] : []),
  `${at('time_value')} a share of time value is left for ${at('dte')} more ${row.dte === 1 ? 'day' : 'days'}`,
  ...(isInside(row) ? [] : [`headroom ${at('headroom_pct')}`]),
  `covered-call P&L so far ${at('cc_pnl')}`,
]
