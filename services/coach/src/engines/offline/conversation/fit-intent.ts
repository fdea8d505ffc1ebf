import { listAskedFigures } from '../answers/calls/call-figures.ts'
import { asksReason } from '../answers/calls/call-reasons.ts'
import { setsAgainst, setsTwoDates } from '../answers/compare/legs.ts'
import { findFigures, isOfOwnOnly } from '../answers/own/figures.ts'
import { isOfOwnPositions } from '../answers/own/fit-own.ts'
import { asksForEnded } from '../answers/own/trades.ts'
import { weighsRoll } from '../answers/positions/choices.ts'
import { listStockFigures } from '../answers/stocks/stock-figures.ts'
import type { Intent } from '../intents.ts'
import { OWN } from '../reading/read-message.ts'
import { pointOf, type Slots } from '../reading/slots.ts'
import { fitSearch } from './screen-like.ts'

/** A complete question. */
export interface Question {
  readonly intent: Intent
  readonly slots: Slots
  /** Words of the message, and of the one it continues. */
  readonly text: string
  readonly asksWhy: boolean
  /** Whether the stock comes from the question before. */
  readonly isCarried: boolean
}

const MARKET: ReadonlySet<Intent> = new Set([
  'calls',
  'trade',
  'price',
  'stock',
  'position',
  'compare',
  'volatility',
  'scenario',
  'profit',
])
const OF_POSITION =
  /\brisk of\b|\bearly (?:exercise|assignment)\b|\bposition\b|\bmy (?:§ )?(?:\$?\d[\d.]* )?(?:covered )?calls?\b|\bcalls? (?:that )?i(?:'ve| have)? (?:sold|wrote|written)\b/u
const ASKS_EXPIRATION =
  /\b(?:what|which|list|show|all|available|last|latest|furthest|first) (?:[\w§]+ ){0,3}(?:expirations?|expiry|expiries|expiration dates?)\b(?! (?:call|date of my))|\bfurthest out\b|\bhow far out (?:do|does|can|are|is)\b/u
const CROSSES = /\bcross\w*|\b(?:through|over|across) (?:earnings|the (?:dividend|ex))/u
/** Words of a search among all stocks. */
const SEEKS_STOCKS =
  /^(?:who|which|what|where|any|are there|is there any(?:thing|one))\b(?!.*\b(?:it|this|that|my)\b).*\bpay\w*|\bwhich (?:are|ones are) there\b|\b(?:stocks|names|companies|tickers|payers|anything|something)\b/u
const SUPPOSES =
  /\bif\b|\bat\b|\b(?:drops?|falls?|rises?|goes|closes?|ends?|tanks?|rall\w+|stays?|hits?|finish\w*|worth)\b/u

const OWNS = /\b(?:my|mine|positions|holdings|i (?:own|hold))\b/u
/** Words of a question about shares of the total. */
const WEIGHS =
  /\b(?:biggest|largest|smallest|weigh\w*|overweight|concentrat\w*|diversif\w*|sectors?|industr\w+|percent\w*|%|share of|how (?:much|big)|too (?:much|heavy|many)|expos\w+|allocat\w+|make up|makes up|spread|stake|third|half|quarter|how many)\b/u
const TO_DO = /\b(?:which|any|what)\b.*\bshould i (?:close|roll|buy back|take profits?)\b/u
/** Words of a question about every holding. */
const ALL = /\b(?:each|every|everything|all|most|holdings|stocks|positions|portfolio|stuff)\b/u

const BUYS_FOR_DIVIDEND =
  /\b(?:if|when) i (?:buy|bought|purchase)\b[^;]{0,60}\bdividend|\bin time for\b[^;]{0,30}\bdividend|\b(?:buy|bought)\b[^;]{0,50}\b(?:get|catch|receive|collect)\b[^;]{0,24}\bdividend|\b(?:until when|by when|last day|last date|latest day|latest date|deadline|must|have to|need to|how long)\b[^;]{0,60}\bdividend|\bdividend\b[^;]{0,60}\b(?:until when|by when|last day|latest|deadline)\b/u
const EXPIRES_AT_EVENT = /\b(?:expirations?|expiry|expiries)\b[^.;?]{0,24}\b(?:before|after|ahead of|past)\b/u
const ASKS_ALERT = /\b(?:alerts?|notif\w+|remind\w*|warn\w*|ping|e?-?mail|text me|let me know)\b/u
const NAMES_A_CALL = /\bcalls?\b|\boptions?\b|\bstrikes?\b/u
const OF_STOCK: ReadonlySet<Intent> = new Set([
  'expirations',
  'dates',
  'compare',
  'stock',
  'price',
  'volatility',
  'technical',
  'concept',
])
/** Figures that the overview of a stock gives as well. */
const OF_BOTH: ReadonlySet<string> = new Set([
  'implied volatility',
  'the advice',
  'the cost of the shares',
  'the delta',
  'the cushion',
])

/** Readings of a message about one stock that its words can turn into one about its calls. */
const STOCK_READINGS: ReadonlySet<Intent> = new Set([...OF_STOCK, 'calls', 'trade', 'position', 'profit', 'arithmetic'])
const isDefinition = (text: string) => /^(?:what (?:is|are|does)|what's|define|explain)\b/u.test(text)
/** Readings of several stocks that have no figure of the user's own calls. */
const OF_SEVERAL: ReadonlySet<Intent> = new Set(['compare', 'stock', 'calls', 'price'])
const ONE_MORE = /\b(?:can|could|may) i (?:still )?(?:sell|write|add) (?:one more|another|an extra|any more|more)\b/u
const OF_ENDED: ReadonlySet<Intent> = new Set([
  'ranking',
  'income',
  'portfolio',
  'gains',
  'position',
  'chain',
  'attention',
])

/** Whether a message chooses one call of a stock by strike, distance or premium. */
export const choosesCall = ({
  moneyness,
  strikePlaces,
  delta,
  otmPct,
  otmUsd,
  chancePct,
  premium,
  sort,
  strikes,
  alternatives,
}: Slots) =>
  strikes.length === 0 &&
  alternatives.length === 0 &&
  (strikePlaces.length === 1 ||
    moneyness === 'At the money' ||
    [delta, otmPct, otmUsd, chancePct].some((one) => one !== null) ||
    (premium !== null && (sort === 'strike' || sort === 'delta')))

/** A question about a stock that chooses one of its calls, or that asks for figures that only a call has. */
function asksForCall(intent: Intent, slots: Slots, text: string): boolean {
  if (slots.stocks.length !== 1 || slots.right === 'Put' || pointOf(slots.strike) !== null || !OF_STOCK.has(intent))
    return false
  if (intent === 'dates' && CROSSES.test(text)) return false
  const isOfCall = NAMES_A_CALL.test(text) && listAskedFigures(text).some(({ name }) => !OF_BOTH.has(name))
  return choosesCall(slots) || (isOfCall && (intent === 'stock' || intent === 'price'))
}

/** Filled slots can change which tool answers. */
export function fitIntent(intent: Intent, slots: Slots, text: string, before: Question | null): Intent {
  const searched = fitSearch(intent, slots, text)
  if (searched !== null) return searched
  if (OF_ENDED.has(intent) && asksForEnded(text) && slots.stocks.length === 0) return 'income'
  if (isOfOwnPositions(intent, text, slots)) return 'ranking'
  if (intent === 'position' && slots.stocks.length > 1) return 'ranking'
  if (intent === 'position' && weighsRoll(text)) return 'roll'
  if ((intent === 'calls' || intent === 'position') && slots.stocks.length === 1 && ONE_MORE.test(text))
    return 'coverage'
  if (OF_SEVERAL.has(intent) && slots.stocks.length > 1 && findFigures(text).some(isOfOwnOnly)) return 'ranking'
  const { strike, strikes, stocks, cost, premium, stockPrice, right, expiration, otherDate } = slots
  const point = pointOf(strike)
  const isPair = strikes.length > 1
  if (stocks.length > 1 && intent === 'concept' && !isDefinition(text)) return 'compare'
  if (stocks.length === 1 && STOCK_READINGS.has(intent)) {
    if (intent === 'position' && /\bbuy[- ]?writes?\b/u.test(text)) return 'calls'
    if (/\bcollars?\b/u.test(text) && !isDefinition(text)) return 'puts'
    if (['stock', 'concept', 'volatility'].includes(intent) && NAMES_A_CALL.test(text) && asksReason(text))
      return 'calls'
    if (setsTwoDates(slots, text) && !OWNS.test(text)) return 'compare'
  }
  const isOfStocks = stocks.length > 1 && intent === 'dates'
  if (isOfStocks && listStockFigures(text).some(({ name }) => !/date|earnings/u.test(name))) return 'compare'
  if (stocks.length === 1 && BUYS_FOR_DIVIDEND.test(text) && !/\bmy\b/u.test(text)) return 'dates'
  const isScreen = [slots.sector, slots.marketCap, slots.price, slots.yieldPct, slots.ivRank, slots.score].some(
    (one) => one !== null,
  )
  if (
    intent === 'position' &&
    /\b(?:which|what) (?:calls?|strikes?)\b.*\b(?:sell|write)\b|\b(?:sell|write) what\b|\bwhat (?:do|should|would|can|could) i (?:sell|write)\b/u.test(
      text,
    )
  )
    return 'calls'
  if (['calls', 'dates', 'market'].includes(intent) && stocks.length > 0 && ASKS_EXPIRATION.test(text))
    return 'expirations'
  const isOfDates = /\b(?:earnings|reports?|reporting|ex[- ]div\w*|dividends?|(?:goes?|going) ex)\b/u.test(text)
  if (intent === 'dates' && stocks.length === 1 && slots.event !== null && EXPIRES_AT_EVENT.test(text))
    return 'expirations'
  if (intent === 'alert' && stocks.length > 0 && isOfDates && !ASKS_ALERT.test(text)) return 'dates'
  if (intent === 'expirations' && stocks.length > 0 && isOfDates && slots.event === null && !/\bexpir/u.test(text))
    return 'dates'
  if (intent === 'calls' && stocks.length === 1 && isOfDates && slots.event === null && CROSSES.test(text))
    return 'dates'
  if (intent === 'ranking' && (isScreen || slots.budget !== null) && !OWNS.test(text)) return 'screen'
  if (intent === 'weights' && /\b(?:un)?covered\b(?! calls?)/u.test(text)) return 'coverage'
  if (intent === 'weights' && !WEIGHS.test(text)) return 'ranking'
  if (intent === 'position' && slots.cost !== null) return 'profit'
  if (intent === 'ranking' && TO_DO.test(text)) return 'attention'
  if (intent === 'walk' && !ALL.test(text)) return 'calls'
  if (intent === 'calls' && stocks.length === 0 && before === null && SEEKS_STOCKS.test(text)) return 'screen'
  if (intent === 'compare' && stocks.length === 0 && !isPair && before === null) return 'concept'
  if (slots.shares !== null && /\bhow many (?:more |covered |call )*(?:contracts|calls)\b/u.test(text))
    return 'coverage'
  if (right === 'Put' && MARKET.has(intent)) return 'puts'
  if (intent === 'puts' && right === null && !/\bputs?\b|\bcollar\b/u.test(text))
    return point === null ? 'calls' : 'trade'
  if (['calls', 'trade', 'price', 'stock', 'concept'].includes(intent) && isPair && stocks.length < 2 && cost === null)
    return 'compare'
  if (['calls', 'price', 'stock', 'volatility', 'technical'].includes(intent) && stocks.length > 1) return 'compare'
  const hasLegs = slots.alternatives.length > 0 || setsAgainst(slots, text)
  if (!hasLegs && asksForCall(intent, slots, text)) return 'calls'
  if (
    hasLegs &&
    stocks.length === 1 &&
    (['calls', 'trade', 'price', 'stock', 'compare', 'dates', 'expirations'].includes(intent) ||
      (intent === 'position' && !OWNS.test(text)))
  )
    return 'compare'
  if (
    ['calls', 'price', 'stock', 'volatility'].includes(intent) &&
    point !== null &&
    stocks.length === 1 &&
    slots.delta === null
  )
    return 'trade'
  const isGiven = point !== null && pointOf(premium) !== null && (cost ?? stockPrice) !== null
  if (isGiven && expiration === null && ['trade', 'calls', 'scenario', 'arithmetic'].includes(intent)) return 'profit'
  if (intent === 'trade' && point === null) return isPair ? 'compare' : stocks.length > 1 ? 'compare' : 'calls'
  if (intent === 'compare' && stocks.length < 2 && !isPair && otherDate === null && !hasLegs) {
    if (point !== null && expiration !== null && stocks.length === 1) return 'trade'
    if (strike !== null && point === null) return 'calls'
  }
  if (
    ['trade', 'calls'].includes(intent) &&
    OF_POSITION.test(text) &&
    cost === null &&
    premium === null &&
    stocks.length < 2
  )
    return 'position'
  if (
    (intent === 'position' || intent === 'profit') &&
    stockPrice !== null &&
    cost === null &&
    premium === null &&
    SUPPOSES.test(text) &&
    (OWN.test(text) || before?.intent === 'position')
  )
    return 'scenario'
  if (
    intent === 'scenario' &&
    stockPrice === null &&
    slots.percent === null &&
    expiration === null &&
    slots.days === null
  )
    return 'position'
  if (intent === 'trade' && cost !== null && premium !== null && stocks.length === 0) return 'profit'
  if (intent === 'calls' && stocks.length === 0 && isScreen) return 'screen'
  return intent
}
