import type { Range } from './entities/range.ts'
import type { Slots } from './entities/slots.ts'
import type { Intent } from './intent/intents.ts'
import type { Understanding } from './understanding.ts'

type RangeSlot = {
  [Name in keyof Slots]: Slots[Name] extends Range | null ? Name : never
}[keyof Slots]
type FilterSupport = 'both' | 'least' | 'most' | 'point'

const labels: Readonly<Record<RangeSlot, string>> = {
  days: 'days to expiration',
  delta: 'delta',
  strike: 'strike',
  premium: 'premium',
  premiumPct: 'premium as a percentage of the price',
  otmPct: 'distance out of the money',
  price: 'stock price',
  yieldPct: 'annual yield',
  dividendYield: 'dividend yield',
  score: 'rating',
  ivRank: 'IV rank',
  volatility: 'implied volatility',
  rsi: 'RSI',
  openInterest: 'open interest',
  volume: 'volume',
  spreadPct: 'spread',
  marketCap: 'market cap',
  beta: 'beta',
  assignmentPct: 'chance of assignment',
}
const names = Object.keys(labels).filter((name): name is RangeSlot => name in labels)

/** The filters that the answer to each intent applies. It reports all others as unused. */
const appliedFilters: Readonly<Partial<Record<Intent, Readonly<Partial<Record<RangeSlot, FilterSupport>>>>>> = {
  find_options: {
    ...{ days: 'both', delta: 'both', strike: 'both', premium: 'both', premiumPct: 'least', otmPct: 'both' },
    ...{ yieldPct: 'least', openInterest: 'least', volume: 'least', spreadPct: 'most', assignmentPct: 'both' },
  },
  top_stocks: {
    ...{ score: 'both', yieldPct: 'both', price: 'both', ivRank: 'both', rsi: 'both', dividendYield: 'least' },
  },
  compare: { days: 'both', strike: 'point' },
  analyze_trade: { days: 'both', strike: 'point', premium: 'point' },
  calculate: { days: 'both', strike: 'point', premium: 'point' },
  roll: { days: 'both', strike: 'least' },
  position: { strike: 'point', premium: 'point' },
  events: { days: 'both' },
}

const isApplied = ({ least, most, isPoint }: Range, kept: FilterSupport | undefined): boolean =>
  kept === 'both' ||
  (kept === 'point' && isPoint) ||
  (kept === 'least' && (isPoint || most === null)) ||
  (kept === 'most' && (isPoint || least === null))

const describe = (name: RangeSlot, { words }: Range) => `${labels[name]} ${words}`

const searching: ReadonlySet<Intent> = new Set(['find_options', 'top_stocks'])

/** Describes the filters that a search applied; null if there are none. */
export function describeFilters(intent: Intent, { slots, preferences }: Understanding): string | null {
  const kept = names.flatMap((name) => {
    const range = slots[name]
    const isBound = range !== null && (!range.isPoint || name === 'premiumPct' || name === 'otmPct')
    return isBound && isApplied(range, appliedFilters[intent]?.[name]) ? [describe(name, range)] : []
  })
  const sectors = intent === 'top_stocks' ? preferences.withoutSectors.map((sector) => `without ${sector}`) : []
  const all = [...kept, ...sectors]
  return all.length === 0 ? null : `Filters applied: ${all.join('; ')}.`
}

/** Describes the recognized parts of a question that the answer does not use; null if it uses all of them. */
export function describeUnused(intent: Intent, { slots, preferences, text }: Understanding): string | null {
  const bounds = appliedFilters[intent]
  if (bounds === undefined) return null
  const ranges = names.flatMap((name) => {
    const range = slots[name]
    return range === null || range.words === '' || isApplied(range, bounds[name]) ? [] : [describe(name, range)]
  })
  const quiet = slots.quietDays === null || intent === 'top_stocks' ? [] : [`${slots.quietDays} days without earnings`]
  const isBound = intent === 'find_options' && preferences.eventBound !== null
  const conditions = searching.has(intent)
    ? preferences.unsupported.filter((one) => !(isBound && /before expiration$/u.test(one)))
    : []
  const sector =
    intent === 'find_options' && preferences.sector !== null && /\bsector\b/u.test(text) ? ['the sector'] : []
  const quoted = slots.quotedPrice === null || intent === 'calculate' ? [] : [`stock price ${slots.quotedPrice}`]
  const all = [
    ...new Set([
      ...ranges,
      ...quoted,
      ...quiet,
      ...conditions,
      ...sector,
      ...slots.unassigned.map((one) => `“${one}”`),
    ]),
  ]
  return all.length === 0 ? null : `I could not use this part of your question: ${all.join('; ')}.`
}
