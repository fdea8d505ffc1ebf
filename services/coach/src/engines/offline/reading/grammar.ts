import { type Role, rules } from './grammar-rules.ts'
import { type NumberMention, readSide } from './numbers.ts'
import { at, isAlternativeName, isRangeName, pointOf, type Range, type Slots } from './slots.ts'

const MAX_PREMIUM_PER_SHARE = 60
/** "35 bucks for a call" is the price of a contract. */
const LEAST_OF_CALL = 10
const SHARES_PER_CONTRACT = 100
const DAYS_PER_MONTH = 30
/** Words that make a figure somebody else's: it is neither the user's cost nor their premium. */
const HEARSAY =
  /\b(?:i (?:heard|read|saw)|heard that|(?:he|she|they|people|folks|everyone|someone|somebody|a guy|reddit|twitter|youtube|cnbc|analysts?|rumou?r\w*|(?:my|a) (?:friend|buddy|neighbou?r|brother|dad|cousin|coworker|uncle)) (?:\w+ )?(?:say|says|said|told|claims?|claimed|bought|paid|got|gets|makes?|made|sold|thinks?|has it)|supposedly|apparently|allegedly|reportedly)\b/u

export interface GrammarResult {
  readonly slots: Partial<Slots>
  /** Plain numbers of unknown meaning. A follow-up may mean a strike by one. */
  readonly loose: readonly number[]
  readonly unread: readonly string[]
  readonly hearsay: readonly string[]
  /** The text with each number replaced by what it is: `_strike`. */
  readonly masked: string
}

/** Reads the numbers of a text in which stocks are `§` and dates `¤`. `listed`: numbers that name a strike by place. */
export function readNumbers(text: string, mentions: readonly NumberMention[]): GrammarResult {
  const slots: { -readonly [Name in keyof Slots]?: Slots[Name] } = {}
  const roles = mentions.map((mention, index) => {
    const role = findRole(text, mentions, index, mention)
    return role === 'strike' && CENTS.test(mention.written) ? 'premium' : role
  })
  const unread: string[] = []
  const hearsay: string[] = []
  const strikes: number[] = []
  const loose: number[] = []
  const isRoll = /\broll/u.test(text)
  for (const [index, mention] of mentions.entries()) {
    const role = roles[index] ?? null
    const sentence = cutSentence(text, mention).words
    if (
      (role === 'cost' || role === 'premium' || role === 'stockPrice') &&
      isHearsay(text.slice(0, mention.start), text.slice(mention.end))
    ) {
      hearsay.push(mention.written)
      roles[index] = 'none'
    } else if (role === null || role === 'calculation') {
      unread.push(mention.written)
      if (role === null && mention.kind !== 'percent') loose.push(...mention.values)
    } else if (
      role === 'strike' &&
      !mention.isSpan &&
      (isRoll || CHANCE.test(text) || readSide(text, mention) === 'point')
    )
      strikes.push(...mention.values)
    else if (role === 'monthlyPct') {
      slots.premiumPct ??= toRange(text, mention, role)
      slots.days ??= at(DAYS_PER_MONTH)
    } else if (role !== 'none' && !assign(slots, role, toRange(text, mention, role), sentence, mention))
      unread.push(mention.written)
  }
  const distinct = [...new Set(strikes)]
  if (distinct.length === 1) slots.strike = at(distinct[0] ?? 0)
  else if (distinct.length > 1) slots.strikes = distinct
  settlePremium(slots, text)
  return { slots, loose, unread, hearsay, masked: maskNumbers(text, mentions, roles) }
}

/** No strike is an amount of cents. */
const CENTS = /cents?$|¢$/u
const CHANCE = /\b(?:chances?|probability|odds|likelihood)\b/u

/** Whether the nearest person before a figure is somebody else. */
export function isHearsay(before: string, after: string): boolean {
  const others = Math.max(-1, ...[...before.matchAll(new RegExp(HEARSAY, 'gu'))].map(({ index }) => index))
  const own = Math.max(
    -1,
    ...[
      ...before.matchAll(/\bmine\b|\bmy (?:cost|basis|shares|entry)\b|\bi (?:paid|bought|sold|own|have|hold|got)\b/gu),
    ].map(({ index }) => index),
  )
  return others > own || (others < 0 && /^[^.;?!]{0,12}\b(?:supposedly|apparently|allegedly|reportedly)\b/u.test(after))
}

function findRole(text: string, all: readonly NumberMention[], index: number, mention: NumberMention): Role | null {
  const { sentence } = cutSentence(text, mention, all, index)
  const value = mention.values.at(-1) ?? 0
  if (mention.isCall && mention.kind !== 'percent' && !/#'?s (?:calls|puts)/u.test(sentence)) return 'strike'
  const found = rules.find(
    ({ role, when, kind, least, most, isWhole }) =>
      (kind === undefined || kind === mention.kind) &&
      (kind === 'percent' || mention.kind !== 'percent' || role === 'delta') &&
      value >= (least ?? 0) &&
      value <= (most ?? Number.POSITIVE_INFINITY) &&
      (isWhole !== true || Number.isInteger(value) || /shares/u.test(when.source)) &&
      when.test(sentence),
  )
  const side = readSide(text, mention)
  // A bound on a price without a stock is one of a screen.
  if (found?.role === 'stockPrice' && side !== 'point' && !text.includes('§')) return 'price'
  // The chance of ending above a price is that of the call at this strike.
  if (found?.role === 'stockPrice' && CHANCE.test(text)) return 'strike'
  if (found !== undefined) return found.role
  if (mention.kind === 'money' && side === 'point' && value < MAX_PREMIUM_PER_SHARE && !text.includes('§')) return null
  if (side === 'point') return /§/u.test(text) && mention.kind === 'money' ? 'strike' : null
  if (mention.kind === 'money' && value <= 15) return 'premium'
  return text.includes('§') ? 'strike' : 'price'
}

/** The sentence of a number. Its own place is `#`, those of other numbers `№`. */
function cutSentence(text: string, mention: NumberMention, all: readonly NumberMention[] = [], index = -1) {
  const from = Math.max(...[...text.slice(0, mention.start).matchAll(/[;!?]\s|\.\s/gu)].map((end) => end.index + 2), 0)
  const next = /[;!?]|\.\s/u.exec(text.slice(mention.end))
  const to = next === null ? text.length : mention.end + next.index
  let sentence = ''
  let done = from
  for (const [place, { start, end, isCall }] of all.entries()) {
    if (start < from || end > to) continue
    sentence += `${text.slice(done, start)}${place === index ? '#' : '№'}${isCall ? 's' : ''}`
    done = end
  }
  return { sentence: (sentence + text.slice(done, to)).replace(/\s+/gu, ' ').trim(), words: text.slice(from, to) }
}

function toRange(text: string, mention: NumberMention, role: Role): Range {
  const scaled = mention.values.map((value) => (role === 'delta' && value > 1 ? value / 100 : value))
  const [low = 0, high = low] = scaled
  const side = readSide(text, mention)
  if (side === 'least') return { least: low, most: null }
  return side === 'most' ? { least: null, most: high } : { least: low, most: high }
}

function assign(
  slots: { -readonly [Name in keyof Slots]?: Slots[Name] },
  role: Exclude<Role, 'none' | 'calculation' | 'monthlyPct'>,
  range: Range,
  sentence: string,
  { values, written }: NumberMention,
): boolean {
  const value = values[0] ?? 0
  const slot =
    role === 'protectionPct'
      ? 'premiumPct'
      : role === 'keepPct'
        ? 'chancePct'
        : role === 'contracts'
          ? 'shares'
          : role === 'itmPct'
            ? 'otmPct'
            : role
  if (role === 'premium' && pointOf(slots.premium ?? null) !== null && pointOf(range) !== null) {
    return pointOf(slots.premium ?? null) === value
  }
  const isTaken = slots[slot] !== undefined && slots[slot] !== null
  if (isTaken && isAlternativeName(slot) && pointOf(range) !== null && pointOf(slots[slot] ?? null) !== null) {
    const isNew = pointOf(slots[slot] ?? null) !== pointOf(range)
    if (isNew) slots.alternatives = [...(slots.alternatives ?? []), { slot, value: range }]
    return true
  }
  if (isTaken)
    return isSame(slots[slot], slot === 'shares' && role === 'contracts' ? value * SHARES_PER_CONTRACT : value)
  if (role === 'itmPct') {
    const below = (one: number | null) => (one === null ? null : -one)
    slots.otmPct ??= { least: below(range.most), most: below(range.least) }
  } else if (role === 'keepPct') {
    const rest = (one: number | null) => (one === null ? null : 100 - one)
    slots.chancePct ??= { least: rest(range.most), most: rest(range.least) }
  } else if (role === 'protectionPct') slots.premiumPct ??= pointOf(range) === null ? range : { ...range, most: null }
  else if (role === 'contracts') slots.shares ??= value * SHARES_PER_CONTRACT
  else if (role === 'premium') {
    const after = sentence.slice(sentence.indexOf(written) + written.length)
    const isPerContract =
      /^\s?(?:premium )?(?:a|per|\/|each|for each|(?:out of|from|for|on) (?:1|one|an?|each|every)) ?(?:single )?contract/u.test(
        after,
      )
    const scale = (one: number | null) => (one === null || !isPerContract ? one : one / SHARES_PER_CONTRACT)
    slots.premium ??= { least: scale(range.least), most: scale(range.most) }
  } else if (isRangeName(role)) slots[role] ??= range
  else slots[role] ??= value
  return true
}

const isSame = (filled: unknown, value: number) =>
  typeof filled === 'number' ? filled === value : isRange(filled) && (filled.least === value || filled.most === value)
const isRange = (value: unknown): value is Range => typeof value === 'object' && value !== null && 'least' in value

/** A premium that no share could bring is that of a contract. */
function settlePremium(slots: { -readonly [Name in keyof Slots]?: Slots[Name] }, text: string): void {
  const premium = pointOf(slots.premium ?? null)
  const level = pointOf(slots.strike ?? null) ?? slots.cost ?? slots.stockPrice ?? null
  if (premium === null || /\ba share\b|\bper share\b/u.test(text)) return
  const isOfCall = premium >= LEAST_OF_CALL && /\d (?:bucks|dollars) for an? (?:[\w.§¤-]+ ){0,6}calls?\b/u.test(text)
  if (isOfCall || (premium > MAX_PREMIUM_PER_SHARE && (level === null || premium > level / 2))) {
    slots.premium = at(premium / SHARES_PER_CONTRACT)
  }
}

const maskNumbers = (text: string, mentions: readonly NumberMention[], roles: readonly (Role | null)[]) =>
  mentions.reduceRight(
    (left, { start, end, kind }, index) =>
      `${left.slice(0, start)} _${roles[index] ?? (kind === 'plain' ? 'number' : kind)} ${left.slice(end)}`,
    text,
  )
