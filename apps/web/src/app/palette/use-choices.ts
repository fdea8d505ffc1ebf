import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { usePositionsQuery } from '../../api/portfolio-endpoints.ts'
import { useListScreensQuery } from '../../api/saved-screen-endpoints.ts'
import { nameCall } from '../../shared/format/name-call.ts'
import { formatDay } from '../../shared/format/times.ts'
import { capitalize } from '../../shared/format/words.ts'
import { buildAnalysisPath, buildCoachPath, buildPositionPath, SCREENING_PATH } from '../../shared/paths.ts'
import { readSymbol } from '../../shared/read-symbol.ts'
import { type NavigateFunction, useNavigate } from '../../shared/routing.ts'
import { useSuggestions } from '../../shared/symbol-search/use-suggestions.ts'
import type { Choice } from './choice.ts'
import { paletteWords } from './palette-words.ts'
import { type ShellCommands, useCommands } from './use-commands.ts'
import { type RecentChoice, useRecentChoices } from './use-recent-choices.ts'
import { useTerms } from './use-terms.ts'

const MAX_SYMBOLS = 6
const SYMBOL_ID = 'symbol:'
const RECENT_ID = 'recent:'

interface Choices {
  readonly choices: readonly Choice[]
  readonly remember: (choice: Choice) => void
}

/** All palette choices for a search text. */
export function useChoices(text: string, commands: ShellCommands, onTerm: (term: GlossaryTerm) => void): Choices {
  const [recent, addRecent] = useRecentChoices()
  const terms = useTerms().map(
    (term): Choice => ({
      id: `term:${term.id}`,
      group: 'terms',
      label: capitalize(term.term),
      detail: term.sentence,
      words: term.synonyms.join(' '),
      run: () => onTerm(term),
      staysOpen: true,
    }),
  )
  const fixed = [...useCommands(commands), ...useOwnChoices(), ...terms]
  const typed = useTypedChoices(text)
  const navigate = useNavigate()
  const chosen = recent.flatMap((each): Choice[] => {
    const found = fixed.find(({ id }) => id === each.id) ?? restoreStock(each, navigate)
    return found === null ? [] : [{ ...found, id: RECENT_ID + each.id, group: 'recent' }]
  })
  return {
    choices: text.trim() === '' ? [...chosen, ...fixed.filter(({ group }) => group !== 'terms')] : [...typed, ...fixed],
    remember: ({ id, group, detail = null }) => {
      if (group !== 'coach') addRecent({ id: id.replace(RECENT_ID, ''), detail })
    },
  }
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
        group: 'positions',
        label: nameCall(position),
        detail: formatDay(position.expiryDate),
        run: () => void navigate(buildPositionPath(position.id)),
      }),
    ),
    ...(screens ?? []).map(
      ({ id, name, query }): Choice => ({
        id: `screen:${id}`,
        group: 'screens',
        label: name,
        run: () => void navigate(`${SCREENING_PATH}?${query}`),
      }),
    ),
  ]
}

/** Choices that depend on the text: symbols, and a question for the coach. */
function useTypedChoices(text: string): readonly Choice[] {
  const navigate = useNavigate()
  const suggestions = useSuggestions(text, true, { limit: MAX_SYMBOLS })
  const symbol = suggestions.length === 0 ? readSymbol(text) : null
  const question = text.trim()
  return [
    ...suggestions.map((each) => openStock(each.symbol, each.name, navigate)),
    // This symbol is not among the suggestions, so the label does not claim that it is a known stock.
    ...(symbol === null ? [] : [{ ...openStock(symbol, null, navigate), label: paletteWords.analysis(symbol) }]),
    {
      id: 'coach',
      group: 'coach',
      label: paletteWords.askCoach(question),
      run: () => void navigate(buildCoachPath(question)),
    },
  ]
}

function openStock(symbol: string, company: string | null, navigate: NavigateFunction): Choice {
  return {
    id: SYMBOL_ID + symbol,
    group: 'symbols',
    label: symbol,
    ...(company !== null && { detail: company }),
    run: () => void navigate(buildAnalysisPath(symbol)),
  }
}

/** The stock that was chosen recently; null if the choice was something else. */
function restoreStock({ id, detail }: RecentChoice, navigate: NavigateFunction): Choice | null {
  const symbol = id.startsWith(SYMBOL_ID) ? readSymbol(id.slice(SYMBOL_ID.length)) : null
  return symbol === null ? null : openStock(symbol, detail, navigate)
}
