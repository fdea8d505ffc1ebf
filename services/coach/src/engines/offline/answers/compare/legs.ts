import { at, pointOf, type Slots } from '../../reading/slots.ts'
import type { Session } from '../../session.ts'

/** Calls of one message that are compared. */
export const MAX_LEGS = 4

/** One of the calls to compare: what the message asks of all, with what it asks of this one. */
export interface Leg {
  readonly symbol: string
  readonly slots: Slots
  /** How often this call is sold in the time of the others: "four weeklies or one monthly". */
  readonly repeats: number | null
}

const TERMS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:(\d{1,2}) )?(?:short )?weekl(?:y|ies)\b/u, 7],
  [/\b(?:(\d{1,2}) )?monthl(?:y|ies)\b/u, 30],
]

const CHOOSES_TERM =
  /\b(?:weekl(?:y|ies)|monthl(?:y|ies))\b[^.;?]{0,40}\b(?:or|vs\.?|versus|against|with|and|than|compared?)\b[^.;?]{0,40}\b(?:weekl(?:y|ies)|monthl(?:y|ies))\b(?! or\b)/u

const readRepeats = (count: string | undefined) => {
  const repeats = Number(count ?? 1)
  return repeats > 1 ? repeats : null
}

/** Distances that a message sets against each other: places beside the price, at the money, percent out of the money. */
function listDistances(slots: Slots, text: string): readonly Partial<Slots>[] {
  const { strikePlaces, otmPct, alternatives } = slots
  const none = { strikePlaces: [], otmPct: null, moneyness: null }
  const isAtTheMoney = /\batm\b|(?<!\bclose[rst]{0,2} )\b(?:at|to)[- ]the[- ]money\b/u.test(text)
  return [
    ...strikePlaces.map((place) => ({ ...none, strikePlaces: [place] })),
    ...(isAtTheMoney ? [{ ...none, strikePlaces: [0] }] : []),
    ...(otmPct === null ? [] : [{ ...none, otmPct }]),
    ...alternatives.flatMap(({ slot, value }) => (slot === 'otmPct' ? [{ ...none, otmPct: value }] : [])),
  ]
}

/** "All on both dates" instead of one strike for each date. */
const ON_BOTH = /\band\b.*\bon\b/u
const MAX_DATED = 2
/** A strike for each of two dates, or one strike at both: "the 90 of Dec 18 or the 95 of Jan 15". */
function listDatedStrikes({ strikes, strike, expiration, otherDate }: Slots, text: string): readonly Partial<Slots>[] {
  const single = pointOf(strike)
  const [first, second = first] = strikes.length > 0 ? strikes : single === null ? [] : [single]
  if (first === undefined || second === undefined || strikes.length > MAX_DATED) return []
  if (expiration === null || otherDate === null || ON_BOTH.test(text)) return []
  const own = { strikes: [], otherDate: null, days: null }
  return [
    { ...own, expiration, strike: at(first) },
    { ...own, expiration: otherDate, strike: at(second) },
  ]
}

/** The calls that a message about one stock sets against each other; one if it names no second value. */
export function listLegs({ slots, text }: Session['question'], symbol: string): readonly Leg[] {
  const ofDates = listDatedStrikes(slots, text)
  if (ofDates.length > 1) return ofDates.map((own) => ({ symbol, repeats: null, slots: { ...slots, ...own } }))
  if (slots.strikes.length > 1) return []
  const terms = TERMS.flatMap(([words, days]) => {
    const match = words.exec(text)
    return match === null ? [] : [{ days, repeats: readRepeats(match[1]), index: match.index }]
  }).toSorted((a, b) => a.index - b.index)
  // The second of two deltas or distances belongs to the second term.
  const second = Object.fromEntries(slots.alternatives.map(({ slot, value }) => [slot, value]))
  if (terms.length > 1)
    return terms.map(({ days, repeats }, index) => ({
      symbol,
      repeats,
      slots: { ...slots, ...(index > 0 ? second : {}), expiration: null, days: { least: days, most: days } },
    }))
  if (setsDates(slots))
    return [slots.expiration, slots.otherDate].map((expiration) => ({
      ...{ symbol, repeats: null },
      slots: { ...slots, expiration, otherDate: null, days: null },
    }))
  const distances = listDistances(slots, text)
  const { alternatives } = slots
  const isOnlyDistance = alternatives.every(({ slot }) => slot === 'otmPct')
  if (distances.length > 1 && isOnlyDistance)
    return distances.map((distance) => ({ symbol, repeats: null, slots: { ...slots, ...distance } }))
  // The first values of all figures belong together, as do the second ones.
  const depth = Math.max(
    ...['days', 'delta', 'otmPct'].map((name) => alternatives.filter(({ slot }) => slot === name).length),
  )
  return Array.from({ length: depth + 1 }, (_, index) => {
    const changes = alternatives.flatMap(({ slot, value }) => {
      const own = alternatives.filter((one) => one.slot === slot)
      return index > 0 && own[Math.min(index, own.length) - 1]?.value === value ? [[slot, value]] : []
    })
    // A counted term beside a weekday is the term: "30 or 60 days".
    const isOfDays = alternatives.some(({ slot }) => slot === 'days')
    const expiration = isOfDays && pointOf(slots.days) !== null ? null : slots.expiration
    return { symbol, repeats: null, slots: { ...slots, expiration, ...Object.fromEntries(changes) } }
  })
}

/** Two expirations of calls that the message chooses by a distance: "5% out in December or January". */
const setsDates = (slots: Slots): boolean =>
  slots.otherDate !== null &&
  slots.expiration !== null &&
  pointOf(slots.strike) === null &&
  slots.alternatives.length === 0

const CHOOSES_DATE = /\b(?:or|vs\.?|versus|against|than|compared?|instead of)\b/u
const OF_CALLS = /\b(?:calls?|options?|sell\w*|writ\w+|strikes?|premiums?|pay\w*|delta|get|yields?)\b/u
/** Whether a message about one stock asks which of two expirations to sell. */
export const setsTwoDates = (slots: Slots, text: string): boolean =>
  setsDates(slots) && CHOOSES_DATE.test(text) && OF_CALLS.test(text)

/** Whether a message sets two distances or two terms of calls against each other. */
export const setsAgainst = (slots: Slots, text: string): boolean =>
  slots.strikes.length === 0 &&
  slots.event === null &&
  ((setsDates(slots) && hasDistance(slots)) ||
    listDistances(slots, text).length > 1 ||
    (TERMS.every(([words]) => words.test(text)) && CHOOSES_TERM.test(text)))

export const hasDistance = (slots: Slots): boolean =>
  slots.strikePlaces.length > 0 ||
  [
    slots.delta,
    slots.otmPct,
    slots.otmUsd,
    slots.premium,
    slots.style,
    slots.moneyness,
    slots.strike,
    slots.chancePct,
  ].some((one) => one !== null)
