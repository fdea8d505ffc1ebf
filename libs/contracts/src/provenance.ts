import type { Static } from 'typebox'
import type { DataClass } from './primitives.ts'

/** What is not a fact at all, then what is old: an answer of several parts is of the worst class among them. */
export const dataClassesWorstFirst: readonly Static<typeof DataClass>[] = [
  'none',
  'simulated',
  'recorded',
  'stale',
  'closed',
  'delayed',
  'live',
]

const BETWEEN_SOURCES = ' + '

/** Every source by name, once. */
export function joinSources(sources: readonly string[]): string {
  return [...new Set(sources.flatMap((source) => source.split(BETWEEN_SOURCES)))].join(BETWEEN_SOURCES)
}
