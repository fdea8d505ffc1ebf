import { type FigureUnit, nullable } from '@callwright/contracts'
import Type from 'typebox'
import type { MoneyPer } from '../grounding/neighbors.ts'

/** Every figure has a `unit` in its schema. The unit decides how it is displayed and which figures of a draft it supports. */
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
 * Rounds ratings, IV ranks and oscillators down, as every page does, so none shows a threshold it has not reached. The inner
 * rounding corrects floating-point sums that are slightly below a step.
 */
export const floorToWhole = (points: number | null | undefined) => floorToStep(points, 1)
export const floorToTenth = (points: number | null | undefined) => floorToStep(points, 10)

const OVERSOLD = 30

/** An RSI above the oversold threshold is not rounded down onto it, the same as on every page. */
export const floorRsi = (rsi: number | null | undefined) =>
  floorToTenth(rsi != null && rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)

const floorToStep = (points: number | null | undefined, steps: number) =>
  points == null ? null : Math.floor(Math.round(points * steps * 1e6) / 1e6) / steps

/** Nullable variants: null means unknown. */
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
