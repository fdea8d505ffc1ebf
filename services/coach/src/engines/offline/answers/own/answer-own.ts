import { countOf, explain, isKnown, listRows, type Row, say, toRow } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { answerDates } from '../dates.ts'
import { figureOf, findFigures, isEventFigure, isFilled, type OwnFigure, sayFigure } from './figures.ts'
import { askOwn, atRow, fill, nameOf, sayNoneOpen, settle } from './load.ts'
import { readOwnText, type Selection } from './select.ts'
import { orderRows, pickFirst } from './superlatives.ts'

const MAX_NAMED = 8
const MAX_NEXT = 4

const UNTIL_EXPIRY = /\b(?:before|until|within|during|while|inside|over|across|expir\w*|through|in the term)\b/u

/** Earnings and dividends inside the terms of the open calls, or all dates of the positions. */
export async function answerOwnDates(session: Session): Promise<Reply> {
  const { text, slots } = session.question
  const { rest, superlative, conditions } = readOwnText(text, slots, session.today)
  const isEvent = findFigures(rest).some(isEventFigure)
  if (isEvent && slots.days === null && (UNTIL_EXPIRY.test(text) || conditions.some(({ key }) => key !== 'dte')))
    return answerOwn(session)
  if (superlative === null) return answerDates(session, slots.stocks)
  const loaded = await askOwn(session)
  const [first] = loaded.ok ? pickFirst(listRows(loaded.result), superlative) : []
  const reply = await answerDates(session, first === undefined ? [] : [String(first.ticker)])
  return first === undefined ? reply : { ...reply, settled: { stocks: [String(first.ticker)] } }
}

const SUPPOSED: ReadonlySet<string> = new Set(['if_assigned_total', 'premium_total'])
/** "Made half of the premium" asks for the part captured alone. */
const OF_PROFIT: ReadonlySet<string> = new Set(['cc_pnl', 'premium_total'])
const COUNTS = /\bhow many\b(?! (?:days|weeks|shares|months))|\bcount\b|\bnumber of\b/u
const TOTALS =
  /\b(?:total|altogether|combined|in all|all together|overall|sum|everything|all (?:my|the|of|open|calls)|how much|they all|all (?:get|got|were|are))\b/u
const LISTS =
  /\b(?:list|show|sort|rank|order|doing|open|how are|what do i (?:have|own|hold)|positions|trades?|holdings)\w*\b/u
const RANKS = /\b(?:sort|rank|order)\w*\b/u
const AVERAGES = /\baverages?\b|\bmean\b|\btypical(?:ly)?\b/u
const RANKED_BY = /\b(?:sort|rank|order)\w* (?:\w+ ){0,3}?by (.{1,40})/u
const ONE_BY_ONE = /\b(?:each|every|per|list|which|positions?|calls?|holdings?)\b/u

/** A figure of each position, of the ones with a property, or of the one that a superlative means; or how many. */
export async function answerOwn(session: Session): Promise<Reply> {
  const { question, today } = session
  const [text = ''] = question.text.split(' ; ')
  const { slots } = question
  const selection = readOwnText(question.text, slots, today)
  const loaded = await askOwn(session)
  if (!loaded.ok) return explain(loaded)
  const all = listRows(loaded.result)
  const missing = slots.stocks.filter((symbol) => all.every(({ ticker }) => ticker !== symbol))
  if (all.length === 0 || (missing.length > 0 && missing.length === slots.stocks.length))
    return sayNoneOpen(session, loaded, missing)
  const found = findFigures(selection.rest)
  // The day of a supposed assignment or expiration rules out no position.
  const isSupposed = /\bif\b/u.test(text) && found.some(({ key }) => SUPPOSED.has(key))
  const { superlative } = selection
  const conditions = isSupposed ? selection.conditions.filter(({ key }) => key !== 'dte') : selection.conditions
  const set = all
    .filter(({ ticker }) => slots.stocks.length === 0 || slots.stocks.includes(String(ticker)))
    .filter((row) => conditions.every(({ keep }) => keep(row)))
  if (set.length === 0) return sayNone(loaded, { ...selection, conditions }, all)
  const isCount = COUNTS.test(text)
  const isBoundOnProfit = conditions.some((one) => one.key === 'profit_captured_pct')
  const asked = isBoundOnProfit ? found.filter((one) => !OF_PROFIT.has(one.key)) : found
  if (superlative !== null && !RANKS.test(text) && !isCount) return sayFirst(session, set, superlative, asked)
  const key = superlative?.key ?? conditions.findLast((one) => one.key !== null)?.key ?? (isCount ? 'dte' : 'cc_pnl')
  const also = conditions.find((one) => one.also !== undefined)?.also
  const shownKeys = also === undefined ? [key] : [key, also]
  const figures = asked.length > 0 ? asked : shownKeys.flatMap((one) => figureOf(one) ?? [])
  const [main] = figures
  if (main === undefined) return sayNone(loaded, selection, all)
  // "sorted by days left" counts before the first figure.
  const [, ranked = ''] = RANKED_BY.exec(text) ?? []
  const by = findFigures(ranked)[0] ?? main
  const sorted = orderRows(set, { key: by.key, order: chooseOrder(session, by) })
  const isEvent = isEventFigure(main)
  const known = isEvent ? sorted : [...sorted, ...set.filter((row) => !isFilled(row, main))]
  if (known.length === 0) return sayNoEvent(loaded, main, set)
  const shown = await askOwn(session, known)
  if (!shown.ok) return explain(shown)
  const listed = known.slice(0, MAX_NAMED).map((row, index) => {
    const at = atRow(shown, index)
    return `${nameOf(at)}, ${figures.map((one) => sayFigure(one, at, row, figures.length > 1)).join(', ')}`
  })
  const list = `${figures.map((one) => one.label).join(', ')}: ${listed.join('; ')}.${known.length > MAX_NAMED ? ' The card has the others.' : ''}`
  const counted =
    isCount || conditions.length > 0 || isEvent
      ? sayCount(session, shown, loaded, { ...selection, conditions }, main)
      : null
  const mean = AVERAGES.test(text) ? sayAverage(shown, figures) : null
  const sum = mean ?? (asked.length > 0 && known.length > 1 ? sayTotal(shown, asked) : null)
  // An unknown question must not look like one about the P&L.
  const isGuess = asked.length === 0 && conditions.length === 0 && !isCount && !LISTS.test(text)
  const guess = isGuess ? 'I found no figure that I know in that question, so this is the P&L of each. ' : ''
  const isSumFirst = sum !== null && (mean !== null || TOTALS.test(text))
  const unheld = missing.length === 0 ? null : `You have no open call on ${missing.join(' or ')}.`
  const lines =
    counted !== null || isSumFirst
      ? [[counted, sum].filter((one) => one !== null).join(' '), list]
      : [`${guess}${list}`, sum]
  const missed = AVERAGES.test(text) && mean === null ? ['“average”'] : []
  return { ...say([...lines, unheld], shown), missed }
}

function chooseOrder({ question }: Session, { key, order }: OwnFigure): 'asc' | 'desc' {
  if (key === 'cc_pnl' && /\blos(?:ing|ers?|s(?:es)?)\b|\bdown\b|\bred\b|\bunder ?water\b/u.test(question.text))
    return 'asc'
  return RANKS.test(question.text) ? (question.slots.order ?? order) : order
}

/** How many positions have the property, of all. */
function sayCount(
  { question }: Session,
  shown: Answered,
  { at, result }: Answered,
  { conditions }: Selection,
  main: OwnFigure,
) {
  const total = toRow(shown.result.total)
  const events: Readonly<Record<string, string>> = {
    earnings_before: 'on a stock with earnings before expiration',
    ex_dividend_before: 'on a stock with an ex-dividend date before expiration',
  }
  const named = [...conditions.map((one) => one.named), ...(events[main.key] === undefined ? [] : [events[main.key]])]
  const verb = total.positions === 1 ? 'is' : 'are'
  if (named.length > 0)
    return `${shown.at('total.positions')} of your ${countOf(at('positions'), result.positions, 'open call')} ${verb} ${fill(named.join(' and '), at)}.`
  const on = question.slots.stocks.length === 0 ? '' : ` on ${question.slots.stocks.join(' and ')}`
  return `You have ${countOf(shown.at('total.positions'), total.positions, 'open call')}${on}: ${countOf(shown.at('total.contracts'), total.contracts, 'contract')} on ${shown.at('total.shares')} shares.`
}

/** The sums of the figures that add up. */
function sayTotal({ at, result }: Answered, figures: readonly OwnFigure[]): string | null {
  const total = toRow(result.total)
  const sums = figures.flatMap(({ key, label, total: sum }) => {
    if (sum === undefined) return []
    const path = key === 'entry_price' ? 'cost' : key === 'current_premium' ? 'premium_left' : key
    return [
      isKnown(total[path])
        ? `${label}: ${sum((field) => at(`total.${field}`), total)}.`
        : `${label}: no total, because one is unknown.`,
    ]
  })
  return sums.length === 0 ? null : sums.join(' ')
}

/** The averages of the figures that have one. */
function sayAverage({ at, result }: Answered, figures: readonly OwnFigure[]): string | null {
  const average = toRow(result.average)
  const means = figures.flatMap(({ key, label }) =>
    isKnown(average[key])
      ? [
          `${label}: ${at(`average.${key}`)}${key === 'dte' || key === 'days_open' ? ' days' : ''} on average of ${countOf(at('total.positions'), toRow(result.total).positions, 'open call')}, each counted once.`,
        ]
      : [],
  )
  return means.length === 0 ? null : means.join(' ')
}

/** None has the property: names the nearest by the same figure. */
function sayNone(loaded: Answered, { conditions }: Selection, all: readonly Row[]): Reply {
  const { at, result } = loaded
  const figure = figureOf(conditions.findLast(({ key }) => key !== null)?.key ?? '')
  const named = conditions.map((one) => one.named).join(' and ')
  const [nearest] = figure === null ? [] : orderRows(all, figure)
  const near = atRow(loaded, nearest === undefined ? -1 : all.indexOf(nearest))
  return say(
    [
      `No: none of your ${countOf(at('positions'), result.positions, 'open call')} is ${fill(named, at)}.`,
      nearest === undefined || figure === null
        ? null
        : `First by ${figure.label}: ${nameOf(near)}, ${figure.say(near, nearest)}.`,
    ],
    loaded,
  )
}

function sayNoEvent(loaded: Answered, { key }: OwnFigure, [only, ...others]: readonly Row[]): Reply {
  const what = key === 'earnings_before' ? 'earnings date' : 'ex-dividend date'
  const place = listRows(loaded.result).findIndex(({ id }) => id === only?.id)
  const whose = others.length > 0 ? 'any of your open calls expires' : `your ${nameOf(atRow(loaded, place))} does`
  return say([`No: no ${what} is known before ${whose}.`], loaded)
}

/** The position that a superlative means, with the figures asked of it, then the next ones. */
async function sayFirst(
  session: Session,
  set: readonly Row[],
  superlative: NonNullable<Selection['superlative']>,
  asked: readonly OwnFigure[],
): Promise<Reply> {
  const reason = figureOf(superlative.key)
  const figures = [...new Set([...asked, ...(reason === null ? [] : [reason])])]
  const first = pickFirst(set, superlative)
  const others = orderRows(set, superlative).filter((one) => !first.includes(one))
  const shown = await askOwn(session, [...first, ...others])
  if (!shown.ok) return explain(shown)
  const describe = (row: Row, index: number, some: readonly OwnFigure[]) => {
    const at = atRow(shown, index)
    return `${nameOf(at)}: ${some.map((one) => sayFigure(one, at, row, true)).join(', ')}`
  }
  const next = others.slice(0, MAX_NEXT).map((row, index) => {
    const at = atRow(shown, first.length + index)
    return reason === null ? nameOf(at) : `${nameOf(at)}, ${sayFigure(reason, at, row, false)}`
  })
  const [only, ...equal] = first
  const isList = ONE_BY_ONE.test(session.question.text)
  return {
    ...say(
      [
        `${first.map((row, index) => describe(row, index, figures)).join('; ')}.`,
        `The rules say: ${first.map((_row, index) => atRow(shown, index)('recommendation')).join(', ')}.`,
        next.length === 0 || !isList ? null : `Then: ${next.join('; ')}.`,
      ],
      shown,
    ),
    settled: equal.length > 0 || only === undefined ? undefined : settle(only),
  }
}
