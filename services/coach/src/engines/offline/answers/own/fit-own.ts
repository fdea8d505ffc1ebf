import type { Intent } from '../../intents.ts'
import { noSlots } from '../../reading/slots.ts'
import { findFigures } from './figures.ts'
import { isSelective, readSelection } from './select.ts'

const OWNED =
  /\b(?:my|mine|i(?:'ve| have)? (?:own|have|hold|sold|wrote|got|opened)|i own|i hold|(?:am|do|have|did|would|will|could) i|(?:open |all |which |any |the )?(?:positions|holdings)|(?:short|open) calls?|(?:the|which|any|those) (?:ones?|of them)|p ?[&/] ?l|pnl)\b/u
const SEVERAL =
  /\b(?:each|every|all|any|which|how many|per|both|list|show|total|combined|altogether|positions?|holdings?|(?:short|open|covered) calls?|ones)\b/u
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

/** Whether a message asks for figures, properties or a number of the user's own positions. */
export const isOfOwnPositions = (intent: Intent, text: string, hasStock: boolean): boolean =>
  MISTAKEN.has(intent) &&
  !hasStock &&
  OWNED.test(text) &&
  SEVERAL.test(text) &&
  !GENERAL.test(text) &&
  (isSelective(readSelection(text, noSlots, '')) || findFigures(text).length > 0)
