import { type Intent, intents, isOfWords } from '../intents.ts'
import type { Slots } from '../reading/slots.ts'

/** Something that a message can ask for, and the words by which an answer shows that it gives it. */
interface Facet {
  readonly asks: RegExp
  readonly shown: RegExp
  /** Slots whose value makes the words a condition rather than a question. */
  readonly bounds?: readonly (keyof Slots)[]
  /** Whether a general answer must give it, too. */
  readonly isGeneral?: true
  /** The reading of one stock whose answer gives it. */
  readonly by?: Intent
}

const facets: readonly Facet[] = [
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
    asks: /\bchances?\b|\bodds\b|\bprobabilit\w+|\blikel(?:y|ihood)\b/u,
    shown: /chance|delta|likely|risk|probabilit/u,
  },
  {
    asks: /\bif (?:it(?:'s)? |i'm |they(?:'re)? )?(?:gets? |is |am |are )?(?:called|assigned)\b/u,
    shown: /called|assigned|maximum profit|sale price|shares/u,
  },
  { asks: /\b(?:commissions?|fees?)\b/u, shown: /fees?|commission/u },
  {
    asks: /\bsettle\w*\b|\bwhen (?:do|does|will|is)\b(?!.{1,30}\b(?:pay off|make sense|worth))/u,
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
    asks: /\bshould (?:i|we) \w{1,12}(?: \w{1,12}){0,3}/u,
    shown:
      /rules? (?:say|would)|recommend|\byes\b|\bno:|depends|consider|better|avoid|decision|fits?\b|highest|nearest|need a look|cover/u,
  },
  {
    asks: /\bwhy\b|\bhow come\b/u,
    shown: /because|since|rule|higher|lower|reason|no news|for the|so that|\bas\b|score parts/u,
  },
]

export interface Unanswered {
  readonly words: string
  readonly shown: RegExp
  readonly by: Intent | null
}

/** Words of a message that ask for something its answer does not show. `shown`: the answer in lower case, with its figures. */
export function findUnanswered(text: string, intent: Intent, slots: Slots, shown: string): Unanswered[] {
  const isGeneral = isOfWords(intent)
  const uses: readonly string[] = intents[intent].uses
  const stocks = [...slots.stocks]
  return facets.flatMap(({ asks, shown: gives, bounds = [], isGeneral: ofAll, by = null }) => {
    const found = asks.exec(text)
    const isBound = bounds.some((name) => slots[name] !== null && uses.includes(name))
    if (found === null || isBound || (isGeneral && ofAll !== true) || gives.test(shown)) return []
    return [{ words: found[0].replaceAll('§', () => stocks.shift() ?? 'it'), shown: gives, by }]
  })
}

const PLACEHOLDER = /\{\{(r\d{1,3})\.([^}]{1,200})\}\}/gu

const valueAt = (result: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (value: unknown, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
    result,
  )

/** An answer with each placeholder as its path and value, so that words of both count as shown. */
export function showDraft(
  lines: readonly string[],
  calls: readonly { readonly id: string; readonly result: unknown }[],
): string {
  const written = lines.join(' ').replace(PLACEHOLDER, (_match, id: string, path: string) => {
    const result = calls.find((call) => call.id === id)?.result
    return `${path.replace(/[._]/gu, ' ')} ${String(valueAt(result, path.split('.')) ?? '')}`
  })
  return written.toLowerCase()
}
