import { type FoundFact, findFacts } from '../../../facts/find-fact.ts'
import { findTerms, weak } from '../answers/words.ts'
import type { Context } from '../conversation/context.ts'
import { fitIntent, type Question } from '../conversation/fit-intent.ts'
import { sumByIntent } from '../conversation/follow-up.ts'
import { mergeSlots } from '../conversation/rows.ts'
import { type Intent, intents, isOfFigures, isOfWords } from '../intents.ts'
import type { Reading } from '../reading/read-message.ts'
import { noSlots, type Slots } from '../reading/slots.ts'
import type { Option } from '../session.ts'
import { findUnanswered } from './unanswered.ts'

/** Readings that say nothing as a button: their entries are offered instead. */
const NOT_OFFERED: ReadonlySet<Intent> = new Set(['concept', 'tax', 'other', 'abilities'])
const MAX_OFFERED = 3
const MAX_FACTS = 3
/** Entries less like the message than this are not offered. */
const LEAST_LIKE = 0.17
/** A term of the glossary counts as an entry of this likeness. */
const TERM_LIKENESS = 0.2
/** Likelihood of a message continuing the question before. */
const CONTINUES = 0.3
/** Likelihood of a reading whose figure the message names. */
const NAMED = 0.28
/** Entries as close as this are likely even if the classifier expects figures. */
const CLOSE = 0.3
/** Likelihood of a calculation if a message gives the figures for one. */
const CALCULATES = 0.25
const LEAST_GENERAL = 0.15
const UNLIKELY = 0.03
/** A reading less likely than this is not worth a button beside an answer. */
const BESIDE = 0.05
/** How much the words of the question before count for a general question that continues it. */
const EARLIER_SHARE = 0.85

type Earlier = Pick<Context, 'before' | 'fact'>

interface Weighed {
  readonly option: Option
  readonly weight: number
}

export const labelOf = (intent: Intent, { stocks }: Slots) => {
  const { label, about } = intents[intent]
  return about !== 'none' && stocks.length > 0 ? `${label}: ${stocks.join(', ')}` : label
}

const entryOption = (title: string, intent: 'concept' | 'tax'): Option => ({
  label: title,
  intent,
  slots: { ...noSlots, entry: title },
})

/** Entries close to a message, or to it and the general question that it continues. */
function findEntries(text: string, { before, fact }: Earlier): readonly FoundFact[] {
  const isContinued = before !== null && isOfWords(before.intent)
  const together = isContinued ? findFacts(`${before.text} ; ${text}`, fact) : []
  const all = [
    ...findFacts(text, fact),
    ...together.map((found) => ({ ...found, score: found.score * EARLIER_SHARE })),
  ].toSorted((a, b) => b.score - a.score)
  return all.filter((one, index) => all.findIndex(({ fact: { id } }) => id === one.fact.id) === index)
}

/** General entries that may answer a message, weighed against each other. */
function weighEntries({ text }: Reading, earlier: Earlier, general: number): Weighed[] {
  const facts = findEntries(text.replaceAll('§', ' '), earlier)
    .filter(({ score }) => score >= LEAST_LIKE)
    .slice(0, MAX_FACTS)
    .map(({ fact, score }) => ({ option: entryOption(fact.title, fact.intent === 'tax' ? 'tax' : 'concept'), score }))
  const [term] = findTerms(text).filter(({ id }) => !weak.has(id))
  const terms = term === undefined ? [] : [{ option: entryOption(term.term, 'concept'), score: TERM_LIKENESS }]
  const all = [...facts, ...terms]
  const total = all.reduce((sum, { score }) => sum + score, 0)
  const isClose = all.some(({ score }) => score >= CLOSE)
  const continues = earlier.before !== null && isOfWords(earlier.before.intent) ? CONTINUES : 0
  const share = Math.max(general, continues, isClose ? LEAST_GENERAL : 0)
  return all.map(({ option, score }) => ({ option, weight: (share * score) / total }))
}

const AMOUNTS = /\$?\d[\d,]*(?:\.\d+)?/gu
/** Whether a message gives several figures, one of which is a price to the cent. */
export const hasSums = (named: string) => {
  const amounts = (named.match(AMOUNTS) ?? []).filter((one) => Number(one.replace(/[$,]/gu, '')) >= 1)
  return amounts.length > 1 && amounts.some((one) => /\.\d|\$/u.test(one))
}

/** The likelier calculation, for a message with figures of its own. */
function calculates(ranked: Reading['ranked'], slots: Slots): Weighed {
  const found = ranked.find(({ intent }) => isOfFigures(intent))
  const intent = found?.intent ?? 'profit'
  return {
    option: { label: labelOf(intent, slots), intent, slots },
    weight: Math.max(CALCULATES, found?.probability ?? 0),
  }
}

/** Readings of a stock whose figure or date the words of a message name. */
const listNamed = (text: string, stocks: readonly string[]): Weighed[] =>
  findUnanswered(text, 'stock', noSlots, '').flatMap(({ by }) => {
    const slots = { ...noSlots, stocks }
    if (by === null) return []
    const intent = stocks.length > 1 && by !== 'dates' ? 'compare' : by
    return [{ option: { label: labelOf(intent, slots), intent, slots }, weight: NAMED }]
  })

/** Other readings of a message as buttons that keep what was typed, the likeliest first: tools beside general entries. */
export function listAlternatives(
  reading: Reading,
  earlier: Earlier,
  page: string | null,
  answered: Question | null = null,
): Option[] {
  const { slots, text, ranked } = reading
  const { before } = earlier
  const carried = slots.stocks.length > 0 ? slots.stocks : (before?.slots.stocks ?? (page === null ? [] : [page]))
  const ofTools = sumByIntent(ranked, slots, text, before)
  const general = ofTools
    .filter(({ intent }) => intent === 'concept' || intent === 'tax')
    .reduce((sum, { probability }) => sum + probability, 0)
  const tools = ofTools.flatMap(({ intent, probability }): Weighed[] => {
    if (NOT_OFFERED.has(intent) || probability < UNLIKELY) return []
    const filled = intents[intent].about === 'none' ? slots : { ...slots, stocks: carried }
    return [{ option: { label: labelOf(intent, filled), intent, slots: filled }, weight: probability }]
  })
  const merged = before === null || NOT_OFFERED.has(before.intent) ? null : mergeSlots(before.slots, slots)
  const continued =
    before === null || merged === null
      ? []
      : [before.intent].map((intent) => {
          const fitted = fitIntent(intent, merged, text, before)
          return { option: { label: labelOf(fitted, merged), intent: fitted, slots: merged }, weight: CONTINUES }
        })
  const named = carried.length === 0 ? [] : listNamed(text, carried)
  const calculated = hasSums(reading.named) ? [calculates(ofTools, slots)] : []
  const least = answered === null ? 0 : BESIDE
  const isAnswered = ({ intent, slots: { entry } }: Option) =>
    entry === null ? intent === answered?.intent : entry === answered?.slots.entry
  const all = [...continued, ...named, ...calculated, ...tools, ...weighEntries(reading, earlier, general)]
    .filter(({ option, weight }) => weight >= least && !isAnswered(option))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ option }) => option)
  return all
    .filter((one, index) => all.findIndex(({ label }) => label === one.label) === index)
    .filter(
      (one, index, list) =>
        one.slots.entry !== null ||
        list.findIndex(({ intent, slots: { entry } }) => entry === null && intent === one.intent) === index,
    )
    .slice(0, MAX_OFFERED)
}
