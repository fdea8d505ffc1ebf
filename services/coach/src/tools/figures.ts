import { type FigureUnit, nullable } from '@callwright/contracts'
import Type from 'typebox'
import type { MoneyPer } from '../grounding/neighbors.ts'

/** The `unit` in a figure's schema decides how the figure is displayed and which figures in a draft it supports. */
const figure = (unit: FigureUnit, description?: string, more: object = {}) =>
  Type.Number({ unit, ...more, ...(description === undefined ? {} : { description }) })

/** Dollars per share, unless `per` names a contract or a whole position. */
export const usd = (description?: string, per: MoneyPer = 'share') => figure('usd', description, { per })
export const pct = (description?: string) => figure('pct', description)
export const days = (description?: string) => figure('days', description)
export const count = (description?: string) => figure('count', description)
export const ratio = (description?: string) => figure('ratio', description)
export const points = (description?: string) => figure('points', description)

/**
 * Rounds ratings, IV ranks and oscillators down, like every page, so that none appears to have reached a threshold that
 * it hasn't. The inner rounding corrects floating-point sums slightly below a whole number.
 */
export const floorToWhole = (points: number | null | undefined) => floorToStep(points, 1)
export const floorToTenth = (points: number | null | undefined) => floorToStep(points, 10)

const OVERSOLD = 30

/** Rounds an RSI like every page: a value above the oversold threshold is never rounded down to it. */
export const floorRsi = (rsi: number | null | undefined) =>
  floorToTenth(rsi != null && rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)

const floorToStep = (points: number | null | undefined, steps: number) =>
  points == null ? null : Math.floor(Math.round(points * steps * 1e6) / 1e6) / steps

/** Nullable versions of the schemas above. Null means that the figure is unknown. */
export const maybe = {
  usd: (description?: string, per?: MoneyPer) => nullable(usd(description, per)),
  pct: (description?: string) => nullable(pct(description)),
  frac: (description?: string) => nullable(figure('frac', description)),
  delta: (description?: string) => nullable(figure('delta', description)),
  days: (description?: string) => nullable(days(description)),
  count: (description?: string) => nullable(count(description)),
  ratio: (description?: string) => nullable(ratio(description)),
  points: (description?: string) => nullable(points(description)),
}
