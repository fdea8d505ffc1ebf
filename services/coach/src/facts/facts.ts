import { readFileSync } from 'node:fs'

/** An answer to a general question, which needs no figures of a stock or a position. */
export interface Fact {
  readonly id: string
  /** Name of the entry, on the button that asks for it. */
  readonly title: string
  /** Id of the glossary term that the entry is closest to. */
  readonly term: string
  /** One or two lines. */
  readonly lines: readonly string[]
  readonly questions: readonly string[]
  /** Questions that make sense only after one of the entries in `after`. */
  readonly followUps: readonly string[]
  readonly after: readonly string[]
  /** The reading of its questions. */
  readonly intent: FactIntent
}

const factIntents = ['concept', 'tax', 'news', 'alert', 'help', 'other'] as const
export type FactIntent = (typeof factIntents)[number]

const subjects = [
  'mechanics',
  'trading',
  'risk',
  'greeks',
  'rolling',
  'dividends',
  'tax',
  'accounts',
  'app',
] as const satisfies readonly string[]

const split = (text: string, mark: string) =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function readEntry(text: string, subject: (typeof subjects)[number]): Fact {
  const [head = '', ...lines] = split(text, '\n')
  const [id = '', title = '', term = '', read = subject] = split(head, '|')
  const [context = '', followUps = ''] =
    lines
      .find((line) => line.startsWith('>'))
      ?.slice(1)
      .split(/:(.*)/u) ?? []
  return {
    id,
    title,
    term,
    lines: lines.filter((line) => !/^[?>]/u.test(line)),
    questions: split(lines.find((line) => line.startsWith('?'))?.slice(1) ?? '', '|'),
    followUps: split(followUps, '|'),
    after: split(context, ','),
    intent: factIntents.find((intent) => intent === read) ?? 'concept',
  }
}

export const allFacts: readonly Fact[] = subjects.flatMap((subject) =>
  readFileSync(new URL(`./${subject}.txt`, import.meta.url), 'utf8')
    .split(/^## /mu)
    .slice(1)
    .map((entry) => readEntry(entry, subject)),
)

/** The entry with this id or title. */
export const factNamed = (name: string): Fact | null =>
  allFacts.find(({ id, title }) => id === name || title.toLowerCase() === name.toLowerCase()) ?? null
