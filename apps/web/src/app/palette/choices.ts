import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { useEffect, useState } from 'react'
import { usePositionsQuery } from '../../api/portfolio.ts'
import { useListScreensQuery } from '../../api/screener.ts'
import { getServices, useSessionDispatch, useUserId } from '../../api/session.ts'
import { nameCall } from '../../shared/format/positions.ts'
import { formatDay } from '../../shared/format/times.ts'
import { capitalize } from '../../shared/format/words.ts'
import { loadGlossary } from '../../shared/glossary.ts'
import {
  buildAnalysisPath,
  buildCoachPath,
  buildPositionPath,
  CALLS_PATH,
  readSymbol,
  SCREENING_PATH,
} from '../../shared/paths.ts'
import { type NavigateFunction, useNavigate } from '../../shared/routing.ts'
import { useSuggestions } from '../../shared/symbol-search/use-suggestions.ts'
import { type Choice, type GroupName, groupNames, type ShellCommands, useCommands } from './commands.ts'

interface ChoiceGroup {
  readonly name: GroupName
  readonly choices: readonly Choice[]
}

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
  const groups = groupNames.map((name) => ({ name, found: found.filter(({ choice }) => choice.group === name) }))
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
  if (wanted === '' || group === 'AI Coach') return ANYWHERE
  const name = label.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const all = `${name} ${detail} ${words}`.toLowerCase()
  const parts = wanted.split(/\s+/)
  if (parts.every((part) => ` ${all}`.includes(` ${part}`))) return 2
  if (group === 'Symbols' || parts.every((part) => all.includes(part))) return ANYWHERE
  return Number.POSITIVE_INFINITY
}

const MAX_SYMBOLS = 6
const SYMBOL_ID = 'symbol:'
const RECENT_ID = 'recent:'

interface Choices {
  readonly choices: readonly Choice[]
  readonly remember: (choice: Choice) => void
  /** False while the server's suggestions for the text are still to come. */
  readonly isSettled: boolean
}

/** All palette choices for a search text. */
export function useChoices(text: string, commands: ShellCommands, onTerm: (term: GlossaryTerm) => void): Choices {
  const [recent, addRecent] = useRecentChoices()
  const terms = useTerms().map(
    (term): Choice => ({
      id: `term:${term.id}`,
      group: 'Glossary',
      label: capitalize(term.term),
      detail: term.sentence,
      words: term.synonyms.join(' '),
      run: () => onTerm(term),
      staysOpen: true,
    }),
  )
  const fixed = [...useCommands(commands), ...useOwnChoices(), ...terms]
  const { typed, isSettled } = useTypedChoices(text)
  const navigate = useNavigate()
  const chosen = recent.flatMap((each): Choice[] => {
    const found = fixed.find(({ id }) => id === each.id) ?? restoreStock(each, navigate)
    return found === null ? [] : [{ ...found, id: RECENT_ID + each.id, group: 'Recent' }]
  })
  const isEmpty = text.trim() === ''
  return {
    choices: isEmpty ? [...chosen, ...fixed.filter(({ group }) => group !== 'Glossary')] : [...typed, ...fixed],
    remember: ({ id, group, detail = null }) => {
      if (group !== 'AI Coach') addRecent({ id: id.replace(RECENT_ID, ''), detail })
    },
    isSettled,
  }
}

/** Glossary terms; an empty list while they load or if they fail to load. */
function useTerms(): readonly GlossaryTerm[] {
  const [terms, setTerms] = useState<readonly GlossaryTerm[]>([])
  useEffect(() => {
    loadGlossary().then(
      ({ glossary }) => setTerms(glossary),
      () => {},
    )
  }, [])
  return terms
}

/** The user's positions and saved screens, or an empty list if they fail to load. */
function useOwnChoices(): readonly Choice[] {
  const navigate = useNavigate()
  const { data: positions } = usePositionsQuery()
  const { data: screens } = useListScreensQuery()
  return [
    ...(positions?.positions ?? []).map(
      ({ position }): Choice => ({
        id: `position:${position.id}`,
        group: 'Your positions',
        label: nameCall(position),
        detail: formatDay(position.expiration),
        run: () => void navigate(buildPositionPath(position.id)),
      }),
    ),
    ...(screens ?? []).map(
      ({ id, name, query, tab }): Choice => ({
        id: `screen:${id}`,
        group: 'Saved screens',
        label: name,
        run: () => void navigate(`${tab === 'calls' ? CALLS_PATH : SCREENING_PATH}?${query}`),
      }),
    ),
  ]
}

/** Choices that depend on the text: symbols, and a question for the coach. */
function useTypedChoices(text: string) {
  const navigate = useNavigate()
  const { suggestions, isSettled } = useSuggestions(text, true, { limit: MAX_SYMBOLS })
  const symbol = suggestions.length === 0 ? readSymbol(text) : null
  const question = text.trim()
  const typed: readonly Choice[] = [
    ...suggestions.map((each) => openStock(each.symbol, each.name, navigate)),
    // This symbol is not among the suggestions, so the label does not claim that it is a known stock.
    ...(symbol === null ? [] : [{ ...openStock(symbol, null, navigate), label: `Open the analysis of ${symbol}` }]),
    {
      id: 'coach',
      group: 'AI Coach',
      label: `Ask coach: ${question}`,
      run: () => void navigate(buildCoachPath(question)),
    },
  ]
  return { typed, isSettled }
}

function openStock(symbol: string, company: string | null, navigate: NavigateFunction): Choice {
  return {
    id: SYMBOL_ID + symbol,
    group: 'Symbols',
    label: symbol,
    ...(company !== null && { detail: company }),
    run: () => void navigate(buildAnalysisPath(symbol)),
  }
}

/** The part of a choice that is stored: just enough to show it again. */
interface RecentChoice {
  readonly id: string
  readonly detail: string | null
}

const RECENT_KEY = 'recentChoices'
const MAX_RECENT = 5

/** The user's recent choices, newest first, and a function to add one. */
function useRecentChoices(): readonly [readonly RecentChoice[], (choice: RecentChoice) => void] {
  const { storage } = useSessionDispatch()(getServices())
  const key = `${RECENT_KEY}.${useUserId()}`
  const [recent, setRecent] = useState(() => readRecent(storage.get(key)))
  const add = (choice: RecentChoice) => {
    const next = [choice, ...recent.filter(({ id }) => id !== choice.id)].slice(0, MAX_RECENT)
    setRecent(next)
    storage.set(key, JSON.stringify(next))
  }
  return [recent, add]
}

/** Anything may have written to localStorage, so malformed entries are ignored. */
function readRecent(text: string | null): readonly RecentChoice[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readRecentChoice) : []
  } catch {
    return []
  }
}

function readRecentChoice(stored: unknown): RecentChoice[] {
  const { id, detail } = Object(stored)
  if (typeof id !== 'string') return []
  return [{ id, detail: typeof detail === 'string' ? detail : null }]
}

/** The stock that was chosen recently; null if the choice was something else. */
function restoreStock({ id, detail }: RecentChoice, navigate: NavigateFunction): Choice | null {
  const symbol = id.startsWith(SYMBOL_ID) ? readSymbol(id.slice(SYMBOL_ID.length)) : null
  return symbol === null ? null : openStock(symbol, detail, navigate)
}
