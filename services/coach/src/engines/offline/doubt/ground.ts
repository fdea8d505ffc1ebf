import type { Question } from '../conversation/fit-intent.ts'
import { type Intent, intents, isOfFigures } from '../intents.ts'
import { noSlots, type Slots } from '../reading/slots.ts'
import type { Reply } from '../session.ts'

/** Words that ask for the answer which a reading gives without any condition or date. */
const grounds: Partial<Record<Intent, RegExp>> = {
  screen:
    /\b(?:best|top|highest|lowest|most|least|cheap\w*|rat(?:ed|ings?)|scor\w+|good|great|decent|solid|safe\w*|ideas?|candidates?|suggest\w*|recommend\w*|picks?|screen\w*|scan|find|search|looking for|somewhere|start(?:ing)? with|where (?:to|do|should|can)|premiums?|yields?|income|fits?|match\w*)\b/u,
  market:
    /\b(?:markets?|exchanges?|nyse|open|opens|clos(?:es?|ed|ing)|holidays?|hours|trading|sessions?|expir\w*|monthl\w+|weekl\w+|half[- ]days?|today|tomorrow|friday|bell|witching|opex|fresh|old|live|delay\w*|real[- ]time)\b/u,
}
const NO_FIGURE = /^I found no figure that I know/u
const LACKS_FIGURES = /^To calculate .{3,60}, I need/u

/** Words of the user's own book, which a search of all stocks or the market's calendar leaves out. */
const OF_BOOK = /\bmy (?:own )?(?:names|stocks|holdings|positions|portfolio|tickers|book)\b|\bi (?:own|hold)\b/u
const OF_MARKET: ReadonlySet<Intent> = new Set(['screen', 'market'])
const NAMES_BOOK = /\byou (?:hold|own)\b|\byour\b/iu

const isFilled = (value: Slots[keyof Slots]) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== false
const isSlot = (name: string): name is keyof Slots => Object.hasOwn(noSlots, name)

/** Whether the message gives a reason for its answer: a condition, a date, or a word that asks for it. */
export function isGrounded({ intent, slots, text }: Question, { lines }: Reply): boolean {
  const [first = ''] = lines
  if (NO_FIGURE.test(first)) return false
  if (OF_MARKET.has(intent) && OF_BOOK.test(text) && !lines.some((line) => NAMES_BOOK.test(line))) return false
  const asks = grounds[intent]
  const used: readonly string[] = intents[intent].uses
  return asks === undefined || asks.test(text) || used.filter(isSlot).some((name) => isFilled(slots[name]))
}

/** Whether an answer only names the figures that a calculation lacks, which may not have been meant. */
export const lacksFigures = ({ intent }: Question, { lines }: Reply) =>
  isOfFigures(intent) && LACKS_FIGURES.test(lines[0] ?? '')
