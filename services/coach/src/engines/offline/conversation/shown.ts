import { daysBetween, type IsoDate } from '@callwright/scoring'
import { findDays } from '../reading/dates/days.ts'
import type { GivenFigures } from '../reading/figures/roles.ts'
import { at, pointOf } from '../reading/slots.ts'
import { choosesCall, type Question } from './fit-intent.ts'
import type { Rows } from './rows.ts'

/** A call that the words of an answer name. */
export interface ShownCall {
  readonly strike: number
  readonly expiry: IsoDate | null
  readonly premium: number | null
  readonly delta: number | null
}
/** The calls that the words of an answer name, with the price of the stock and the days left. */
export interface Shown {
  readonly calls: readonly ShownCall[]
  readonly price: number | null
  readonly days: number | null
}

const CALL = /(?<![\d.])\$?(\d{1,5}(?:\.\d{1,2})?) calls?\b/gu
const CENTS = /(?<![\d.]|\b(?:is|stock|shares|price|trades) at )\$?(\d{1,3}\.\d{2})(?![\d%])/u
const DELTA = /\bdelta (?:of |is |near )?(0?\.\d{1,3})\b|\b(0?\.\d{1,3}) delta\b/u
const PRICE = /\b[A-Z]{1,5}(?:,| is| trades| trading| is trading)? at \$?(\d{1,5}\.\d{1,2})(?![\d%])/u
const DAYS = /\b(\d{1,3}) days\b/u
const END = /[;\n]|[.] /u

const readNumber = (pattern: RegExp, text: string) => {
  const found = pattern.exec(text)
  const digits = found?.[1] ?? found?.[2]
  return digits === undefined ? null : Number(digits)
}

/** Reads the calls of an answer, in the order of its words. */
export function readShown(answer: string, today: IsoDate): Shown {
  const plain = answer.replace(/(?<=\d),(?=\d{3})/gu, '')
  const { days, text } = findDays(plain.toLowerCase(), today)
  const mentions = [...text.matchAll(CALL)]
  const calls = mentions.map((mention, index): ShownCall => {
    const dates = text.slice(0, mention.index).split('¤').length - 1
    const from = mention.index + mention[0].length
    const rest = text.slice(from, mentions[index + 1]?.index).split(END)[0] ?? ''
    return {
      strike: Number(mention[1]),
      expiry: days[Math.max(0, dates - 1)]?.date ?? null,
      delta: readNumber(DELTA, rest),
      premium: readNumber(CENTS, rest.replace(DELTA, '')),
    }
  })
  const isNew = ({ strike, expiry }: ShownCall, index: number) =>
    calls.findIndex((one) => one.strike === strike && one.expiry === expiry) === index
  return { calls: calls.filter(isNew), price: readNumber(PRICE, plain), days: readNumber(DAYS, text) }
}

/** The calls as rows of a list, of which the next message may choose one. */
export const toRows = ({ calls }: Shown, symbol: string | undefined): Rows =>
  symbol === undefined ? [] : calls.map((call) => ({ symbol, ...call }))

const PLACES: readonly (readonly [RegExp, (calls: readonly ShownCall[]) => ShownCall | undefined])[] = [
  [/\bmiddle\b/u, (calls) => byStrike(calls)[Math.floor(calls.length / 2)]],
  [/\b(?:lowest|lower)(?: strike| one)?\b/u, (calls) => byStrike(calls)[0]],
  [/\b(?:highest|higher)(?: strike| one)?\b/u, (calls) => byStrike(calls).at(-1)],
  [/\b(?:first|1st)\b/u, (calls) => calls[0]],
  [/\b(?:second|2nd)\b/u, (calls) => calls[1]],
  [/\b(?:third|3rd)\b/u, (calls) => calls[2]],
  [/\blast(?: one)?\b/u, (calls) => calls.at(-1)],
]
const byStrike = (calls: readonly ShownCall[]) => calls.toSorted((a, b) => a.strike - b.strike)

/** The calls that a message chooses by strike, by place or by expiration. */
export function chooseShown(
  calls: readonly ShownCall[],
  { text, strikes, day }: { readonly text: string; readonly strikes: readonly number[]; readonly day: IsoDate | null },
): readonly ShownCall[] {
  const named = calls.filter(({ strike, expiry }) => strikes.includes(strike) || (day !== null && expiry === day))
  if (named.length > 0) return named
  const placed = PLACES.find(([words]) => words.test(text))?.[1](calls)
  return placed === undefined ? [] : [placed]
}

/** The figures as those of a calculation, so that the next message may ask for a result of them; null without a premium. */
export function toGiven({ calls, price, days }: Shown, today: IsoDate): GivenFigures | null {
  const priced = calls.filter(({ premium }) => premium !== null)
  if (priced.length === 0) return null
  const terms = priced.map(({ expiry }) => (expiry === null ? null : daysBetween(today, expiry)))
  const isOneTerm = new Set(terms).size === 1
  const term = isOneTerm ? [days ?? terms[0] ?? null] : terms
  const known = term.flatMap((one) => (one === null ? [] : [one]))
  return {
    premium: priced.flatMap(({ premium }) => premium ?? []),
    strike: priced.map(({ strike }) => strike),
    ...(price === null ? {} : { price: [price] }),
    ...(known.length === term.length ? { days: known } : {}),
  }
}

/** A question about a listed call, with the expiration and the delta that its answer showed. */
export function settle(question: Question, { calls }: Shown): Question {
  const { intent, slots } = question
  const [call, ...others] = calls
  if (call === undefined || (intent !== 'calls' && intent !== 'trade') || slots.stocks.length !== 1) return question
  const isOneDay = others.every(({ expiry }) => expiry === call.expiry)
  const isFree = !choosesCall(slots) && pointOf(slots.strike) === null && slots.style === null
  return {
    ...question,
    slots: {
      ...slots,
      ...(isOneDay && call.expiry !== null
        ? { expiration: call.expiry, isMonth: false, days: null, event: null, quietDays: null }
        : {}),
      ...(isFree && others.length === 0 && call.delta !== null ? { delta: at(call.delta) } : {}),
    },
  }
}
