import type { Intent } from '../../intents.ts'
import { at as point, pointOf } from '../../reading/slots.ts'
import { explain, isKnown, listRows, type Row, say, toRow } from '../../replies.ts'
import type { Answered, Option, Refused, Reply, Session } from '../../session.ts'
import { answerTrade } from '../calls/trade.ts'
import { answerOwn } from '../own/answer-own.ts'
import { figureOf, findFigures, type OwnFigure, sayFigure } from '../own/figures.ts'
import { askOwn, fill, refuse, sayNoneOpen, settle } from '../own/load.ts'
import { isSelective, readOwnText, type Selection } from '../own/select.ts'
import { pickFirst } from '../own/superlatives.ts'
import { answerChoices, asksForChoices } from './choices.ts'

const nameForButton = ({ ticker, strike, expiry }: Row) => `${ticker} ${strike} call expiring ${expiry}`

interface Wanted {
  readonly position_id: string | null
  readonly symbol: string | null
  /** The row of `own_figures`, if the message says more of the position than its stock. */
  readonly row?: Row
}

/** The position that the message means: by stock, strike, date, property or superlative. */
export async function findPosition(session: Session): Promise<Wanted | Refused> {
  const { question, today } = session
  const { slots } = question
  const symbol = slots.stocks[0] ?? null
  const selection = readOwnText(question.text, slots, today)
  if (!isSelective(selection)) return { position_id: null, symbol }
  const loaded = await askOwn(session)
  if (!loaded.ok) return loaded
  const all = listRows(loaded.result).filter(({ ticker }) => symbol === null || ticker === symbol)
  const [only, ...others] = narrow(all, selection)
  if (only !== undefined && others.length === 0) {
    const isAlone = listRows(loaded.result).filter(({ ticker }) => ticker === only.ticker).length === 1
    return isAlone
      ? { position_id: null, symbol: String(only.ticker), row: only }
      : { position_id: String(only.id), symbol: null, row: only }
  }
  if (only === undefined) {
    const { conditions } = selection
    const isNamed = symbol !== null || pointOf(slots.strike) !== null || all.length === 0
    return isNamed
      ? { position_id: null, symbol }
      : refuse(`None of your open calls is ${fill(conditions.map(({ named }) => named).join(' and '), loaded.at)}.`)
  }
  const suggestions = [only, ...others].map(
    ({ ticker, strike, expiry }) => `${ticker} ${strike} call expiring ${expiry}`,
  )
  return refuse('Several of your open calls fit. Which one do you mean?', suggestions)
}

/** Applies each condition that leaves a row of a named stock: a date that is no expiration rules out no position. */
function narrow(rows: readonly Row[], { conditions, superlative }: Selection): readonly Row[] {
  const isOne = rows.length === 1
  const kept = conditions.reduce((left, { keep }) => {
    const fitting = left.filter(keep)
    return fitting.length === 0 && isOne ? left : fitting
  }, rows)
  return superlative === null || kept.length < 2 ? kept : pickFirst(kept, superlative)
}

/** Several positions fit: the suggestions become buttons that choose one for the same message. */
export const explainPosition = (refused: Refused, { question }: Session, intent: Intent = question.intent): Reply =>
  explain(refused, (suggestion): Option | null => {
    const [, stock, strike, expiration] = /^([A-Z.]+) ([\d.]+) call expiring (\d{4}-\d\d-\d\d)$/u.exec(suggestion) ?? []
    if (stock !== undefined && strike !== undefined && expiration !== undefined)
      return {
        label: suggestion,
        intent,
        slots: {
          ...question.slots,
          stocks: [stock],
          strike: point(Number(strike)),
          strikes: [],
          expiration,
          isMonth: false,
        },
      }
    return /^[A-Z.]{1,6}$/u.test(suggestion)
      ? { label: `My ${suggestion} position`, intent, slots: { ...question.slots, stocks: [suggestion] } }
      : null
  })

/** Words of a question about several positions. */
const PLURAL = /\b(?:each|every|all|any|which|ones|positions|calls|holdings|list|both|per)\b/u

export async function answerPosition(session: Session): Promise<Reply> {
  const { question, today } = session
  const { slots, text } = question
  const symbol = slots.stocks[0]
  const { rest, conditions } = readOwnText(text, slots, today)
  const figures = findFigures(rest)
  const wanted = await findPosition(session)
  if ('ok' in wanted) return explainPosition(wanted, session)
  const chosen = wanted.row === undefined ? await chooseByStock(session, symbol) : { row: wanted.row }
  if ('reply' in chosen) return chosen.reply
  const ticker = typeof chosen.row?.ticker === 'string' ? chosen.row.ticker : (symbol ?? null)
  const { position_id } = wanted
  const args = { position_id, symbol: position_id === null ? ticker : null }
  const found = await session.ask('analyze_position', args)
  if (!found.ok) return explainPosition(found, session)
  const own = toRow(found.result.position)
  const shown = own.state === 'open' ? await askOwn(session, [own]) : null
  const early = describeEarly(found, text)
  if (own.state === 'open' && early === null && !question.asksWhy && asksForChoices(text))
    return { ...(await answerChoices(session, found, null)), settled: settle(own) }
  const verdict = shown?.ok === true && YES_NO.test(text) ? judge(shown, conditions) : null
  const named = conditions.flatMap(({ key, also, isProperty }) => (isProperty ? [key, also] : []))
  const implied = named.flatMap((one) => figureOf(one ?? '') ?? [])
  const asked = verdict === null && figures.length === 0 ? implied : figures
  const said = shown?.ok === true ? describeFacet(shown, asked) : null
  const facet = early ?? ([verdict, said].filter((one) => one !== null).join(' ') || null)
  return { ...describePosition(found, session, facet, asked), settled: settle(own) }
}

/** The only open position, or the only one on the stock; otherwise the reply. No row: none is open, but one has expired. */
async function chooseByStock(
  session: Session,
  symbol: string | undefined,
): Promise<{ readonly row: Row | null } | { readonly reply: Reply }> {
  const { question, today } = session
  const { text, slots } = question
  const loaded = await askOwn(session)
  if (!loaded.ok) return { reply: explain(loaded) }
  const rows = listRows(loaded.result).filter(({ ticker }) => symbol === undefined || ticker === symbol)
  const [only, ...others] = rows
  if (only === undefined) {
    if (Number(loaded.result.expired) > 0) return { row: null }
    return {
      reply: symbol === undefined ? sayNoneOpen(session, loaded, []) : await answerUnheld(session, loaded, symbol),
    }
  }
  if (others.length === 0) return { row: only }
  const isOfEach =
    findFigures(readOwnText(text, slots, today).rest).length > 0 || symbol !== undefined || PLURAL.test(text)
  if (isOfEach) return { reply: await answerOwn(session) }
  const several = refuse('You have several positions. Which one do you mean?', rows.map(nameForButton))
  return { reply: explainPosition(several, session) }
}

/** A call that the user does not have is shown at today's prices; whatever else is asked, it is not in the portfolio. */
async function answerUnheld(session: Session, loaded: Answered, symbol: string): Promise<Reply> {
  const { slots, text } = session.question
  if (pointOf(slots.strike) === null || OWN_CALL.test(text)) return sayNoneOpen(session, loaded, [symbol])
  const trade = await answerTrade(session, symbol)
  const lines = [`You have no position in ${symbol}. This is that call at today’s prices.`, ...trade.lines]
  return { ...trade, lines: lines.slice(0, 3) }
}
const OWN_CALL = /\bmy\b.*\bcalls?\b|\b(?:open|short|sold|wrote)\b/u

export const nameCall = ({ at }: Answered) =>
  `${at('position.ticker')} ${at('position.strike')} call expiring ${at('position.expiry')}`
const YES_NO = /^(?:\w+ ){0,3}?(?:is|are|was|has|did|does|am)\b/u

/** Whether the position has the properties that the question names. */
function judge(shown: Answered, conditions: Selection['conditions']): string | null {
  const [row = {}] = listRows(shown.result)
  const judged = conditions.flatMap(({ key, named, keep, isProperty }) => {
    const figure = key === null ? null : figureOf(key)
    if (figure === null || !isProperty) return []
    const value = sayFigure(figure, (field) => shown.at(`rows.0.${field}`), row, true)
    return [`${keep(row) ? `Yes, ${fill(named, shown.at)}` : `No, not ${fill(named, shown.at)}`}: ${value}.`]
  })
  return judged.length === 0 ? null : judged.join(' ')
}

/** Whether early exercise is likely: in the money with an ex-dividend date before expiration. */
function describeEarly({ at, result }: Answered, text: string): string | null {
  const position = toRow(result.position)
  if (!/\bearl(?:y|ier)\b/u.test(text) || position.state !== 'open') return null
  const isInside = Number(position.headroom_pct) < 0
  const isDated = isKnown(result.ex_dividend_date)
  const day = isDated ? `the next ex-dividend date is ${at('ex_dividend_date')}` : 'no ex-dividend date is known'
  return isInside && isDated && String(result.ex_dividend_date) <= String(position.expiry)
    ? `Yes, early exercise is possible: the call is in the money and ${day}, before it expires.`
    : `Early exercise is unlikely: the call is ${isInside ? 'in the money' : 'not in the money'}, and ${day}.`
}

/** The figures that the question asks about, in front of everything else. */
function describeFacet({ at, result }: Answered, figures: readonly OwnFigure[]): string | null {
  const [row = {}] = listRows(result)
  const said = figures.flatMap((one) => {
    if (one.key === 'recommendation') return []
    const words = sayFigure(one, (field) => at(`rows.0.${field}`), row, true)
    return [`${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`]
  })
  return said.length === 0 ? null : said.join(' ')
}

function describePosition(
  found: Answered,
  { question }: Session,
  facet: string | null,
  asked: readonly OwnFigure[],
): Reply {
  const { at, result } = found
  const position = toRow(result.position)
  const named = pointOf(question.slots.strike)
  const other =
    named === null || position.strike === named
      ? ''
      : `You have no ${at('position.ticker')} call at that strike; this is the one you have. `
  const fired = listRows(result, 'trace').findIndex(({ outcome }) => outcome === 'fired')
  const asksRules = question.asksWhy || /\bwhy\b|\brule|\btrace\b|\breason/u.test(question.text)
  // A question about one figure needs the verdict, but not its reason.
  const isExplained = facet === null || asksRules
  const rules = `${isExplained ? ` ${at('explanation')}` : ''}${asksRules ? ` ${traceRules(found, fired)}` : ''}`
  const within = (name: string) => typeof result[name] === 'string' && String(result[name]) <= String(position.expiry)
  const dates = [
    within('earnings_date') ? `earnings ${at('earnings_date')}` : null,
    within('ex_dividend_date') ? `ex-dividend ${at('ex_dividend_date')}` : null,
  ].filter((one) => one !== null)
  const events =
    position.state !== 'open'
      ? ''
      : dates.length === 0
        ? 'No earnings or ex-dividend date is known before it expires.'
        : `Before it expires: ${dates.join(', ')}.`
  return say(
    [
      `${other}${`${facet ?? ''} ${nameCall(found)}: the rules say ${at('label')}.`.trim()}${rules}`,
      asked.some(({ key }) => key.startsWith('cc_pnl')) ? null : describePnl(found),
      `${at('suggested_action')} ${events} ${at('note')}`.trim(),
    ],
    found,
  )
}

/** The card has the other figures. */
const describePnl = ({ at, result }: Answered) =>
  isKnown(toRow(result.position).cc_pnl)
    ? `P&L ${at('position.cc_pnl')} (${at('position.cc_pnl_pct')} of the cost of the shares).`
    : 'P&L is unknown.'

function traceRules({ at, result }: Answered, fired: number): string {
  const conditions = (index: number) =>
    listRows(toRow(listRows(result, 'trace')[index]), 'conditions').map((_one, place) =>
      at(`trace.${index}.conditions.${place}.sentence`),
    )
  if (fired >= 0) return `Rule ${at(`trace.${fired}.rule`)} applies: ${conditions(fired).join('; ')}.`
  return listRows(result, 'trace')
    .map((_rule, index) => `Rule ${at(`trace.${index}.rule`)} does not apply: ${conditions(index).join('; ')}.`)
    .join(' ')
}
