import { at, noSlots, pointOf, type Slots } from '../slots.ts'
import { type GivenFigures, type RoleName, roleNames } from './roles.ts'

/** Roles whose single value has a slot of its own; all others are in `given`. */
const own = {
  cost: (value: number) => ({ cost: value }),
  price: (value: number) => ({ stockPrice: value }),
  strike: (value: number) => ({ strike: at(value) }),
  premium: (value: number) => ({ premium: at(value) }),
  shares: (value: number) => ({ shares: value }),
  days: (value: number) => ({ days: at(Math.round(value)) }),
  delta: (value: number) => ({ delta: at(value) }),
  return_pct: (value: number) => ({ percent: at(value) }),
  budget: (value: number) => ({ budget: value }),
} as const satisfies Partial<Record<RoleName, (value: number) => Partial<Slots>>>
const isOwn = (name: string): name is keyof typeof own => Object.hasOwn(own, name)

export const givenSlots = 'cost stockPrice strike premium shares days delta percent budget'

/** The figures of a calculation as slots, which chips show and correct. */
export function toSlots(figures: GivenFigures, stocks: readonly string[], expiration: string | null): Slots {
  let slots: Slots = { ...noSlots, stocks, expiration }
  let given: GivenFigures = {}
  for (const name of roleNames) {
    const values = figures[name] ?? []
    const [first] = values
    if (first === undefined) continue
    if (values.length === 1 && isOwn(name)) slots = { ...slots, ...own[name](first) }
    else given = { ...given, [name]: values }
  }
  return { ...slots, given }
}

/** The same figures, read back from the slots. */
export function toFigures(slots: Slots): GivenFigures {
  const single = {
    cost: slots.cost,
    price: slots.stockPrice ?? pointOf(slots.price),
    strike: pointOf(slots.strike),
    premium: pointOf(slots.premium),
    shares: slots.shares,
    days: slots.days?.most ?? slots.days?.least ?? null,
    delta: pointOf(slots.delta),
    return_pct: pointOf(slots.percent) ?? pointOf(slots.premiumPct),
    budget: slots.budget,
  }
  const known = Object.entries(single).flatMap(([name, value]) => (value === null ? [] : [[name, [value]]]))
  return { ...slots.given, ...Object.fromEntries(known) }
}

const pairs: readonly (readonly [RoleName, RoleName])[] = [
  ['shares', 'contracts'],
  ['fee', 'fee_total'],
  ['close_price', 'close_pct'],
]

/** New figures replace those of the same role, and those that say the same in another way. */
export function mergeFigures(before: GivenFigures, now: GivenFigures): GivenFigures {
  const isReplaced = (name: string) =>
    pairs.some(
      ([one, other]) => (name === one && now[other] !== undefined) || (name === other && now[one] !== undefined),
    )
  return { ...Object.fromEntries(Object.entries(before).filter(([name]) => !isReplaced(name))), ...now }
}

const MAX_RATIO = 4

/** The role whose value is nearest to a bare number: "do it with 0.35" changes the premium. */
export function findNearestRole(before: GivenFigures, value: number): RoleName | null {
  const ratio = (one: number) => Math.max(one / value, value / one)
  const names = (['premium', 'strike', 'cost', 'price', 'close_price', 'buy_back', 'new_premium'] as const).filter(
    (name) => before[name]?.length === 1,
  )
  const [best] = names.toSorted((a, b) => ratio(before[a]?.[0] ?? 0) - ratio(before[b]?.[0] ?? 0))
  return best !== undefined && ratio(before[best]?.[0] ?? 0) <= MAX_RATIO ? best : null
}

/** The figures as arguments of the calculator. */
export function toArguments(figures: GivenFigures, text: string) {
  const { premium = [], cost = [], shares = [], contracts = [], days = [], strike = [] } = figures
  const first = Object.fromEntries(
    Object.entries(figures).flatMap(([name, values]) => (values[0] === undefined ? [] : [[name, values[0]]])),
  )
  const isLots = cost.length > 1 && cost.length === shares.length
  const isFilled = premium.length > 1 && contracts.length === premium.length
  const { closed = [], buy_back = [] } = figures
  const isClosedInParts = closed.length > 1 && closed.length === buy_back.length
  const isCompared =
    !isFilled && premium.length > 1 && (days.length === premium.length || strike.length === premium.length)
  const alternatives = premium.map((one, index) => ({
    premium: one,
    days: toDays(days.length === premium.length ? days[index] : days[0]),
    strike: (strike.length === premium.length ? strike[index] : strike[0]) ?? null,
  }))
  return {
    ...first,
    // The present price of the user's own shares is not what they cost.
    is_owned: /\bmy (?:stock|shares|§)|\bmine\b/u.test(text) || null,
    // Prices to open and to close are two trades.
    both_ways:
      /\b(?:each|both) (?:ways?|sides?)\b|\bround[- ]?trip\b|\bsame (?:commission|fee)s?\b|\bto open and (?:to )?close\b|\bin and out\b/u.test(
        text,
      ) || null,
    tax_pct: figures.tax_pct?.reduce((all, one) => all + one, 0) ?? null,
    dividend: figures.dividend?.reduce((all, one) => all + one, 0) ?? null,
    days: toDays(isCompared ? undefined : days[0]),
    premium: isCompared ? null : (premium[0] ?? null),
    more_premiums: isCompared || isFilled || premium.length < 2 ? null : premium.slice(1),
    fills: isFilled ? premium.map((one, index) => ({ premium: one, contracts: contracts[index] ?? 0 })) : null,
    ...(isClosedInParts ? { closed: null, buy_back: null } : {}),
    closings: isClosedInParts ? buy_back.map((one, index) => ({ premium: one, contracts: closed[index] ?? 0 })) : null,
    cases: isCompared ? null : findCases(figures),
    strike: isCompared && strike.length > 1 ? null : (strike[0] ?? null),
    ...(isLots ? { cost: null, shares: null } : {}),
    lots: isLots ? cost.map((price, index) => ({ shares: shares[index] ?? 0, price })) : null,
    alternatives: isCompared ? alternatives : null,
  }
}

const caseNames = ['close_price', 'close_pct', 'return_pct', 'target', 'budget', 'price', 'days', 'strike'] as const

/** Several values of one figure ask for the result of each. */
function findCases(figures: GivenFigures) {
  const name = caseNames.find((one) => (figures[one]?.length ?? 0) > 1)
  const { length } = figures[name ?? 'days'] ?? []
  // "4.2% in 38 days or 6.5% in 66": each value has its own term.
  const days = name !== 'days' && figures.days?.length === length ? figures.days.map(Math.round) : null
  return name === undefined ? null : { name, values: [...(figures[name] ?? [])], days }
}

const toDays = (days: number | undefined) => (days === undefined ? null : Math.round(days))
