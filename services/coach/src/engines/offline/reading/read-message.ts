import { type IsoDate, newYorkDate } from '@callwright/scoring'
import { type Classifier, listFeatures, type Ranked, train } from '../classifier.ts'
import { phrases } from '../phrases.ts'
import type { StockDirectory } from '../stocks/directory.ts'
import { findStocks } from '../stocks/find-stocks.ts'
import { findDays } from './dates/days.ts'
import { extractPeriods, extractQuietDays } from './dates/periods.ts'
import { type FigureReading, readFigures } from './figures/figures.ts'
import { readNumbers } from './grammar.ts'
import { expand, nameBrokers, tidyMessage, writeOut } from './normalize.ts'
import { listNumbers } from './numbers.ts'
import { noSlots, type Slots } from './slots.ts'
import { readScreenWords } from './words/screen-words.ts'
import { extractStrikePlaces, type StrikePlaces } from './words/strike-places.ts'
import { readWords } from './words/words.ts'

/** One message, read on its own. */
export interface Reading {
  /** Lower case, abbreviations written out, spelling corrected, each stock as `§`. */
  readonly text: string
  /** The stocks as the user wrote them, and no spelling corrected. */
  readonly named: string
  /** The same as `text` with dates as `¤` and figures as what they are, such as `_strike`. */
  readonly masked: string
  readonly slots: Slots
  /** Stocks that the message may mean. */
  readonly candidates: readonly string[]
  readonly unknown: string | null
  /** Parts that were read but cannot be used: figures of unknown meaning, and conditions without a tool. */
  readonly unread: readonly string[]
  readonly hearsay: readonly string[]
  readonly loose: readonly number[]
  /** The numbers as figures of a calculation. */
  readonly figures: FigureReading
  readonly ranked: readonly Ranked[]
  readonly today: IsoDate
}

const ROLLS =
  /\broll(?:s|ed|ing)?\b|\b(?:push|move|kick|extend)\b.{0,30}\b(?:out|up|to)\b|\bout and up\b|\bup and out\b/u
const TARGET = /\b(?:to|in|into|for|until|till|past)\s+(?:the )?¤/u
export const OWN = /\b(?:my|mine|i (?:own|have|hold|sold|wrote|got)|i've|i'm|am i|do i|have i|did i|our)\b/u

/** Further numbers of a message are ignored: no question has as many. */
const MAX_NUMBERS = 24

/** "Put A and B next to each other" means no put. */
const PUTS_BESIDE =
  /^\s{0,3}put (?=\s{0,2}§[^.?;]{0,80}\b(?:next to|side by side|beside|together|in (?:a|one) table)\b)/iu

function readSlots(text: string, today: IsoDate, hasStock = text.includes('§')) {
  // "Today" is a date only where the market's hours are asked for.
  const timeless = /\bmarkets?\b|\bopen\b|\bclosed?\b|\bhours\b|\btrading day\b|\bexchange\b|\bexpir/u.test(text)
    ? text.replace(/\bright now\b/gu, ' ')
    : text.replace(/\b(?:today|tonight|right now)\b/gu, ' ')
  const quiet = extractQuietDays(timeless, today)
  const days = findDays(quiet.text, today)
  const period = extractPeriods(days.text, days.days.length > 0)
  const isRoll = ROLLS.test(text)
  const {
    places,
    count,
    text: withoutPlaces,
  }: StrikePlaces = isRoll ? { places: [], text: period.text } : extractStrikePlaces(period.text)
  const numbers = readNumbers(withoutPlaces, listNumbers(withoutPlaces, { isPath: isRoll }).slice(0, MAX_NUMBERS))
  const words = readWords(quiet.text)
  const [first = null, second = null] = days.days
  const isTarget = isRoll && second === null && first !== null && TARGET.test(days.text)
  const slots: Slots = {
    ...noSlots,
    ...words.slots,
    ...Object.fromEntries(Object.entries(numbers.slots).filter(([, value]) => value !== undefined)),
    ...(places.length === 0
      ? {}
      : { moneyness: null, strikePlaces: places, ...(count === undefined ? {} : { count }) }),
    ...Object.fromEntries(
      Object.entries(hasStock ? {} : readScreenWords(quiet.text, today, words.slots.sort ?? null)).filter(
        ([, value]) => value !== null,
      ),
    ),
    ...(quiet.value === null ? {} : { quietDays: quiet.value }),
    expiration: isTarget ? null : (first?.date ?? null),
    isMonth: first?.kind === 'month',
    otherDate: isTarget ? first.date : second !== null && second.date !== first?.date ? second.date : null,
    days: numbers.slots.days ?? period.value,
  }
  return {
    slots,
    masked: numbers.masked.replace(/§'s\b/gu, '§'),
    loose: numbers.loose,
    unread: [...numbers.unread.map((one) => `“${one}”`), ...words.unsupported],
    hearsay: numbers.hearsay,
  }
}

const marked = [
  'strike',
  'delta',
  'premium',
  'cost',
  'stockPrice',
  'shares',
  'expiration',
  'days',
  'percent',
  'price',
] as const
const listMarks = (text: string, slots: Slots) => [
  ...marked.filter((name) => slots[name] !== null),
  `stocks${Math.min(2, slots.stocks.length)}`,
  ...(slots.strikes.length > 1 ? ['strikes'] : []),
  ...(OWN.test(text) ? ['own'] : []),
]

let trained: Classifier | null = null
const PHRASES_DAY = '2026-11-24'

/** The classifier, trained on the labelled phrases at its first use. */
export function classifier(): Classifier {
  trained ??= train(
    phrases.map(({ intent, text }) => {
      const written = writeOut(text)
      const { slots, masked } = readSlots(written, PHRASES_DAY)
      const stocks = [...written.matchAll(/§/gu)].map(() => '§')
      return { intent, features: listFeatures(masked, listMarks(written, { ...slots, stocks })) }
    }),
  )
  return trained
}

export function readMessage(message: string, asOf: string, directory: StockDirectory): Reading {
  const today = newYorkDate(Date.parse(asOf))
  const tidy = nameBrokers(tidyMessage(message))
  const { symbols, leftOut, candidates, unknown, marked: withMarks } = findStocks(tidy, directory)
  const text = writeOut(withMarks.replace(PUTS_BESIDE, 'compare '))
  const {
    slots: read,
    masked,
    loose,
    unread,
    hearsay,
  } = readSlots(text, today, symbols.length > 0 || (text.includes('§') && leftOut.length === 0))
  const slots = { ...read, stocks: symbols, withoutStocks: leftOut }
  const ranked = classifier().rank(listFeatures(masked, listMarks(text, slots)))
  const figures = readFigures(findDays(text, today).text)
  return {
    text,
    named: expand(tidy),
    masked,
    slots,
    candidates,
    unknown,
    unread,
    hearsay,
    loose,
    figures,
    ranked,
    today,
  }
}
