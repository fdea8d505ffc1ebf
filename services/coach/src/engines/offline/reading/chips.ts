import { sectorChoices } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import { displayNumber, displayText } from '../../../grounding/result-values.ts'
import type { StockDirectory } from '../stocks/directory.ts'
import { findStocks } from '../stocks/find-stocks.ts'
import { findDays } from './dates/days.ts'
import { givenChip, type RoleName, roleNames, roles } from './figures/roles.ts'
import { listNumbers, readSide } from './numbers.ts'
import {
  type Alternative,
  alternativeNames,
  caps,
  eventBounds,
  levels,
  moneys,
  noSlots,
  pointOf,
  type Range,
  type RangeName,
  ranges,
  type Slots,
  type SortName,
  sortNames,
  styles,
  type Unit,
} from './slots.ts'
import { industryNames } from './words/industries.ts'
import { describePlace, readPlaces } from './words/strike-places.ts'

export interface Chip {
  readonly slot: string
  readonly label: string
  /** Empty if the message did not say. */
  readonly value: string
  readonly choices: string[]
}
interface ReadingContext {
  readonly today: IsoDate
  readonly directory: StockDirectory
}

/** How one slot is shown as a chip and read back from it. `read` returns null if it cannot read the value. */
interface SlotSpec {
  readonly slot: string
  readonly label: string
  readonly choices?: readonly string[]
  readonly show: (slots: Slots) => string
  readonly read: (value: string, context: ReadingContext) => Partial<Slots> | null
}

const showNumber = (value: number, unit: Unit) =>
  unit === 'delta' ? value.toFixed(2) : unit === 'pct' ? `${Number(value.toFixed(2))}%` : displayNumber(value, unit)

function showRange(range: Range | null, unit: Unit): string {
  if (range === null) return ''
  const { least, most } = range
  if (least !== null && most !== null)
    return least === most ? showNumber(least, unit) : `${showNumber(least, unit)} to ${showNumber(most, unit)}`
  if (least !== null) return `at least ${showNumber(least, unit)}`
  return most === null ? '' : `at most ${showNumber(most, unit)}`
}

function readRange(value: string, unit: Unit): Range | null {
  const [mention, ...others] = listNumbers(value.toLowerCase())
  if (mention === undefined || others.length > 0) return null
  const [low = 0, high = low] = mention.values.map((one) => (unit === 'delta' && one > 1 ? one / 100 : one))
  const side = readSide(value.toLowerCase(), mention)
  if (side === 'least') return { least: low, most: null }
  return side === 'most' ? { least: null, most: high } : { least: low, most: high }
}

const range = (slot: RangeName): SlotSpec => {
  const [label, unit] = ranges[slot]
  return {
    slot,
    label,
    show: (slots) => showRange(slots[slot], unit),
    read: (value) => {
      const read = readRange(value, unit)
      return read === null ? null : { [slot]: read }
    },
  }
}

const number = (
  slot: 'shares' | 'cost' | 'stockPrice' | 'count' | 'quietDays' | 'rise' | 'budget',
  label: string,
  unit: Unit,
) => ({
  slot,
  label,
  show: (slots: Slots) => (slots[slot] === null ? '' : displayNumber(slots[slot], unit)),
  read: (value: string) => {
    const read = pointOf(readRange(value, unit))
    return read === null || read < 0 ? null : { [slot]: read }
  },
})

const showFigure = (value: number, unit: Unit) =>
  unit === 'count' ? String(Math.round(value * 100) / 100) : showNumber(value, unit)

/** All values of one figure of a calculation. */
const given = (name: RoleName): SlotSpec => {
  const [label, unit] = roles[name]
  return {
    slot: givenChip(name),
    label,
    show: (slots) => (slots.given?.[name] ?? []).map((one) => showFigure(one, unit)).join(', '),
    read: (value) => {
      const values = listNumbers(value.replaceAll(', ', ' ; ')).flatMap((mention) => mention.values)
      const signed = /^-/u.test(value) ? values.map((one) => -one) : values
      return values.length === 0 ? null : { given: { [name]: signed } }
    },
  }
}

const choice = <T extends string>(
  slot: 'right' | 'sector' | 'marketCap' | 'style' | 'moneyness' | 'event' | 'level',
  label: string,
  choices: readonly T[],
): SlotSpec => ({
  slot,
  label,
  choices,
  show: (slots) => slots[slot] ?? '',
  read: (value) => {
    const read = choices.find((one) => one.toLowerCase() === value.trim().toLowerCase())
    return read === undefined ? null : { [slot]: read }
  },
})

const nameList = <T extends string>(
  slot: 'orSectors' | 'withoutSectors' | 'industries' | 'withoutIndustries',
  label: string,
  choices: readonly T[],
): SlotSpec => ({
  slot,
  label,
  show: (slots) => slots[slot].join(', '),
  read: (value) => {
    const read = choices.filter((one) => value.toLowerCase().split(', ').includes(one.toLowerCase()))
    return read.length === 0 ? null : { [slot]: read }
  },
})

function readAlternative(words: string): Alternative | null {
  const slot = alternativeNames.find((name) => words.startsWith(ranges[name][0].toLowerCase()))
  const value = slot === undefined ? null : readRange(words.slice(ranges[slot][0].length), ranges[slot][1])
  return slot === undefined || value === null ? null : { slot, value }
}

const readStocks = (value: string, { directory }: ReadingContext): readonly string[] => {
  const symbols = value.split(/, ?| and /u).map((one) => directory.findSymbol(one.trim()) ?? one.trim().toUpperCase())
  if (symbols.every((one) => directory.findSymbol(one) !== null)) return symbols
  const { symbols: found } = findStocks(`price of ${value}`, directory)
  return found.length > 0 ? found : symbols.every((one) => /^[A-Z]{1,5}$/u.test(one)) ? symbols : []
}

const sortChoices = Object.entries(sortNames).flatMap(([name, words]) =>
  (['desc', 'asc'] as const).map((order) => ({
    words: `${words}, ${order === 'desc' ? 'highest' : 'lowest'} first`,
    sort: name as SortName,
    order,
  })),
)
const showDay = (day: IsoDate | null) => (day === null ? '' : displayText(day))
const readDay = (value: string, today: IsoDate) => findDays(value.toLowerCase(), today).days[0] ?? null

const specs: readonly SlotSpec[] = [
  {
    slot: 'stock',
    label: 'Stock',
    show: ({ stocks }) => stocks.join(', '),
    read: (value, context) => {
      const stocks = readStocks(value, context)
      return stocks.length === 0 ? null : { stocks }
    },
  },
  choice('right', 'Call or put', ['Call', 'Put']),
  {
    slot: 'expiration',
    label: 'Expiration',
    show: ({ expiration, isMonth }) =>
      isMonth && expiration !== null ? `${showDay(expiration)} (monthly)` : showDay(expiration),
    read: (value, { today }) => {
      const day = readDay(value.replace(/ \(monthly\)$/u, ''), today)
      return day === null
        ? null
        : { expiration: day.date, isMonth: / \(monthly\)$/u.test(value) || day.kind === 'month' }
    },
  },
  {
    slot: 'otherDate',
    label: 'Second expiration',
    show: ({ otherDate }) => showDay(otherDate),
    read: (value, { today }) => {
      const day = readDay(value, today)
      return day === null ? null : { otherDate: day.date }
    },
  },
  {
    slot: 'strikes',
    label: 'Strikes',
    show: ({ strikes }) => strikes.map((one) => displayNumber(one, 'usd')).join(', '),
    read: (value) => {
      const strikes = listNumbers(value.replaceAll(', ', ' ; ')).flatMap(({ values }) => values)
      return strikes.length === 0 ? null : { strikes }
    },
  },
  {
    slot: 'strikePlaces',
    label: 'Strike by place',
    show: ({ strikePlaces }) => strikePlaces.map(describePlace).join('; '),
    read: (value) => {
      const strikePlaces = readPlaces(value)
      return strikePlaces.length === 0 ? null : { strikePlaces }
    },
  },
  ...(Object.keys(ranges) as RangeName[]).map(range),
  number('shares', 'Shares', 'count'),
  number('cost', 'Your cost a share', 'usd'),
  number('stockPrice', 'Stock at', 'usd'),
  number('count', 'Rows', 'count'),
  number('quietDays', 'No earnings for', 'days'),
  number('budget', 'Budget', 'usd'),
  number('rise', 'Raise the strike by', 'usd'),
  {
    slot: 'alternatives',
    label: 'Against',
    show: ({ alternatives }) =>
      alternatives
        .map(({ slot, value }) => `${ranges[slot][0].toLowerCase()} ${showRange(value, ranges[slot][1])}`)
        .join('; '),
    read: (value) => {
      const parts = value.toLowerCase().split('; ').map(readAlternative)
      const read = parts.filter((one) => one !== null)
      return read.length < parts.length ? null : { alternatives: read }
    },
  },
  choice('sector', 'Sector', sectorChoices),
  choice('marketCap', 'Size', caps),
  choice('style', 'Style', styles),
  choice('moneyness', 'Moneyness', moneys),
  choice('event', 'Dates', eventBounds),
  choice('level', 'Rating level', levels),
  nameList('orSectors', 'Or sectors', sectorChoices),
  nameList('withoutSectors', 'Without sectors', sectorChoices),
  nameList('industries', 'Industry', industryNames),
  nameList('withoutIndustries', 'Without industries', industryNames),
  {
    slot: 'withoutStocks',
    label: 'Without',
    show: ({ withoutStocks }) => withoutStocks.join(', '),
    read: (value, context) => ({ withoutStocks: readStocks(value, context) }),
  },
  {
    slot: 'sort',
    label: 'Sort',
    choices: sortChoices.map(({ words }) => words),
    show: ({ sort, order }) =>
      sortChoices.find((one) => one.sort === sort && one.order === (order ?? 'desc'))?.words ?? '',
    read: (value) => {
      const found = sortChoices.find(({ words }) => words.toLowerCase() === value.trim().toLowerCase())
      return found === undefined ? null : { sort: found.sort, order: found.order }
    },
  },
  {
    slot: 'debit',
    label: 'Debit',
    choices: ['Allowed'],
    show: ({ debit }) => (debit ? 'Allowed' : ''),
    read: (value) => (/^allowed$/iu.test(value.trim()) ? { debit: true } : null),
  },
  ...roleNames.map(given),
  {
    slot: 'entry',
    label: 'Entry',
    show: ({ entry }) => entry ?? '',
    read: (value) => ({ entry: value.trim() }),
  },
]

/** The chips of an answer: what the message said, and the empty ones of `usual`, which the user may want to set. */
export const listChips = (slots: Slots, usual: readonly string[], uses: readonly string[]): Chip[] =>
  specs.flatMap(({ slot, label, choices = [], show }) => {
    const value = show(slots)
    const isShown = uses.includes(slot) && (value !== '' || usual.includes(slot))
    return isShown ? [{ slot, label, value, choices: [...choices] }] : []
  })

/** Words of taste and direction are no conditions: only figures, dates and groups of stocks can be missed. */
const neverMissed = new Set(['dividendYield', 'industries', 'sort', 'style', 'debit', 'right', 'count'])

/** Values of the message that an answer with these `uses` leaves out. */
export const listUnused = (slots: Slots, uses: readonly string[], today: IsoDate): string[] =>
  specs.flatMap(({ slot, label, show }) => {
    const value = show(slots)
    const isToday = slot === 'expiration' && slots.expiration === today
    return value === '' || uses.includes(slot) || neverMissed.has(slot) || isToday ? [] : [`${label} ${value}`]
  })

interface Corrected {
  readonly slots: Slots
  /** Chips whose value cannot be read, as the user wrote them. */
  readonly unread: readonly string[]
}

/** Reads chips back. An empty value clears its slot. */
export function readChips(chips: readonly Pick<Chip, 'slot' | 'value'>[], context: ReadingContext): Corrected {
  let slots = noSlots
  const unread: string[] = []
  for (const { slot, value } of chips) {
    if (value.trim() === '') continue
    const spec = specs.find((one) => one.slot === slot)
    const read = spec?.read(value, context) ?? null
    if (read === null) unread.push(`${spec?.label ?? slot}: ${value}`)
    else
      slots = { ...slots, ...read, given: read.given === undefined ? slots.given : { ...slots.given, ...read.given } }
  }
  return { slots, unread }
}
