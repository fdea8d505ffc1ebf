import type { SectorChoice } from '@callwright/contracts'
import type { Slots, SortName } from '../slots.ts'
import { findIndustries } from './industries.ts'

const sectors: readonly (readonly [RegExp, SectorChoice])[] = [
  [
    /\btech(?:nology|ies|s)?\b|\bsoftware\b|\bsemi(?:conductor)?s?\b|(?<!\bblue[- ])\bchip(?:s| ?makers?)\b|\bit sector\b/u,
    'technology',
  ],
  [
    /\bfinancials?\b|\bbank(?:s|ing)?\b(?! of)|\bfinance\b|\binsur(?:ers?|ance)\b(?! (?:for|on|cost|against|policy)\b)|\bbrokers\b/u,
    'financial',
  ],
  [
    /\bhealth\s?-?care\b|\bpharma\w*\b|\bbiotech\w*\b|\bmedical\b|\bdrug ?(?:makers?|companies|stocks)\b|\bhealth (?:stocks|names)\b/u,
    'healthcare',
  ],
  [/\bcommunications?(?: services)?\b|\bmedia\b|\btelecom\w*\b/u, 'Communication Services'],
  [
    /\bconsumer (?:discretionary|cyclicals?)\b|\bdiscretionary\b|\bretail(?:ers?)?\b|\bauto(?:s|makers?)\b|\bcar (?:stocks|makers|companies)\b/u,
    'Consumer Discretionary',
  ],
  [/\bconsumer (?:staples?|defensives?)\b|\bstaples\b|\bfood (?:stocks|companies)\b/u, 'Consumer Staples'],
  [/\benergy\b|\boil\b|\bgas (?:stocks|companies)\b/u, 'Energy'],
  [
    /\bindustrials?\b|\bmachinery\b|\bdefen[cs]e (?:stocks|names)\b|\bairlines?\b|\brail(?:road|way)s?\b|\btruck(?:ers|ing)\b/u,
    'Industrials',
  ],
  [/\bmaterials\b|\bminers?\b|\bmining\b|\bchemicals?\b|\bmetals?\b/u, 'Materials'],
  [/\breal estate\b|\breits?\b|\bproperty (?:stocks|companies)\b/u, 'Real Estate'],
  [/\butilit(?:y|ies)\b|\belectric companies\b/u, 'Utilities'],
]
const NEGATION =
  /\b(?:not|no|non|nothing|(?:don't|do not|never) (?:want|like|need|show(?: me)?)|hate|except(?: for)?|exclud(?:e|ing)|without|avoid(?:ing)?|skip(?:ping)?|other than|outside(?: of)?|isn't|aren't|(?:everything|anything|all|any sector) but|ex|minus|besides|drop|leave out)[\s-]+(?:\w+\s+){0,2}(?:any\s+)?$/u

const measures: readonly (readonly [SortName, RegExp])[] = [
  ['spread', /\bspreads?\b|\bbid[- ]ask\b/u],
  ['dividend', /\bdividends?\b/u],
  ['ivRank', /\biv\b|\bivr\b|\bvolatil\w+|\bimplied/u],
  ['openInterest', /\bopen interest\b|\boi\b|\bliquid\w*/u],
  ['captured', /\bcaptured?\b|^ of (?:the|its|their|my) (?:max\w* )?(?:premium|profit|credit)/u],
  ['closeCost', /\bcost to close\b|\bto (?:close|buy back)\b/u],
  [
    'headroom',
    /\bcushion|\bheadroom\b|\broom\b|\bbuffer\b|\bto (?:the|its|their|being|getting) (?:strikes?|money|called|assigned)\b/u,
  ],
  ['yield', /\byields?\b|\byielding\b|\bannuali[sz]ed\b|\breturns?\b/u],
  ['premium', /\bpremiums?\b|\bcredits?\b|\bpay\w*|\bincome\b/u],
  ['score', /\bscor(?:e|es|ing)\b|\bratings?\b|\brated\b/u],
  ['rsi', /\brsi\b|\boversold\b|\boverbought\b/u],
  ['delta', /\bdeltas?\b|\brisk\w*|\bassign\w*|\bcalled\b/u],
  ['expiration', /\bexpir\w+|\b(?:days|time) left\b|\bdates?\b|\bdte\b/u],
  ['strike', /\bstrikes?\b/u],
  [
    'pnl',
    /\bprofit\w*|\bgain\w*|\bloss\w*|\blos(?:ing|ers?)\b|\bwin\w*|\bperform\w*|\bp ?& ?l\b|\bpnl\b|\btrades?\b|\bpositions?\b/u,
  ],
  ['marketCap', /\bmarket cap\b|\bsize\b|\bcompan(?:y|ies)\b/u],
  ['volume', /\bvolume\b|\bactive\b|\btraded\b/u],
  ['price', /\bpric\w+/u],
]
const SUPERLATIVE =
  /(?<!\b(?:at|out of) )\b(highest|most|best|biggest|largest|fattest|richest|juiciest|top|max\w*|greatest|longest|lowest|least|smallest|worst|thinnest|tightest|narrowest|slimmest|widest|closest|nearest|shortest|poorest|weakest|sort(?:ed)? (?:it |them )?by|rank(?:ed)? (?:\w+ ){0,2}by|order(?:ed)? by|by|more|higher)\b/gu
const LOW =
  /^(?:lowest|least|smallest|worst|thinnest|tightest|narrowest|slimmest|closest|nearest|shortest|poorest|weakest)$/u
const LOWEST_FIRST = /\b(?:lowest|smallest|least|low) (?:one |ones )?(?:first|to high\w*)\b|\bascending\b/u
const rising: ReadonlySet<SortName> = new Set(['strike', 'expiration', 'price', 'headroom'])
const single: readonly (readonly [RegExp, SortName, 'asc' | 'desc'])[] = [
  [/\bcheapest\b|\bcheaper\b(?! than)|\bcheap(?:est)? first\b|\blow(?:est)?[- ](?:priced|dollar)\b/u, 'price', 'asc'],
  [/\bmost expensive\b|\bpriciest\b/u, 'price', 'desc'],
  [
    /\b(?:soonest|earliest)\b|\b(?:expir\w*|(?:runs?|running) out|comes? (?:due|up)) (?:first|next|soon\w*)\b|\bleast time\b|\bnext to expire\b|\bcomes? due first\b/u,
    'expiration',
    'asc',
  ],
  [/\bexpir\w* last\b|\bfurthest out\b/u, 'expiration', 'desc'],
  [/\bmost oversold\b/u, 'rsi', 'asc'],
  [/\bmost overbought\b/u, 'rsi', 'desc'],
  [/\bpay\w* (?:the |out )?(?:best|most|highest|biggest|largest|fattest) (?:in )?dividends?\b/u, 'dividend', 'desc'],
  [/\bpay(?:s|ing)? (?:the |me )?(?:best|most)\b/u, 'premium', 'desc'],
  [/\bwinners?\b/u, 'pnl', 'desc'],
  [/\blosers?\b/u, 'pnl', 'asc'],
  [/\briskiest\b|\blikeliest to\b/u, 'delta', 'desc'],
]

function readSort(text: string): Pick<Slots, 'sort' | 'order'> {
  const alone = single.find(([words]) => words.test(text))
  if (alone !== undefined) return { sort: alone[1], order: alone[2] }
  for (const { 0: found, index } of text.matchAll(SUPERLATIVE)) {
    const after = text.slice(index + found.length, index + found.length + 34)
    const at = measures
      .map(([sort, words]) => ({ sort, index: words.exec(after)?.index ?? -1 }))
      .filter((one) => one.index >= 0)
      .toSorted((a, b) => a.index - b.index)[0]
    if (at === undefined) continue
    // "The best strike" asks for no order of strikes.
    if (found === 'best' && (at.sort === 'strike' || at.sort === 'expiration')) continue
    if (/^(?:most|more|higher)$/u.test(found) && at.sort === 'pnl' && !/profit|gain|loss/u.test(after)) continue
    const isBy = /by$/u.test(found)
    return {
      sort: at.sort,
      order: LOWEST_FIRST.test(text) || LOW.test(found) || (isBy && rising.has(at.sort)) ? 'asc' : 'desc',
    }
  }
  return { sort: null, order: null }
}

const LED = ' (?:any |the |over |an? |through |its |their |next |upcoming |it |they |my |§(?:.s)? )*'
const EARNINGS = String.raw`(?:earnings|reports?\b|reporting)`
const EX_DIVIDEND = String.raw`(?:ex-?\s?div\w*|dividends?\b|goes ex\b|ex[- ]date)`
const NOT_ACROSS = String.raw`\b(?:before|ahead of|prior to|(?<!\bdays? )until|till|clear of|avoid\w*|skip\w*|miss(?:es|ing)?|dodg\w+)`
const NOT_THROUGH = String.raw`\b(?:not|don't|dont|no|without|never|won't|wouldn't|rather not)\b[^.;?]{0,24}\b(?:cross\w*|through|across|over|into|during)`
const eventWords: readonly (readonly [RegExp, Slots['event']])[] = [
  [new RegExp(`${NOT_THROUGH}${LED}${EARNINGS}`, 'u'), 'Before earnings'],
  [new RegExp(`${NOT_THROUGH}${LED}${EX_DIVIDEND}`, 'u'), 'Before the ex-dividend date'],
  [
    new RegExp(`\\b(?:not|no|nothing|avoid\\w*|skip\\w*)\\b[^.;?]{0,20}\\b(?:with|having) (?:any )?${EARNINGS}`, 'u'),
    'Before earnings',
  ],
  [new RegExp(`\\bnot before${LED}${EARNINGS}`, 'u'), 'After earnings'],
  [
    /\b(?:don't|doesn't|not|won't|aren't|isn't)\b(?: \w+){0,2} (?:report|reporting|have earnings|announce)\b/u,
    'Before earnings',
  ],
  [new RegExp(`(?:${NOT_ACROSS}|\\b(?:no|without))${LED}${EARNINGS}`, 'u'), 'Before earnings'],
  [/\b(?:no|none|nobody|nothing|no one)\b(?: \w+){0,2} (?:reporting|reports?)\b/u, 'Before earnings'],
  [new RegExp(`\\b(?:no|without)${LED}${EX_DIVIDEND}[^.;?]{0,20}\\bbefore\\b`, 'u'), 'Before the ex-dividend date'],
  [new RegExp(`${NOT_ACROSS}${LED}${EX_DIVIDEND}`, 'u'), 'Before the ex-dividend date'],
  [new RegExp(`\\b(?:after|past|beyond)${LED}${EARNINGS}`, 'u'), 'After earnings'],
  [new RegExp(`\\b(?:after|past|beyond)${LED}${EX_DIVIDEND}`, 'u'), 'After the ex-dividend date'],
  [new RegExp(`${EARNINGS}[^;]{0,60}\\bafter (?:that|it|them|this)\\b`, 'u'), 'After earnings'],
  [new RegExp(`${EARNINGS}[^;]{0,60}\\bbefore (?:that|it|them|this)\\b`, 'u'), 'Before earnings'],
]
const moneyWords: readonly (readonly [RegExp, Slots['moneyness']])[] = [
  [
    /\b(?:not|no|never|without|avoid|nothing|isn't|aren't) (?:\w+ ){0,2}(?:itm\b|in[- ]the[- ]money\b)/u,
    'Out of the money',
  ],
  [/\botm\b|\bout[- ]of[- ]the[- ]money\b/u, 'Out of the money'],
  [/\bitm\b|\bin[- ]the[- ]money\b/u, 'In the money'],
  [/\batm\b|\b(?:at|near|around|right at|going to)[- ]the[- ]money\b/u, 'At the money'],
]
const capWords: readonly (readonly [RegExp, Slots['marketCap']])[] = [
  [/\bmega[- ]?caps?\b/u, 'mega'],
  [/\b(?:large|big)[- ]?caps?\b|\bblue[- ]chips?\b|\b(?:big|large) (?:companies|names|stocks)\b/u, 'large'],
  [/\bmid[- ]?caps?\b|\bmedium[- ]?(?:size|caps?)\b/u, 'mid'],
  [/\bsmall[- ]?caps?\b/u, 'small'],
]
/** Words of a user who means to keep the shares. */
export const KEEPS_SHARES =
  /\b(?:not|don't|never|hate|without|rather not|nervous about|scared of|avoid)\b[^.;?]{0,24}\b(?:(?:los(?:e|ing)|giv(?:e|ing) up|part(?:ing)? with|let(?:ting)? go of|sell(?:ing)?) (?:the |my |these |those |any |of ){0,2}(?:shares|stock|them|it)\b|called(?: away)?\b|assigned\b)|\bkeep(?:s|ing)? (?:all )?(?:the|my|these|those) (?:[\w§]+ ){0,2}(?:shares|stock)\b|\bkeep them\b/u
const styleWords: readonly (readonly [RegExp, Slots['style']])[] = [
  [
    /\bconservative|\btoo (?:risky|aggressive|close)\b|\bsafe(?:r|st|ly)?\b|\blow(?:er|est)?[- ]risk|\bcautious|\bcareful|\b(?:lower|smaller|less) delta\b|\bless risk\w*|\bfurther (?:otm|away|from)|(?<!\b(?:days?|weeks?|months?) )\bfurther out/u,
    'Conservative',
  ],
  [KEEPS_SHARES, 'Conservative'],
  [
    /\baggressive|\bhigh(?:er)?[- ]risk|\brisky\b|\bspicy\b|\b(?:higher|bigger|more) delta\b|\bcloser to the money/u,
    'Aggressive',
  ],
]

/** The product's thresholds behind words such as "high IV" and "overbought". */
const HIGH_IV_RANK = 70
const OVERBOUGHT = 70
const OVERSOLD = 30
/** Percent a year. Any dividend exceeds it. */
const ANY_DIVIDEND = 0.01
const HIGH_DIVIDEND = 3
const figureWords: readonly (readonly [RegExp, Partial<Slots>])[] = [
  [
    /\b(?:no|without|non)[- ]dividends?(?:[- ]pay\w*)?\b(?! (?:before|in|during|dates?|until|risk|inside|within))/u,
    { dividendYield: { least: null, most: 0 } },
  ],
  [/\b(?:not|aren't|isn't|avoid|no) (?:\w+ )?overbought\b/u, { rsi: { least: null, most: OVERBOUGHT } }],
  [
    /(?<!\b(?:not|aren't|isn't|avoid|no|most)(?: \w+)? )\boverbought (?:\w+ ){0,2}(?:stocks|names|ones|companies|tickers)\b|\b(?:stocks|names|companies|tickers)\b (?:that |which |are |now |currently ){0,3}overbought\b/u,
    { rsi: { least: OVERBOUGHT, most: null } },
  ],
  [/(?<!most )\boversold\b/u, { rsi: { least: null, most: OVERSOLD } }],
  [
    /\b(?:high|elevated|rich|juicy)(?: |-)(?:iv(?: rank)?|vol(?:atility)?|implied vol\w*)\b/u,
    { ivRank: { least: HIGH_IV_RANK, most: null } },
  ],
  [
    /\b(?:high|big|fat|solid|good|decent|juicy)(?:er)? (?:dividends?|dividend yields?)\b/u,
    { dividendYield: { least: HIGH_DIVIDEND, most: null } },
  ],
  [
    /\bpay(?:s|ing)? (?:a |good |out )?dividends?\b|\bdividend[- ](?:payers?|paying|stocks?|names?|aristocrats?|kings?|growers?)\b|\bwith (?:a )?dividends?\b/u,
    { dividendYield: { least: ANY_DIVIDEND, most: null } },
  ],
]

/** Conditions that no tool can apply: the answer names them. */
const unsupported: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:stocks|names|companies|those|anything|everything)\b.{0,30}\b(?:dropped|fell|fallen|crashed|gained|rallied|(?:is|are) (?:up|down)) (?:by |about |over |more than |at least )?(?:\d|a lot|hard)/u,
    'past moves of the price',
  ],
  [/\bsame (?:sector|industry)\b/u, 'the sector of the stock before (name it)'],
  [/\b(?:similar to|like) §/u, 'likeness to a stock'],
  [
    /\b(?:above|below|over|under|near) (?:its |the |their )?(?:50|100|200)[- ]?(?:day|dma|sma)/u,
    'that moving average (only the 20-day one is a condition)',
  ],
  [/\bp\/?e\b(?: ratio)?|\bprice[- ]to[- ]earnings\b/u, 'the price-earnings ratio'],
  [/\binvestment[- ]grade\b|\bcredit rating\b|\b(?:low|no|little|high) debt\b/u, 'debt and credit rating'],
  [/\bin (?:the )?(?:dow|nasdaq(?:[- ]100)?|russell)\b/u, 'index membership'],
  [/\betfs?\b/u, 'ETFs only'],
  [/\bbeta\b/u, 'beta'],
  [/\baristocrats?\b|\bdividend (?:kings?|growers?|growth)\b/u, 'a history of dividends (any dividend counts)'],
  [/\bpay-?out\b/u, 'the payout ratio'],
  [/\bwatch-?lists?\b/u, 'a watchlist (all stocks are searched)'],
  [/\bgrow(?:th|ing)\b|\bundervalued\b|\bquality\b|\bfundamentals\b/u, 'growth, value and quality'],
  [
    /\bweekl(?:y|ies|ys)\b(?! (?:covered )?(?:calls?|premiums?))(?=.*\b(?:stocks|names|companies|options|tickers)\b)(?=.*\b(?:which|what|stocks|names)\b)|\bstocks\b.*\b(?:have|with|offer) weekl/u,
    'weekly options as a filter',
  ],
]

/** A question about one stock asks whether it has weekly options: no filter. */
const OF_LISTS: ReadonlySet<string> = new Set(['weekly options as a filter'])

const find = <T>(text: string, table: readonly (readonly [RegExp, T])[]): T | null =>
  table.find(([words]) => words.test(text))?.[1] ?? null

interface ReadWords {
  readonly slots: Partial<Slots>
  readonly unsupported: readonly string[]
}

/** Between the members of a list that is excluded: "no tech, energy or banks". */
const LISTED = /^(?: ?[,/&] ?| or | nor | and |, (?:or|and|nor) )(?:no |any |the )?$/u

interface Group {
  readonly sector: SectorChoice | null
  readonly industry: string | null
  readonly index: number
  readonly length: number
}

const findSectors = (text: string): Group[] =>
  sectors.flatMap(([words, sector]) =>
    [...text.matchAll(new RegExp(words, 'gu'))].map(({ 0: found, index }) => ({
      sector,
      industry: null,
      index,
      length: found.length,
    })),
  )

/** Sectors and industries that a text asks for or excludes. */
function readGroups(text: string) {
  const industries = findIndustries(text).map(
    ({ name, ...place }): Group => ({ sector: null, industry: name, ...place }),
  )
  const plain = industries.reduce(
    (left, { index, length }) => `${left.slice(0, index)}${' '.repeat(length)}${left.slice(index + length)}`,
    text,
  )
  const named = [...industries, ...findSectors(plain)].toSorted((a, b) => a.index - b.index)
  const unwanted: Group[] = []
  for (const one of named) {
    const last = unwanted.at(-1)
    const isListed = last !== undefined && LISTED.test(text.slice(last.index + last.length, one.index))
    if (isListed || NEGATION.test(text.slice(0, one.index))) unwanted.push(one)
  }
  const wanted = named.filter((one) => !unwanted.includes(one))
  const sectorsOf = (groups: readonly Group[]) => [...new Set(groups.flatMap(({ sector }) => sector ?? []))]
  const industriesOf = (groups: readonly Group[]) => [...new Set(groups.flatMap(({ industry }) => industry ?? []))]
  // "Banks or utilities" lists both sectors.
  const isWidened = industriesOf(wanted).length > 0 && sectorsOf(wanted).length > 0
  const isWanted = ({ index }: Group) => wanted.some((one) => index >= one.index && index < one.index + one.length)
  const [sector = null, ...orSectors] =
    industriesOf(wanted).length > 0 ? sectorsOf(findSectors(text).filter(isWanted)) : sectorsOf(wanted)
  return {
    slots: {
      sector,
      orSectors,
      withoutSectors: sectorsOf(unwanted),
      industries: isWidened ? [] : industriesOf(wanted),
      withoutIndustries: industriesOf(unwanted),
    },
    isWidened,
  }
}

/** Reads what a message asks for without a figure: sector, size, style, sort, dates. */
export function readWords(text: string): ReadWords {
  const groups = readGroups(text)
  return {
    slots: {
      ...Object.assign({}, ...figureWords.flatMap(([words, slots]) => (words.test(text) ? [slots] : [])).slice(0, 2)),
      ...readSort(text),
      ...groups.slots,
      marketCap: find(text, capWords),
      style: find(text, styleWords),
      moneyness: find(text, moneyWords),
      event: find(text, eventWords),
      right:
        /\bputs?\b(?! (?:in|on|it|my|me|down|off|up|out|the|together|next|an?|all|some|this|that)\b)|(?<!\b(?:i|we|you|they|to|can|could|should|would|will|let's) )\bput (?:on|for|at) (?:§|\$?\d)/u.test(
          text,
        )
          ? 'Put'
          : null,
      debit: /\bdebit\b/u.test(text) && !/\b(?:no|not|without|avoid\w*) (?:a |any )?debit\b/u.test(text),
    },
    unsupported: [
      ...(groups.isWidened ? ['the industry (the whole sector is listed)'] : []),
      ...unsupported.flatMap(([words, name]) =>
        words.test(text) && !(OF_LISTS.has(name) && text.includes('§')) ? [name] : [],
      ),
    ],
  }
}
