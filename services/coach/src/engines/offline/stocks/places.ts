/** Positions in a sentence where only a stock makes sense. They decide whether an ordinary word is a ticker. */

const NOUN = String.raw`(?:price|quotes?|snapshot|rating|score|chain|calls?|options?|earnings|report|dividends?|rsi|iv(?: rank| percentile)?|rank|volatility|strikes?|premiums?|expirations?|expiries|stock|ticker|symbol|shares|positions?|yields?|dates?|weekl\w+|monthl\w+|leaps|data|numbers|news|fundamentals|overview|analysis)`
const AFTER_NOUN = new RegExp(String.raw`\b${NOUN} (?:of|for|on|in|with)\s(?:the\s)?$`, 'u')
const SURELY_OF =
  /\b(?:price|quotes?|rating|score|earnings|rsi|iv|rank|stock|ticker|symbol|snapshot|chain) (?:of|for)\s$|\b(?:about|analy[sz]e|rate|look up)\s$/u
const AFTER_VERB = /\b(?:about|analy[sz]e|rate|look up|check(?: on)?|roll(?: my)?|compare|versus|vs\.?|than)\s$/u
const HELD = /\b(?:own|have|hold|holding|got|bought|buy|sold|long|my) (?:\d[\d,]{0,6} (?:shares of )?|shares of )$/u
const ASKS =
  /(?:^|\b)(?:how(?:'s|s| is| are| does| do| did)|what(?:'s|s| is| are| does| do| would| will)|where(?:'s|s| is)|is|are|does|did|has|will|when (?:does|is|do|did|will))\s$/u
const LEADS =
  /(?:^|[.!?]\s)(?:(?:and|also|what about|how about|(?:the )?same(?: thing)? (?:for|with|on)|now|ok|okay|or|so|then|but|show me|show|try|instead)\s)+$/u

const END =
  /^(?:'s)?(?:\s*[?.!,;:)]|\s*$|\s(?:with|expiring|that|which|under|over|above|below|between|delta|please|stock|shares|calls?|options?|and|or|vs\.?|versus|for|in|at|around|next|this|now|today|right|from|before|after|as|position|price|puts?|strikes?)\b)/u
const VERY_END = /^(?:'s)?\s*(?:[?.!]|$|\s(?:stock|shares|please|today|right now)\b)/u
const DOES =
  /^\s(?:doing|trad\w+|at\b|looking|look|worth|report\w*|pay\w*|priced|going|overbought|oversold|yield\w*|rated|today|right now|any|(?:a )?(?:good|better)|cheap|expensive|have|go(?:es)? ex|expir\w*|or|up|down)/u
const SURELY_DOES = /^\s(?:doing|trading|looking|priced|going for|reporting|at\s*[?.!]*$)/u
const NOUN_AFTER = new RegExp(
  String.raw`^(?:'s)?\s(?:current |latest |next |live )?(?:${NOUN}|ex-?\s?div\w*|position|covered|\$?\d)`,
  'u',
)
const BARE_PRICE = /^\s(?:stock price|share price|price|stock|quote)\s*[?.!]*$/u
const OPENS =
  /(?:^|\b(?:my|the|show|show me|any|some|for|of|about|is|what's|whats|on|own|analy[sz]e|roll|sell|write|find|get|and|or|give me|hows|how's)\s)$/u

const TRADED = /\b(?:own|hold|bought|buy|buying|short|(?:sold|sell|selling|write|writing)(?: on)?)\s$/u

/** In "CAT is at 66", CAT must be a stock, because only a stock has a price. */
const HAS_PRICE =
  /^\s(?:is|was|trades?|drops?|falls?|goes|closes?|hits?)\s(?:now |currently )?(?:at|to|above|below|up|down|trading|\$?\d)/u

type Place = 'sure' | 'maybe' | 'none'

/** Judges the position of a capitalized word that is also an ordinary word. */
export function judgePlace(before: string, after: string): Place {
  const isAlone = before.trim() === '' && /^\s*[?.!]*$/u.test(after)
  if (isAlone || (LEADS.test(before) && /^(?:'s)?\s*[?.!]*$/u.test(after))) return 'sure'
  if ((AFTER_NOUN.test(before) || AFTER_VERB.test(before)) && END.test(after)) return 'sure'
  if (AFTER_NOUN.test(before) && DOES.test(after)) return 'sure'
  if ((HELD.test(before) || TRADED.test(before)) && END.test(after)) return 'sure'
  if (ASKS.test(before) && (DOES.test(after) || /^\s*[?.!]*$/u.test(after))) return 'sure'
  if (HAS_PRICE.test(after)) return 'sure'
  return NOUN_AFTER.test(after) && OPENS.test(before) ? 'sure' : 'none'
}

/** Judges the position of an ordinary word in lower case, such as `low`, `key` or `cost`, or the letter `f`. */
export function judgeWordPlace(before: string, after: string, word: string): Place {
  const isFunction = functionWords.has(word)
  const isLetter = word.length === 1 && !isFunction
  if (before.trim() === '' && /^\s*[?.!]*$/u.test(after)) return isLetter ? 'sure' : 'maybe'
  if (LEADS.test(before) && /^\s*[?.!]*$/u.test(after)) return isLetter ? 'sure' : 'maybe'
  if (SURELY_OF.test(before) && VERY_END.test(after)) return pronouns.has(word) ? 'maybe' : 'sure'
  if (pronouns.has(word)) return before.trim() === '' && BARE_PRICE.test(after) ? 'maybe' : 'none'
  if (ASKS.test(before) && SURELY_DOES.test(after)) return 'sure'
  if (before.trim() === '' && BARE_PRICE.test(after)) return 'sure'
  if (isFunction) return AFTER_NOUN.test(before) && VERY_END.test(after) ? 'maybe' : 'none'
  if (/\d\s$/u.test(before) && !HELD.test(before)) return 'none'
  if (HELD.test(before) && END.test(after)) return 'sure'
  if (AFTER_NOUN.test(before) && VERY_END.test(after)) return 'sure'
  if (isLetter || shortWords.has(word)) return judgePlace(before, after)
  return 'none'
}

const pronouns = new Set(['it'])
/** In lower case, function words count as tickers only where nothing but a stock fits. */
const functionWords = new Set(
  'a all an any are as at be by can for go has he i in is it no not now of on one or out see so to two us you well next'.split(
    ' ',
  ),
)
/** Well-known tickers that are also words. */
const shortWords = new Set(['cat', 'ma', 'mo', 'coin', 'ba', 'ups'])
