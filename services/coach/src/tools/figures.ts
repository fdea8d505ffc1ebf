import { type FigureUnit, nullable } from '@callwright/contracts'
import Type from 'typebox'
import type { MoneyPer } from '../grounding/neighbours.ts'

/** A figure of a result says in its schema what it is counted in (`unit`): how it is shown and what it may be compared with. */
const figure = (unit: FigureUnit, description?: string, more: object = {}) =>
  Type.Number({ unit, ...more, ...(description === undefined ? {} : { description }) })

/** Dollars of a share, unless `per` says that they are of a contract or of a whole position. */
export const usd = (description?: string, per: MoneyPer = 'share') => figure('usd', description, { per })
export const pct = (description?: string) => figure('pct', description)
export const days = (description?: string) => figure('days', description)
export const count = (description?: string) => figure('count', description)
export const ratio = (description?: string) => figure('ratio', description)
export const points = (description?: string) => figure('points', description)

/**
 * Ratings, places within a year and oscillators as every screen shows them: rounded down, so that none reads as a bound it has not
 * reached; a sum of hundredths may sit a hair below one.
 */
export const shownWhole = (points: number | null | undefined) => shownDown(points, 1)
export const shownTenths = (points: number | null | undefined) => shownDown(points, 10)

const OVERSOLD = 30

/** As on every screen, what is not oversold is not rounded onto that bound either. */
export const shownRsi = (rsi: number | null | undefined) =>
  shownTenths(rsi != null && rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)

const shownDown = (points: number | null | undefined, steps: number) =>
  points == null ? null : Math.floor(Math.round(points * steps * 1e6) / 1e6) / steps

/** The same where it may be unknown, which is null. */
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
