import type { Understanding } from '../understanding.ts'
import { findIdeas, type Idea } from './concepts.ts'

const entityTests = {
  hasSymbol: ({ symbols, unknownName, candidates }) =>
    symbols.length > 0 || unknownName !== null || candidates.length > 0,
  knowsSymbol: ({ symbols }) => symbols.length > 0,
  hasUnknown: ({ unknownName }) => unknownName !== null,
  hasSymbols: ({ symbols }) => symbols.length > 1,
  isSymbolAlone: ({ symbols, rest }) => symbols.length > 0 && isBlank(rest),
  hasStrike: ({ slots }) => slots.strike?.isPoint === true,
  hasStrikeBound: ({ slots }) => slots.strike?.isPoint === false || slots.otmPct !== null,
  hasStrikes: ({ slots }) => slots.strikes.length > 1,
  hasMoney: ({ slots }) => (slots.entryPrice ?? slots.quotedPrice) !== null && slots.premium?.isPoint === true,
  hasEntry: ({ slots }) => slots.entryPrice !== null,
  hasPremium: ({ slots }) => slots.premium?.isPoint === true,
  hasPremiumBound: ({ slots }) => slots.premium?.isPoint === false || slots.premiumPct !== null,
  hasShares: ({ slots }) => slots.shares !== null,
  hasDelta: ({ slots }) => slots.delta !== null,
  hasLiquidity: ({ slots }) => slots.openInterest !== null || slots.spreadPct !== null || slots.volume !== null,
  hasTime: ({ slots }) => slots.days !== null || slots.date !== null,
  hasDate: ({ slots }) => slots.date !== null,
  hasTwoDays: ({ slots }) => slots.date !== null && slots.rollDate !== null,
  hasStockBound: ({ slots }) =>
    slots.score !== null ||
    slots.yieldPct !== null ||
    slots.ivRank !== null ||
    slots.rsi !== null ||
    slots.dividendYield !== null ||
    slots.marketCap !== null ||
    slots.beta !== null,
  hasChance: ({ slots }) => slots.assignmentPct !== null,
  hasEventBound: ({ preferences }) => preferences.eventBound !== null,
  hasPrice: ({ slots }) => slots.price !== null,
  hasQuiet: ({ slots }) => slots.quietDays !== null,
  hasCount: ({ slots }) => slots.count !== null,
  hasTarget: ({ slots }) => slots.targetStrike !== null || slots.rollDate !== null,
  hasTerm: ({ term }) => term !== null,
  isTermAlone: ({ term, rest }) => term !== null && rest.split(' ').length <= 3,
  isShort: ({ text }) => text.split(' ').length <= 3,
  startsWithVerbOfSorting: ({ text }) => /^(?:rank|sort)\b/u.test(text),
  isCallsAlone: ({ text }) => /^(?:covered )?(?:calls?|options?)$/u.test(text),
} as const satisfies Readonly<Record<string, (said: Understanding) => boolean>>

const isBlank = (rest: string) => rest.replace(/[?!.,;'"]/gu, '').trim() === ''

type Entity = keyof typeof entityTests
/** An idea that the words express, or a recognized entity. */
export type Feature = Idea | Entity

const entityNames = Object.keys(entityTests).filter((name): name is Entity => name in entityTests)

export const listFeatures = (said: Understanding): ReadonlySet<string> =>
  new Set<string>([...findIdeas(said.text), ...entityNames.filter((name) => entityTests[name](said))])
