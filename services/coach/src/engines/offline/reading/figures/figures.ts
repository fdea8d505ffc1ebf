import { isHearsay } from '../grammar.ts'
import { listNumbers, type NumberMention } from '../numbers.ts'
import { addContext, MIN_PAID, round } from './context.ts'
import { roleRules } from './role-rules.ts'
import type { GivenFigures, RoleName } from './roles.ts'

export interface FigureReading {
  readonly given: GivenFigures
  /** Numbers without a role, as written. */
  readonly unread: readonly string[]
  /** Values of these. A follow-up may mean a known figure by one. */
  readonly loose: readonly number[]
}

export interface Found {
  readonly mention: NumberMention
  role: RoleName | 'none' | null
  value: number
}

/** Further numbers of a message are ignored: no question has as many. */
const MAX_NUMBERS = 24
/** Gives every number of a calculation a role. `text` is written out, with stocks as `§` and dates as `¤`. */
export function readFigures(text: string): FigureReading {
  const mentions = listNumbers(text, { isSingle: true }).slice(0, MAX_NUMBERS)
  const found: Found[] = mentions.map((mention) => ({
    mention,
    role: null,
    value: mention.values[0] ?? 0,
  }))
  for (let known = -1; known !== countKnown(found); ) {
    known = countKnown(found)
    applyRules(text, found)
  }
  settleLists(text, found)
  settleRest(found)
  settleLists(text, found)
  settleBid(found)
  const given = collect(found)
  const left = found.filter(({ role, value }) => role === null && !isKnownValue(given, value))
  return {
    given: addContext(text, given, found),
    unread: left.map(({ mention }) => mention.written),
    loose: left.map(({ value }) => value),
  }
}

/** A bid alone is what a sale brings: the premium. */
function settleBid(found: readonly Found[]): void {
  if (found.some(({ role }) => role === 'ask' || role === 'premium')) return
  for (const one of found) if (one.role === 'bid') one.role = 'premium'
}

const countKnown = (found: readonly Found[]) => found.filter(({ role }) => role !== null).length

function applyRules(text: string, found: readonly Found[]): void {
  // The same until a number gets a role.
  let masks = new Map<Found, string>()
  const maskOf = (one: Found) => {
    const mask = masks.get(one) ?? maskOthers(text, found, one)
    masks.set(one, mask)
    return mask
  }
  for (const rule of roleRules) {
    for (const one of found) {
      if (one.role !== null || !fitsRule(one, rule) || (one.mention.isCall && rule.role === 'contracts')) continue
      const isStrikeAgain = found.some(({ role, value }) => role === 'strike' && value === one.value)
      const isCents = CENTS.test(text.slice(one.mention.end))
      const isMatch = (rule.role === 'strike' && one.mention.isCall && !isCents) || rule.when.test(maskOf(one))
      if (!isStrikeAgain && !isMatch) continue
      const { start, end } = one.mention
      one.role = isStrikeAgain || isHearsay(text.slice(0, start), text.slice(end)) ? 'none' : rule.role
      if (one.role !== 'none') one.value = scaleValue(one, rule.scale ?? 1, text)
      masks = new Map()
    }
  }
}

/** "55c premium" are cents. */
const CENTS = /^ (?:premiums?|credits?|prem|each|a share|per share|in premium)\b/u

const fitsRule = ({ mention, value }: Found, { kind, isWhole, least, most }: (typeof roleRules)[number]) =>
  (kind === 'percent') === (mention.kind === 'percent') &&
  (kind !== 'plain' || mention.kind === 'plain') &&
  (isWhole !== true || Number.isInteger(value)) &&
  value >= (least ?? 0) &&
  value <= (most ?? Number.POSITIVE_INFINITY)

const DIVIDENDS = /(\d{1,2}) (?:\w+ )?(?:dividends|divs) of \$?$/u
function scaleValue({ role, value, mention }: Found, scale: number, text: string): number {
  if (role === 'delta') return value > 1 ? value / 100 : value
  // "65c fees" are cents, "the 65c" is a call.
  if (/c$/u.test(mention.written) && (role === 'fee' || role === 'dividend' || role === 'premium'))
    return round(value / 100)
  // "Two dividends of .55 each"
  const count = role === 'dividend' ? DIVIDENDS.exec(text.slice(0, mention.start))?.[1] : undefined
  if (count !== undefined) return round(value * Number(count))
  const isPerContract = /^ ?(?:premium |credit )?(?:a|per|each|\/) ?contract/u.test(text.slice(mention.end))
  if (role === 'premium' && isPerContract && value >= 10) return round(value / 100)
  return role === 'days' ? Math.round(value * scale) : round(value * scale)
}

/** The text in which `#` is one number and the others are named by their roles. */
function maskOthers(text: string, found: readonly Found[], one: Found): string {
  let masked = ''
  let done = 0
  for (const { mention, role } of found) {
    const { start, end, isCall } = mention
    const mark =
      mention === one.mention ? '#' : role === null || role === 'none' ? `№${isCall ? 's' : ''}` : `<${role}>`
    masked += `${text.slice(done, start)}${mark}`
    done = end
  }
  // "+1.40" and "-2.10" are prices in or out.
  return (masked + text.slice(done))
    .replace(/\s+/gu, ' ')
    .replace(/(?<=^| )[-+](?=[#№<])/gu, '')
    .trim()
}

/** "1.10, 0.85 and 1.40": a number in a list has the role of the one before. */
function settleLists(text: string, found: readonly Found[]): void {
  const ordered = [...found.entries()]
  for (const [index, one] of [...ordered, ...ordered.toReversed()]) {
    if (one.role === null) settleListed(text, one, found[index - 1], LISTED)
    // "After .9, 1.05 and .8 in premiums" names the role last.
    if (one.role === null) settleListed(text, one, found[index + 1], ['premium', 'dividend'])
  }
}

const LISTED: readonly RoleName[] = ['premium', 'strike', 'dividend', 'close_price', 'return_pct', 'close_pct']

function settleListed(text: string, one: Found, beside: Found | undefined, listed: readonly RoleName[]): void {
  const role = listed.find((name) => name === beside?.role)
  if (beside === undefined || role === undefined) return
  const [first, second] = one.mention.start < beside.mention.start ? [one, beside] : [beside, one]
  const between = text.slice(first.mention.end, second.mention.start)
  const isListed = /^(?: ?,| ?&| ?\+| and| then| plus| or| vs\.?| versus| a share| each)+ ?$|^ $/u.test(between)
  if (isListed && one.value > beside.value / 6 && one.value < beside.value * 6) one.role = role
}
const MAX_PREMIUM_SHARE = 0.25
const MAX_BARE_PREMIUM = 15
const NEAR = 0.5

/** A number without a word is what is missing, if its size fits. */
function settleRest(found: readonly Found[]): void {
  const firstOf = (name: RoleName) => found.find(({ role }) => role === name)?.value
  for (const one of found) {
    if (one.role !== null || one.mention.kind === 'percent') continue
    const level = firstOf('cost') ?? firstOf('price') ?? firstOf('strike')
    const isSmall =
      level === undefined
        ? one.value <= MAX_BARE_PREMIUM && !(Number.isInteger(one.value) && one.mention.kind === 'plain')
        : one.value <= level * MAX_PREMIUM_SHARE
    const isLevel = (other: number | undefined) => other !== undefined && Math.abs(one.value - other) <= other * NEAR
    if (firstOf('budget') !== undefined && level === undefined) one.role = 'price'
    else if (
      one.value >= MIN_PAID &&
      firstOf('return_pct') !== undefined &&
      firstOf('target') === undefined &&
      level === undefined
    )
      one.role = 'budget'
    else if (firstOf('premium') === undefined && firstOf('target') === undefined && isSmall) one.role = 'premium'
    else if (firstOf('strike') !== undefined && firstOf('cost') === undefined && firstOf('price') === undefined)
      one.role = isLevel(firstOf('strike')) ? 'price' : null
    else if (firstOf('premium') !== undefined && level === undefined && one.value > (firstOf('premium') ?? 0) * 4)
      one.role = 'price'
  }
}

function collect(found: readonly Found[]): GivenFigures {
  const given: { -readonly [Name in RoleName]?: number[] } = {}
  for (const { role, value } of found) {
    if (role === null || role === 'none') continue
    const isAgain = role.endsWith('strike') && given[role]?.includes(value)
    if (isAgain !== true) given[role] = [...(given[role] ?? []), value]
  }
  return given
}

const isKnownValue = (given: GivenFigures, value: number) =>
  Object.values(given).some((values) => values.some((one) => one === value))
