import type { Slots } from '../../reading/slots.ts'
import { countOf, isKnown, listRows, type Row } from '../../replies.ts'
import type { Answered } from '../../session.ts'
import { hasDistance } from '../compare/legs.ts'
import { type CallFigure, describeAsked, isOfMarket, rowAsTrade } from './call-figures.ts'

const SEVERAL =
  /\bstrikes\b|\b(?:list|several|different|various|range of|few|some|all|each|every) (?:[\w§¤%.]+ ){0,4}(?:calls|options|strike|call)\b|\bcalls (?:near|around|close to|just above|above) the (?:money|price)\b|\bnear[- ]the[- ]money (?:[\w§¤]+ ){0,2}calls\b|\bcalls\b[^.;?]{0,30}\b(?:near|at)[- ]the[- ]money\b/u
const USUAL_COUNT = 5
/** Strikes between two bounds that the message names. */
const RANGE_COUNT = 8

/** Whether a message asks for several calls of one stock rather than for one. */
export const wantsSeveral = ({ count }: Slots, text: string): boolean => (count ?? 1) > 1 || SEVERAL.test(text)

/** The strikes around the price, unless the message chooses calls in another way. */
export function spreadOut(slots: Slots, asked: readonly CallFigure[]): Slots {
  const isAround = slots.moneyness === 'At the money' || (!hasDistance(slots) && asked.some(isOfMarket))
  const isRange = slots.strike !== null && slots.strike.least !== null && slots.strike.most !== null
  const count = slots.count ?? (isRange ? RANGE_COUNT : USUAL_COUNT)
  return isAround ? { ...slots, count, strikePlaces: [0], moneyness: null } : { ...slots, count }
}

const names = { liquid: 'Liquid', thin: 'Thin', illiquid: 'Too thin' } as const

/** Judges the market of all calls of a list by the gates of the best call. */
function judgeMarket({ at }: Answered, rows: readonly (readonly [number, Row])[]): string {
  const groups = Object.entries(names).flatMap(([liquidity, name]) => {
    const strikes = rows.flatMap(([index, row]) => (row.liquidity === liquidity ? [at(`rows.${index}.strike`)] : []))
    return strikes.length === 0 ? [] : [`${name}: ${strikes.join(', ')}`]
  })
  return groups.length === 0 ? '' : ` ${groups.join('. ')}, by the rules for the best call.`
}

/** All calls that were found, in the order of their strikes unless another one is asked for. */
export function describeList(found: Answered, { sort, count }: Slots, asked: readonly CallFigure[]): string {
  const { at, result } = found
  const all = listRows(result)
  const taken = all.slice(0, count ?? USUAL_COUNT).map((row, index): readonly [number, Row] => [index, row])
  const rows =
    sort === null || sort === 'strike' ? taken.toSorted(([, a], [, b]) => Number(a.strike) - Number(b.strike)) : taken
  const isOneDate = new Set(rows.map(([, { expiry }]) => expiry)).size < 2
  const columns = asked.filter(({ isOfRow, isSentence }) => isOfRow === true && isSentence !== true)
  const without = asked.filter((one) => !columns.includes(one) && one.isSentence !== true).map(({ name }) => name)
  const described = rows.map(([index, row]) => {
    const figure = (name: string) => at(`rows.${index}.${name}`)
    const { list } = describeAsked(columns, rowAsTrade(found, index), true)
    // Most of an ITM premium is intrinsic value, so its yield would mislead.
    const yearly = row.moneyness === 'ITM' || !isKnown(row.annYield) ? '' : `, ${figure('annYield')} a year`
    const hasDelta = columns.some(({ name }) => name === 'the delta')
    const delta = isKnown(row.delta) && !hasDelta ? `, delta ${figure('delta')}` : ''
    return `${figure('strike')}${isOneDate ? '' : ` of ${figure('expiry')}`}: ${figure('premium')} a share${yearly}${delta}${list === null ? '' : `, ${list}`}`
  })
  const [[first, row] = [0, {}]] = rows
  const date = isOneDate
    ? ` expiring ${at(`rows.${first}.expiry`)} (${countOf(at(`rows.${first}.dte`), row.dte, 'day')})`
    : ''
  const missing = without.length === 0 ? '' : ` Not given for several calls at once: ${without.join(', ')}.`
  return `${at('symbol')} calls${date}, the stock at ${at('current_price')}: ${described.join('; ')}.${asked.some(isOfMarket) ? judgeMarket(found, rows) : ''}${missing}`
}
