import type { Intent } from '../../intents.ts'
import { noSlots, type Slots } from '../../reading/slots.ts'
import { findFigures } from './figures.ts'
import { isSelective, readSelection } from './select.ts'

/** Words that name the user's positions as a group. */
const OWNED =
  /\b(?:my|mine)\b(?! (?:account is|cost|basis|shares? at|age|wife|husband|friend|broker))|\bpositions\b|\bholdings\b|\b(?:short|open) calls?\b|\bi (?:own|hold)\b|\bi(?:'ve| have) (?:open|sold|written|got open)\b|\bp ?[&/] ?l\b|\bpnl\b|\bunder ?water\b|\bmax\w* profit\b|\bcaptured\b|\bbuy(?:ing)? (?:\w+ ){0,2}back\b|\bbought back\b/u
const SEVERAL =
  /\b(?:each|every|all|any|anything|which|how many|per|both|list|show|total|combined|altogether)\b|\b(?:positions|holdings|calls|stocks|ones)\b|\bis there an?\b/u
/** Questions about terms, how-to, and calls that are still to be sold. */
const GENERAL =
  /\b(?:explain|define|mean(?:s|ing)?|in general|difference between|what is an?|how (?:do|does) (?:i|you|it|a|the)|good|ideal|should (?:i|we) (?:sell|write)|(?:can|could|to|do) (?:i |you )?(?:sell|write))\b|\bidea\w*\b/u

/** Intents that a question about all own positions is often mistaken for. */
const MISTAKEN: ReadonlySet<Intent> = new Set([
  ...([
    'concept',
    'tax',
    'screen',
    'arithmetic',
    'profit',
    'calls',
    'help',
    'other',
    'stock',
    'trade',
    'market',
  ] as const),
  ...(['news', 'abilities', 'volatility', 'technical', 'expirations'] as const),
])

/** Their questions often name one's own calls as an example. */
const GENERAL_INTENTS: ReadonlySet<Intent> = new Set(['concept', 'tax', 'help'])
const EACH =
  /\b(?:each|every|which of|all (?:of )?my|any of (?:my|these|those|them)|how many|list|show|total|combined)\b/u

/** Whether a message asks for figures, properties or a number of the user's own positions. */
export const isOfOwnPositions = (intent: Intent, text: string, { stocks, ...given }: Slots): boolean =>
  MISTAKEN.has(intent) &&
  stocks.length === 0 &&
  [given.cost, given.premium, given.budget, given.stockPrice, given.shares].every((one) => one === null) &&
  (!GENERAL_INTENTS.has(intent) || EACH.test(text)) &&
  OWNED.test(text) &&
  SEVERAL.test(text) &&
  !GENERAL.test(text) &&
  (isSelective(readSelection(text, noSlots, '')) || findFigures(text).length > 0)
