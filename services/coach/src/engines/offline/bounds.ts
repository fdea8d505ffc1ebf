import type { Range } from './entities/range.ts'
import type { Slots } from './entities/slots.ts'
import type { Intent } from './intent/intents.ts'
import type { Understanding } from './understanding.ts'

type RangeSlot = {
  [Name in keyof Slots]: Slots[Name] extends Range | null ? Name : never
}[keyof Slots]
type Kept = 'both' | 'least' | 'most' | 'point'

const labels: Readonly<Record<RangeSlot, string>> = {
  days: 'days to expiration',
  delta: 'delta',
  strike: 'strike',
  premium: 'premium',
  premiumPct: 'premium as a part of the price',
  otmPct: 'distance out of the money',
  price: 'stock price',
  yieldPct: 'yield a year',
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

/** The bounds each answer keeps to; what is not named here cannot be kept to, and is said. */
const keptBy: Readonly<Partial<Record<Intent, Readonly<Partial<Record<RangeSlot, Kept>>>>>> = {
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

const isKept = ({ least, most, isPoint }: Range, kept: Kept | undefined): boolean =>
  kept === 'both' ||
  (kept === 'point' && isPoint) ||
  (kept === 'least' && (isPoint || most === null)) ||
  (kept === 'most' && (isPoint || least === null))

const describe = (name: RangeSlot, { words }: Range) => `${labels[name]} ${words}`

/** Intents whose answers look for something within bounds. */
const searching: ReadonlySet<Intent> = new Set(['find_options', 'top_stocks'])

/** The bounds a search kept to, in words; null where there are none. */
export function describeKept(intent: Intent, { slots, wishes }: Understanding): string | null {
  const kept = names.flatMap((name) => {
    const range = slots[name]
    const isBound = range !== null && (!range.isPoint || name === 'premiumPct' || name === 'otmPct')
    return isBound && isKept(range, keptBy[intent]?.[name]) ? [describe(name, range)] : []
  })
  const sectors = intent === 'top_stocks' ? wishes.withoutSectors.map((sector) => `without ${sector}`) : []
  const all = [...kept, ...sectors]
  return all.length === 0 ? null : `Kept to: ${all.join('; ')}.`
}

/** What was heard of a question and cannot be used for its answer, in words; null where everything was. */
export function describeUnused(intent: Intent, { slots, wishes, text }: Understanding): string | null {
  const bounds = keptBy[intent]
  if (bounds === undefined) return null
  const ranges = names.flatMap((name) => {
    const range = slots[name]
    return range === null || range.words === '' || isKept(range, bounds[name]) ? [] : [describe(name, range)]
  })
  const quiet = slots.quietDays === null || intent === 'top_stocks' ? [] : [`${slots.quietDays} days without earnings`]
  const isBound = intent === 'find_options' && wishes.eventBound !== null
  const conditions = searching.has(intent)
    ? wishes.unkept.filter((one) => !(isBound && /before the expiration$/u.test(one)))
    : []
  const sector = intent === 'find_options' && wishes.sector !== null && /\bsector\b/u.test(text) ? ['the sector'] : []
  const quoted = slots.quotedPrice === null || intent === 'calculate' ? [] : [`stock price ${slots.quotedPrice}`]
  const all = [
    ...new Set([...ranges, ...quoted, ...quiet, ...conditions, ...sector, ...slots.unread.map((one) => `“${one}”`)]),
  ]
  return all.length === 0 ? null : `I cannot use this part of the question: ${all.join('; ')}.`
}
