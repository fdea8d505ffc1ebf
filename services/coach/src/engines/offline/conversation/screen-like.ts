import type { Intent } from '../intents.ts'
import { type Range, ranges, type Slots, type SortName } from '../reading/slots.ts'

const OF_OWN =
  /\bmy (?:\w+ ){0,2}(?:positions?|holdings?|portfolio|calls?|shares|stocks?|account|contracts?|cost|basis)\b|\bi (?:own|hold|sold|wrote|bought|paid)\b|\bmine\b|\bpositions\b|\bholdings\b|\bcaptured?\b/u
/** Words of a search among stocks. */
const SEEKS =
  /\bscreen(?: by| for)?\b|\b(?:stocks?|names?|companies|tickers|payers?|something|anything|candidates|ideas)\b|\bwhat (?:can|could|should) i (?:buy|write|get|sell)\b|^(?:who|what|which)\b(?! (?:is|are|does|do|if|would|happens|was)\b).*\b(?:pays?|paying|yields?|reports?|goes|has|have|brings?)\b/u
const isOpen = (range: Range | null) => range !== null && (range.least === null) !== (range.most === null)

/** Conditions that only a search has. */
const isOfSearch = (slots: Slots) =>
  slots.withoutSectors.length + slots.orSectors.length > 0 ||
  slots.sort === 'volatility' ||
  slots.industries.length + slots.withoutIndustries.length > 0 ||
  [slots.sector, slots.level, slots.exWithin, slots.earningsWithin, slots.vsAverage, slots.marketCap, slots.score].some(
    (one) => one !== null,
  ) ||
  [slots.dividendYield, slots.ivRank, slots.iv, slots.rsi, slots.quietDays, slots.openInterest, slots.spreadPct].some(
    (one) => one !== null,
  )

/** Figures whose bounds a calculation does not have. */
const bounded = Object.keys(ranges) as (keyof typeof ranges)[]

/** Readings that a message with the conditions of a search is never meant as. */
const GIVES_WAY: ReadonlySet<Intent> = new Set([
  'arithmetic',
  'profit',
  'concept',
  'calls',
  'ranking',
  'portfolio',
  'attention',
  'coverage',
  'other',
  'abilities',
  'stock',
  'price',
  'volatility',
  'technical',
  'trade',
])

const BY_SECTOR =
  /\b(?:which|what|highest|lowest|best) (?:[a-z]+ ){0,2}(?:sectors?|industr(?:y|ies))\b.*\b(?:pay\w*|premiums?|yield\w*|iv|volatil\w+|dividends?|rich\w*|rat\w+)\b|\b(?:iv|premiums?|yields?|dividends?|volatility|ratings?) (?:[a-z]+ ){0,2}(?:by|per|of each|across) sectors?\b|\b(?:in|of|for|per) (?:every|each) sector\b/u

/** Sectors rather than their stocks are compared. */
export const AVERAGES =
  /\b(?:average|median|typical|overall)\b[^.;?]{0,30}\b(?:iv|volatil\w+|premiums?|yields?|dividends?|ratings?|scores?)\b/u

const OWN_STOCKS =
  /\bmy (?:own |positions?'? )?(?:stocks?|holdings?|portfolio|names|companies|shares)\b|\b(?:stocks?|names|companies|shares) (?:that )?(?:i|i've) (?:own|hold|have|got)\b|\bwhat i (?:own|hold)\b|\b(?:stocks?|holdings?|names) of mine\b/u
const ofStocksOnly: readonly SortName[] = ['ivRank', 'rsi', 'dividend', 'score', 'marketCap', 'volatility']

/** Whether a message searches among the user's own stocks, by figures that only the screener has. */
export const isOwnSearch = (slots: Slots, text: string): boolean =>
  slots.stocks.length === 0 &&
  OWN_STOCKS.test(text) &&
  (ofStocksOnly.some((one) => one === slots.sort) ||
    [slots.ivRank, slots.iv, slots.rsi, slots.dividendYield, slots.score, slots.level, slots.vsAverage].some(
      (one) => one !== null,
    ))

/** Questions about dates in general, or about a stock that the user does not name. */
const ASKS_GENERALLY =
  /\b(?:mean|means|why|how|should|can i|could i|if|my|do i|am i|will i|the stock|a stock|it|they|what happens)\b/u
/** Calls on the stocks of a sector. */
const CALLS_ON = /\bcalls? (?:on|in|among|across)\b|\b(?:best|good|top|any|cheapest|decent) (?:covered )?calls?\b/u
/** One stock as an example, or the other side of a call. */
const ABOUT_ANY =
  /\b(?:if|when|once) (?:a|the|my|some) (?:stock|company)\b|\b(?:holder|buyer) (?:of|can|could|may|will|exercise)/u
/** The account that is to be invested, and shares that are to be kept, are no positions. */
const withoutMine = (text: string) =>
  text.replace(
    /\bmy (?:\w+ )?account (?:is|has|of|=|:)|\b(?:keep|keeping|lose|losing|risk) my (?:shares|stocks?)\b/gu,
    ' ',
  )

const NAMES_MANY =
  /\b(?:stocks|names|companies|tickers|anything|something)\b|^(?:(?:any|find|show|list|good|top|best|the|\d{1,2}|covered|otm|itm|weekly|monthly|me) ){0,5}calls\b/u

/** Whether a message without a stock sets conditions for a search among all stocks or calls. */
export function isSearch(slots: Slots, text: string): boolean {
  if (ABOUT_ANY.test(text)) return false
  if (slots.stocks.length > 0 || slots.cost !== null || slots.stockPrice !== null || OF_OWN.test(withoutMine(text)))
    return false
  const bounds = bounded.filter((name) => isOpen(slots[name])).length
  const conditions = [...bounded.filter((name) => slots[name] !== null)].length
  return (
    bounds > 1 ||
    (bounds > 0 &&
      (isOfSearch(slots) ||
        SEEKS.test(text) ||
        slots.event !== null ||
        slots.budget !== null ||
        slots.style !== null)) ||
    (isOfSearch(slots) && (SEEKS.test(text) || slots.sort !== null || slots.style !== null || conditions > 1)) ||
    (NAMES_MANY.test(text) && (conditions > 1 || (conditions > 0 && (slots.event !== null || slots.sort !== null)))) ||
    (slots.sort === 'spread' && conditions > 0) ||
    (slots.budget !== null && (SEEKS.test(text) || slots.sort !== null)) ||
    ([slots.exWithin, slots.earningsWithin].some((one) => one !== null) && !ASKS_GENERALLY.test(text)) ||
    (slots.sector !== null && AVERAGES.test(text)) ||
    (slots.sector !== null && CALLS_ON.test(text)) ||
    BY_SECTOR.test(text)
  )
}

/** Dates of a list that was shown before are no search. */
const OF_LIST = /\b(?:they|them|these|those|their|it)\b/u

export function fitSearch(intent: Intent, slots: Slots, text: string): Intent | null {
  if ((intent === 'screen' || OF_BOOK.has(intent)) && isOwnSearch(slots, text)) return 'screen'
  const hasWindow = slots.exWithin !== null || slots.earningsWithin !== null
  const isOfDates = (intent === 'dates' || intent === 'own_dates') && hasWindow && !OF_LIST.test(text)
  const isRanked = OF_WORDS.has(intent) && slots.sort !== null && RANKS_CALLS.test(text) && slots.stocks.length === 0
  if (isRanked && (slots.expiration !== null || slots.days !== null)) return 'screen'
  return (intent === 'screen' || isOfDates || GIVES_WAY.has(intent)) && isSearch(slots, text) ? 'screen' : null
}
const OF_WORDS: ReadonlySet<Intent> = new Set(['concept', 'arithmetic', 'other', 'screen'])
const RANKS_CALLS = /^(?!.*\b(?:my|mine|why|how|should|mean|means|if|it|this|that)\b).*\bcalls\b/u
const OF_BOOK: ReadonlySet<Intent> = new Set([
  'ranking',
  'portfolio',
  'weights',
  'stock',
  'technical',
  'volatility',
  'own_dates',
])
