import type { CardFigure } from '@callwright/contracts'
import { commonWords } from '../../../shared/common-words.ts'
import {
  formatDecimal,
  formatDelta,
  formatInteger,
  formatPrice,
  formatRatio,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong, formatEtTime } from '../../../shared/format/times.ts'
import { Unknown } from '../../../shared/ui/figures.tsx'

type Unit = CardFigure['unit']
type Value = CardFigure['value']

const MINUS = '\u2212'

/** Puts the minus sign before the dollar sign. */
const formatUsd = (usd: number) => (usd < 0 ? `${MINUS}$${formatPrice(-usd)}` : `$${formatPrice(usd)}`)

const formats: Readonly<Record<Exclude<Unit, 'date' | 'text'>, (value: number) => string>> = {
  usd: formatUsd,
  pct: (pct) => `${formatYieldPct(pct)}%`,
  frac: (part) => `${formatYieldPct(part * 100)}%`,
  delta: formatDelta,
  ratio: formatRatio,
  days: (days) => commonWords.days(formatInteger(days)),
  count: formatInteger,
  points: formatYieldPct,
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** One figure on a card, formatted in its unit; null is shown as unknown. */
export function Figure({ value, unit }: { readonly value: Value; readonly unit: Unit }) {
  if (value === null) return <Unknown />
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return unit === 'date' || unit === 'text' ? formatDecimal(value) : formats[unit](value)
  if (unit !== 'date') return value
  return DAY.test(value) ? formatDayLong(value) : formatEtTime(value)
}

/** `Aug 7, 28 d`: an expiration, with the days left if known. */
export const describeExpiry = (expiry: string, days: number | null | undefined) =>
  typeof days === 'number' ? `${formatDay(expiry)}, ${formats.days(days)}` : formatDay(expiry)

export const isNumeric = (unit: Unit) => unit !== 'date' && unit !== 'text'
