import type { GroupName } from './palette-words.ts'

/** Something the palette leads to. */
export interface Choice {
  /** The same the next time, so that it can be remembered. */
  readonly id: string
  readonly group: GroupName
  readonly label: string
  /** What stands behind the label in grey. */
  readonly detail?: string
  /** Other words it is found by. */
  readonly words?: string
  /** The shortcut for the same, as `usePageKeys` names it. */
  readonly keys?: string
  readonly run: () => void
  /** What it leads to is shown in the palette itself. */
  readonly staysOpen?: boolean
}

export interface ChoiceGroup {
  readonly name: GroupName
  readonly choices: readonly Choice[]
}

const ORDER: readonly GroupName[] = ['recent', 'symbols', 'pages', 'positions', 'screens', 'actions', 'terms', 'coach']

/** Long lists of one kind would push the others out of sight. */
const MOST_OF_A_GROUP = 8

/** Worst: it has the words somewhere. */
const SOMEWHERE = 3

/** The choices that have these words, in groups; the group with the best of them first. */
export function findChoices(choices: readonly Choice[], text: string): readonly ChoiceGroup[] {
  const wanted = text.trim().toLowerCase()
  const found = choices
    .map((choice) => ({ choice, rank: rankChoice(choice, wanted) }))
    .filter(({ rank }) => rank <= SOMEWHERE)
    .sort((one, other) => one.rank - other.rank)
  const groups = ORDER.map((name) => ({ name, found: found.filter(({ choice }) => choice.group === name) }))
  return groups
    .filter((group) => group.found.length > 0)
    .sort((one, other) => (one.found[0]?.rank ?? 0) - (other.found[0]?.rank ?? 0))
    .map((group) => ({
      name: group.name,
      choices: group.found.slice(0, MOST_OF_A_GROUP).map(({ choice }) => choice),
    }))
}

/** 0: it is what was typed; then: it begins so, a word of it does, it has it somewhere; infinite: it has it not. */
function rankChoice({ group, label, detail = '', words = '' }: Choice, wanted: string): number {
  // The server has found these, and the coach answers anything.
  if (wanted === '' || group === 'coach') return SOMEWHERE
  const name = label.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const all = `${name} ${detail} ${words}`.toLowerCase()
  const parts = wanted.split(/\s+/)
  if (parts.every((part) => ` ${all}`.includes(` ${part}`))) return 2
  if (group === 'symbols' || parts.every((part) => all.includes(part))) return SOMEWHERE
  return Number.POSITIVE_INFINITY
}
