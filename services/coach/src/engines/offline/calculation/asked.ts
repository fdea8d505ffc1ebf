import { listMissing, mergeLists, type Solved, solveWith } from '../../../tools/calc/solve.ts'
import type { Topic } from '../answers/topics/topic.ts'
import { topics } from '../answers/topics/topics.ts'
import { toArguments } from '../reading/figures/given.ts'
import { type GivenFigures, type RoleName, roles } from '../reading/figures/roles.ts'

export type Arguments = ReturnType<typeof toArguments>

/** Every figure that follows from the given ones, and how. */
export function solveGiven({
  more_premiums,
  lots,
  fills,
  closings,
  alternatives: _rows,
  cases: _cases,
  ...single
}: Arguments): Solved {
  return solveWith(mergeLists(single, { more_premiums, lots, fills, closings }))
}

/** The names of all figures that follow from the given ones. */
export function listKnown(args: Arguments): ReadonlySet<string> {
  const known = Object.keys(solveGiven(args).known)
  return new Set([...known, ...((args.alternatives ?? []).length > 1 ? ['rows'] : [])])
}

export const isComputable = ({ shows }: Topic, known: ReadonlySet<string>) => shows.every((name) => known.has(name))

/** Topics that the words ask for, in the order of the words. Those that any word asks for come first if they are known. */
export function listAsked(text: string, known: ReadonlySet<string>) {
  const all = topics.flatMap((topic) => {
    const index = topic.asks.exec(text)?.index ?? -1
    const isAlways = topic.asks.source === '.'
    return index < 0 || (isAlways && !isComputable(topic, known)) ? [] : [{ topic, index }]
  })
  const matched = all.toSorted((a, b) => a.index - b.index).map(({ topic }) => topic)
  const computable = matched.filter((topic) => isComputable(topic, known))
  const isSpecific = computable.some(({ kind }) => kind !== 'generic')
  // A word that several topics share asks for the one that no other word asks for.
  const answered = computable.filter(
    (topic, index) =>
      (topic.kind !== 'generic' || !isSpecific) &&
      computable.findIndex(({ shows }) => shows[0] === topic.shows[0]) === index,
  )
  return { answered, matched }
}

/** Whether the words name a figure that only a calculation gives. */
export const namesExactly = (text: string) => topics.some(({ exact }) => exact?.test(text) === true)

/** Whether the words name a figure that the given ones suffice for. */
export function isExact(figures: GivenFigures, text: string): boolean {
  const known = listKnown(toArguments(figures, text))
  return topics.some((topic) => topic.exact?.test(text) === true && isComputable(topic, known))
}

/** Whether the figures of a message answer what it asks, without any market data. */
export function isCalculation(figures: GivenFigures, text: string): boolean {
  const known = listKnown(toArguments(figures, text))
  return listAsked(text, known).answered.length > 0
}

const nameOf = (name: string) => (Object.hasOwn(roles, name) ? roles[name as RoleName][0].toLowerCase() : name)

export function describeMissing(topic: Topic, args: Arguments): string | null {
  const { more_premiums, lots, fills, closings, ...single } = args
  const given = mergeLists(single, { more_premiums, lots, fills, closings })
  const missing = [...new Set(topic.shows.flatMap((name) => (name === 'rows' ? [] : (listMissing(name, given) ?? []))))]
  return missing.length === 0
    ? null
    : `To calculate ${topic.name}, I need the ${missing.map(nameOf).join(' and the ')}.`
}
