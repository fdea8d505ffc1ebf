import {
  type Answered,
  countOf,
  explain,
  isKnown,
  listRows,
  type Refused,
  type Reply,
  type Row,
  type Session,
  say,
  toRow,
} from '../../session.ts'
import { answerDates } from '../stocks.ts'
import { figureOf, findFigures, isFilled, type OwnFigure } from './figures.ts'
import { orderRows, pickFirst, readSelection, type Selection } from './select.ts'

const MAX_NAMED = 8

export const nameOf = (at: (field: string) => string) => `${at('ticker')} ${at('strike')} call expiring ${at('expiry')}`
const atRow =
  ({ at }: Answered, index: number) =>
  (field: string) =>
    at(`rows.${index}.${field}`)

/** The user's open positions with all figures; only those of `rows`, in their order, if given. */
export function askOwn({ ask }: Session, rows: readonly Row[] | null = null, change: number | null = null) {
  const ids = rows === null || rows.length === 0 ? null : rows.map(({ id }) => id)
  return ask('own_figures', { position_ids: ids, change_pct: change })
}

const UNTIL_EXPIRY = /\b(?:before|until|within|during|while|inside|expir\w*|through|in the term)\b/u

/** Earnings and dividends inside the terms of the open calls, or all dates of the positions. */
export async function answerOwnDates(session: Session): Promise<Reply> {
  const { text, slots } = session.question
  const { rest } = readSelection(text, slots, session.today)
  const isEvent = findFigures(rest).some(({ key }) => key.endsWith('_before'))
  return isEvent && slots.days === null && UNTIL_EXPIRY.test(text) ? answerOwn(session) : answerDates(session, [])
}

interface Chosen {
  readonly selection: Selection
  /** Rows that the message means, before a superlative. */
  readonly set: readonly Row[]
  /** The same after it. */
  readonly rows: readonly Row[]
}

export function choose({ question, today }: Session, all: readonly Row[]): Chosen {
  const { text, slots } = question
  const selection = readSelection(text, slots, today)
  const ofStocks = slots.stocks.length === 0 ? all : all.filter(({ ticker }) => slots.stocks.includes(String(ticker)))
  const set = ofStocks.filter((row) => selection.conditions.every(({ keep }) => keep(row)))
  return { selection, set, rows: selection.superlative === null ? set : pickFirst(set, selection.superlative) }
}

const COUNTS = /\bhow many\b(?! (?:days|weeks|shares|months))|\bcount\b|\bnumber of\b/u
const TOTALS =
  /\b(?:total|altogether|combined|in all|all together|overall|sum|everything|all (?:my|the|of|open|calls))\b/u
const RANKS = /\b(?:sort|rank|order)\w*\b/u

/** A figure of each position, of the ones with a property, or of the one that a superlative means; or how many. */
export async function answerOwn(session: Session): Promise<Reply> {
  const { question } = session
  const loaded = await askOwn(session)
  if (!loaded.ok) return explain(loaded)
  const all = listRows(loaded.result)
  const missing = question.slots.stocks.filter((symbol) => all.every(({ ticker }) => ticker !== symbol))
  if (all.length === 0 || (missing.length > 0 && missing.length === question.slots.stocks.length))
    return sayNoneOpen(loaded, missing)
  const { selection, set, rows } = choose(session, all)
  const asked = findFigures(selection.rest)
  const { superlative, conditions } = selection
  if (rows.length === 0) return sayNone(loaded, selection, all)
  const isCount = COUNTS.test(question.text)
  const shownKey = asked[0]?.key ?? superlative?.key ?? conditions.findLast(({ key }) => key !== null)?.key ?? 'cc_pnl'
  const lead = figureOf(shownKey) ?? figureOf('cc_pnl')
  const figures = asked.length > 0 ? asked : lead === null ? [] : [lead]
  const [main] = figures
  if (main === undefined) return sayNone(loaded, selection, all)
  const isOne = superlative !== null && !RANKS.test(question.text)
  const order = superlative?.key === main.key ? superlative : main
  const sorted = isOne ? rows : orderRows(set, { key: main.key, order: chooseOrder(session, main, order.order) })
  const isEvent = main.key === 'earnings_before' || main.key === 'ex_dividend_before'
  const known = isEvent || isOne ? sorted : [...sorted, ...set.filter((row) => !isFilled(row, main))]
  if (known.length === 0) return sayNoEvent(loaded, main, set)
  const shown = await askOwn(session, known)
  if (!shown.ok) return explain(shown)
  const describe = (row: Row, index: number) => {
    const at = atRow(shown, index)
    const said = figures.map((one) => (isFilled(row, one) ? one.say(at, row) : `${one.label.toLowerCase()} unknown`))
    return `${nameOf(at)}, ${said.join(', ')}`
  }
  const listed = known.slice(0, MAX_NAMED).map(describe)
  const more = known.length > MAX_NAMED ? ' The card has the others.' : ''
  const label = figures.map((one) => one.label).join(', ')
  if (isOne) return sayFirst(session, shown, { known, set, main, superlative, listed })
  const counted = countSelected(shown, loaded, conditions.length > 0 || isCount || isEvent ? selection : null, main)
  const sum =
    TOTALS.test(question.text) || isCount || /\bhow much\b/u.test(question.text) ? sayTotal(shown, figures) : null
  return say(
    [
      [counted, sum].filter((one) => one !== null).join(' ') || `${label}: ${listed.join('; ')}.${more}`,
      counted === null && sum === null ? sayTotal(shown, figures) : `${label}: ${listed.join('; ')}.${more}`,
      missing.length === 0 ? null : `You have no open call on ${missing.join(' or ')}.`,
    ],
    shown,
  )
}

function chooseOrder({ question }: Session, { key }: OwnFigure, order: 'asc' | 'desc'): 'asc' | 'desc' {
  if (key === 'cc_pnl' && /\blos(?:ing|ers?|s(?:es)?)\b|\bdown\b|\bred\b|\bunder ?water\b/u.test(question.text))
    return 'asc'
  return /\bsort|\brank|\border/u.test(question.text) ? (question.slots.order ?? order) : order
}

const be = (count: unknown) => (count === 1 ? 'is' : 'are')

function countSelected(shown: Answered, { at, result }: Answered, selection: Selection | null, main: OwnFigure) {
  if (selection === null) return null
  const total = toRow(shown.result.total)
  const some = shown.at('total.positions')
  if (total.positions === result.positions && selection.conditions.length === 0)
    return `You have ${countOf(at('positions'), result.positions, 'open call')}: ${countOf(shown.at('total.contracts'), total.contracts, 'contract')}.`
  const named =
    selection.conditions.length > 0
      ? selection.conditions.map((one) => one.named).join(' and ')
      : main.key === 'earnings_before'
        ? 'on a stock with earnings before expiration'
        : 'on a stock with an ex-dividend date before expiration'
  return `${some} of your ${countOf(at('positions'), result.positions, 'open call')} ${be(total.positions)} ${named}.`
}

/** The sums of the figures that add up. */
function sayTotal({ at, result }: Answered, figures: readonly OwnFigure[]): string | null {
  const total = toRow(result.total)
  if (total.positions === 1) return null
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

function sayNoneOpen({ at, result }: Answered, missing: readonly string[]): Reply {
  const expired = Number(result.expired) > 0 ? ` Expired calls to settle: ${at('expired')}.` : ''
  if (missing.length === 0)
    return say([`You have no open calls.${expired} You can add positions on the Portfolio Tracking page.`])
  const held = listRows(result, 'holdings').findIndex(({ symbol }) => symbol === missing[0])
  const named = missing.join(' or ')
  return say([
    held >= 0
      ? `You have no open calls on ${named}: your ${at(`holdings.${held}.shares`)} shares are uncovered.`
      : `Your portfolio here has no shares and no open calls of ${named}. I only see what is recorded on the Portfolio Tracking page; you can add it there.`,
    Number(result.positions) === 0 ? null : `Open calls: ${nameStocks(result)}.`,
  ])
}

const nameStocks = (result: Row) => [...new Set(listRows(result).map(({ ticker }) => String(ticker)))].join(', ')

/** None has the property: names the nearest by the same figure. */
function sayNone(loaded: Answered, { conditions }: Selection, all: readonly Row[]): Reply {
  const { at, result } = loaded
  const condition = conditions.findLast(({ key }) => key !== null)
  const figure = condition?.key == null ? null : figureOf(condition.key)
  const named = conditions.map((one) => one.named).join(' and ')
  const [nearest] = figure === null ? [] : orderRows(all, figure)
  const near = atRow(loaded, nearest === undefined ? -1 : all.indexOf(nearest))
  return say(
    [
      `No: none of your ${countOf(at('positions'), result.positions, 'open call')} is ${named}.`,
      nearest === undefined || figure === null
        ? null
        : `First by ${figure.label.toLowerCase()}: ${nameOf(near)}, ${figure.say(near, nearest)}.`,
    ],
    loaded,
  )
}

function sayNoEvent(loaded: Answered, { key }: OwnFigure, set: readonly Row[]): Reply {
  const what = key === 'earnings_before' ? 'earnings date' : 'ex-dividend date'
  const of = set.length === 1 ? nameOf(atRow(loaded, listRows(loaded.result).indexOf(set[0] ?? {}))) : null
  return say(
    [
      of === null
        ? `No: no ${what} is known before any of your open calls expires.`
        : `No: no ${what} is known before the ${of}.`,
    ],
    loaded,
  )
}

interface First {
  readonly known: readonly Row[]
  readonly set: readonly Row[]
  readonly main: OwnFigure
  readonly superlative: Selection['superlative']
  readonly listed: readonly string[]
}

function sayFirst(session: Session, shown: Answered, { known, set, main, superlative, listed }: First): Reply {
  const at = atRow(shown, 0)
  const [row = {}] = known
  const reason = superlative === null || superlative.key === main.key ? null : figureOf(superlative.key)
  const why = reason === null ? '' : ` (${reason.label.toLowerCase()}: ${reason.say(at, row)})`
  const others = superlative === null ? [] : orderRows(set, superlative).filter((one) => !known.includes(one))
  const isRanked =
    /\bwhich\b|\bwhat\b|\brank|\bmy\b/u.test(session.question.text) && others.length > 0 && reason === null
  return {
    ...say(
      [
        `${listed.join('; ')}${why}.`,
        `The rules say: ${at('recommendation')}.${isRanked ? ' The card has its figures.' : ''}`,
      ],
      shown,
    ),
    settled: settle(row),
  }
}

/** Chips of the position that was chosen. */
export const settle = ({ ticker, strike, expiry }: Row): Reply['settled'] =>
  typeof ticker === 'string' && typeof strike === 'number' && typeof expiry === 'string'
    ? { stocks: [ticker], strike: { least: strike, most: strike }, strikes: [], expiration: expiry, isMonth: false }
    : undefined

/** The same words for a position that cannot be chosen. */
export const refuse = (message: string, suggestions: readonly string[] = []): Refused => ({
  ok: false,
  error: { error: suggestions.length > 0 ? 'INVALID' : 'NOT_FOUND', message, suggestions },
})
