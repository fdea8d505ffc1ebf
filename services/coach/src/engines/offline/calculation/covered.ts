import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { displayNumber } from '../../../grounding/result-values.ts'
import { listSources, type Solved, showWork } from '../../../tools/calc/solve.ts'
import type { Topic } from '../answers/topics/topic.ts'
import { topics } from '../answers/topics/topics.ts'
import { type GivenFigures, type RoleName, roleNames, roles } from '../reading/figures/roles.ts'
import { listRows } from '../replies.ts'
import type { Answered } from '../session.ts'
import { type Arguments, isComputable } from './asked.ts'

/** Figures that only say how others are meant. */
const SILENT: ReadonlySet<RoleName> = new Set(['periods_a_year', 'good_periods', 'dividend_periods', 'times'])
/** Figures whose further values count as well: they are added up, or each is calculated. */
const LISTS: ReadonlySet<RoleName> = new Set(['premium', 'dividend', 'tax_pct'])
const ROWS: readonly RoleName[] = ['premium', 'days', 'strike', 'price', 'cost']
const MAX_ADDED = 2
/** Results that only a question for them may show. */
const NEVER_ADDED: ReadonlySet<string> = new Set([
  'rows',
  'max_loss',
  'doubling_periods',
  'cash',
  'close_at',
  'cash_needed',
  'coverable',
])
/** Named topics that use further figures of the same call. */
const ALSO: ReadonlySet<string> = new Set(['left_total', 'per_day', 'rounds', 'given_up', 'time_value'])

/** The names of all figures that a text with placeholders shows. */
const listShown = (text: string) =>
  [...text.matchAll(/\{\{\w+\.(?:cases\.\d+\.)?(\w+)/gu)].map(({ 1: name = '' }) => name)

/** The given figures that an answer neither shows nor uses. */
export function listUncovered(said: string, figures: GivenFigures, args: Arguments, solved: Solved): RoleName[] {
  const shown = listShown(said)
  const used = listSources(shown, solved)
  const ofRows = shown.includes('rows') ? ROWS : []
  return roleNames.filter((name) => {
    const values = figures[name] ?? []
    if (values.length === 0 || SILENT.has(name)) return false
    // Without a price of the stock, a strike only names a call that is bought back, and another the next one.
    if (name === 'strike' && (used.has('new_strike') || (used.has('buy_back') && figures.price === undefined)))
      return false
    if (name === 'new_strike' && used.has('new_premium')) return false
    const isOne = (name === 'shares' && values[0] === 100) || (name === 'contracts' && values[0] === 1)
    const isWhole = values.length === 1 || LISTS.has(name) || isListed(name, args)
    return !(isWhole && (isOne || used.has(name) || ofRows.includes(name)))
  })
}

function isListed(name: RoleName, { lots, fills, closings, cases, alternatives }: Arguments): boolean {
  if (name === 'shares' || name === 'cost') return lots !== null
  if (name === 'contracts') return fills !== null
  if (name === 'closed' || name === 'buy_back') return closings !== null
  return (
    cases?.name === name ||
    (name === 'days' && (cases?.days ?? null) !== null) ||
    (alternatives !== null && ROWS.includes(name))
  )
}

const NO_STAMP = { as_of: null, delay_minutes: null, source: '', warnings: [] }

/** A topic's text with names in place of figures: what it shows can be more than what it needs. */
function listSourcesOf(topic: Topic, solved: Solved): ReadonlySet<string> {
  const calls = (solved.known.size ?? 0) / SHARES_PER_CONTRACT
  const result = { ...solved.known, calls, ...NO_STAMP }
  const text = topic.say({ ok: true, id: 'r0', result, at: (name) => `{{r0.${name}}}` })
  return listSources(listShown(text), solved)
}

/** The topic that uses most of the given figures, for a question that names no result; the first of several. */
export function chooseFallback(some: readonly Topic[], figures: GivenFigures, solved: Solved): readonly Topic[] {
  const count = (topic: Topic) => {
    const sources = listSourcesOf(topic, solved)
    return roleNames.filter((name) => figures[name] !== undefined && sources.has(name)).length
  }
  return some.toSorted((a, b) => count(b) - count(a)).slice(0, 1)
}

interface Covering {
  readonly figures: GivenFigures
  readonly args: Arguments
  readonly solved: Solved
  readonly known: ReadonlySet<string>
  readonly shown: readonly Topic[]
}

/** Further topics that use the figures which the answer leaves out. */
export function coverFigures(said: string, { figures, args, solved, known, shown }: Covering): readonly Topic[] {
  const added: Topic[] = []
  const left = new Set<string>(listUncovered(said, figures, args, solved))
  const names = new Set(shown.map(({ shows }) => shows[0]))
  for (const topic of topics) {
    if (added.length === MAX_ADDED || left.size === 0) break
    if (names.has(topic.shows[0]) || !isComputable(topic, known) || NEVER_ADDED.has(topic.shows[0] ?? '')) continue
    if (topic.kind === 'named' && !ALSO.has(topic.shows[0] ?? '')) continue
    const sources = listSourcesOf(topic, solved)
    const covered = [...left].filter((name) => sources.has(name))
    if (covered.length === 0) continue
    added.push(topic)
    names.add(topic.shows[0])
    for (const name of covered) left.delete(name)
  }
  return added
}

/** "Strike $45.00" */
export function describeGiven(name: RoleName, figures: GivenFigures): string {
  const [label, unit] = roles[name]
  const show = (value: number) =>
    unit === 'pct' ? `${value}%` : unit === 'count' ? String(Math.round(value * 100) / 100) : displayNumber(value, unit)
  return `${label} ${(figures[name] ?? []).map(show).join(', ')}`
}

/** A topic for each of several values of one figure, or once if it does not depend on them. */
export function sayTopic(topic: Topic, found: Answered, { cases }: Arguments, solved: Solved): string {
  if (cases === null || !listSources(topic.shows, solved).has(cases.name)) return topic.say(found)
  return listRows(found.result, 'cases')
    .map((row, index) =>
      topic.say({ ...found, result: { ...found.result, ...row }, at: (path) => found.at(`cases.${index}.${path}`) }),
    )
    .join(' ')
}

/** The formula of the first result, with the user's figures. */
export function describeWork(shown: readonly Topic[], solved: Solved, { at }: Answered): string | null {
  for (const { shows } of shown) {
    const [name = ''] = shows
    const work = showWork(name, solved, at)
    if (work !== null) return `Calculated as: ${work} = ${at(name)}.`
  }
  return null
}
