import type { NumberMention } from './numbers.ts'
import type { RangeName } from './slots.ts'

export type Role =
  | RangeName
  | 'shares'
  | 'contracts'
  | 'cost'
  | 'stockPrice'
  | 'count'
  | 'rise'
  | 'budget'
  | 'monthlyPct'
  | 'protectionPct'
  /** The chance that the call is not assigned. */
  | 'keepPct'
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
const TO = `(?:[ :=~]+(?:of|at|is|are|was|be|for|price|around|about|near|above|below|over|under|between|from|or|than|higher|lower|less|more|least|most|greater|no|not|exceeding|up|to|min|max|minimum|maximum|a|an|the|level|above|on|by|@|>=?|<=?|=))*[ :=~<>$(]*#`
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

const RANK = String.raw`\biv(?:r| rank| percentile)\bTO|(?<!\b(?:top|best|first|highest|lowest) )#\+? (?:or (?:higher|more) )?iv(?:r| rank| percentile)\b`
const IMPLIED = String.raw`\b(?:iv|implied vol\w*|volatility)\bTO|(?<!\b(?:top|best|first|highest|lowest) )#\+? (?:or (?:higher|more) )?(?:iv\b|implied)`
const OF_DIVIDENDS = String.raw`^(?=.*\b(?:dividends?|ex-?\s?div\w*|goe?s? ex|payers?|reits?)\b)(?!.*\b(?:calls?|premiums?|options?|annuali\w+|a year)\b).*\byield\w*TO`

/** Decides what a number is. The first rule that matches wins: units, then nouns, then verbs, then places. */
export const rules: readonly Rule[] = [
  rule(
    'none',
    String.raw`#[- ]?(?:day|week)[- ](?:moving|sma|ma\b|average|avg|line|high|low|range)|\b(?:above|below|under|over) (?:its|the|their) #[- ]?days?\b|\b(?:sma|ema|s&p|russell|form|section) ?#|#(?:k\b|th\b)|^(?=.*\bsplits?\b).*(?:#[- ]for[- ]№|№[- ]for[- ]#)|\bages? #|\blike (?:i'm|i am) #|\b(?:i'm|i am) #(?=$|[ ,.]+(?:and|years?|yo|but|with)\b|,)|\b(?:retired|retiree|teacher|widow\w{0,3}|grand\w{0,8}|pensioner)\b[^.;?#№]{0,24}\b(?:here )?,? ?#(?= ?,)|\bends? (?:in|with) #|\b(?:account|acct) (?:(?:number|no|ends?)(?: (?:is|in|with)){0,2} )?#`,
  ),
  // A year beside its preposition.
  rule('none', String.raw`\b(?:in|during|before|of|for) #(?=$|[?.!,])`, {
    kind: 'plain',
    least: 2_020,
    most: 2_040,
    isWhole: true,
  }),
  // Figures that the app does not have.
  rule(
    'none',
    String.raw`\b(?:betas?|p\/?e(?: ratios?)?|peg|debt[- ]to[- ]equity|short interest|payout ratios?|eps)\bTO|#\s?(?:beta|p\/?e|payout)\b`,
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
  rule('premium', String.raw`\bneed \$?# (?:out of|from|for|on|per|a) (?:[\w№]+ )?(?:contract|call)s?\b`),
  rule('strike', String.raw`№s? ¤ (?:vs\.?|versus|or|against|and) (?:the )?\$?#(?! ?%)`),
  rule('budget', String.raw`^\$?# ?[:,-] `, { least: 1_000 }),
  rule('premium', String.raw`\bis # for an? (?:[\w.№§¤-]+ ){0,6}calls?\b`),
  rule('calculation', String.raw`\bneed\b.*\b(?:make|earn|collect|reach|get) \$?#`, { least: 50 }),
  rule('premium', String.raw`\b(?:№ )?(?:calls?|contracts?) (?:at|for) \$?#`, { kind: 'money' }),
  rule('premium', String.raw`\bcalls? (?:is|costs?|trades at|goes for) (?:now )?\$?#(?! ?(?:%|days?))`),
  rule('contracts', String.raw`(?<!§ |¤ |the |№ )# (?:[a-z]+ )?puts\b`, { kind: 'plain', most: 20, isWhole: true }),
  rule('none', String.raw`# (?:short )?weekl(?:y|ies)\b`, { isWhole: true, kind: 'plain' }),
  rule(
    'delta',
    String.raw`(?:\bcalls?\b|§)(?:(?!\b(?:sold|wrote|premium|bid|paid|got)\b)[^.;?#])*\b(?:around|about|near|roughly) #(?! ?(?:cents?|a share|per))`,
    { kind: 'plain', least: 0.05, most: 0.6 },
  ),
  rule(
    'strike',
    String.raw`\b(?:fine|ok|okay|happy|comfortable|willing|mind)\b[^.;?#]{0,24}\b(?:sell\w*|part\w*|letting|called|assigned)\b[^.;?#]{0,20}\b(?:at|for|from) \$?#`,
  ),
  rule('days', String.raw`#\s?-?(?:dte|days?\b|d\b)|\bdte[ :=<]*#`, WHOLE),
  rule('strike', String.raw`\bstrike[ :=]+\$?#`),
  rule('stockPrice', String.raw`# stock\b`),
  rule('stockPrice', String.raw`\bstock(?:'?s| is)?(?: now)? at \$?#`),
  rule('premium', String.raw`\bpremium[ :=]+\$?#(?! ?calls?\b)`),
  rule('days', String.raw`\bdays[ :=]+#(?! ?(?:shares|calls|delta))`),
  rule('stockPrice', String.raw`^(?:stock|price|spot)[ :=]+\$?#`),
  rule('days', String.raw`#\s?-?(?:dte|days?\b|d\b)|\bdte[ :=<]*#`),
  rule(
    'delta',
    String.raw`#\s?-?deltas?\b|\bdeltas?\bTO|#(?= ?(?:and|or|vs\.?|versus|to|/|,|&) ?(?:the |a )?№ ?-?deltas?\b)`,
    { most: 100 },
  ),
  rule(
    'openInterest',
    String.raw`\b(?:open interest|oi)\bTO|#\+?\s?(?:or more )?(?:contracts of )?(?:oi|open interest)\b|\bopen interest\b[^.;?#№]{0,60}\b(?:say|at least|minimum(?: of)?|need|over|above|more than) #`,
  ),
  rule('volume', String.raw`\bvolume\bTO|# volume`),
  rule(
    'score',
    String.raw`\b(?:scor(?:e|es|ed|ing)|ratings?|rated)\bTO|(?<!\b(?:top|best|first) )#\+? (?:or (?:higher|better|more) )?(?:score|rating|rated)`,
  ),
  rule('none', String.raw`\bmag(?:nificent)? #`),
  rule('iv', IMPLIED, PERCENT),
  rule('ivRank', RANK, PERCENT),
  rule('ivRank', RANK),
  rule('iv', IMPLIED),
  rule('rsi', String.raw`\brsi\bTO|# rsi`),
  rule('spreadPct', String.raw`\bspreads?\bTO|#\s?(?:or less )?(?:bid[- ]ask )?spread`, PERCENT),
  rule(
    'dividendYield',
    String.raw`\bdividends?(?: (?:yields?|payers?|stocks?|names?|yielding|paying|with))*\bTO|#\+?\s?(?:or (?:more|better) )?(?:in |of |from )?(?:the |a )?(?:dividend|yield dividend)`,
    PERCENT,
  ),
  rule(
    'dividendYield',
    String.raw`\bdividends?(?: yields?)?(?: of)?[ :]+(?:over|above|at least|more than|min\w*|>=?|north of|higher than|better than|between) #|#\+ (?:dividend|div)\b`,
    { kind: 'plain', most: 20 },
  ),
  rule('dividendYield', OF_DIVIDENDS, PERCENT),
  rule('dividendYield', OF_DIVIDENDS, { kind: 'plain', most: 20 }),
  rule(
    'keepPct',
    String.raw`#\s?(?:or (?:more|better) )?(?:chances?|probab\w+|odds|likel\w+) (?:of |to |that |i |we ){0,3}(?:keep\w*|hold\w* on|not (?:be |being |get |getting )?(?:called|assigned|exercised)|(?:it )?expir\w* worthless)`,
    PERCENT,
  ),
  rule(
    'chancePct',
    String.raw`#\s?(?:chance|probab\w+|odds|likel\w+|risk of)|\b(?:chances?|probab\w+|odds|likelihood)\b(?:TO|[^.;?#№]{0,40}\b(?:is|are|like|under|below|around|about|than|of)(?: like| about| around| under| below| than| less){0,2} #)`,
    PERCENT,
  ),
  rule(
    'monthlyPct',
    String.raw`#\s?(?:or more |return |yield )?(?:(?:(?:for|in|over) )?(?:a|the|one|per|each|every|\/) ?month|this month|monthly)|\bmonthlyTO`,
    PERCENT,
  ),
  rule(
    'protectionPct',
    String.raw`#\s?(?:or more )?(?:of )?(?:downside )?(?:protection|cushion|buffer)\b|\b(?:protection|cushion|buffer)\bTO|\bbreak-?evens?\b[^.;?#]{0,24}#(?=\s?(?:or more )?(?:below|under|lower|beneath))`,
    PERCENT,
  ),
  rule(
    'premiumPct',
    String.raw`\b(?:yield\w*|pay\w*|return\w*|mak\w+|bring\w*|giv\w+|get|earn\w*|collect\w*)\bTO(?= (?:\w+ )?(?:in|for|over|within|every) (?:about |around |the next |under )?(?:¤|№ ?-?(?:days?|dte|d\b)))`,
    PERCENT,
  ),
  rule(
    'itmPct',
    String.raw`#\s?(?:or (?:more|less) )?(?:itm\b|in[- ]the[- ]money|(?:below|under)(?: the| its| current)* (?:price|stock|market|spot))`,
    PERCENT,
  ),
  rule(
    'otmPct',
    String.raw`#\s?(?:upside|up\b|room|distance|over(?: the| its| current)* (?:price|stock|market|spot))|\b(?:upside|room|distance)\bTO`,
    PERCENT,
  ),
  rule(
    'otmUsd',
    String.raw`#\s?(?:points?|pts)? ?(?:above|over|out[- ]of[- ]the[- ]money|otm)(?! (?:my|cost|\$?№))(?: the| its| current| today's)*(?: (?:price|stock|market|spot|here))?(?=$|[ ,?.])`,
    { kind: 'money' },
  ),
  rule(
    'otmPct',
    String.raw`#\s?(?:or (?:more|less) )?(?:otm|out[- ]of[- ]the[- ]money|out(?=$|[ ,?.])(?! of\b)|above|away|higher|further)|# (?:vs\.?|versus|or|and|against) (?:an? |the )?№ (?:otm\b|out\b|above\b|away\b)|\b(?:otm|away|out[- ]of[- ]the[- ]money)\bTO`,
    PERCENT,
  ),
  rule(
    'yieldPct',
    String.raw`#.{0,14}?\b(?:yield\w*|annual\w*|a year|per year|yearly|apr|per annum)|\b(?:yield\w*|annuali[sz]\w+)\bTO`,
    PERCENT,
  ),
  rule('yieldPct', String.raw`\byield(?:s|ing)?\bTO`),
  rule(
    'premiumPct',
    String.raw`#\s?(?:or more )?(?:premiums?|returns?\b|of (?:the )?(?:stock|share|price))|\b(?:premiums?|pay\w*|pay me|bring\w*)\bTO`,
    PERCENT,
  ),
  rule('percent', '#', PERCENT),
  rule(
    'contracts',
    String.raw`#\s?(?:more |§ |¤ |covered |open |of )*(?:contracts?|lots)\b|\bfor # calls\b|# of (?:them|those|these)\b`,
    {
      most: 1_000,
      isWhole: true,
    },
  ),
  rule(
    'contracts',
    String.raw`${ASKED}|buy back|bought back|opened) (?:another |me )?# (?:more |§ |¤ |,? ?№ |covered |open |otm )*calls\b`,
    { most: 20, isWhole: true },
  ),
  rule('contracts', String.raw`\b(?:just|only|do|make) # (?:more |covered )*calls?\b`, { most: 20, isWhole: true }),
  rule('contracts', String.raw`\bsell # §(?: ¤)? ?,? №(?: covered)? calls?\b`, { most: 20, isWhole: true }),
  rule(
    'shares',
    String.raw`# of (?:it|them)\b|#\s?(?:§ |of my |more |of |common |odd )?shares?\b(?! price)|\b(?:own|hold|have|holding|owns|got|bought|buy|long|with|purchased|on) (?:about )?# (?:of )?§(?! (?:¤ |№ )*(?:calls?|puts?|strikes?|options?))|\b(?:bought|own|hold|long) # (?:at|@|from)\b|\bbuy(?:ing)? #(?= (?:today|now|and|then)\b)|^# (?:shares )?(?:of )?§(?= (?:at|@|from) )`,
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
    String.raw`#(?= (?!day|dollar|buck|week|month|year|dte|delta)(?:[a-z-]+ ){0,3}(?:stocks|names|ideas|candidates|picks|tickers|companies|caps|banks|utilities|reits|semis|payers|opportunities)\b)(?<!\b(?:under|over|below|above|than|at|of) #)`,
    {
      kind: 'plain',
      most: 30,
      isWhole: true,
    },
  ),
  rule(
    'count',
    String.raw`\b(?:show(?: me)?|give me|list|find(?: me)?|any|see|want|pull(?: up)?|top|best|first) (?:the |your )?(?:top |best )?#(?! ?(?:¤ |covered )*(?:call|put|strike)\b(?! (?:stocks|names|ideas|candidates|picks)))(?=[ ,.]|$)`,
    { kind: 'plain', most: 30, isWhole: true },
  ),
  rule(
    'price',
    String.raw`^(?!.*§).*\b(?:stock |share )?prices?(?: (?:of|is|per share|a share|should be))* (?:max\w*|min\w*|under|below|over|above|up to|at most|at least|<=?|>=?)[ $]*#`,
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
  rule('budget', String.raw`#\s?(?:budget|to (?:invest|spend|put in|work with))\b`, { least: 400 }),
  rule(
    'budget',
    String.raw`\b(?:with|have|has|got|hold|invest\w*|budget|spend|capital|account|afford|fits?)(?: (?:is|of|about|around|only|roughly|just|up to|like|a))* ?:?\$?#(?! ?(?:shares?|§|of|contracts?|calls?|delta|days?|at|a (?:share|month|year)|invested)\b)(?! ?§)`,
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
    'stockPrice',
    String.raw`^(?=.*\b(?:if|would|suppose|what)\b).*\b(?:clos(?:es?|ed|ing)|ends?|ended|finish\w*|lands?|settles?|be worth)(?: [\w§]+){0,4} at \$?#(?! ?(?:calls?|strikes?|c\b|%))`,
  ),
  rule(
    'price',
    String.raw`\b(?:stocks?|names?|companies|candidates|ideas|tickers|priced?|banks|anything|something|ones|sector|caps?|screen|cheap|income)\b[^.;?#]{0,44}?\b(?:under|below|over|above|less than|cheaper than|up to|at most|between|max|sub|at less than)\b[ $]*#|(?:under|below|over|above|less than|<|>)[ $]*#(?: dollars| bucks)?(?: a share)? (?:stocks?|names?|tickers)|\([<>=]+ ?\$?#`,
  ),
  rule(
    'premium',
    String.raw`${ASKED}|open(?:ed)?)\b[^.;?#]{0,44}(?:\b(?:for|at|got|get) ?|@ ?)\$?#|#\s?(?:a|per|\/) ?(?:share|contract)\b(?! (?:stock|price))|\b(?:collect\w*|receiv\w*|get|got|bring\w*|brought in|bid|mid|pays?|paying|pocket\w*|earn\w*|makes?|gives(?: me)?|giving me|took in)\b(?:(?!\bcalls? at\b)[^.;?#]){0,24}?\$?#`,
  ),
  rule(
    'strike',
    String.raw`\b(?:in|roll\w*|to) (?:the )?\$?#s?\b|(?:§|¤) ?(?:¤ |,)? ?\$?#s?(?=$|[ ,?])|\bthe \$?#(?=$|[ ?.])|(?:^|[ ,/])\$?#s?(?: ?(?:,|\/|or|vs\.?|versus|against|and|or the|and the) ?(?:the )?\$?№)|№s? ?(?:,|\/|or|vs\.?|versus|against|and) ?(?:or |the )?\$?#`,
  ),
]
