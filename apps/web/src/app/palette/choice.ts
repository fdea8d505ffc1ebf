import type { GroupName } from './palette-words.ts'

/** One entry of the palette. */
export interface Choice {
  /** Stays the same across sessions, because recent choices are stored by id. */
  readonly id: string
  readonly group: GroupName
  readonly label: string
  /** Gray text after the label. */
  readonly detail?: string
  /** Additional search terms. */
  readonly words?: string
  /** Shortcut that does the same, in the notation of `usePageKeys`. */
  readonly keys?: string
  readonly run: () => void
  /** True if the palette itself shows the result. */
  readonly staysOpen?: boolean
}

export interface ChoiceGroup {
  readonly name: GroupName
  readonly choices: readonly Choice[]
}

const ORDER: readonly GroupName[] = ['recent', 'symbols', 'pages', 'positions', 'screens', 'actions', 'terms', 'coach']

/** How many choices a group may show, so that the other groups stay visible. */
const MAX_PER_GROUP = 8

/** The worst rank that is still a match: the words occur anywhere. */
const ANYWHERE = 3

/** Finds the choices that match the text and groups them. The group with the best match comes first. */
export function findChoices(choices: readonly Choice[], text: string): readonly ChoiceGroup[] {
  const wanted = text.trim().toLowerCase()
  const found = choices
    .map((choice) => ({ choice, rank: rankChoice(choice, wanted) }))
    .filter(({ rank }) => rank <= ANYWHERE)
    .sort((one, other) => one.rank - other.rank)
  const groups = ORDER.map((name) => ({ name, found: found.filter(({ choice }) => choice.group === name) }))
  return groups
    .filter((group) => group.found.length > 0)
    .sort((one, other) => (one.found[0]?.rank ?? 0) - (other.found[0]?.rank ?? 0))
    .map((group) => ({
      name: group.name,
      choices: group.found.slice(0, MAX_PER_GROUP).map(({ choice }) => choice),
    }))
}

/** How well a choice matches: 0 exactly, 1 at the start, 2 at the start of a word, 3 anywhere, infinity not at all. */
function rankChoice({ group, label, detail = '', words = '' }: Choice, wanted: string): number {
  // Symbols have already been matched by the server, and the coach takes any question.
  if (wanted === '' || group === 'coach') return ANYWHERE
  const name = label.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const all = `${name} ${detail} ${words}`.toLowerCase()
  const parts = wanted.split(/\s+/)
  if (parts.every((part) => ` ${all}`.includes(` ${part}`))) return 2
  if (group === 'symbols' || parts.every((part) => all.includes(part))) return ANYWHERE
  return Number.POSITIVE_INFINITY
}
