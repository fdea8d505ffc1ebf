import { rateRules } from './rate-rules.ts'
import { CLOSES, COUNT, PERCENT, type RoleRule, rule } from './rule.ts'

const FEES = String.raw`# (?:(?:total|in) )*(?:commissions?|fees?)\b|\b(?:commissions?|fees?)(?: (?:of|are|is|was|were|total|at|about))*[ :=]*#`
const callRules: readonly RoleRule[] = [
  rule(
    'none',
    String.raw`#[- ]?(?:day|week)[- ](?:moving|sma|ma\b|average|high|low|range)|#[- ]?(?:days?|weeks?|months?|years?) ago\b|\b(?:section|form) #|\bs&p #|\bage #`,
  ),
  rule(
    'close_pct',
    String.raw`\b(?:drop|fall|tank|lose|crash|sink|down|dip|slide)\w*(?: (?:by|another|about|of))* #(?! (?:a|per|each|every) )`,
    { ...PERCENT, scale: -1 },
  ),
  rule(
    'close_pct',
    String.raw`\b(?:stock|it|§|shares?|price)\b SOME{0,12}\b(?:rall\w+|rise\w*|up|gain\w*|jump\w*|climb\w*|goes up|run\w*)(?: (?:by|another|about))* #`,
    PERCENT,
  ),
  rule('return_pct', '#', PERCENT),
  rule(
    'days',
    String.raw`#[- ]?(?:calendar )?(?:days?\b|dte\b|d\b)(?! №| ago)|\bdte[ :=]*#|\bdays[ :=]+#(?! (?:shares|calls|contracts|delta))`,
    COUNT,
  ),
  rule('delta', String.raw`#[- ]?deltas?\b|\bdeltas?(?: (?:of|is|at|around|about|=))*[ :=]*#`, { most: 100 }),
  rule(
    'good_periods',
    String.raw`# (?:out )?(?:of|in) (?:every |the )?№ (?:months|weeks|times|of them|trades)|\bonly # (?:months|weeks)\b`,
    COUNT,
  ),
  rule('periods_a_year', `<good_periods> (?:out )?(?:of|in) (?:every |the )?#`, COUNT),
  rule(
    'times',
    String.raw`# (?:times|cycles|rounds|premiums)\b|\b(?:a|per|every|each) (?:month|week)\b SOME{0,24}\bfor # (?:months|weeks)|\bfor # (?:straight |more )?(?:months|weeks|cycles) (?:in a row|straight|running)|# (?:months|weeks) (?:in a row|straight|running)`,
    COUNT,
  ),
  rule('days', String.raw`#[- ]?(?:weeks?|wks?)\b(?! ago)`, { scale: 7 }),
  rule('days', String.raw`#[- ]?months?\b(?! ago)`, { scale: 365 / 12 }),
  rule('days', String.raw`#[- ]?(?:years?|yrs?)\b(?! old)`, { scale: 365 }),
  rule(
    'shares',
    String.raw`# (?:more |other |odd |total |common |of (?:my |the )?)*(?:§ )?(?:shares?\b(?! price)|stocks?\b(?= (?:at|of|and|i own)))|\bshares(?: held| owned)?[ :=]+#(?! ?(?:a|per) )`,
    COUNT,
  ),
  rule('fee_total', String.raw`# (?:per|a|each) (?:trade|order|ticket)\b(?=.*№ ?(?:per|a|each|\/) ?contract)`, {
    most: 99,
  }),
  rule('fee', String.raw`\b(?:plus|paid|pay|paying|and) # ?(?:per|a|each|\/) ?contract\b(?! to close| to buy)`, {
    most: 3,
  }),
  rule(
    'fee',
    String.raw`\b(?:commissions?|fees?|broker SOME{0,24}?|charge\w*)IS#(?: (?:each|per\b|PER (?:contract|side|call|option|leg|trade)))|# each (?:in|way|side|leg|to open)\b|# (?:(?:a|per|each|in|of|contract|side|leg|way) )*(?:commissions?|fees?)\b(?= (?:PER|each|on each|both))|# PER ?(?:contract|side|call|leg|option)(?: each way| both ways)? ?(?:in |of )?(?:commissions?|fees?)|\b(?:take off|takes|minus|less|deduct|subtract|charges?|charged|knock off|after|broker) #(?: (?:each|PER (?:contract|side|call|option|leg)))`,
    { most: 99 },
  ),
  // Cents are a fee of each contract.
  rule('fee', FEES, { most: 0.99 }),
  rule('fee_total', FEES, { most: 1_000 }),
  rule(
    'dividend',
    String.raw`\b(?:dividends?|divvy|divvies)(?:IS(?<!\bcosts? )| (?:i |that |which )?(?:got|paid|received|collected) )#|# (?:a share |cents? )?(?:in |of |quarterly |a share in )*dividends?\b|\b(?:ex|ex-div\w*|ex-dividend|ex date)\b SOME{0,24}?\b(?:for|of|with|at|paying|pays) #|\bdividends? SOME{0,16}\bis #`,
  ),
  rule(
    'dividend',
    String.raw`\b(?:stock|§|it|shares?)\b SOME{0,12}\bpays? (?:a |me |out )?#(?= (?:a share )?(?:PER|\/) ?(?:quarter|year|month))`,
    { most: 20 },
  ),
  rule(
    'contracts',
    String.raw`# (?:more |open |short |covered |total )*contracts?\b|#(?= ?x\b)|\b(?:contracts?|qty|quantity)[ :=]+#(?! ?(?:(?:a|per) |strikes?\b|c\b|calls?\b))|<premium> ?[x×] ?#|# (?:of )?(?:the |my |those |these )?№(?:s| strikes?)?(?:s? CALLS|s\b)|# of (?:the |my |those )(?:№|<strike>)|# of (?:them|those|these)\b|# lots?\b(?! of shares)|SELL #(?= § (?:¤ )?№ ?(?:c|calls?)\b)|\b(?:only|actually|really) (?:sold|wrote|did) #(?! ?(?:at|for|shares|days))`,
    COUNT,
  ),
  rule(
    'contracts',
    String.raw`^#(?= ?(?:@|at) №s? (?:for|@|at) )|(?:SELL|\b(?:am|i'm|have) short|\bfor|\bon|\bwith|\bmy|\bthose|\bback|\bclosing|\bclosed|\bof) #(?= CALLS(?! (?:strike|expir)))|\bhow (?:many|much) shares SOME{0,24}#(?= CALLS)|\bSELL #(?= (?:for|at|@) (?:a )?№)`,
    { ...COUNT, most: 40 },
  ),
  rule(
    'leap_strike',
    String.raw`# (?:strike )?(?:¤ )?(?:leaps?\b|long call|deep itm|long leaps?)|\b(?:leaps?|long call)(?: (?:at|with|is|of|the|a|strike))* #(?= ?(?:strike|c\b|call))`,
  ),
  rule(
    'leap_cost',
    String.raw`<leap_strike>SOME{0,30}?(?:\b(?:cost|costs|costing|for|at|paid|is|was|bought)\b|@)IS#|\b(?:leaps?|long call)\b SOME{0,16}\b(?:cost|costs|for|at|paid|price)IS#|\bpaid # (?:for|on) (?:the |a |my )?<leap_strike>`,
  ),
  rule(
    'strike',
    String.raw`\broll\w* SOME{0,20}\bfrom (?:the |my |a )?#(?! ?(?:days|weeks))|\broll\w* (?:my |the |a )?#(?= (?:strike |call )?(?:up )?to (?:the |a )?№)|^(?=.*\b(?:roll\w*|debit|credit)\b).*(?<!\b(?:stock|§|shares?|price|it)\b[^.;?!#№<>]{0,24})\bfrom (?:the |my |a )?#(?= (?:strike |call )?(?:up )?to (?:the |a )?№)`,
  ),
  rule(
    'new_strike',
    String.raw`\b(?:from|roll\w*) (?:the |my |a )?<strike>SOME{0,12} to (?:the |a )?#(?! ?(?:days|weeks))`,
  ),
  rule(
    'debit',
    String.raw`<new_strike>(?!.*<buy_back>)SOME{0,40}\b(?:pay|pays|paying|paid|costs?|costing)(?: (?:me|about|a|another|around))* #(?! ?(?:for|to close))`,
  ),
  rule(
    'cost',
    String.raw`\b(?:went|gone|go|fell|fallen|dropped|rose|moved|climbed|slid|sank|declined)(?: (?:down|up))? from #(?= (?:all the way )?(?:down |up )?to №)`,
  ),
  rule('close_price', String.raw`\bfrom <cost> (?:all the way )?(?:down |up )?to #`),
  rule(
    'close_price',
    String.raw`\b(?:make|profit|results?|outcomes?|payoffs?|end up|happens|p ?& ?l|looks?|where am i|net|gain|lose|do)\b SOME{0,16}\bat #(?! ?(?:strikes?|calls?|c\b|dte))(?=.*\b(?:exp\w*|closes?|finish\w*|ends?)\b)`,
  ),
  rule('new_strike', String.raw`\broll\w*\b SOME{0,30}\b(?:to|into) (?:the |a )?#(?! ?(?:for|credit|debit))`),
  rule(
    'cost',
    String.raw`\b(?:got|bought|picked) (?:them|it|these|those|mine|the shares)(?: up)? (?:at|for) #(?! ?(?:calls?|strikes?|c\b))`,
  ),
  rule(
    'cost',
    String.raw`\b(?:cost|basis|paid|entry)(?: (?:is|was|of|at|basis|price))*[ :=]+#(?! ?(?:strike|c\b|calls\b|a contract|per contract|to close|for the))`,
  ),
  rule(
    'price',
    String.raw`(?<!(?:№|<price>) )\b(?:stocks?|spot|underlying)(?: (?:price|is|at|now|trades at))*[ :=]+#(?! ?(?:calls\b|strikes?\b(?! №)|c\b|(?:at|on|by) exp))`,
  ),
  rule('contracts', String.raw`#(?= (?:covered )?(?:calls|puts|options|ccs)\b)(?<!\b(?:the|a) #)`, {
    ...COUNT,
    most: 12,
  }),
  rule(
    'strike',
    String.raw`#-?(?: dollar| buck)? ?(?:strikes?|c|p|-strike)\b(?!(?: of| at| is|:)* №)|(?<!<strike> )\bstrikes?(?: (?:of|is|was|price|at))*[ :=]+#|#(?: ¤)? (?:¤ )?CALLS|SELL (?:the|a|my|some|<contracts> of the) (?:¤ )?#(?= (?:for|at|@|strike|¤|and got)|[,.?;]|$)|\bputs? (?:at|@) #(?= (?:for|at|got|and|strike))|SELL SOME{0,24}? #(?= (?:for|at|@) (?:a |about )?№)|<contracts> ?(?:@|at) #(?= (?:for|at|@) )|\bthe #(?= (?:brings?|pays?|is (?:at|bid)|goes for|at|for|trades|gets) )|CALLS (?:(?:at|@) )?#(?= (?:for|at|@|brings?|pays?) (?:about |a )?№)|\bout at #(?=.*\b(?:assign|called|exercis))|^(?!.*\bputs?\b).*\b(?:called(?: away)?|assigned|exercised|taken) (?:away )?at #`,
    { least: 0.5 },
  ),
  rule(
    'target',
    String.raw`\b(?:need|want|like|goal|target|aim\w*|looking|trying|make|generate|earn|get|reach|bring in|after|income)\b SOME{0,40}# (?:of income |in income |income )?(?:PER |\/)?(?:month|week|year|quarter|day|monthly|weekly)|\bto (?:make|earn|get|collect|reach|generate|net|bring in|hit|pull in)(?: me| about| around| at least)* #|\b(?:need|want|target|goal)\b SOME{0,24}#(?= (?:SOME{0,12}\b(?:income|from|out of|in premium|premium)|SOME{0,6}(?:a|per|each|every) (?:month|week|year)))|\b(?:targetIS|goalIS)#|#(?= ?(?:(?:PER |\/)(?:month|week|year)|monthly|weekly|quarterly|yearly|annually)\b)`,
    { least: 40 },
  ),
  rule(
    'budget',
    String.raw`\b(?:account|portfolio|capital|cash|budget|invest\w*|bankroll|with|got|have|spend)(?: (?:size|is|of|about|around|only|like|a|an|up|to|roughly|just))*[ :=]*#(?! ?(?:shares?|§|contracts?|calls?|a share|per share|in dividends))(?! ?s)|# (?:account|portfolio|invested|in cash|cash|to invest|of capital|capital|to work with|to spend|to put|to play)|\bon # (?:invested|of capital|of stock|worth)|# (?:worth of (?:stock|shares)|of stock|of shares|position)\b`,
    { least: 500 },
  ),
  rule(
    'buy_back',
    String.raw`SELL(?:(?!\b(?:stock|shares?|price|§)\b)[^?!#<>]){0,24}№(?:(?!\b(?:stock|shares?|price|§)\b)[^?!#<>№]){0,24}\b(?:now|currently|down to|worth)(?: (?:it's|at|only|just|down|to))* #(?! ?(?:stock|shares|days))|SELL(?:(?!\b(?:stock|shares?|price|§)\b)[^?!#<>]){0,24}№(?:(?!\b(?:stock|shares?|price|§)\b)[^?!#]){0,40}\b(?:it's|its|it is|they're|is)(?: (?:at|trading at|worth))* #(?= (?:now|today|currently|¤))|\bpay(?:ing)? (?:the |another )?#(?=[^?!]{0,48}\b(?:free|rid|out of it|be out|be done))|# (?:of (?:premium|time value) )?(?:is )?(?:left|remaining) (?:in|on) (?:my|the|this|each|a)\b|SELL[^?!#]{0,80}\b(?:calls?|options?)(?:'s| is| are)(?: (?:now|at|worth|trading at))* #(?! ?(?:itm|otm|in the))`,
  ),
  rule(
    'buy_back',
    String.raw`\b(?:calls?|options?|they|contracts?)(?: (?:is|are|now))* (?:worth|trading at|priced at|marked at) #(?=(?: now| today| currently)?\b.*SELL)`,
  ),
  rule('price', `<return_pct> of (?:a |an |the )?#`, { most: 1_999 }),
  rule(
    'contracts',
    String.raw`\bfill(?:ed|s)?(?: (?:at|in|were|was|pieces))*[ :]*#(?= ?(?:@|at|for) ?№)|<contracts>(?: contracts?| calls?)? ?(?:@|at|for) ?<premium>(?: each)?,? (?:and )?#(?= ?(?:@|at|for) ?№)`,
    COUNT,
  ),
  rule(
    'buy_back',
    String.raw`\bbuy-?backs?(?: (?:at|for|now|is|was|price|cost|costs))* #|\b(?:buy|buying|bought|buys)\b SOME{0,24}\bback\b(?: (?:the|my|of|<contracts>|<strike>|contracts|calls?|s))*(?: SOME{0,24}?(?:at|for|@|costs?|is|of)| (?:now )?)IS#(?! ?(?:at|@|of) [№<])|(?<!\b(?:it|stock|shares|price|they|§) )\b(?:clos(?:e|ing|ed)|close out|buy to close|exit\w*)\b(?! (?:above|below))(?: (?:it|them|out|the|my|short|call|calls|position|now|those|all|<contracts>|<strike>|s|of))* ?(?:at|for|@|costs?|is)(?: me| about)* #|(?:\bpay(?:ing)? |\bcosts? |\bspend )#(?: (?:now|me|a share))* to (?:close|buy|get out)|\b(?:cost|costs|price) to (?:close|buy (?:it |them )?back)IS#|# (?:a share )?to (?:close|buy (?:it |them |the call )?back)\b|\bbtc IS#`,
  ),
  rule(
    'new_premium',
    String.raw`<buy_back>(?:[^?!]{0,70}?)(?<!\b(?:calls?|one|that|which) i )(?!sold (?:it |them )?(?:at|for) #(?!.*\b(?:next|new|later|roll)))\b(?:sell|sold|selling|get|got|getting|open|opened|opening|write|wrote|writing|new|next|later|receiv\w+|collect\w*|into|roll\w*)\b[^?!№#<>]{0,44}(?:<new_strike>|<strike>|<days>)?[^?!№#<>]{0,24}?(?:\b(?:for|at|pays|is|brings|get|got)\b|@)? ?#(?! ?(?:s\b|strike|calls?|c\b|<|(?:for|at|@) №))`,
  ),
  rule(
    'new_premium',
    String.raw`^(?=.*\b(?:roll|next|later|new|further)).*\b(?:sell|sold|selling|get|open|new|next|later)\b SOME{0,40}# (?:SOME{0,30})<buy_back>`,
  ),
  rule('premium', '# for (?:the |a )?<strike>', { most: 100 }),
  rule(
    'premium',
    String.raw`\broll\w*\b SOME{0,40}(?:for|at|another|net|a|an) # (?:net )?credit|\b(?:another|net) # credit`,
  ),
  rule(
    'premium',
    String.raw`\b(?:premiums?|credits?|prem)(?: (?:received|collected|sold|i got|per share|a share))?(?: (?:of|is|was|were|at|about|around|only|just|(?:an )?averag(?:e|ing)(?: of)?|total\w*|add up to|sum up to|came to))*[ :=~(]*#(?! ?(?:on|days|shares|calls))|#(?: a share| per share| each| cents?)? (?:in |of |call )?(?:premiums?|credits?|prem)\b`,
  ),
  rule(
    'premium',
    String.raw`(?:<strike>s?|<contracts>)(?: (?:strikes?|s))?(?: CALLS)?(?: SOME{0,14}?)?(?: (?:at|for|is|are|was|were|pays?|paying|costs?|trad\w+|goes|going|brings?|bid|sold|now|priced|quoted|worth|to sell|and (?:got|get|received))|@)+(?: (?:at|for|about|around|a|me|now))* ?#(?! ?(?:s\b|strike|calls|c\b|dte|days|delta))`,
  ),
  rule(
    'premium',
    String.raw`\b(?:calls?|contracts?|options?)(?: SOME{0,14}?)? (?:at|for|@|costs?|is|trades at|trading|goes for|go for|sold|sold at|worth|brings?|pays?)(?: (?:now|about|around|roughly|at))* #(?! ?(?:s\b|strike|calls|c\b|dte|days|delta|shares|contracts))|\bat #(?= ?(?:each|apiece|a pop))`,
    { most: 100 },
  ),
  rule(
    'premium',
    `# (?:credit|premium)?(?:,? )?(?:for|in|over|with|at|expiring in|on) (?:the |a |an )?<days>|<days>(?:[- ]?(?:days?|weeks?|months?|dte|out|call|calls|one|away|option|expiration)\\b)*(?: (?:at|for|pays?|paying|brings?|is|gets?)| @|:)+(?: me)? #`,
    { most: 60 },
  ),
  rule(
    'move',
    String.raw`^(?=.*delta).*\b(?:up|gains?|rises?|rall\w+|jumps?|climbs?|moves?|pops?)(?: (?:by|another|about|up))* #(?! ?(?:s\b|calls?|strike))`,
    { most: 500 },
  ),
  rule(
    'move',
    String.raw`^(?=.*delta).*\b(?:down|drops?|falls?|loses?|dips?|slides?)(?: (?:by|another|about|down))* #(?! ?(?:s\b|calls?|strike))`,
    { most: 500, scale: -1 },
  ),
  rule(
    'close_price',
    String.raw`\b(?:if|when|and|but|say|suppose|then|now|it|stock|§|price|shares|they|what if|with)\b SOME{0,18}?\bCLOSES(?: (?:up|down|back|all the way|at|to|near|around|past|above|through|under|below|over|about|out|trading))* #(?= ?SOME{0,24}(?:\b(?:at|by|on|into) (?:exp\w*|the end|¤)|$|[?.,;!]|\b(?:how|what|do|did|am|is)\b))`.replace(
      'CLOSES',
      CLOSES,
    ),
  ),
  rule(
    'shares',
    String.raw`\b(?:bought|own|hold|have|long|had|buy|with|holding|got|grabbed|snagged|scooped|purchased|on) #(?=(?: §)?(?: (?:at|for|from)\b| ?@)|(?: of)? §)|(?:^|<cost>(?:,|;| and| then| plus| &)+(?: (?:then|and|another|bought|added|plus|more|the|other|rest))*) ?#(?= (?:more |shares )?(?:at|@|for|from) [№<])|\b(?:own|hold|have|got) #(?= (?:of )?§)|(?:^|[:;] ?)#(?= ?(?:@|at) №)|^(?=.*\b(?:average|shares|lots?|blended|basis)\b).*?#(?=@№)`,
    COUNT,
  ),
  rule(
    'cost',
    String.raw`\b(?:bought|buying|purchased|acquired|grabbed|snagged|scooped|got in|picked up|own|hold|have|had|long|assigned|put to me|in|buy)\b(?! back)(?: (?:the |my |some |another |stock|shares?|§|in|them|it|more|up|of|<shares>))* ?(?:\b(?:at|for|from|around|about)|@)(?: (?:about|around|a|price of))* #|<shares>(?: SOME{0,14}?)? ?(?:at|for|from|@|costing|costs?|bought at|cost me)(?: (?:about|around|an average of))* ?#|\b(?:cost|basis|average|entry|paid|pay|adjusted|avg|in at)IS#(?! ?(?:s\b|calls?|strike|a contract))|# (?:a share )?(?:cost|basis|average|entry|avg)\b`,
  ),
  rule('shares', `, ?#(?= ?(?:@|at) №)`, { ...COUNT, least: 20 }),
  rule('shares', String.raw`^(?!.*<return_pct>).*\bon #(?= ?(?:[.,;?!]|$))`, { ...COUNT, least: 50, most: 9_999 }),
  rule('contracts', String.raw`\bon #(?= ?(?:[.,;?!]|$))`, { ...COUNT, most: 40 }),
  rule('price', `<cost>(?:,| and| but| it's| it is| is| it)* (?:now|today|currently)(?: (?:at|is|it's))* #`),
  rule('premium', String.raw`\b(?:first|old|original) (?:call|one)(?: (?:at|for|brought|sold))* #`),
  rule('cost', `<shares>(?: more)? ?(?:at|for|from|@) ?#`),
  rule(
    'premium',
    String.raw`GOT(?: SOME{0,34}?)?(?:\b(?:at|for|@|only|about|around|just|got|get)|@| )? ?#(?! ?(?:s\b|strike|calls?|c\b|days|delta|contracts|shares|times|months?|weeks?))`,
    { most: 200 },
  ),
  rule(
    'buy_back',
    String.raw`<premium>(?:(?! ?(?:stock|shares?|price|§))[^?!#№<>]){0,40}?\b(?:now|currently|today|down to|it's at|its at|worth|trad\w+ at|there|they're)\b(?: (?:it's|its|is|at|worth|only|just|down to|trading|they|are|for))* ?#(?! ?(?:stock|shares?))`,
  ),
  rule(
    'price',
    String.raw`\b(?:stock|share price|price|spot|underlying|shares?|§|market|it)(?:'s)?(?:(?: (?:price|is|are|now|at|currently|trad\w+|sits?|stays|costs?|worth|of|around|about|just|today))+|[ :=,]+)[ :=]*#(?! ?(?:calls?|strikes?|s\b|c\b|days|contracts|shares))|# (?:dollar |buck |a share )?(?:stock|share|name|ticker)\b|\bon (?:a|an|the) #(?! ?(?:call|strike))|\bhow (?:far|much) (?:below|under|down from|from) #`,
  ),
  rule(
    'close_price',
    String.raw`\b(?:if|when|say|suppose|then|but|and|now)\b (?:SOME|<cost>|<shares>){0,40}\bCLOSES(?: \w+){0,3} #`.replace(
      'CLOSES',
      CLOSES,
    ),
  ),
]

/**
 * Tried in this order on every number that has no role yet: units first, then nouns, then verbs and places. A later rule
 * sees the roles that earlier ones found.
 */
export const roleRules: readonly RoleRule[] = [...rateRules, ...callRules]
