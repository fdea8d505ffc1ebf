import type { GroupName } from './palette-words.ts'

/** One entry of the palette. */
export interface Choice {
  /** Stable across sessions; recent choices store it. */
  readonly id: string
  readonly group: GroupName
  readonly label: string
  /** Gray text after the label. */
  readonly detail?: string
  /** Additional search terms. */
  readonly words?: string
  /** Equivalent shortcut, in the notation of `usePageKeys`. */
  readonly keys?: string
  readonly run: () => void
  /** True if the result is shown inside the palette. */
  readonly staysOpen?: boolean
}

export interface ChoiceGroup {
  readonly name: GroupName
  readonly choices: readonly Choice[]
}

const ORDER: readonly GroupName[] = ['recent', 'symbols', 'pages', 'positions', 'screens', 'actions', 'terms', 'coach']

/** Maximum number of choices per group, to keep the other groups visible. */
const MAX_PER_GROUP = 8

/** Worst rank that still matches: the words occur anywhere. */
const ANYWHERE = 3

/** Choices that match the text, in groups; the group with the best match comes first. */
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

/** Match rank: 0 exact, 1 prefix, 2 word prefix, 3 anywhere, infinity no match. */
function rankChoice({ group, label, detail = '', words = '' }: Choice, wanted: string): number {
  // Symbols come from the server's search; the coach takes any question.
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
