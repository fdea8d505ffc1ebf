import { DataClass, dataClassesWorstFirst, Instant, joinSources, nullable } from '@callwright/contracts'
import Type, { type Static } from 'typebox'
import { cleanText } from './clean-text.ts'
import { maybe } from './figures.ts'

/** What every result of a tool carries: the instant its figures stand for, how late they are, whose they are. */
export const resultStamp = {
  as_of: nullable(Instant),
  delay_minutes: maybe.count('How late a market answers by agreement; null where that is not known or no clock runs'),
  source: Type.String(),
  data_class: DataClass,
  warnings: Type.Array(Type.String()),
}
const ResultStamp = Type.Object(resultStamp)
export type ResultStamp = Static<typeof ResultStamp>

/** The part of an answer of ours that says where its figures come from. */
export interface StampedAnswer {
  readonly as_of: string | null
  readonly data_class: ResultStamp['data_class']
  readonly source: string
  readonly message?: string | null
}

const AGREED_DELAY_MINUTES = 15
const MOST_WARNING_CHARACTERS = 240

const delays: Readonly<Partial<Record<ResultStamp['data_class'], number>>> = {
  live: 0,
  delayed: AGREED_DELAY_MINUTES,
}

/** A simulated or recorded market is named under every answer: a warning would say it again. */
const classWarnings: Readonly<Partial<Record<ResultStamp['data_class'], string>>> = {
  stale: 'The source does not answer at the moment: these are the last figures it gave.',
  none: 'The source has no figures for this.',
}

/** One stamp for figures of several answers: the oldest instant, the worst class, every source, every message. */
export function readStamp(answers: readonly StampedAnswer[], warnings: readonly string[] = []): ResultStamp {
  const dataClass =
    dataClassesWorstFirst.find((candidate) => answers.some(({ data_class }) => data_class === candidate)) ?? 'none'
  const instants = answers.flatMap(({ as_of }) => (as_of === null ? [] : [as_of]))
  const messages = answers.flatMap(({ message }) =>
    message === null || message === undefined ? [] : [cleanText(message, MOST_WARNING_CHARACTERS)],
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

/** For what this product knows or works out without asking the market. */
export function ownStamp(source: string, warnings: readonly string[] = []): ResultStamp {
  return { as_of: null, delay_minutes: null, source, data_class: 'none', warnings: [...warnings] }
}
