import type { Measure } from './measures.ts'
import type { NumberMention } from './numbers.ts'

type Role = Measure | 'targetStrike' | 'rise' | 'quotedPrice' | 'ignored'

interface NumberContext {
  readonly mentions: readonly NumberMention[]
  readonly isRoll: boolean
  /** Whether an earlier number in the message is the cost of the shares. */
  readonly isPriced: boolean
  /** Whether an earlier number in the message is the stock price. */
  readonly isQuoted: boolean
}

const BUYS = String.raw`\b(?:buy|buying|bought|own|owned|owning|purchased?|paid|pay|hold|holding|held|have|has|got|picked up|in|long|entered|entry|grabbed|acquired)\b`
const SELLS = String.raw`\b(?:sell|sells|selling|sold|write|writes|writing|wrote|written|short|shorting|collect(?:s|ed|ing)?|receiv(?:e|es|ed|ing)|credit|get|gets|getting|got|gotten|take in|took in|pocket(?:ed|ing)?|bring(?:s|ing)?|fetch(?:es|ed)?|pay(?:s|ing)?|filled|earn(?:ed)?)\b`
const HOLDS = String.raw`\b(?:buy|buying|bought|own|owned|owning|purchased?|hold|holding|held|have|has|got|long|grabbed|acquired|picked up)\b`
const LAST_BUY = new RegExp(BUYS, 'gu')
const LAST_SELL = new RegExp(SELLS, 'gu')
const AT = /(?:\b(?:at|for|@|from|of)|@)\s*(?:around |about |only |just |like )?$/u
const FOR =
  /(?:\b(?:for|at|collect(?:ing|ed|s)?|receiv\w+|got|get|getting|only|bid(?: of)?|pocket(?:ed|ing)?|@|around|about|was)|@)\s*(?:a |around |about |only |just |like )?$/u

/**
 * Determines a number's role from its noun, or else from the verbs and prepositions before it. Null if neither settles
 * it; `ignored` if another step reads the number.
 */
export function findRole(
  text: string,
  mention: NumberMention,
  measure: Measure | null,
  context: NumberContext,
): Role | null {
  const before = text.slice(0, mention.start)
  const after = text.slice(mention.end)
  if (isPlaceInList(before, after, mention) || isAverage(before, after) || isYearsRange(after)) return 'ignored'
  if (context.isRoll && isRise(before, after, mention)) return 'rise'
  if (context.isRoll && isTarget(before, after, mention, measure)) return 'targetStrike'
  if (isCount(before, after, mention)) return 'count'
  if (isWrittenOf(before, after, mention) || isFewCalls(before, after, mention)) return 'contracts'
  if (mention.kind !== 'percent' && !mention.isSpan && /^\s?-?(?:covered |dollar )?calls?\b(?! away)/u.test(after))
    return 'strike'
  if (
    mention.kind !== 'percent' &&
    /\b(?:paid|basis|cost me)\s*(?:is |of |was |at |around |about )*\$?$/u.test(before) &&
    !context.isPriced
  )
    return 'entryPrice'
  if (
    (measure === 'premium' || measure === 'price' || measure === 'delta') &&
    isBesideSymbol(before, after) &&
    mention.kind === 'plain'
  )
    return 'strike'
  if (mention.kind !== 'percent' && !mention.isSpan && SUPPOSED_AT.test(before)) return 'quotedPrice'
  if (measure === 'contracts' || measure === 'shares') return /\b(?:a|per|each)\s+$/u.test(after) ? null : measure
  if (measure !== null && !isOverruled(measure, before, after)) return measure
  return findVerbRole(before, after, mention, context)
}

/** Verbs that introduce a hypothetical stock price, as opposed to what the user paid for the shares. */
const SUPPOSED_AT =
  /\b(?:drops?|falls?|goes|rises?|climbs?|runs?|dips?|moves?|hits?|reaches|closes?|tanks?|crashes|rallies)\s(?:back |down |up )*(?:to |at |above |below |under |over )?\$?$/u

const isYearsRange = (after: string) => /^[\s-](?:weeks?|wk)\s(?:high|low|range)/u.test(after)

/** Matches "its 50 day" and "the 200-day average". */
const isAverage = (before: string, after: string) =>
  /^[\s-]days?(?: (?:moving|ma\b|average|sma|line))/u.test(after) ||
  (/\b(?:its|the|above|below)\s+$/u.test(before) && /^[\s-]day\s*(?:$|[?.,!])/u.test(after))

/** Matches "number 2" and "#3". */
const isPlaceInList = (before: string, after: string, { values: [value = 0] }: NumberMention) =>
  value <= 20 && (/(?:\bnumber|\bno\.?|\brow|#)\s?$/u.test(before) || /^\s?(?:st|nd|rd|th)\b/u.test(after))

/** A raise of the current strike, as in "up 10 bucks" or "5 dollars higher". */
const isRise = (before: string, after: string, { kind, isSpan }: NumberMention) =>
  kind !== 'percent' &&
  !isSpan &&
  ((/\bup (?:by )?(?:a |another |about )?$/u.test(before) &&
    (kind === 'money' || /^\s?(?:points?|pts)\b/u.test(after))) ||
    (kind === 'money' && /^\s?(?:higher|up)\b/u.test(after) && !/\b(?:to|for|at)\s+$/u.test(before)))

const REACHES =
  /\b(?:to|up to|out to|into|above|over|at least|higher than|minimum|min|>=?|past|for)\s+(?:the |a |at least |an? )?(?:\$\s?)?$/u

/** The strike to roll to may follow the date, as in "to Jan 15 85". */
const AFTER_DAY = /\b(?:to|into|for|out to)\s+(?:the )?¤\s*(?:the )?\$?$/u

function isTarget(
  before: string,
  after: string,
  { kind, values, isSpan }: NumberMention,
  measure: Measure | null,
): boolean {
  if (
    kind === 'percent' ||
    isSpan ||
    (measure !== null &&
      measure !== 'strike' &&
      !(measure === 'premium' && /[,;]\s*(?:at least|above|over|to)\s+\$?$/u.test(before)))
  )
    return false
  const isTime = /^\s?-?(?:days?|dte|weeks?|months?|delta)\b/u.test(after)
  const isOfStrike = /\bstrikes?(?: of| at)?(?: at least| above| over)?\s*$/u.test(before)
  return (
    !isTime &&
    (REACHES.test(before) ||
      AFTER_DAY.test(before) ||
      /^(?:\s?strikes?)?\s?(?:\+|or (?:higher|more|above|better|up))/u.test(after) ||
      (isOfStrike && /least|above|over/u.test(before))) &&
    (values[0] ?? 0) > 0
  )
}

const LISTS =
  /\b(?:top|best|first|highest|show|list|give me|find|only|need|want|get|any|just)(?: me)?(?: the)?(?: top| best| first)?\s+$/u
const ROWS =
  /^\s+(?:(?:of the |more |other |different )*(?:best|top|highest(?:[ -][a-z]{1,20}){0,4}|good|great|decent|tech\w*|cheap\w*|safest|new|solid|scoring|rated|yielding|\w+est|rsi|iv(?: rank)?|beta|priced?|yield|volatility|covered|call|cc|stock|income)\s+){0,3}(?:stocks?|names?|companies|candidates|tickers|ideas?|results|rows|options|picks?|plays|opportunities|trades|setups|premiums|payers|yielders|calls|strikes|§\s+calls)\b/u
const MAX_ROWS = 25
const MAX_FEW_CALLS = 10

function isCount(before: string, after: string, { kind, values, isSpan }: NumberMention): boolean {
  const [value = 0] = values
  if (kind !== 'plain' || isSpan || !Number.isInteger(value) || value < 1 || value > MAX_ROWS) return false
  const rows = ROWS.exec(after)?.[0] ?? null
  if (rows !== null && /(?:calls|strikes)$/u.test(rows)) return value <= MAX_FEW_CALLS && LISTS.test(before)
  if (rows !== null) return !/\b(?:under|over|above|below|than|least|most|\$)\s*$/u.test(before)
  const isLed =
    /\b(?:top|best|first|highest|bottom|worst|cheapest)(?: me)?(?: the)?\s+$/u.test(before) ||
    /^\s*(?:show|list|give me)(?: me)?(?: the)?\s+$/u.test(before)
  return isLed && !/^\s?(?:[%./-]|days?|dte|delta|strikes?|calls?\b|c\b|vs|and\b|to\b|or\b)/u.test(after)
}

/** In "bought 300 at 22", 300 is a number of shares. */
function isShareCount(before: string, after: string, { kind, values, isSpan, isCall }: NumberMention): boolean {
  const [value = 0] = values
  if (kind !== 'plain' || isSpan || isCall || !Number.isInteger(value) || value < 10) return false
  const isHeld = new RegExp(`${HOLDS}(?: (?:me|only|about|around))?\\s+$`, 'u').test(before)
  return (
    (isHeld && /^\s*(?:§|(?:at|@|for|of|from|,|and)(?:\s|\d|\$))/u.test(after)) || /^\s*§\s*(?:at|@|for)\s/u.test(after)
  )
}

/** In "sell 3 calls" or "2 § ¤ calls", a small number counts contracts, unless a strike is expected there. */
const isFewCalls = (before: string, after: string, { kind, isCall, values: [value = 0] }: NumberMention) =>
  kind === 'plain' &&
  !isCall &&
  Number.isInteger(value) &&
  value >= 1 &&
  value <= MAX_FEW_CALLS &&
  !/(?:§(?:'s)?|¤|\b(?:the|my|on|of))\s+$/u.test(before) &&
  /^\s+(?:§\s*)?(?:¤\s*)?(?:covered )?calls\b/u.test(after)
const isWrittenOf = (before: string, after: string, { kind, values }: NumberMention) =>
  kind === 'plain' &&
  Number.isInteger(values[0]) &&
  /\b(?:sell|sold|selling|write|wrote|writing)\s+$/u.test(before) &&
  /^\s+(?:of (?:the|my|those|these|them)\b|§\s*(?:¤|,|(?:covered )?calls?\b)|(?:§\s*)?(?:the )?\$?\d[\d.]*\s?(?:strikes?|calls?|c\b))/u.test(
    after,
  )

/** Whether no noun separates the number from the symbol or follows it, as in "intc 74". */
const isBesideSymbol = (before: string, after: string) =>
  (/\b(?:on|of|for) (?:the|my)\s+\$?$/u.test(before) && /^s?\s*(?:$|[?.!,]|calls?\b|¤)/u.test(after)) ||
  (/§(?:'s)?\s*$/u.test(before) && !/^\s*(?:delta|premium|credit|price|a share|stock|bid)/u.test(after))

/**
 * Whether the verb outweighs the noun. In "300 shares at 61" and "at 61 a share", the number is the cost of the shares.
 */
function isOverruled(measure: Measure, before: string, after: string): boolean {
  if (measure === 'price' && /^\s?(?:dollar )?stock\b/u.test(after)) return true
  if (measure === 'price')
    return isBought(before) && AT.test(before) && !/\bstocks?\s*(?:is |at |price )*$/u.test(before)
      ? true
      : /\bstock(?: (?:is|at|price|costs?|trading at|@))*\s*$/u.test(before)
  return false
}

const lastAt = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.index ?? -1

/** Whether the nearest preceding verb is about owning or buying shares rather than selling calls. */
function isBought(before: string): boolean {
  const [bought, sold] = [lastAt(before, LAST_BUY), lastAt(before, LAST_SELL)]
  return bought >= 0 && bought >= sold
}

function findVerbRole(
  before: string,
  after: string,
  mention: NumberMention,
  { isPriced, isQuoted }: NumberContext,
): Role | null {
  const { kind, isCall, isSpan, values } = mention
  const [value = 0] = values
  if (kind === 'percent') return null
  if (isCall || isCallAfter(after)) return /^\s?(?:calls? away)/u.test(after) ? null : 'strike'
  if (isShareCount(before, after, mention)) return 'shares'
  if (
    /\b(?:sold|sell|selling|write|wrote|writing)\s+(?:an? |one |some )?\$?$/u.test(before) &&
    /^\s*(?:for\b|at\b|@|¤|$|[,;?])/u.test(after) &&
    !isSpan &&
    Number.isInteger(value * 2)
  )
    return 'strike'
  if (/^\s?(?:a|per|each|\/)\s?contract/u.test(after)) return 'premium'
  const sold = lastAt(before, LAST_SELL)
  const isLikePremium = kind === 'money' || !Number.isInteger(value) || value < 10
  if (/\b(?:shares?|shs?)\s+(?:§\s*)?(?:at|@|for)\s*\$?$/u.test(before) && !isPriced && !isSpan) return 'entryPrice'
  if (
    /\b(?:bought|buying|owned?|got in|entered)\s+\$?$/u.test(before) &&
    !isSpan &&
    !isPriced &&
    !Number.isInteger(value)
  )
    return 'entryPrice'
  if (/\d(?:\.\d+)?(?:c|s|\s(?:calls?|strikes?))\s+\$?$/u.test(before) && isLikePremium && !isSpan) return 'premium'
  if (isBought(before) && AT.test(before) && !isPriced && !isSoldAs(before, isLikePremium)) return 'entryPrice'
  if (/\bcovered calls? (?:at|@)\s*\$?$/u.test(before) && !isPriced && !isLikePremium && !isSpan) return 'entryPrice'
  if (/\b(?:paid|basis|cost|costs|entry|owned at|in at)\s*(?:is |of |was |at |around |me |: ?|= ?)*$/u.test(before))
    return 'entryPrice'
  if (/^\s?(?:dollar )?stock\b/u.test(after) && !isSpan) return 'quotedPrice'
  if (/\bstock(?: (?:is|at|price|costs?|trading at|@|now))*\s*$/u.test(before) && !isSpan) return 'quotedPrice'
  if (/§\s*(?:is |are |'s )?(?:now |currently )?(?:at|@|trading at)\s*\$?$/u.test(before))
    return isPriced || isQuoted ? 'premium' : 'quotedPrice'
  if (/\bfor\s+\$?$/u.test(before) && /^\s*(?:in total|total|in all|altogether)\b/u.test(after)) return 'premium'
  if (sold >= 0 && FOR.test(before) && isLikePremium) return 'premium'
  if (
    /(?:\bcalls?(?: (?:for|at|sold for|selling for|@|bid|sells for))?|¤\s*(?:for|at|@)|[\d.]c\s+(?:for|at|@))\s*$/u.test(
      before,
    ) &&
    /(?:for|at|@|bid)\s*$/u.test(before)
  )
    return 'premium'
  if (/[\d.](?:s|c)?(?: calls?| strikes?)?\s+(?:for|at|@)\s*$/u.test(before) && isLikePremium) return 'premium'
  if (
    /(?:\bthe|\bmy|§(?:'s)?|¤|\bcalls?|\bcalls? (?:at|of)|\buse|\btake|\bwith (?:the|a))\s*(?:\$\s?)?$/u.test(before) &&
    !isSpan
  )
    return 'strike'
  if (/^\s*¤/u.test(after) && !isSpan) return 'strike'
  if (/^\s*\$?[\d.,]+\s*\??$/u.test(`${before}${text(mention)}${after}`)) return 'strike'
  if (
    /(?:^|[\s,;])(?:at|@|for)\s*$/u.test(before) &&
    !isPriced &&
    /^\s*$|^\s*[,;]/u.test(after) &&
    /^\s*(?:at|@)/u.test(before)
  )
    return 'entryPrice'
  return findBoundRole(before, after, mention)
}

const text = ({ written }: NumberMention) => written
const isCallAfter = (after: string) =>
  /^\s?-?(?:(?:covered |dollar )?calls?|positions?|strikes?(?!\s*\$?\d)|cc)\b/u.test(after) ||
  /^\s*¤\s*(?:calls?|strikes?)\b/u.test(after)
const isSoldAs = (before: string, isLikePremium: boolean) =>
  isLikePremium && lastAt(before, LAST_SELL) > lastAt(before, LAST_BUY)

/** Finds what a bound limits if no noun says so, as in “under 50”. A dollar amount limits the stock price. */
function findBoundRole(before: string, after: string, { kind, isSpan, values }: NumberMention): Role | null {
  const [value = 0] = values
  const isBound =
    /(?:\b(?:under|below|less than|cheaper than|up to|at most|max|within|beneath|over|above|more than|at least|no more than)|[<>]=?)\s*(?:a |the |like )?$/u.test(
      before,
    )
  const speaksOfCalls = /§/u.test(before) || /§/u.test(after)
  if (kind === 'money')
    return speaksOfCalls && (isBound || /\bcalls?\b/u.test(before))
      ? value < 10
        ? 'premium'
        : 'strike'
      : isBound || isSpan || /^\s*(?:or|and) (?:less|under|more|up)/u.test(after)
        ? 'price'
        : null
  if (isSpan || !isBound) return null
  return speaksOfCalls ? 'strike' : 'price'
}

/** Largest ratio between two strikes in one list. */
const MAX_STRIKE_RATIO = 1.4
const JOINS =
  /^(?:\s|,|\/|&|vs?\.?|versus|and|or|against|to|§(?:'s)?|-?(?:strikes?|calls?|c)|the|even|maybe|then|also)*$/u
const LISTS_THEM = /[,/&]|\b(?:vs?\.?|versus|and|or|against|to)\b/u

/** Whether two numbers form a list: "85, 90", "120/125", "the 60 or the 65". */
export function isList(whole: string, one: NumberMention | undefined, other: NumberMention | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const between = whole.slice(one.end, other.start)
  // In "66 68 70", the numbers are similar in size with nothing between them.
  const [less = 0, more = 0] = [...one.values, ...other.values].toSorted((a, b) => a - b)
  const isOfOneSize = one.kind === 'plain' && other.kind === 'plain' && less >= 5 && more < MAX_STRIKE_RATIO * less
  if (/^\s+$/u.test(between) && isOfOneSize)
    return !/^\s?-?(?:days?|delta|dte|weeks?|%|shares?)/u.test(whole.slice(other.end))
  return (
    JOINS.test(between) &&
    LISTS_THEM.test(between) &&
    !/^\s?-?(?:days?|delta|dte|weeks?|%)/u.test(whole.slice(other.end))
  )
}
