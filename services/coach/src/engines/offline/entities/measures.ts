import type { NumberKind, NumberMention } from './numbers.ts'

const measures = [
  'delta',
  'ivRank',
  'volatility',
  'rsi',
  'score',
  'openInterest',
  'volume',
  'spreadPct',
  'yieldPct',
  'dividendYield',
  'premium',
  'premiumPct',
  'otmPct',
  'days',
  'strike',
  'price',
  'entryPrice',
  'shares',
  'contracts',
  'marketCap',
  'beta',
  'assignmentPct',
  'count',
] as const
export type Measure = (typeof measures)[number]

interface MeasureWords {
  readonly measure: Measure
  readonly words: RegExp
  readonly kinds: readonly NumberKind[]
  /** Usual position of the noun: after its number in "30 days", before it in "entry 42". */
  readonly side: 'after' | 'before' | 'either'
  readonly fits: (value: number) => boolean
}

const any = () => true
const percent = (value: number) => value >= 0 && value <= 1_000
const hundred = (value: number) => value >= 0 && value <= 100

const table: readonly MeasureWords[] = [
  {
    measure: 'delta',
    words: /\bdeltas?\b/gu,
    kinds: ['plain'],
    side: 'either',
    fits: (value) => value <= 1 || (value >= 5 && value <= 99),
  },
  {
    measure: 'ivRank',
    words: /\biv[- ]?(?:rank|percentile|r\b|p\b)(?:ing)?|\bvol(?:atility)? (?:rank|percentile)/gu,
    kinds: ['plain', 'percent'],
    side: 'either',
    fits: hundred,
  },
  {
    measure: 'volatility',
    words: /\b(?:implied |historical )?(?:iv|vol(?:atility)?)\b(?!\s?(?:rank|percentile))/gu,
    kinds: ['plain', 'percent'],
    side: 'either',
    fits: percent,
  },
  { measure: 'rsi', words: /\brsi\b/gu, kinds: ['plain'], side: 'either', fits: hundred },
  {
    measure: 'score',
    words: /\b(?:cc |covered[- ]call )?(?:scores?|scoring|ratings?|rated|points?)\b/gu,
    kinds: ['plain'],
    side: 'either',
    fits: hundred,
  },
  { measure: 'openInterest', words: /\bopen[- ]interest\b|\boi\b/gu, kinds: ['plain'], side: 'either', fits: any },
  {
    measure: 'volume',
    words: /\b(?:daily |option |call |trading )?volumes?\b/gu,
    kinds: ['plain'],
    side: 'either',
    fits: any,
  },
  {
    measure: 'spreadPct',
    words: /\b(?:bid[- /]ask )?spreads?\b|\bbid[- /]ask\b/gu,
    kinds: ['plain', 'percent'],
    side: 'either',
    fits: percent,
  },
  {
    measure: 'dividendYield',
    words: /\bdividend (?:yields?|yielding|rate)\b|\byield(?:s|ing)? (?:in )?dividends?\b|\bdividends?\b/gu,
    kinds: ['plain', 'percent'],
    side: 'either',
    fits: hundred,
  },
  {
    measure: 'yieldPct',
    words:
      /\b(?:annuali[sz]ed |annual |yearly |income |call )*(?:yields?|yielding|yielders?)\b|\ba year\b|\b(?:annuali[sz]ed|annually|annual|yearly|per year|apr|apy)\b|\bpay(?:s|ing)?\b(?=[^.;]{0,20}%(?!\s?premium))|\bpa\b/gu,
    kinds: ['plain', 'percent'],
    side: 'either',
    fits: percent,
  },
  {
    measure: 'yieldPct',
    words: /\b(?:annuali[sz]ed |annual |yearly )*(?:returns?|returning|income)\b/gu,
    kinds: ['percent'],
    side: 'either',
    fits: percent,
  },
  { measure: 'premiumPct', words: /\bpremiums?\b|\bcredits?\b/gu, kinds: ['percent'], side: 'either', fits: hundred },
  {
    measure: 'premium',
    words: /\b(?:in |of )?(?:premiums?|credits?)\b|\bbids?\b/gu,
    kinds: ['plain', 'money'],
    side: 'either',
    fits: any,
  },
  {
    measure: 'otmPct',
    words:
      /\botm\b|\bout of the money\b|\b(?:above|over) (?:the )?(?:current |stock )?(?:price|spot)\b|\b(?:away|headroom|cushion|upside)\b|(?<=(?:%|percent) )(?:out|up|above|over|higher)\b(?! (?:of|the money))/gu,
    kinds: ['percent'],
    side: 'either',
    fits: hundred,
  },
  {
    measure: 'assignmentPct',
    words:
      /\b(?:chance|prob(?:ability)?|odds|likelihood)\b(?: of)?(?: (?:being )?(?:assign\w*|called away|profit|itm|success))?/gu,
    kinds: ['percent'],
    side: 'either',
    fits: hundred,
  },
  {
    measure: 'days',
    words:
      /\b(?:calendar |trading )?days?\b(?! (?:moving|average|ma|sma))(?: (?:out|left|to expir\w+|away))?|\bdte\b|(?<=\d)\s?d\b/gu,
    kinds: ['plain'],
    side: 'after',
    fits: Number.isInteger,
  },
  {
    measure: 'shares',
    words: /(?<!\/\s?)\b(?:shares?|shs?)\b/gu,
    kinds: ['plain'],
    side: 'after',
    // Reinvested dividends lead to fractional shares. Below 10, though, a fraction is more likely a price.
    fits: (value) => Number.isInteger(value) || value >= 10,
  },
  {
    measure: 'contracts',
    words: /\b(?:contracts?|cts|lots?)\b/gu,
    kinds: ['plain'],
    side: 'after',
    fits: (value) => Number.isInteger(value) && value <= 10_000,
  },
  {
    measure: 'marketCap',
    words: /\b(?:market|mkt) ?cap(?:itali[sz]ation)?s?\b/gu,
    kinds: ['plain', 'money'],
    side: 'either',
    fits: any,
  },
  { measure: 'beta', words: /\bbetas?\b/gu, kinds: ['plain'], side: 'either', fits: (value) => value <= 10 },
  {
    measure: 'entryPrice',
    words:
      /\b(?:cost[- ]basis|basis|(?:my |average |purchase )+(?:cost|price)|average cost|cost average|entry(?: price)?|cost(?:s|ing)?(?: me)?|purchase price|break-?in)\b/gu,
    kinds: ['plain', 'money'],
    side: 'before',
    fits: any,
  },
  { measure: 'strike', words: /\bstrikes?(?: prices?)?\b/gu, kinds: ['plain', 'money'], side: 'either', fits: any },
  {
    measure: 'price',
    words:
      /\b(?:stock |share |current )?prices?\b|\bpriced\b|\btrad(?:ing|es?)\b|\bcosting\b|\b(?:a|per) share\b|\b(?:stocks?|names|companies)\b|(?<=\d\s?)each\b/gu,
    kinds: ['plain', 'money'],
    side: 'either',
    fits: any,
  },
]

interface Noun {
  readonly measure: Measure
  readonly start: number
  readonly end: number
  readonly words: MeasureWords
}

/** Lists the nouns in a text, except those within a longer noun. If two nouns match the same words, both are kept. */
function listNouns(text: string): Noun[] {
  const all = table.flatMap((words) =>
    [...text.matchAll(words.words)].map((match) => ({
      measure: words.measure,
      start: match.index,
      end: match.index + match[0].length,
      words,
    })),
  )
  return all.filter(
    (noun) =>
      !all.some(
        (other) =>
          other.start <= noun.start && other.end >= noun.end && other.end - other.start > noun.end - noun.start,
      ),
  )
}

/** Words allowed between a noun and its number. */
const FILLER =
  /\b(?:a|an|the|of|is|are|be|was|were|being|at|about|around|roughly|approximately|approx|near|close|say|like|only|just|my|their|its|range|value|should|with|than|that|have|having|has|to|in|from|between|least|most|more|less|greater|higher|lower|over|under|above|below|up|max|maximum|min|minimum|no|not|better|within|beneath|north|south|bigger|smaller|larger|cheaper|fewer|exceeding|exceeds|or|and|target|level|somewhere|within|by|for|it|both|some|decent|good)\b|[-%:=~<>+$(]|plus\b/gu
const BOUNDARY = /[,;.?!)]|\b(?:and|with|but|then|plus|also)\b|¤/gu

const countWords = (text: string) =>
  text.replace(FILLER, ' ').replace(BOUNDARY, ' ').trim().split(/\s+/u).filter(Boolean).length
const countBoundaries = (text: string) => (text.match(BOUNDARY) ?? []).length

/** In "over 40 but under 80", both bounds apply to the same measure. */
const OTHER_BOUND =
  /^,?\s*(?:but|and)\s+(?:not |no )?(?:under|below|less than|more than|at most|at least|over|above|lower than|higher than|[<>]=?)\s*\$?$/u

interface Pair {
  readonly mention: number
  readonly noun: number
  readonly cost: number
}

const MAX_PAIR_COST = 3.6

/** Assigns each number the measure of the nearest noun; null if no noun is near. */
export function assignMeasures(text: string, mentions: readonly NumberMention[]): (Measure | null)[] {
  const nouns = listNouns(text)
  const pairs: Pair[] = mentions.flatMap((mention, at) =>
    nouns.flatMap((noun, index) => {
      const cost = scorePair(text, mentions, mention, noun, nouns)
      return cost === null ? [] : [{ mention: at, noun: index, cost }]
    }),
  )
  const taken = new Map<number, Measure>()
  const used = new Set<string>()
  for (const { mention, noun } of pairs.toSorted((a, b) => a.cost - b.cost)) {
    const found = nouns[noun]
    const place = `${found?.start}`
    if (found === undefined || taken.has(mention) || used.has(place)) continue
    taken.set(mention, found.measure)
    used.add(place)
  }
  for (const [index, mention] of mentions.entries()) {
    const before = mentions[index - 1]
    const measure = taken.get(index - 1)
    if (taken.has(index) || before === undefined || measure === undefined) continue
    if (OTHER_BOUND.test(text.slice(before.end, mention.start))) taken.set(index, measure)
  }
  return mentions.map((_mention, index) => taken.get(index) ?? null)
}

function scorePair(
  text: string,
  mentions: readonly NumberMention[],
  mention: NumberMention,
  { start, end, words }: Noun,
  nouns: readonly Noun[],
): number | null {
  if (!words.kinds.includes(mention.kind) || mention.isCall || !mention.values.every(words.fits)) return null
  const isBefore = end <= mention.start
  const [from, to] = isBefore ? [end, mention.start] : [mention.end, start]
  if (from > to && !(mention.end > start)) return null
  if (mentions.some((other) => other !== mention && other.start >= from && other.end <= to)) return null
  const between = text.slice(from, to)
  const boundaries = countBoundaries(between)
  const base = isBefore ? 1 : 0.6
  const wrongSide = (isBefore ? words.side === 'after' : words.side === 'before') ? 2 : 0
  const isLed = !isBefore && words.side !== 'after' && isLedByNoun(text, mention, nouns)
  const cost = base + countWords(between) + 1.6 * boundaries + wrongSide + (isLed ? 1.2 : 0)
  return cost > MAX_PAIR_COST ? null : cost
}

const LEADS_NUMBER = /^\s*(?:(?:of|is|at|was|from|between|:|=)\s*)?\$?[\d.]/u

/** Whether nouns precede their numbers in this clause, as in "strike 75 premium 1.40". */
function isLedByNoun(text: string, mention: NumberMention, nouns: readonly Noun[]): boolean {
  const before = text.slice(0, mention.start)
  const clause = Math.max(
    ...[',', ';', '.', '(', ')'].map((mark) => before.lastIndexOf(`${mark} `)),
    before.lastIndexOf(' and '),
    before.lastIndexOf(' with '),
  )
  return nouns.some(
    ({ start, end, words }) =>
      start > clause &&
      end <= mention.start &&
      words.side !== 'after' &&
      LEADS_NUMBER.test(text.slice(end)) &&
      // In "50 stock 55 strike", each noun belongs to the number before it.
      !/\d\s*$/u.test(text.slice(clause + 1, start)),
  )
}
