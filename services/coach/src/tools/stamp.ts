import { DataClass, dataClassesWorstFirst, Instant, joinSources, nullable } from '@callwright/contracts'
import Type, { type Static } from 'typebox'
import { cleanText } from './clean-text.ts'
import { maybe } from './figures.ts'

/** Metadata in every tool result: the time, delay and source of its figures. */
export const resultStamp = {
  as_of: nullable(Instant),
  delay_minutes: maybe.count('Contractual delay of the market data; null if unknown or not applicable'),
  source: Type.String(),
  data_class: DataClass,
  warnings: Type.Array(Type.String()),
}
const ResultStamp = Type.Object(resultStamp)
export type ResultStamp = Static<typeof ResultStamp>

/** The fields of a service response that describe the origin of its data. */
export interface StampedAnswer {
  readonly as_of: string | null
  readonly data_class: ResultStamp['data_class']
  readonly source: string
  readonly message?: string | null
}

const AGREED_DELAY_MINUTES = 15
const MAX_WARNING_CHARACTERS = 240

const delays: Readonly<Partial<Record<ResultStamp['data_class'], number>>> = {
  live: 0,
  delayed: AGREED_DELAY_MINUTES,
}

/** Simulated and recorded markets need no warning, because the footer of every answer names them. */
const classWarnings: Readonly<Partial<Record<ResultStamp['data_class'], string>>> = {
  stale: 'The data source is unavailable. These are its last known figures.',
  none: 'The data source has no figures for this.',
}

/** Combines the metadata of several responses: the oldest time, the worst data class, all sources and all messages. */
export function readStamp(answers: readonly StampedAnswer[], warnings: readonly string[] = []): ResultStamp {
  const dataClass =
    dataClassesWorstFirst.find((candidate) => answers.some(({ data_class }) => data_class === candidate)) ?? 'none'
  const instants = answers.flatMap(({ as_of }) => (as_of === null ? [] : [as_of]))
  const messages = answers.flatMap(({ message }) =>
    message === null || message === undefined ? [] : [cleanText(message, MAX_WARNING_CHARACTERS)],
  )
  const ofClass = classWarnings[dataClass]
  return {
    as_of: instants.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    delay_minutes: delays[dataClass] ?? null,
    source: cleanText(joinSources(answers.map(({ source }) => source))),
    data_class: dataClass,
    warnings: [...new Set([...(ofClass === undefined ? [] : [ofClass]), ...messages, ...warnings])],
  }
}

/** Metadata for results without market data. */
export function ownStamp(source: string, warnings: readonly string[] = []): ResultStamp {
  return { as_of: null, delay_minutes: null, source, data_class: 'none', warnings: [...warnings] }
}
