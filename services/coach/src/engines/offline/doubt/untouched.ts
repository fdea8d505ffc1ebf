import type { Call } from '../../../turn/types.ts'
import { listUnused } from '../reading/chips.ts'
import { noSlots, type Slots } from '../reading/slots.ts'

/** Figures that a search hands to its tool, or that an answer repeats, if it uses them. */
const figures = ['percent', 'premium', 'strike', 'stockPrice', 'price', 'cost', 'budget'] as const
const SAME = 0.005

function listNumbers(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listNumbers)
}

const WRITTEN = /\d[\d,]*(?:\.\d+)?/gu
const readWritten = (text: string) => (text.match(WRITTEN) ?? []).map((one) => Number(one.replaceAll(',', '')))

/** Names the figures of a message that neither a tool was asked with nor the answer shows. */
export function listIdle(slots: Slots, shown: string, calls: readonly Call[], today: string): string[] {
  const used = [...calls.flatMap(({ args }) => listNumbers(args)), ...readWritten(shown)]
  const isUsed = (figure: number) =>
    used.some((one) => [one, Math.abs(one), one * 100, one / 100].some((same) => Math.abs(same - figure) < SAME))
  // A budget becomes the highest price of 100, 200 or more shares.
  const isSpent = (budget: number) => used.some((one) => one > 1 && (budget / one) % 100 < SAME)
  return figures.flatMap((name) => {
    const given = listNumbers(slots[name])
    const isMet = given.some(isUsed) || (name === 'budget' && given.some(isSpent))
    return given.length === 0 || isMet ? [] : listUnused({ ...noSlots, [name]: slots[name] }, [], today)
  })
}

const WORD = /[a-z][a-z'-]+/gu
/** Words that say nothing about what a part asks for. */
const EMPTY = new Set(
  (
    'and but so or the an is are was were be been being it its that this those these they them their there then what whats how when where which who whom why do does did ' +
    'doing done will would should could can may might must shall has have had having my mine me i we our you your us of on in at to for from by with without about as if not no ' +
    'also too just only any some all one ones two both each more most much many less than again still even ever get gets got getting give gives tell show me please ok okay say make makes ' +
    "made go goes going need want like really very pretty well now today then here stock stocks call calls option options share shares i'm i'd i've it's that's what's let up out" +
    ' happens happen mean means meant know think thing things way kind sort around itm otm atm ' +
    'jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november december today week weeks month months year years'
  ).split(' '),
)
/** Words that ask for one thing, as the word by which answers call it. */
const SAME_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:pay|bring|collect|earn|receiv|income|premium|yield|rich|juic)/u, 'premium'],
  [/^(?:los|risk|danger|downside|hurt|fall|drop|cushion)/u, 'risk'],
  [/^(?:take|assign|exercis|calle)/u, 'assign'],
]
const stem = (word: string) =>
  SAME_WORDS.find(([pattern]) => pattern.test(word))?.[1] ??
  word.replace(/'s$/u, '').replace(/(?:ies|ing|ed|es|er|est|ly|s|y|e)$/u, '')

/** Parts of a message of which no telling word occurs in the answer. */
export function listUntouched(parts: readonly string[], shown: string): string[] {
  const words = new Set((shown.match(WORD) ?? []).map(stem))
  return parts.slice(1).filter((part) => {
    const telling = (part.toLowerCase().match(WORD) ?? []).filter((word) => !EMPTY.has(word))
    return telling.length > 0 && !telling.some((word) => words.has(stem(word)))
  })
}
