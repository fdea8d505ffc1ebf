import type { Intent } from '../intents.ts'
import type { Slots } from '../reading/slots.ts'

/** Something that a message can ask for, and the words by which an answer shows that it gives it. */
export interface Facet {
  readonly asks: RegExp
  readonly shown: RegExp
  /** Slots whose value makes the words a condition rather than a question. */
  readonly bounds?: readonly (keyof Slots)[]
  /** Whether a general answer must give it, too. */
  readonly isGeneral?: true
  /** The reading of one stock whose answer gives it. */
  readonly by?: Intent
  /** The entry of the facts whose answer gives it. */
  readonly fact?: string
}

export const facets: readonly Facet[] = [
  { asks: /\bgamma\b/u, shown: /gamma/u },
  { asks: /\bvega\b/u, shown: /vega/u },
  { asks: /\btheta\b/u, shown: /theta|time decay/u },
  {
    asks: /\b(?:iv|implied vol\w*) (?:rank|percentile)\b/u,
    by: 'volatility',
    shown: /iv (?:rank|percentile)/u,
    bounds: ['ivRank', 'sort'],
  },
  {
    asks: /\b(?:iv|implied vol\w*)\b.{0,40}\b(?:high|low|rich|elevated|normal|cheap)\b/u,
    by: 'volatility',
    shown: /\b(?:high|low|neither)\b/u,
    bounds: ['ivRank', 'sort'],
  },
  { asks: /\brsi\b/u, by: 'technical', shown: /rsi/u, bounds: ['rsi', 'sort'] },
  { asks: /\bopen interest\b/u, shown: /open interest/u, bounds: ['openInterest', 'sort'] },
  { asks: /\bspreads?\b/u, shown: /spread|\bbid\b.{0,40}\bask\b/u, bounds: ['spreadPct'] },
  { asks: /\bbid(?:\/| and | or |-)ask\b|\bthe bid\b/u, shown: /\bbid\b|spread/u, bounds: ['spreadPct'] },
  { asks: /\b(?:break-?\s?even)\b/u, shown: /break-?even/u },
  { asks: /\b(?:time|extrinsic) value\b/u, shown: /time value/u },
  { asks: /\bper day\b|\ba day\b/u, shown: /\ba day\b|per day|yield a year|% a year/u },
  {
    asks: /\bworst (?:month|week|quarter|year|one|stock|position|call)\b/u,
    shown: /worst|lowest|the least|-\$|(?<!\d)-\d/u,
    bounds: ['sort'],
  },
  { asks: /\b(?:which|what|best) (?:sectors?|industr\w+)\b/u, shown: /sector/u },
  {
    asks: /\b(?:highest|biggest|largest|most|how (?:much|big)|what)\b.{0,30}(?<!\bex[- ]?)\bdividends?\b(?! date)|\bdividend yields?\b/u,
    shown: /dividend (?:yield|is|of|\$|rate|a share)|dividends?:? \$|early/u,
    bounds: ['dividendYield', 'sort'],
  },
  {
    asks: /\b(?:has|have|offers?|lists?|are there|any|with|got) (?:\w+ ){0,2}weekl\w+/u,
    by: 'expirations',
    shown: /weekl/u,
    bounds: ['days'],
  },
  { asks: /\b(?:my|these|those|all|the) rolls\b/u, shown: /\broll/u },
  { asks: /\bdistance\b.{0,12}\bstrikes?\b|\bhow far\b.{0,20}\bstrike\b/u, shown: /headroom|distance/u },
  {
    asks: /\b(?:time of day|what time|before the open|after the close)\b/u,
    shown: /\bet\b|time of day|the open\b|the close\b/u,
    isGeneral: true,
  },
  {
    asks: /\b(?:trading at|(?<!\d and )trades at(?! \$?[\d.])|the (?:stock|share) price|price and)\b|\bprice of (?:it|§)(?! call)/u,
    by: 'price',
    shown: /\bis at\b|\bstock price\b|§ at\b| at \$|the stock is/u,
  },
  {
    asks: /(?<!\blast )\bchances?\b|\bodds\b|\bprobabilit\w+|\blikel(?:y|ihood)\b/u,
    shown: /chance|delta|likely|risk|probabilit/u,
  },
  {
    asks: /\bif (?:it(?:'s)? |i'm |they(?:'re)? )?(?:gets? |is |am |are )?(?:called|assigned)\b/u,
    shown: /called|assigned|maximum profit|sale price|shares/u,
  },
  { asks: /\b(?:commissions?|fees?)\b/u, shown: /fees?|commission/u },
  {
    asks: /\bsettle\w*\b|(?<!until )\bwhen (?:do(?! (?:i|you|we) (?:stay|not)\b)|does|will|is(?! it (?:an? |not )?(?:good|bad|smart|wise|worth|better|best|right|wrong|stupid|ok|mistake)))\b/u,
    shown: /\b(?:days?|months?|years?|dates?|morning|weekend|when|before|after|until|at the close)\b|20\d\d/u,
    isGeneral: true,
  },
  {
    asks: /\bearnings\b|(?<!\bto )\breports?\b(?! to)/u,
    by: 'dates',
    shown: /earnings|report/u,
    bounds: ['event', 'quietDays'],
  },
  { asks: /\bex-?\s?(?:div\w*|dates?)\b/u, by: 'dates', shown: /ex-div|dividend/u, bounds: ['event'] },
  {
    asks: /\bcushion\b|\bdownside\b|\bprotection\b/u,
    shown: /cushion|fall|break-?even|protect|downside/u,
    bounds: ['otmPct', 'percent', 'premiumPct', 'sort'],
  },
  { asks: /\bcompounded\b|\bcompounding\b/u, shown: /compound/u },
  {
    asks: /\bbuy(?:ing)? (?:it |them |\w+ )?back\b|\bclos(?:e|ing) cost\b|\bcost to close\b/u,
    shown: /\b(?:buy\w*|bought) .{0,12}back|clos|liquid|captured|net (?:credit|debit)|\broll|of all trades/u,
  },
  {
    asks: /\bshould (?:i|we) \w{1,12}(?: \w{1,12}){0,3}|\bwould you(?: rather)? (?:do|sell|write|take|hold|roll|buy|keep|close|wait|go|pick|choose)\b(?: \w{1,12}){0,3}/u,
    shown:
      /rules? (?:say|would|of this app)|recommend|\byes\b|\bno:|depends|consider|better|avoid|decision|fits?\b|highest|nearest|need a look|has the \w+|\bcover(?:s|ed by)?\b(?!-)/u,
  },
  {
    asks: /\bwhy\b|\bhow come\b/u,
    shown:
      /because|since|rules?\b|reason|no news|for the|so that|score parts|depends|explains?\b|has the (?:higher|lower|larger|smaller)/u,
  },
  {
    asks: /\b(?<!\bif (?:i|we) )(?:get|gets|getting|be) (?:a )?fill(?:ed|s)?\b|\b(?:would|will|does) (?:it|that|this|they) fill\b/u,
    shown: /\bfills?\b|limit order/u,
    fact: 'order_not_filled',
  },
  {
    asks: /\b(?:what(?:'s|s| is) the|where(?:'s|s| is) the|any|there a) (?:catch|trick|trap|snag|hitch|hidden risk)\b|\bwhat (?:am i|are we) (?:missing|overlooking)\b|\btoo good to be true\b|\bwhat (?:could|can) go wrong\b/u,
    shown: /\brisk|fall by more|\bcatch\b|because buyers/u,
    fact: 'higher_premium',
  },
  {
    asks: /\b(?:worst[- ]case|how bad (?:can|could) (?:it|this|that) get|most (?:i|we) (?:can|could) lose)\b/u,
    shown: /to zero|maximum loss|most you can lose|breakeven/u,
    fact: 'worst_case',
  },
  {
    asks: /\b(?:than|compared (?:to|with)|like) (?:it (?:was|did|paid)|(?:it )?used to|last (?:spring|summer|fall|autumn|winter|month|year|quarter|time)|a (?:month|year) ago|before|in the past)\b|\bused to (?:pay|be|yield)\b|\b(?:premium|call|option|bid)s?\b.{0,30}\bsince (?:yesterday|last \w+|this morning)\b|\b(?:premiums?|calls?|options?|bids?|pay|paid|cost|looks?|prices?)\b.{0,30}\b(?:a|one) (?:month|year) ago\b/u,
    shown: /past option prices|\bin 20\d\d|20\d\d-\d\d/u,
    fact: 'no_past_premiums',
  },
  {
    asks: /\b(?:than|against|vs\.?|versus|compared (?:to|with)|beat(?:ing)?|just (?:holding|buying|owning)) (?:just )?(?:(?:holding|buying|owning) )?(?:the )?(?:s ?& ?p(?: ?500)?|sp ?500|spy|index|market|nasdaq|dow)\b/u,
    shown: /\bindex\b/u,
    fact: 'no_index',
  },
  {
    asks: /\b(?:charts?|graphs?)\b/u,
    shown: /\bcharts?\b/u,
    fact: 'charts',
  },
  {
    asks: /\btax(?:es|ed|able)?\b|\bthe irs\b/u,
    shown: /\btax|realized|gain/u,
    fact: 'premium_taxed_when',
  },
  {
    asks: /\b(?:stay away|steer clear|keep (?:away|off)|avoid)\b(?! (?:earnings|dividends?|assignment|being))/u,
    shown: /rules? (?:say|would|of this app)|lowest first|weakest|\bavoid/u,
    bounds: ['sort'],
  },
  {
    asks: /\b(?:is it|better|smarter|wiser|should (?:i|we)) (?:(?:better|smarter|wiser|best|good) )?(?:to )?wait (?:for|until|till)\b|\b(?:green|red|up|down) days?\b/u,
    shown: /rules? (?:say|would)|rebound/u,
    fact: 'next_call',
  },
]
