import type { CallWishes } from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { checkRange, readNumber } from '../../../shared/form/number-field.ts'

/** Form values for the criteria, with figures as the user typed them. An empty field sets no criterion. */
export interface WishFields extends Readonly<Record<FigureName, string>> {
  /** Listed expiration; empty for all expirations. */
  readonly expiration: string
  readonly avoidEarnings: boolean
  readonly avoidExDividend: boolean
  readonly neverBelowCost: boolean
  readonly returnBasis: NonNullable<CallWishes['return_basis']>
}

export type FigureName =
  | 'deltaMin'
  | 'deltaMax'
  | 'daysMin'
  | 'daysMax'
  | 'yieldMin'
  | 'openInterestMin'
  | 'spreadMax'
  | 'costBasis'
  | 'limit'

interface FigureRule {
  readonly wish: keyof CallWishes
  readonly min: number
  readonly max: number
  readonly whole?: true
  /** If this field is the maximum of a range, the field that has the minimum. */
  readonly least?: FigureName
}

const figures: Readonly<Record<FigureName, FigureRule>> = {
  deltaMin: { wish: 'target_delta_min', min: 0, max: 1 },
  deltaMax: { wish: 'target_delta_max', min: 0, max: 1, least: 'deltaMin' },
  daysMin: { wish: 'min_dte', min: 0, max: 1_200, whole: true },
  daysMax: { wish: 'max_dte', min: 0, max: 1_200, whole: true, least: 'daysMin' },
  yieldMin: { wish: 'min_annual_yield_pct', min: 0, max: 1_000 },
  openInterestMin: { wish: 'min_open_interest', min: 0, max: 1_000_000_000, whole: true },
  spreadMax: { wish: 'max_spread_pct', min: 0.01, max: 200 },
  costBasis: { wish: 'cost_basis', min: 0.01, max: 10_000_000 },
  limit: { wish: 'limit', min: 1, max: 100, whole: true },
}
const figureNames = Object.keys(figures) as FigureName[]

export function writeFields(wishes: CallWishes): WishFields {
  const texts = figureNames.map((name) => [name, String(wishes[figures[name].wish] ?? '')] as const)
  return {
    ...(Object.fromEntries(texts) as Record<FigureName, string>),
    expiration: wishes.expiration_date ?? '',
    avoidEarnings: wishes.avoid_earnings ?? false,
    avoidExDividend: wishes.avoid_ex_dividend ?? false,
    neverBelowCost: wishes.never_below_cost ?? false,
    returnBasis: wishes.return_basis ?? 'stock_price',
  }
}

/** Converts form values that passed `checkFigure` to criteria. */
export function readFields(fields: WishFields): CallWishes {
  const typed = figureNames.map((name) => [figures[name].wish, read(name, fields).value] as const)
  return {
    ...Object.fromEntries(typed.filter(([, value]) => value !== null)),
    ...(fields.expiration !== '' && { expiration_date: fields.expiration }),
    ...(fields.avoidEarnings && { avoid_earnings: true }),
    ...(fields.avoidExDividend && { avoid_ex_dividend: true }),
    ...(fields.neverBelowCost && { never_below_cost: true }),
    ...(fields.returnBasis !== 'stock_price' && { return_basis: fields.returnBasis }),
  }
}

const read = (name: FigureName, fields: WishFields) => {
  const { whole = false } = figures[name]
  return readNumber(fields[name], {
    notNumber: whole ? 'Enter a whole number, such as 30' : 'Enter a number, such as 0.2',
    whole,
  })
}

/** Validation message for a figure; null if it is valid. */
export function checkFigure(name: FigureName, fields: WishFields): string | null {
  const { min, max, least } = figures[name]
  if (fields[name].trim() === '') return name === 'costBasis' ? checkNoCost(fields) : null
  const reading = read(name, fields)
  const fault = reading.fault ?? checkRange(reading.value, min, max)
  if (fault !== null || reading.value === null) return fault
  const { value } = reading
  const minimum = least === undefined ? null : read(least, fields).value
  return minimum !== null && minimum > value ? commonWords.crossed : null
}

function checkNoCost({ neverBelowCost, returnBasis }: WishFields): string | null {
  if (neverBelowCost) return 'Enter your cost per share, or allow strikes below it'
  return returnBasis === 'cost_basis' ? 'Enter your cost per share, or choose another base for returns' : null
}
