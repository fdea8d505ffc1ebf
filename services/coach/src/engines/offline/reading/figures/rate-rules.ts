import { COUNT, PERCENT, type RoleRule, rule } from './rule.ts'

/** Rates and amounts that are no premium of a share. */
export const rateRules: readonly RoleRule[] = [
  rule('none', String.raw`#(?= (?:\w+ )?(?:dividends|divs) of №)`, COUNT),
  rule('none', '#(?= (?:of them )?(?:expired|went worthless|ended worthless))', COUNT),
  rule(
    'closed',
    String.raw`^(?=.*\b(?:expired|worthless)\b).*\bbought (?:back )?#(?: of them)?(?: back)? ?(?:at|for|@) ?№`,
    COUNT,
  ),
  rule('breakeven', String.raw`\bbreak-?\s?even(?: (?:is|of|at|was|point|price|sits))+ #`),
  rule('otm_pct', String.raw`#(?= (?:above|otm|out of the money)\b(?! №))`, PERCENT),
  rule(
    'budget',
    String.raw`\b(?:netted|made|earned|collected|got|took in|received|pulled in|profit of|gain of) № (?:(?:in|of) premiums? )?SOME{0,20}\b(?:on|from) (?:a |an )?#`,
    { least: 2_000 },
  ),
  rule(
    'amount',
    '#(?= (?:(?:in|of) premiums? )?SOME{0,20}(?:on|from) (?:a |an )?<budget>)|<tax_pct>SOME{0,12} (?:on|of) #',
    { least: 20 },
  ),
  rule(
    'target',
    String.raw`# (?:PER month )?(?:bill|rent|mortgage|expenses?|(?:car )?payment)\b|\b(?:rent|mortgage|bills?|payment|expenses?)(?: (?:of|is|are|at))* #`,
    { least: 40 },
  ),
  rule(
    'gap',
    String.raw`# (?:a share |per share )?(?:loss|deficit|hole)\b|\b(?:make up|recover|ma(?:de|ke) back|earn(?:ed)? back|g[eo]t back|dig out of)(?: (?:my|a|the|an|from))* #(?! ?(?:calls?|strike|shares))`,
  ),
  rule(
    'tax_pct',
    String.raw`# (?:\w+ ){0,2}?(?:federal|fed\b|state|tax(?:es|ed)?\b|bracket|rate on gains|capital gains|niit)|\b(?:tax\w*|brackets?|federal|fed|state)(?: (?:bracket|rate|tax|is|of|at|about|my|me|in|the|and|them|it|income))* #|# §(?=.{0,12}(?:№|<tax_pct>) (?:state|local))|<tax_pct>SOME{0,16}(?:\+|plus|and) #(?= SOME{0,12}\b(?:state|local|city|fed\w*))|^(?=.*\b(?:owe|irs|set aside|uncle sam|after)\b).*\b(?:rate|marginal)(?: (?:is|of|at|about))* #`,
    PERCENT,
  ),
  rule(
    'other_pct',
    String.raw`\b(?:cds?|savings?(?: account)?|treasur\w+|t-?bills?|money market|hysa|bonds?|bank|margin|loan|borrow\w*|interest|s&p|index fund)\b SOME{0,24}#|\bagainst (?:an? |the )?§ at #|# (?:\w+ ){0,2}?(?:cds?\b|savings|treasur\w+|t-?bills?|money market|hysa|bonds?\b|bank|margin|loan|interest)`,
    PERCENT,
  ),
  rule('part_pct', String.raw`\b(?:put|invest|allocat\w+|use|commit|risk) (?:only |about |just )?# of\b`, PERCENT),
  rule(
    'amount',
    String.raw`\b(?:premiums?|income|gains?|profits?|made|make|booked|collect\w*|got|earned|took in|taken in|received?)\b SOME{0,28}#(?! ?(?:shares|contracts|calls|stock|a share|per share|each|position|account|of stock|in stock|invested|portfolio))(?=.*(?:\btax|<tax_pct>|<other_pct>))`,
    { least: 80 },
  ),
  rule(
    'amount',
    String.raw`^(?!.*\b(?:how (?:much|many)|need|want|would like|like to|goal|target|aim\w*|to (?:make|earn|get|collect))\b).*\b(?:averag\w+|calls bring(?: in)?|get|getting|collect\w*|earn\w*|pull(?:ing)? in|mak(?:e|ing)|bring\w*(?: in)?|premiums?(?: income)?|premium income of)(?: (?:about|around|roughly|me|is))* #(?= (?:in \w+ )?(?:PER|\/) ?(?:month|week|quarter|year))`,
    { least: 40 },
  ),
  rule(
    'amount',
    String.raw`\b(?:collected|received|took in|made|earned) #(?= (?:in |of )?(?:total )?(?:premiums?|income|credits?)\b)|# (?:in|of) (?:total )?premiums? (?:over|in|during|this|on|from|for)\b`,
    { least: 150 },
  ),
  rule(
    'goal_cost',
    String.raw`\b(?:cost|basis|breakeven|average)\b[^?!.#]{0,24}\b(?:down to|(?:is )?(?:below|under)|to reach|to get to|lowered to|reduced to) #|\b(?:bring|get|lower|reduce|drop|cut)\b[^?!.#]{0,40}\b(?:cost|basis)\b[^?!.#]{0,12}(?:down |below |under )?(?:to |under |below )#`,
  ),
  rule(
    'budget',
    String.raw`<other_pct> (?:\w+ ){0,2}?on #|<return_pct>SOME{0,20} (?:on|of|from|with) (?:a |about |my )?#|\b(?:buy|afford|get)\b SOME{0,16}\b(?:for|with) #(?=k| grand|\b)(?! ?(?:a share|each|apiece))|\bi(?:'ve| have)(?: got)? (?:about )?#(?= ?(?:[.,;]|to\b|and\b|in\b|$))`,
    { least: 2_000 },
  ),
  rule(
    'theta',
    String.raw`\btheta(?: (?:is|of|at|about|=))* -?#|\b(?:decays?|decaying)(?: (?:by|at|about))* #(?= (?:a|per) day)`,
  ),
  rule('bid', String.raw`\bbid(?: (?:is|of|at|=))*[ :]*#|^(?=.*\bmid).*?# (?:bid|by №|x №|× №)`),
  rule('ask', String.raw`\bask(?:ed)?(?: (?:is|of|at|=))*[ :]*#|# ask\b`),
  rule(
    'closed',
    String.raw`# of (?:them|those|these)(?: calls)? (?:\w+ ){0,2}(?:closed|bought back)\b|\b(?:closed|closing|(?:bought|buying|buy)(?= back|[^?!]{0,60} back\b|.*\b(?:expired|worthless)\b))(?: back)? #(?: of (?:them|those|these))?(?: contracts?| calls?)?(?: back)? ?(?:at|for|@) ?№(?=.*\b(?:expired|worthless)\b|(?:,| and| &| then| plus){1,3}[^?!.;№#]{0,24}№[^?!.;№#]{0,12}(?:at|for|@) ?№)|<buy_back>(?:,| and| &| then| plus){1,3} (?:the )?(?:other |last |another |remaining )?#(?: more| others?| contracts?| calls?)? ?(?:at|for|@) ?№`,
    { kind: 'plain', isWhole: true, most: 500 },
  ),
  rule('none', String.raw`<closed>.*\b(?:other|remaining|rest of the) #`, COUNT),
  rule(
    'buy_back',
    '<closed>(?: of (?:them|those|these)| (?:were|was|got|are|is)| closed| bought| more| others?| contracts?| calls?)*(?: back)? ?(?:at|for|@) ?#',
  ),
  // Further parts of a sale: "and 3 more at 2.80".
  rule(
    'contracts',
    `<contracts>[^?!.;#]{0,24}<premium>(?: each)?(?:,| and| &| then| plus| i sold| sold){1,3} (?:the )?(?:other |last |another |this (?:month|week) )?#(?: more| others?| contracts?| calls?)? ?(?:at|for|@) ?№|<premium>[^?!.;#№<]{0,24}, [^?!.;#№<]{0,24}#(?: more| others)(?: contracts?| calls?)? (?:at|for|@) ?№`,
    { kind: 'plain', isWhole: true, most: 500 },
  ),
  rule(
    'debit',
    String.raw`\b(?:for|at|a|net|paid|paying|cost\w*)(?: (?:a|net|me|about))* # (?:net )?debit\b|\bdebit(?: (?:of|is|was|at))* #`,
  ),
]
