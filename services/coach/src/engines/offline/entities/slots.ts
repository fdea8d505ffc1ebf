import { daysBetween, type IsoDate } from '@callwright/scoring'
import { DAY_MARK, findDays } from './days.ts'
import { assignMeasures, type Measure } from './measures.ts'
import { listNumbers, type NumberMention } from './numbers.ts'
import { extractPeriods } from './periods.ts'
import { extractQuietDays } from './quiet-days.ts'
import { joinRanges, type Range, readSide, toPoint, toRange } from './range.ts'
import { findRole, isList } from './roles.ts'

/** All figures in a message. Each number fills only one slot. Slots that the message doesn't mention are null. */
export interface Slots {
  /** The date in the message, or the expiration in the named week or month. */
  readonly date: IsoDate | null
  /** `month` for a named month, `monthly` for any standard expiration. */
  readonly dateKind: 'day' | 'month' | 'monthly' | null
  /** The second of two dates: the one to roll to, or another expiration to compare. */
  readonly rollDate: IsoDate | null
  /** Calendar days from today. */
  readonly days: Range | null
  /** Between 0 and 1. */
  readonly delta: Range | null
  readonly strike: Range | null
  /** Strikes to compare, if there are several. */
  readonly strikes: readonly number[]
  /** The second strike, if two strikes have different dates. */
  readonly otherStrike: number | null
  /** Dollars by which a roll should raise the strike. */
  readonly rise: number | null
  readonly targetStrike: number | null
  /** Dollars per share. */
  readonly premium: Range | null
  /** Percent of the stock price. */
  readonly premiumPct: Range | null
  /** How far the strike is above the stock price, in percent. */
  readonly otmPct: Range | null
  /** Price paid per share: bought at, paid, basis. */
  readonly entryPrice: number | null
  /** Current or hypothetical stock price, as opposed to the cost of the shares. */
  readonly quotedPrice: number | null
  readonly shares: number | null
  readonly price: Range | null
  readonly yieldPct: Range | null
  readonly dividendYield: Range | null
  readonly score: Range | null
  readonly ivRank: Range | null
  readonly volatility: Range | null
  readonly rsi: Range | null
  readonly openInterest: Range | null
  readonly volume: Range | null
  readonly spreadPct: Range | null
  readonly marketCap: Range | null
  readonly beta: Range | null
  readonly assignmentPct: Range | null
  /** Number of days that must be free of earnings. */
  readonly quietDays: number | null
  readonly count: number | null
  /** Figures with an unknown role, as the user wrote them. */
  readonly unassigned: readonly string[]
}

export const noSlots: Slots = {
  ...{ date: null, dateKind: null, rollDate: null, days: null, delta: null, strike: null, strikes: [] },
  ...{
    otherStrike: null,
    rise: null,
    targetStrike: null,
    premium: null,
    premiumPct: null,
    otmPct: null,
    entryPrice: null,
    quotedPrice: null,
    shares: null,
  },
  ...{ price: null, yieldPct: null, dividendYield: null, score: null, ivRank: null, volatility: null, rsi: null },
  ...{ openInterest: null, volume: null, spreadPct: null, marketCap: null, beta: null, assignmentPct: null },
  ...{ quietDays: null, count: null, unassigned: [] },
}

const SHARES_A_CONTRACT = 100
/** Any higher premium is assumed to be per contract. */
const MAX_PREMIUM_PER_SHARE = 60
const ROLLS =
  /\broll(?:s|ed|ing)?\b|\b(?:push|move|kick|extend)\b.{0,30}\b(?:out|up|to|back)\b|\bout and up\b|\bup and out\b/u

/** Reads the figures in a text whose symbols are already marked. */
export function readSlots(marked: string, today: IsoDate): Slots {
  const quiet = extractQuietDays(marked, today)
  const found = findDays(quiet.text, today)
  const spoken = extractPeriods(found.text, found.days.length > 0)
  const { text } = spoken
  const isRoll = ROLLS.test(text)
  const mentions = listNumbers(text, { isPath: isRoll })
  const assigned = assignMeasures(text, mentions)
  const slots: Draft = {
    ...noSlots,
    strikes: [],
    unassigned: [],
    ...readDays(found, text, isRoll, today),
    days: spoken.days,
  }
  slots.quietDays = quiet.days
  const strikes = isRoll ? noStrikes : readStrikeList(text, mentions, assigned)
  for (const [index, mention] of mentions.entries()) {
    if (strikes.mentions.has(mention)) continue
    const measure = assigned[index] ?? null
    assignMention(slots, text, mention, measure, mentions, isRoll)
  }
  if (strikes.values.length > 0) slots.strikes = strikes.values
  assignBarePremium(slots)
  if (TOTAL.test(text)) slots.premium = toPremiumPerShare(slots)
  return slots
}

type Draft = { -readonly [Name in keyof Slots]: Slots[Name] }

function assignMention(
  slots: Draft,
  text: string,
  mention: NumberMention,
  measure: Measure | null,
  mentions: readonly NumberMention[],
  isRoll: boolean,
): void {
  const role = findRole(text, mention, measure, {
    mentions,
    isRoll,
    isPriced: slots.entryPrice !== null,
    isQuoted: slots.quotedPrice !== null,
  })
  const side = readSide(text, mention)
  const [value = 0] = mention.values
  switch (role) {
    case null:
      slots.unassigned = [...slots.unassigned, toRange(mention, side).words]
      return
    case 'ignored':
      return
    case 'rise':
      slots.rise = value
      return
    case 'targetStrike':
      slots.targetStrike = value
      return
    case 'entryPrice':
      slots.entryPrice ??= value
      return
    case 'quotedPrice':
      slots.quotedPrice ??= value
      return
    case 'shares':
      slots.shares ??= Math.floor(value)
      return
    case 'contracts':
      slots.shares ??= value * SHARES_A_CONTRACT
      return
    case 'count':
      slots.count ??= value
      return
    case 'delta':
      slots.delta = join(slots.delta, toRange(mention, side, toFrac))
      return
    case 'premium':
      slots.premium = join(slots.premium, readPremium(text, mention, side))
      return
    case 'strike':
      if (slots.strike?.isPoint === true && side === 'point') assignSecondStrike(slots, mention)
      else slots.strike = join(slots.strike, toRange(mention, side))
      return
    case 'yieldPct':
      slots.yieldPct = join(slots.yieldPct, readYield(text, mention, side))
      return
    default:
      slots[role] = join(slots[role], toRange(mention, side))
  }
}

/** If there is a second date, a second strike belongs to it. */
function assignSecondStrike(slots: Draft, { values: [value = 0], written }: NumberMention): void {
  if (value === slots.strike?.least) return
  if (slots.rollDate !== null && slots.otherStrike === null) slots.otherStrike = value
  else slots.unassigned = [...slots.unassigned, written]
}

/** A number up to this fraction of the stock price can be a premium. */
const MAX_PREMIUM_FRACTION = 0.3

/** In "stock 30, 32 strike, .80", the remaining small number is the premium. */
function assignBarePremium(slots: Draft): void {
  const [written, ...others] = slots.unassigned
  const value = Number((written ?? '').replace('$', ''))
  const price = slots.entryPrice ?? slots.quotedPrice
  const isTrade = price !== null && slots.strike?.isPoint === true && slots.premium === null
  if (!isTrade || others.length > 0 || !(value > 0 && value < MAX_PREMIUM_FRACTION * (price ?? 0))) return
  slots.premium = toPoint(value, written)
  slots.unassigned = []
}

const TOTAL = /\b(?:in total|total (?:premium|credit)|in all|altogether|all told)\b/u
/** Converts the premium for a whole trade to dollars per share. */
function toPremiumPerShare({ premium, shares }: Draft): Range | null {
  if (premium?.isPoint !== true || premium.least === null || shares === null || shares <= 0) return premium
  const whole = Number(premium.words.replace(/[$,\s]/gu, ''))
  return whole > MAX_PREMIUM_PER_SHARE ? { ...premium, least: whole / shares, most: whole / shares } : premium
}

const join = (before: Range | null, now: Range) => (before === null ? now : joinRanges(before, now))
/** "20-30 delta" is 0.20 to 0.30. */
const toFrac = (value: number) => (value >= 1 ? value / 100 : value)

const periodsPerYear = { month: 12, week: 52, quarter: 4 } as const
const PER_PERIOD =
  /^\s?(?:yield |return |income |premium )?(?:an? |per |each |every |\/)?(month|week|quarter)(?:ly)?\b/u

/** Annualizes a yield given per month, week or quarter. */
function readYield(text: string, mention: NumberMention, side: ReturnType<typeof readSide>): Range {
  const span = PER_PERIOD.exec(text.slice(mention.end))?.[1]
  if (span !== 'month' && span !== 'week' && span !== 'quarter') return toRange(mention, side)
  const range = toRange(mention, side, (value) => value * periodsPerYear[span])
  return { ...range, words: `${range.words} a ${span}` }
}

const OF_CONTRACT = /^[\s-]?(?:a|per|each|\/)\s?contract/u

function readPremium(text: string, mention: NumberMention, side: ReturnType<typeof readSide>): Range {
  const isOfContract =
    OF_CONTRACT.test(text.slice(mention.end)) || (side === 'point' && (mention.values[0] ?? 0) > MAX_PREMIUM_PER_SHARE)
  return toRange(mention, side, (value) => (isOfContract ? value / SHARES_A_CONTRACT : value))
}

const OPENS_TARGET = /\b(?:to|into|out to|until|till|through|for)\s+(?:the\s+)?$/u
const OF_CALL = /\bcalls? (?:of|expiring|for|from)\s+(?:the\s+)?$/u

/**
 * Assigns the dates. The only date in a message about a roll is the expiration of either the current or the new call.
 */
function readDays(
  { days }: ReturnType<typeof findDays>,
  text: string,
  isRoll: boolean,
  today: IsoDate,
): Pick<Slots, 'date' | 'dateKind' | 'rollDate'> {
  const [first, second] = days
  if (first === undefined) return { date: null, dateKind: null, rollDate: null }
  if (!isRoll) return { date: first.date, dateKind: first.kind, rollDate: second?.date ?? null }
  if (second !== undefined) return { date: first.date, dateKind: first.kind, rollDate: second.date }
  const at = text.indexOf(DAY_MARK)
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const isOwn =
    OF_CALL.test(before) ||
    (/^\s*\$?\d/u.test(after) && !OPENS_TARGET.test(before)) ||
    (/§\s*\$?[\d.]+s?c?\s*$/u.test(before) && !OPENS_TARGET.test(before)) ||
    /^\s*(?:calls?|position|one)\b/u.test(after)
  // In "Should I roll tomorrow", the date is when to act.
  if (!isOwn && !OPENS_TARGET.test(before) && daysBetween(today, first.date) <= 1)
    return { date: null, dateKind: null, rollDate: null }
  return isOwn
    ? { date: first.date, dateKind: first.kind, rollDate: null }
    : { date: null, dateKind: null, rollDate: first.date }
}

const noStrikes: { readonly values: readonly number[]; readonly mentions: ReadonlySet<NumberMention> } = {
  values: [],
  mentions: new Set(),
}

function readStrikeList(text: string, mentions: readonly NumberMention[], assigned: readonly (Measure | null)[]) {
  for (let from = 0; from + 1 < mentions.length; from += 1) {
    const run = mentions.slice(from, from + 1)
    for (const next of mentions.slice(from + 1)) {
      if (!isList(text, run.at(-1), next)) break
      run.push(next)
    }
    if (!COMPARES.test(text) && run.some(({ start }) => PRICED.test(text.slice(0, start)))) continue
    const roles = mentions.map((one, index) => (run.includes(one) ? (assigned[index] ?? null) : null))
    const isOfStrikes = roles.every((role) => role === null || role === 'strike')
    const isSure = roles.includes('strike') || run.some(({ isCall }) => isCall) || isNamedAsStrikes(text, run)
    if (run.length > 1 && isOfStrikes && isSure && run.every(({ kind, isSpan }) => kind !== 'percent' && !isSpan)) {
      return { values: [...new Set(run.flatMap(({ values }) => values))], mentions: new Set(run) }
    }
  }
  return noStrikes
}

const COMPARES = /\bcompar\w*|\bside by side\b/u
/** Words before a price, which does not belong to a list of strikes. */
const PRICED = /(?:@|\b(?:at|paid|basis|cost|costs|bought|entry|stock|premium|delta))\s*(?:of |is |: ?)?\$?$/u

function isNamedAsStrikes(text: string, run: readonly NumberMention[]): boolean {
  const [before, after] = [text.slice(0, run[0]?.start ?? 0), text.slice(run.at(-1)?.end ?? 0)]
  return (
    /\bcompar\w*\b|\bversus\b|\bvs?\b|\bside by side\b|\bbetter\b|\bnext to each other\b|\bwhich\b|\bstack up\b|\bput\b|\bpick\b|\bdifference\b/u.test(
      text,
    ) ||
    /(?:§(?:'s)?|¤|\bthe)\s*(?:calls?\s*)?(?:on\s*)?$/u.test(before) ||
    /^\s*(?:calls?|strikes?|c\b|§)/u.test(after)
  )
}
