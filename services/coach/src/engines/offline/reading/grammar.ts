import { type NumberMention, readSide } from './numbers.ts'
import { at, isAlternativeName, isRangeName, pointOf, type Range, type RangeName, type Slots } from './slots.ts'

type Role =
  | RangeName
  | 'shares'
  | 'contracts'
  | 'cost'
  | 'stockPrice'
  | 'count'
  | 'rise'
  | 'budget'
  | 'monthlyPct'
  | 'itmPct'
  /** A figure that only a calculation uses. */
  | 'calculation'
  | 'none'

interface Rule {
  readonly role: Role
  /** Matches the sentence in which `#` is the number, `№` any other number, `§` a stock and `¤` a date. */
  readonly when: RegExp
  readonly kind?: NumberMention['kind']
  readonly least?: number
  readonly most?: number
  readonly isWhole?: true
}

/** Small words between a noun and its number. */
const TO = `(?:[ :=~]+(?:of|at|is|are|was|be|for|price|around|about|near|above|below|over|under|between|from|or|than|higher|lower|less|more|least|most|greater|no|up|to|min|max|minimum|maximum|a|an|the|level|above|on|by|@|>=?|<=?|=))*[ :=~<>$(]*#`
const rule = (role: Role, when: string, more: Omit<Rule, 'role' | 'when'> = {}): Rule => ({
  role,
  when: new RegExp(when.replaceAll('TO', TO), 'u'),
  ...more,
})
const WHOLE = { isWhole: true } as const
const PERCENT = { kind: 'percent' } as const
const NOT_SOLD = String.raw`(?:(?!\b(?:sold|sell\w*|strikes?|premiums?|calls?|credit|collect\w*|got|received|wrote|writ\w+|back|is|was|trad\w+|now)\b)[^.;?#]){0,44}?`
const ASKED = String.raw`\b(?:sell|sold|write|wrote|short|selling|writing`
const STATES =
  'is|was|now|currently|just|only|sits?|trades?|trading|at|goes|moves?|drops?|falls?|rises?|rall\\w+|climbs?|hits?|reach\\w*|closes?|ends?|expires|finish\\w*|gets?|' +
  'were|lands?|pinned|up|down|to|stays?|around|about|closed|settles?|be|would|tanks?|crash\\w*|runs?|opens?|above|below|over|under|past|back|jumps?|went|fell|rose|if'

/** Decides what a number is. The first rule that matches wins: units, then nouns, then verbs, then places. */
const rules: readonly Rule[] = [
  rule(
    'none',
    String.raw`#[- ]?(?:day|week)[- ](?:moving|sma|ma\b|average|avg|line|high|low|range)|\b(?:sma|ema|s&p|russell|form|section) ?#|#(?:k\b|th\b)|\bages? #|\blike (?:i'm|i am) #`,
  ),
  // Figures of a calculation, which `roles.ts` reads.
  rule(
    'calculation',
    String.raw`#\s?(?:(?:a|per|each|in|of|contract) )*(?:commissions?|fees?)\b|\b(?:commissions?|fees?)(?: (?:of|are|is|was|at|about))* \$?#`,
  ),
  rule(
    'calculation',
    String.raw`\b(?:(?:bought|buy\w*)(?: it| them| the calls?| № contracts| №)* back|clos(?:ed?|ing))(?: it| them| out| the calls?| my (?:short )?calls?| № contracts| №)* (?:at|for) \$?#|^(?!.*(?:§|\bstock|\bshares?\b|\bprice|\bbought|\bpaid|\bcost)).*\bnow(?: it's| its| it is| worth| costs?| at| for| trad\w+| is)* \$?#(?! ?(?:calls?|strikes?|stock|shares?))`,
  ),
  rule('premium', String.raw`\bstrikes?(?: calls?)? for \$?#`),
  rule('calculation', String.raw`\bneed\b.*\b(?:make|earn|collect|reach|get) \$?#`, { least: 50 }),
  rule('premium', String.raw`\b(?:№ )?(?:calls?|contracts?) (?:at|for) \$?#`, { kind: 'money' }),
  rule('premium', String.raw`\bcalls? (?:is|costs?|trades at|goes for) (?:now )?\$?#(?! ?(?:%|days?))`),
  rule('days', String.raw`#\s?-?(?:dte|days?\b|d\b)|\bdte[ :=<]*#`, WHOLE),
  rule('strike', String.raw`\bstrike[ :=]+\$?#`),
  rule('stockPrice', String.raw`# stock\b`),
  rule('stockPrice', String.raw`\bstock(?:'?s| is)?(?: now)? at \$?#`),
  rule('premium', String.raw`\bpremium[ :=]+\$?#(?! ?calls?\b)`),
  rule('days', String.raw`\bdays[ :=]+#(?! ?(?:shares|calls|delta))`),
  rule('stockPrice', String.raw`^(?:stock|price|spot)[ :=]+\$?#`),
  rule('days', String.raw`#\s?-?(?:dte|days?\b|d\b)|\bdte[ :=<]*#`),
  rule('delta', String.raw`#\s?-?deltas?\b|\bdeltas?\bTO`, { most: 100 }),
  rule(
    'openInterest',
    String.raw`\b(?:open interest|oi)\bTO|#\+?\s?(?:or more )?(?:contracts of )?(?:oi|open interest)\b|\bopen interest, (?:say )?#`,
  ),
  rule('volume', String.raw`\bvolume\bTO|# volume`),
  rule(
    'score',
    String.raw`\b(?:scor(?:e|es|ed|ing)|ratings?|rated)\bTO|#\+? (?:or (?:higher|better|more) )?(?:score|rating|rated)`,
  ),
  rule('ivRank', String.raw`\biv(?:r| rank| percentile)?\bTO|#\+? (?:or (?:higher|more) )?iv`),
  rule('rsi', String.raw`\brsi\bTO|# rsi`),
  rule('spreadPct', String.raw`\bspreads?\bTO|#\s?(?:or less )?(?:bid[- ]ask )?spread`, PERCENT),
  rule(
    'dividendYield',
    String.raw`\bdividends?(?: (?:yields?|payers?|stocks?|names?|yielding|paying|with))*\bTO|#\+?\s?(?:or (?:more|better) )?(?:in |of |from )?(?:the |a )?(?:dividend|yield dividend)`,
    PERCENT,
  ),
  rule(
    'chancePct',
    String.raw`#\s?(?:chance|probab\w+|odds|likel\w+|risk of)|\b(?:chances?|probability|odds)\bTO`,
    PERCENT,
  ),
  rule(
    'monthlyPct',
    String.raw`#\s?(?:or more |return |yield )?(?:(?:(?:for|in|over) )?(?:a|the|one|per|each|every|\/) ?month|this month|monthly)|\bmonthlyTO`,
    PERCENT,
  ),
  rule(
    'itmPct',
    String.raw`#\s?(?:or (?:more|less) )?(?:itm\b|in[- ]the[- ]money|(?:below|under)(?: the| its| current)* (?:price|stock|market|spot))`,
    PERCENT,
  ),
  rule(
    'otmPct',
    String.raw`#\s?(?:upside|up\b|room|over(?: the| its| current)* (?:price|stock|market|spot))|\b(?:upside|room)\bTO`,
    PERCENT,
  ),
  rule(
    'otmUsd',
    String.raw`#\s?(?:points?|pts)? ?(?:above|over|out[- ]of[- ]the[- ]money|otm)(?! (?:my|cost|\$?№))(?: the| its| current| today's)*(?: (?:price|stock|market|spot|here))?(?=$|[ ,?.])`,
    { kind: 'money' },
  ),
  rule(
    'otmPct',
    String.raw`#\s?(?:or (?:more|less) )?(?:otm|out[- ]of[- ]the[- ]money|above|away|higher|further)|\b(?:otm|away)\bTO`,
    PERCENT,
  ),
  rule(
    'yieldPct',
    String.raw`#.{0,14}?\b(?:yield\w*|annual\w*|a year|per year|yearly|apr|per annum)|\b(?:yield\w*|annuali[sz]ed)\bTO`,
    PERCENT,
  ),
  rule('yieldPct', String.raw`\byield(?:s|ing)?\bTO`),
  rule(
    'premiumPct',
    String.raw`#\s?(?:or more )?(?:premiums?|returns?\b|of (?:the )?(?:stock|share|price))|\b(?:premiums?|pay\w*|pay me|bring\w*)\bTO`,
    PERCENT,
  ),
  rule('percent', '#', PERCENT),
  rule('contracts', String.raw`#\s?(?:more |§ |¤ |covered |open |of )*contracts?\b|\bfor # calls\b`, {
    most: 1_000,
    isWhole: true,
  }),
  rule(
    'contracts',
    String.raw`${ASKED}|buy back|bought back|opened) (?:another |me )?# (?:more |§ |¤ |,? ?№ |covered |open |otm )*calls\b`,
    { most: 20, isWhole: true },
  ),
  rule('contracts', String.raw`\bsell # §(?: ¤)? ?,? №(?: covered)? calls?\b`, { most: 20, isWhole: true }),
  rule(
    'shares',
    String.raw`#\s?(?:§ |of my |more |of |common |odd )?shares?\b(?! price)|\b(?:own|hold|have|holding|owns|got|bought|buy|long|with|purchased|on) (?:about )?# (?:of )?§(?! (?:¤ |№ )*(?:calls?|puts?|strikes?|options?))|\b(?:bought|own|hold|long) # (?:at|@|from)\b|^# (?:shares )?(?:of )?§(?= (?:at|@|from) )`,
    WHOLE,
  ),
  rule(
    'rise',
    String.raw`^(?!.*§.*\bat #)\$?# (?:points?|dollars?|bucks?)?\s?(?:higher|up)\b(?! (?:than|to)\b)|\b(?:and|go|roll) \$?# (?:(?:points?|dollars?|bucks?) )?(?:higher|up)\b(?! (?:than|to)\b)`,
  ),
  rule(
    'rise',
    String.raw`\b(?:up|higher|raise|by) \$?#(?: (?:points?|dollars?|bucks?|strikes?))?(?= |$)(?!.*\b(?:stock|price|shares) )`,
    { kind: 'money' },
  ),
  rule(
    'rise',
    String.raw`\broll\b.*\bup # (?:points?|dollars?|bucks?)|# (?:points?|dollars?|bucks?) (?:higher|up)\b(?! (?:than|to)\b)`,
  ),
  rule(
    'count',
    String.raw`\b(?:show(?: me)?|give me|list|find(?: me)?|any|see|want|pull(?: up)?|top|best|first) (?:the |your )?(?:top |best )?#(?! ?(?:¤ |covered )*(?:call|put|strike)\b(?! (?:stocks|names|ideas|candidates|picks)))(?=[ ,.]|$)`,
    { kind: 'plain', most: 30, isWhole: true },
  ),
  rule(
    'price',
    String.raw`^(?!.*(?:§|\bpremium [<>a-z ]{0,20}#|\b(?:collect|pay|credit|bid|receiv)))(?:.*\b(?:under|below|less than|max|maximum|up to|at most|over|above|between)[ $]*#(?: dollars| bucks)? (?:a|per) share\b)`,
    { least: 16 },
  ),
  rule(
    'premium',
    String.raw`\b(?:got|collected|received|took in)\b[^.;?#]*№[^.;?a-z#]*(?:and )?\$?#|\bpremiums?\bTO|#\s?(?:[a-z]+ )?(?:in |of )?(?:premium|credit)s?\b|\bcredit (?:of|was|is) #|№s? ?(?:¤ |covered )*(?:calls?|c|strikes?)(?: call)?(?: ¤)?(?: sold| was| is)? (?:at|for|@) ?\$?#|№s (?:¤ )?(?:at|for|@) ?\$?#|№ contracts? (?:at|@|for|of) \$?#`,
  ),
  rule(
    'strike',
    String.raw`#\s?-?(?:strikes?|c|p)\b|\bstrikes?\bTO|${ASKED}) (?:the|a|my|an|some|§|¤|№ §|your) (?:¤ )?\$?#(?=s? ?(?:s |¤|for|at|@|call|№|,|$))`,
  ),
  rule(
    'strike',
    String.raw`(?<!\b(?:at|for|paid|cost) )\$?#s?\s?(?:¤ |covered |§ |weekly |monthly |otm |itm |, )*(?:calls?|puts?)\b`,
  ),
  rule('strike', String.raw`\broll\w*\b.*\bto (?:the |at least (?:the )?)?\$?#`),
  rule(
    'budget',
    String.raw`\b(?:with|have|has|got|invest\w*|budget|spend|capital|account|afford)(?: (?:is|of|about|around|only|roughly|just|up to|like|a))* ?:?\$?#(?! ?(?:shares?|§|of|contracts?|calls?|delta|days?|at|a (?:share|month|year)|invested)\b)(?! ?§)`,
    { least: 400 },
  ),
  rule(
    'cost',
    String.raw`\b(?:cost|basis|average|entry|paid|pay)(?: (?:basis|price|cost|on §|of §|for §|per share|a share|is|was|of|at|me|for|them|the|shares?|stock|:|it|about))*[ :=@]*\$?#(?!s?(?: ¤)? calls?)`,
  ),
  rule(
    'cost',
    String.raw`\b(?:bought|purchased|acquired|got in|own(?:ed|ing)?|hold(?:ing)?|buy(?:ing)?|long|have|picked up|put them|assigned|got)\b(?! back)${NOT_SOLD}(?:\b(?:at|for|of|from|around|about)\s|@ ?)\$?#|^№ (?:shares )?(?:of )?§?(?: shares)? ?(?:at|@|from|for) \$?#|\bshares? (?:at|@|from) \$?#`,
  ),
  rule(
    'stockPrice',
    String.raw`(?:§|\bstock|\bshares?|\bprice|\bit|\bmarket|\bunderlying|\bspot|\bthey)(?:'s)?(?: price)?(?: (?:${STATES}))+ \$?#(?! ?(?:calls?|puts?|strike|c\b|№))|\bif (?:§ )?(?:at )?\$?#|\b(?:covered call|buy-?write) at \$?#|\$?# (?:dollar |buck )?stock\b|\bon an? \$?#`,
  ),
  rule(
    'price',
    String.raw`\b(?:stocks?|names?|companies|candidates|ideas|tickers|priced?|banks|anything|something|ones|sector|caps?|screen|cheap|income)\b[^.;?#]{0,44}?\b(?:under|below|over|above|less than|cheaper than|up to|at most|between|max|sub|at less than)\b[ $]*#|(?:under|below|over|above|less than|<|>)[ $]*#(?: dollars| bucks)?(?: a share)? (?:stocks?|names?|tickers)|\([<>=]+ ?\$?#`,
  ),
  rule(
    'premium',
    String.raw`${ASKED}|open(?:ed)?)\b[^.;?#]{0,44}(?:\b(?:for|at|got|get) ?|@ ?)\$?#|#\s?(?:a|per|\/) ?(?:share|contract)\b(?! (?:stock|price))|\b(?:collect\w*|receiv\w*|get|got|bring\w*|brought in|bid|mid|pays?|paying|pocket\w*|earn\w*|makes?|took in)\b(?:(?!\bcalls? at\b)[^.;?#]){0,24}?\$?#`,
  ),
  rule(
    'strike',
    String.raw`\b(?:in|roll\w*|to) (?:the )?\$?#s?\b|(?:§|¤) ?(?:¤ |,)? ?\$?#s?(?=$|[ ,?])|\bthe \$?#(?=$|[ ?.])|(?:^|[ ,/])\$?#s?(?: ?(?:,|\/|or|vs\.?|versus|against|and|or the|and the) ?(?:the )?\$?№)|№s? ?(?:,|\/|or|vs\.?|versus|against|and) ?(?:or |the )?\$?#`,
  ),
]

const MAX_PREMIUM_PER_SHARE = 60
const SHARES_PER_CONTRACT = 100
const MONTHS_PER_YEAR = 12
const DAYS_PER_MONTH = 30
/** Words that make a figure somebody else's: it is neither the user's cost nor their premium. */
const HEARSAY =
  /\b(?:i (?:heard|read|saw)|heard that|(?:he|she|they|people|folks|everyone|someone|somebody|a guy|reddit|twitter|youtube|cnbc|analysts?|rumou?r\w*|(?:my|a) (?:friend|buddy|neighbou?r|brother|dad|cousin|coworker|uncle)) (?:\w+ )?(?:say|says|said|told|claims?|claimed|bought|paid|got|gets|makes?|made|sold|thinks?|has it)|supposedly|apparently|allegedly|reportedly)\b/u

export interface GrammarResult {
  readonly slots: Partial<Slots>
  /** Plain numbers of unknown meaning. A follow-up may mean a strike by one. */
  readonly loose: readonly number[]
  readonly unread: readonly string[]
  readonly hearsay: readonly string[]
  /** The text with each number replaced by what it is: `_strike`. */
  readonly masked: string
}

/** Reads the numbers of a text in which stocks are `§` and dates `¤`. `listed`: numbers that name a strike by place. */
export function readNumbers(text: string, mentions: readonly NumberMention[]): GrammarResult {
  const slots: { -readonly [Name in keyof Slots]?: Slots[Name] } = {}
  const roles = mentions.map((mention, index) => findRole(text, mentions, index, mention))
  const unread: string[] = []
  const hearsay: string[] = []
  const strikes: number[] = []
  const loose: number[] = []
  const isRoll = /\broll/u.test(text)
  for (const [index, mention] of mentions.entries()) {
    const role = roles[index] ?? null
    const sentence = cutSentence(text, mention).words
    if (
      (role === 'cost' || role === 'premium' || role === 'stockPrice') &&
      isHearsay(text.slice(0, mention.start), text.slice(mention.end))
    ) {
      hearsay.push(mention.written)
      roles[index] = 'none'
    } else if (role === null || role === 'calculation') {
      unread.push(mention.written)
      if (role === null && mention.kind !== 'percent') loose.push(...mention.values)
    } else if (
      role === 'strike' &&
      !mention.isSpan &&
      (isRoll || CHANCE.test(text) || readSide(text, mention) === 'point')
    )
      strikes.push(...mention.values)
    else if (role === 'monthlyPct' && text.includes('§')) {
      slots.premiumPct ??= toRange(text, mention, role)
      slots.days ??= at(DAYS_PER_MONTH)
    } else if (role !== 'none' && !assign(slots, role, toRange(text, mention, role), sentence, mention))
      unread.push(mention.written)
  }
  const distinct = [...new Set(strikes)]
  if (distinct.length === 1) slots.strike = at(distinct[0] ?? 0)
  else if (distinct.length > 1) slots.strikes = distinct
  settlePremium(slots, text)
  return { slots, loose, unread, hearsay, masked: maskNumbers(text, mentions, roles) }
}

const CHANCE = /\b(?:chances?|probability|odds|likelihood)\b/u

/** Whether the nearest person before a figure is somebody else. */
export function isHearsay(before: string, after: string): boolean {
  const others = Math.max(-1, ...[...before.matchAll(new RegExp(HEARSAY, 'gu'))].map(({ index }) => index))
  const own = Math.max(
    -1,
    ...[
      ...before.matchAll(/\bmine\b|\bmy (?:cost|basis|shares|entry)\b|\bi (?:paid|bought|sold|own|have|hold|got)\b/gu),
    ].map(({ index }) => index),
  )
  return others > own || (others < 0 && /^[^.;?!]{0,12}\b(?:supposedly|apparently|allegedly|reportedly)\b/u.test(after))
}

function findRole(text: string, all: readonly NumberMention[], index: number, mention: NumberMention): Role | null {
  const { sentence } = cutSentence(text, mention, all, index)
  const value = mention.values.at(-1) ?? 0
  if (mention.isCall && mention.kind !== 'percent' && !/#'?s (?:calls|puts)/u.test(sentence)) return 'strike'
  const found = rules.find(
    ({ when, kind, least, most, isWhole }) =>
      (kind === undefined || kind === mention.kind) &&
      (kind === 'percent' || mention.kind !== 'percent' || when.source.includes('delta')) &&
      value >= (least ?? 0) &&
      value <= (most ?? Number.POSITIVE_INFINITY) &&
      (isWhole !== true || Number.isInteger(value) || /shares/u.test(when.source)) &&
      when.test(sentence),
  )
  const side = readSide(text, mention)
  // A bound on a price without a stock is one of a screen.
  if (found?.role === 'stockPrice' && side !== 'point' && !text.includes('§')) return 'price'
  // The chance of ending above a price is that of the call at this strike.
  if (found?.role === 'stockPrice' && CHANCE.test(text)) return 'strike'
  if (found !== undefined) return found.role
  if (mention.kind === 'money' && side === 'point' && value < MAX_PREMIUM_PER_SHARE && !text.includes('§')) return null
  if (side === 'point') return /§/u.test(text) && mention.kind === 'money' ? 'strike' : null
  if (mention.kind === 'money' && value <= 15) return 'premium'
  return text.includes('§') ? 'strike' : 'price'
}

/** The sentence of a number. Its own place is `#`, those of other numbers `№`. */
function cutSentence(text: string, mention: NumberMention, all: readonly NumberMention[] = [], index = -1) {
  const from = Math.max(...[...text.slice(0, mention.start).matchAll(/[;!?]\s|\.\s/gu)].map((end) => end.index + 2), 0)
  const next = /[;!?]|\.\s/u.exec(text.slice(mention.end))
  const to = next === null ? text.length : mention.end + next.index
  let sentence = ''
  let done = from
  for (const [place, { start, end, isCall }] of all.entries()) {
    if (start < from || end > to) continue
    sentence += `${text.slice(done, start)}${place === index ? '#' : '№'}${isCall ? 's' : ''}`
    done = end
  }
  return { sentence: (sentence + text.slice(done, to)).replace(/\s+/gu, ' ').trim(), words: text.slice(from, to) }
}

function toRange(text: string, mention: NumberMention, role: Role): Range {
  const scaled = mention.values.map((value) => (role === 'delta' && value > 1 ? value / 100 : value))
  const [low = 0, high = low] = scaled
  const side = readSide(text, mention)
  if (side === 'least') return { least: low, most: null }
  return side === 'most' ? { least: null, most: high } : { least: low, most: high }
}

function assign(
  slots: { -readonly [Name in keyof Slots]?: Slots[Name] },
  role: Exclude<Role, 'none' | 'calculation'>,
  range: Range,
  sentence: string,
  { values, written }: NumberMention,
): boolean {
  const value = values[0] ?? 0
  const slot =
    role === 'monthlyPct' ? 'yieldPct' : role === 'contracts' ? 'shares' : role === 'itmPct' ? 'otmPct' : role
  if (role === 'premium' && pointOf(slots.premium ?? null) !== null && pointOf(range) !== null) {
    return pointOf(slots.premium ?? null) === value
  }
  const isTaken = slots[slot] !== undefined && slots[slot] !== null
  if (isTaken && isAlternativeName(slot) && pointOf(range) !== null && pointOf(slots[slot] ?? null) !== null) {
    const isNew = pointOf(slots[slot] ?? null) !== pointOf(range)
    if (isNew) slots.alternatives = [...(slots.alternatives ?? []), { slot, value: range }]
    return true
  }
  if (isTaken)
    return isSame(slots[slot], slot === 'shares' && role === 'contracts' ? value * SHARES_PER_CONTRACT : value)
  if (role === 'monthlyPct') {
    const yearly = (one: number | null) => (one === null ? null : one * MONTHS_PER_YEAR)
    slots.yieldPct ??= { least: yearly(range.least), most: pointOf(range) === null ? yearly(range.most) : null }
  } else if (role === 'itmPct') {
    const below = (one: number | null) => (one === null ? null : -one)
    slots.otmPct ??= { least: below(range.most), most: below(range.least) }
  } else if (role === 'contracts') slots.shares ??= value * SHARES_PER_CONTRACT
  else if (role === 'premium') {
    const after = sentence.slice(sentence.indexOf(written) + written.length)
    const isPerContract = /^\s?(?:premium )?(?:a|per|\/|each|for each) ?contract/u.test(after)
    const scale = (one: number | null) => (one === null || !isPerContract ? one : one / SHARES_PER_CONTRACT)
    slots.premium ??= { least: scale(range.least), most: scale(range.most) }
  } else if (isRangeName(role)) slots[role] ??= range
  else slots[role] ??= value
  return true
}

const isSame = (filled: unknown, value: number) =>
  typeof filled === 'number' ? filled === value : isRange(filled) && (filled.least === value || filled.most === value)
const isRange = (value: unknown): value is Range => typeof value === 'object' && value !== null && 'least' in value

/** A premium that no share could bring is that of a contract. */
function settlePremium(slots: { -readonly [Name in keyof Slots]?: Slots[Name] }, text: string): void {
  const premium = pointOf(slots.premium ?? null)
  const level = pointOf(slots.strike ?? null) ?? slots.cost ?? slots.stockPrice ?? null
  if (premium === null || /\ba share\b|\bper share\b/u.test(text)) return
  if (premium > MAX_PREMIUM_PER_SHARE && (level === null || premium > level / 2)) {
    slots.premium = at(premium / SHARES_PER_CONTRACT)
  }
}

const maskNumbers = (text: string, mentions: readonly NumberMention[], roles: readonly (Role | null)[]) =>
  mentions.reduceRight(
    (left, { start, end, kind }, index) =>
      `${left.slice(0, start)} _${roles[index] ?? (kind === 'plain' ? 'number' : kind)} ${left.slice(end)}`,
    text,
  )
