import type { Static } from 'typebox'
import type { DataClass } from './primitives.ts'

/**
 * Data classes, worst first: data that is not from today's market comes before stale data. Combined data has the class
 * of its worst part.
 */
export const dataClassesWorstFirst: readonly Static<typeof DataClass>[] = [
  'none',
  'simulated',
  'recorded',
  'stale',
  'indicative',
  'closed',
  'delayed',
  'live',
]

const BETWEEN_SOURCES = ' + '

export function joinSources(sources: readonly string[]): string {
  return [...new Set(sources.flatMap((source) => source.split(BETWEEN_SOURCES)))].join(BETWEEN_SOURCES)
}
