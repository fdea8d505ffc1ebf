/**
 * Ideas that a message can express. Each is a set of synonyms, never a whole question. `evidence.ts` weighs
 * combinations of ideas.
 */
const ideas = {
  wants:
    /\b(?:find|show|list|get|give|any|search|need|want|looking for|look for|pull(?: up)?|see|display|suggest|recommend|hit me|throw me|fetch|scan|dig up|what|what's|which|who)\b/u,
  calls:
    /\b(?:call(?! (?:scores?|scoring|ratings?)\b)|calls|options?|contracts?|strikes?|leaps?|weeklies|monthlies|chain)\b/u,
  chain: /\b(?:options? )?chain\b/u,
  coveredCall: /\bcovered[- ]?calls?\b|\boverwrit\w+/u,
  writes: /\b(?:sell|write|writing|selling|wrote|overwrite|short)\b/u,
  aimed:
    /\b(?:calls?|options?|leaps?|strikes?|contracts?) (?:for|on|of|with|expiring|that|under|over|against|in|paying|between|around)\b|\bcalls? [a-z ]*\bto (?:sell|write)\b/u,
  bestCall:
    /\b(?:best|good|ideal|right|optimal|decent|sweet|juic\w+|fat\w*|rich\w*|safest|safe|conservative|aggressive) (?:strikes?|calls?|options?|covered calls?|premiums?)\b/u,
  premium: /\bpremiums?\b|\bincome (?:from|on|off)\b/u,
  openings: /\b(?:ideas?|opportunit\w+|anything|available|setups?|plays?)\b/u,
  mayWrite: /\bwhat(?:'s)?\b.{0,20}\b(?:sell|write|writable)\b/u,
  expectedMove: /\bexpected move\b|\bimplied move\b|\bpriced in\b/u,
  stocks:
    /\b(?:stocks|companies|names|tickers|candidates|underlyings?|equities|picks|securities|ones)\b|\b(?:top|best|highest[- ]\w+|number one) (?:name|pick|candidate)\b/u,
  stock: /\bstock\b/u,
  ranks:
    /\b(?:fattest|top|best|highest|lowest|rank\w*|screen(?:er|ing)?|cheap\w*|sort(?:ed)?|order(?:ed)?|richest|worst|biggest|most|juiciest|safest)\b/u,
  callStocks:
    /\b(?:covered[- ]calls?|cc|income|wheel|overwriting) (?:scores?|stocks?|candidates?|ideas?|opportunit\w+|names|list|plays?|picks|screen)\b/u,
  sector:
    /\b(?:tech\w*|banks?|banking|financials?|health ?care|pharma\w*|drug(?:makers?| companies)?|energy|oil|utilit(?:y|ies)|industrials?|materials|miners?|real estate|reits?|retail\w*|media|telecoms?|staples|discretionary|sectors?|semis?|semiconductors?|chip ?(?:makers?|stocks?)?|biotech\w*|software)\b/u,
  cap: /\b(?:mega|large|mid|small|big)[- ]?caps?\b|\bbig companies\b|\bblue chips?\b/u,
  price:
    /\b(?:prices?|quotes?|snapshot|trading at|trade at|overview|fundamentals|stats|numbers|details|info\w*|summary|profile|rundown|lowdown|skinny|scoop)\b|\bgoing for\b|\bhow much (?:is|does|are)\b|\bwhere(?:'s| is)\b/u,
  doing:
    /\bhow(?:'s| is| are| does| do)\b.*\b(?:doing|looking|look|looks|performing|today|holding up|trading|been)\b|\btell me about\b|\blook up\b|\bwhat about\b|\bhow about\b|\bwhat do you know\b|\bthoughts on\b|\bwhat's (?:up|going on|happening) with\b|\bcheck (?:on )?\b|\bhow(?:'s| is)$|^how(?:'s| is)\b/u,
  trait:
    /\b(?:rsi|iv|iv ?rank|iv percentile|implied vol\w*|volatil\w*|rating|rated|score|moving averages?|sma|(?:20|50|200)[- ]day|overbought|oversold|dividend yield|liquid\w*|sector|market cap|technicals?)\b/u,
  goodStock:
    /\b(?:good|decent|solid|worthwhile|suitable|great|ok|okay|safe|bad) (?:[\w-]+ ){0,3}(?:stock|candidate|underlying|name|pick|one)\b|\b(?:good|suited|suitable|ok|okay|decent|fit) (?:for|to)\b.*\b(?:covered calls?|writ\w+|wheel)\b/u,
  expirations: /\bexpirations?\b|\bexpir(?:y|ies|ys)\b|\bexpiration dates?\b|\bweeklies\b|\bweeklys\b|\bmonthlies\b/u,
  asksExpirations:
    /\b(?:list|what|what's|which|available|show|when|all|next|upcoming|does|do|has|have|any|got)\b.*\b(?:expir(?:ations?|y|ies|ys)|weekl(?:y|ies|ys)|monthlies|monthly expir\w*)\b|\bexpir\w+ dates?\b|\bhow (?:many days|long)\b.*\bexpir/u,
  happens: /\bwhat happens\b/u,
  compares:
    /\bcompar\w*|\bversus\b|\bvs\b|\bside[- ]by[- ]side\b|\bdifference between\b|\bnext to each other\b|\bstack up\b|\bhead to head\b|\bmatch ?up\b|\bagainst (?:each other|one another)\b/u,
  either: /\b(?:better|or|which one|prefer\w*|rather)\b/u,
  earnings: /\bearnings\b|\breport(?:s|ing)?\b|\beps\b|\bquarterly (?:results|numbers)\b/u,
  dividend: /\bdividends?\b|\bex-?\s?div\w*|\bexdiv\w*|\bgo(?:es)? ex\b|\bex[- ]dates?\b/u,
  events:
    /\bupcoming\b(?! (?:weeks?|months?|expir|fridays?|monthl|weekl))|\bevents?\b|\bcoming up\b|\bcalendar\b|\bcatalysts?\b|\bon the horizon\b|\bwatch out for\b/u,
  when: /\bwhen(?:'s)?\b|\bnext\b|\bdates?\b|\bwhat (?:day|date|time)\b|\bsoon\b|\bbefore\b|\bthis (?:week|month)\b|\bany\b|\bcoming\b|\bhow (?:long|many days|soon)\b/u,
  dividendYield: /\bdividend (?:yield|rate)\b/u,
  avoids: /\bno earnings\b|\bwithout earnings\b|\bavoid/u,
  market: /\b(?:market|markets|exchange|nyse|nasdaq|wall street|trading)\b/u,
  opens:
    /\b(?:open|opens|opened|trades?|reopens?|closed?|closes|closing|hours|holidays?|status|early|start|starts|end|ends|shut|bell)\b/u,
  hours:
    /\b(?:are|is|do) (?:we|they|you|stocks|the market|it)(?: \w+)? (?:trading|trade|open|closed|off)\b|\bholidays?\b|\bmarket (?:hours|status)\b|\btrading (?:day|days|hours|session)\b|\bearly close\b|\bhalf[- ]?days?\b|\bclos(?:e|es|ing) early\b|\bshort(?:ened)? (?:day|session)\b|\b(?:opening|closing) bell\b|\bdays? off\b/u,
  fresh:
    /\b(?:delay(?:ed)?|real[- ]?time|live|15 minutes?|stale|up to date|how (?:old|fresh|late|current|recent) (?:is|are))\b/u,
  search:
    /\b(?:ticker|symbol)s?\b.{0,12}\b(?:for|of|is|symbol)\b|\b(?:what|what's|which|find|search|look up)\b.*\b(?:ticker|symbol)\b|\bsearch\b|\bticker\b/u,
  calculates:
    /\bcalculat\w*|\bcompute\b|\bwork (?:it |that )?out\b|\bfigure out\b|\bdo the math\b|\brun the numbers\b|\bmath on\b/u,
  outcome:
    /\b(?:returns?|profits?|break-?even|break even|max(?:imum)? (?:profit|gain|loss)|make|earn|income|yield|gain|lose|loss|clear|net|pocket|keep|upside|p&l|pnl|roi)\b/u,
  supposes:
    /\bif (?:i'm |i am |it's |it is |they are |they get |it gets )?(?:called|assigned|exercised)\b|\bwhat if\b|\bhow much (?:would|will|do|can|did) i\b|\bif i\b/u,
  iMake:
    /\b(?:what|how much) (?:do|will|would|can|could|did|does)\b.{0,20}\b(?:make|earn|get|lose|net|clear|pocket|pay|bring|keep)\b/u,
  judges:
    /\banaly[sz]\w*|\banalysis\b|\bevaluat\w+|\bassess|\bjudge\b|\bthoughts\b|\bthink(?:ing)? (?:of|about)\b|\bworth\b|\blook at\b|\bgood (?:trade|idea|deal|move|sale)\b|\brate\b|\breview (?:the|a|this)\b|\bmake sense\b|\bis it (?:smart|wise|crazy|dumb)\b|\bopinion\b|\bhow (?:does|do|is|'s)\b.*\b(?:look|looks|looking|pay)\b|\bwhat's\b.*\b(?:look like|pay|paying|get me|worth|going for|bring)\b|\bany good\b|\bconsidering\b/u,
  mayTrade:
    /\bshould i (?:sell|write)\b|\b(?:sell|writ)(?:e|ing)? (?:the|a|an)\b|\bwhat about the\b|\bif i (?:sell|write|sold|wrote)\b|\bhow (?:about|does|is) the\b/u,
  portfolio:
    /\bportfolio\b|\bholdings\b|\bmy (?:\w+ ){0,2}(?:positions|holdings|trades|book|calls|stuff|stocks)\b|\ball (?:of )?my\b|\bwhat(?:'s)? (?:do |am )?i (?:own|hold|have|holding|short)\b|\bmy account\b|\b(?:positions|trades|calls) (?:do i|i) (?:have|hold|own)\b|\bopen positions\b|\b(?:everything|anything|stocks|all|what) (?:that )?i (?:own|have|hold|wrote|sold)\b/u,
  selfFigures:
    /\bhow am i (?:doing|looking)\b|\bhow (?:did i|have i|i did|i've)\b|\bwhere do i stand\b|\bhow(?:'s| is) my (?:week|month|year)\b|\bmy (?:total |overall |net |average |open )*(?:yields?|delta|theta|breakevens?|cost|money|p ?(?:&|\/|and|n) ?l|pnl|profits?|loss(?:es)?|gains?|winners?|losers?|income|risk|premium|performance|returns?|exposure|numbers)\b|\bwhat's the damage\b|\bhow much (?:am i|i'm)\b|\bam i (?:up|down|making|losing|green|red|in the (?:green|red)|winning|ahead|behind|profitable)\b|\bhow much (?:am i|have i|did i|i've)\b.{0,20}\b(?:up|down|made|make|lost|earned|collected|taken in|pocketed)\b|\bwhat (?:did|have) i (?:\w+ )?(?:make|made|earn(?:ed)?|los[et]|lost|collect(?:ed)?|gain(?:ed)?)\b|\bhow much (?:did|has|have|do|does) (?:(?:selling|writing|sold|my|the|all|these|those|covered) )*calls? (?:\w+ ){0,2}(?:bring|brought|made|make|earn(?:ed)?|pa(?:y|id)|bring in|get|got)\b/u,
  attention:
    /\b(?:need|needs|requires?|deserve)\b.*\b(?:attention|action|care|look)\b|\bwhat should i (?:do|look at|act on|worry about|watch)\b(?! with| about)|\b(?:actions?|to-?dos?) (?:today|needed|list|items)\b|\bwinners\b|\blosers\b|\bat risk\b|\b(?:be|get|getting) (?:assigned|called away|exercised)\b|\bin trouble\b|\burgent\b|\bworr(?:y|ied|ying)\b|\bneed to (?:do|act|worry|watch|close|roll)\b|\banything to do\b|\bred flags?\b|\bproblems?\b|\bon fire\b|\bunderwater\b/u,
  whichPositions:
    /\b(?:which|what|any|how many) (?:of (?:my|the|them|these|those) )?(?:positions?|calls?|ones?|trades?|holdings?|contracts?)\b/u,
  howMuchPremium:
    /\bhow much premium\b|\b(?:total|all) premiums?\b|\bpremiums?\b.{0,20}\b(?:received|collected|earned|pocketed|so far|taken in|total|banked)\b|\b(?:collected|received|pocketed|banked|taken in)\b.{0,20}\bpremiums?\b/u,
  totals:
    /\b(?:overall|total|net) (?:profit|loss|p ?(?:&|\/|and|n) ?l|pnl|returns?|gains?)\b|\bpositions\b.*\bexpir|\bp ?(?:&|\/|and|n) ?l\b|\bpnl\b/u,
  listsPositions:
    /\b(?:show|list|see|all|review|every|the|sort|open|current) (?:\w+ )?positions\b|\bpositions\b.*\b(?:sorted|ranked|by)\b/u,
  counts: /\bhow many (?:contracts|positions|shares|calls|stocks|trades)\b/u,
  mayWriteCount:
    /\bhow many (?:(?:more|covered|other|additional|call) )*(?:contracts|calls|options) (?:can|could|may|do|would|should) (?:i|you|one|we) (?:still )?(?:\w+ )?(?:sell|write|cover)\b|\bhow many (?:(?:covered) )*(?:contracts|calls) (?:do|does|can|would) (?:\d[\d,.]*|my|these|those) (?:[\w.,]+ )?(?:shares )?(?:of [\w.]+ )?(?:cover|make|give|allow|support)\b/u,
  exercise:
    /\b(?:early (?:exercise|assignment)|(?:exercised|assigned|called(?: away)?) early|risk of (?:early )?(?:exercise|assignment|being (?:assigned|exercised|called)))\b/u,
  atStake: /\b(?:cushion|headroom|in the money|itm|captured|smallest|thinnest|tightest)\b/u,
  myBest:
    /\bmy (?:\w+ )?(?:best|worst|biggest|top|riskiest|safest|weakest|strongest|most \w+) \w+|\b(?:best|worst|biggest|strongest|weakest)(?:[- ](?:performing|earning|paying|doing|yielding))? (?:trade|position|performer|loser|winner|call)s?\b(?=.*\bi\b)|\b(?:best|worst|biggest) (?:trade|position|performer|loser|winner)s?\b|\b(?:best|worst)[- ]performing (?:trade|position|holding)s?\b/u,
  ihave: /\b(?:have|did|do|am) i\b|\bi've\b/u,
  captured:
    /\b(?:have|did|do) i (?:captured?|made?|make|earn(?:ed)?|los[te]|collect(?:ed)?|got|get)\b|\bcaptured\b|\b(?:profit|premium|juice|value) (?:is )?left\b|\bi(?:'ve| have) (?:captured|made|earned|lost|collected)\b/u,
  owns: /\bmy\b|\bi(?:'m| am)? (?:have|hold|own|holding|short|sold|wrote|in)\b|\bi've\b|\bmine\b/u,
  mine: /\bmy\b.*\b(?:position|call|calls|trade|covered call|shares|spot)\b/u,
  whatToDo:
    /\bwhat (?:should|do|can) i do\b.*\b(?:with|about)\b|\bshould i (?:hold|close|keep|let|buy back|take profits?|exit|get out|bail|dump|sit|wait|cut)\b|\b(?:hold|close|keep) (?:or|it)\b|\btime to (?:close|get out|take profits?)\b|\bi should (?:do|hold|close|keep)\b|\b(?:close|buy) (?:it |them |this )?(?:out|back)\b|\bbuy(?:ing)? back\b|\bbuyback\b|\b(?:do|should) i (?:let)\b/u,
  recommendation:
    /\brecommend(?:ation|ed|ing|s)?\b|\bbadge\b|\bplan (?:for|on|with)\b|\b(?:telling|tell|tells|told|say|says|saying|flag\w*|suggest\w*|marked|want|wants) (?:me )?(?:to )?(?:hold|close|roll|assign|let|sell|act|n\/a|it|is|out)\b|\bwhy\b.*\b(?:hold|close|assign|roll out|n\/a|badge)\b/u,
  position: /\bposition\b|\bpositions? (?:on|in|of)\b/u,
  positions: /\bpositions\b|\bportfolio\b/u,
  analyzePosition: /\banaly[sz]e (?:my|this|the) position\b/u,
  trace:
    /\btrace\b|\brules? (?:fired|fires|applies|apply|says?|holds?|triggered|matched)\b|\bwhich rules?\b|\bwhat rules?\b/u,
  fate: /\bassign\w* risk\b|\b(?:likely|chance|odds|probab\w+|risk|danger|going) (?:\w+ ){0,5}(?:assign\w*|called away|exercised)\b|\bget(?:s|ting)? (?:assigned|called(?: away)?|exercised)\b|\bcalled away\b|\b(?:of|from) (?:being )?assign\w+/u,
  roll: /\broll(?:ed|ing|s|able|overs?)?\b(?! out & up)|\b(?:out and up|up and out)\b|\bkick(?:ing)? (?:it|the can)\b|\b(?:push|move|kick|bump|extend|slide|shift)(?:ing)? (?:it|everything|them|all|(?:my|the|this|that|these|those)(?: [\w$.]+){0,4}?) (?:out|up|back|forward|along|down the road)\b|\bextend (?:it|my|the|this)\b/u,
  rolling:
    /\boptions? (?:to|for) roll|\broll (?:options?|candidates?|choices|targets|ideas?)\b|\bnet (?:credit|debit)\b|\bfor a (?:credit|debit)\b|\blater expiration\b/u,
  rollInGeneral:
    /\bwhat (?:is|does|are) (?:an? |the |it to )?roll|\bwhat's (?:a |an )?roll|\bexplain\b|\bhow does\b|\bmeans?\b|\b(?:why|when) (?:should|do|does|is|would|to)\b|\bwhat does it mean\b/u,
  explains:
    /\bexplain\b|\bdefine\b|\bdefinition\b|\bmeaning\b|\bmeans?\b|\btalk about\b|\beli5\b|\bin (?:plain|simple) (?:english|words|terms)\b|\bremind me what\b|\bunderstand\b|\bstands? for\b|\bnot sure what\b|\bwhat(?:'s| is| are| does| do) (?:an? |the |this |that )?(?:ideal |best |good )?[a-z-]+/u,
  explainsIt:
    /^(?:please |can you |could you |so |ok |hey )?(?:explain|define|eli5|teach me|what does .{1,40} mean)\b/u,
  howItWorks:
    /\bhow (?:do|does|are|is|did)\b.*\b(?:works?|calculated?|computed?|measured?|figured?|decided?|come up with|determined?|arrive at|built|scored|made up|get (?:the|this|that|your) (?:score|rating))\b|\bhow (?:do|does) you (?:pick|choose|rank|rate|decide|calculate|select|score|figure|compute|arrive|come up)\b|\bwhy (?:does|do|is|are|would|should)\b.*\b(?:matter|important|care)\b|\bwhat goes into\b|\bwhat(?:'s| is) (?:in|behind) the\b|\bwhere does the (?:score|rating)\b/u,
  inGeneral:
    /\bhow (?:much|high|low|many) (?:\w+ ){0,2}(?:is|are) (?:too|considered|good|enough|safe|normal|typical)\b|\bbest (?:time|day) to\b|\bwhen (?:would|do|does|can|could|might|will) (?:i|you|one|a|the|calls?|options?|shares|people) (?:\w+ )?(?:get|be|assign|exercis)|\b(?:is|are) (?:it|they|covered calls?) (?:safe|risky|worth|a good)\b|\bwhen should (?:i|you|one|we)\b|\bwhat happens\b|\bwhat(?:'s| is| are) the (?:risks?|downside|advantage|benefit|catch|point|upside|danger)\b|\bhow (?:risky|safe|dangerous)\b|\bpros and cons\b|\bdifferent from\b|\bdiffers?\b|\bideal\b|\bstrategy\b|\bconcept\b|\bterm\b|\bglossary\b|\bdifference between\b|\bwhy would (?:i|you|anyone|somebody|someone)\b|\bhow come (?:calls|options|people)\b/u,
  asks: /\b(?:what|what's|which|how|how's|when|where|is|are|does|do|can|define|explain|meaning|tell me|describe|why)\b/u,
  findsForMe: /\b(?:find|show|list|give me)\b/u,
  my: /\bmy\b/u,
  howTo:
    /\bhow (?:do|can|would|to|does|should)(?: i| you| we| one)?\b|\bwhere (?:do|can|is|are|would|'s)\b|\bcan i\b|\bis there a (?:way|button|place|setting)\b|\bwhere's\b/u,
  appData:
    /\bwhat data\b|\bdata (?:source|provider|feed)s?\b|\bwhere\b.{0,80}\b(?:data|prices|numbers|quotes)\b.{0,80}\b(?:from|come)\b/u,
  appAction:
    /\b(?:add|enter|log|record|put in|input|track|import|export|upload|download|delete|remove|edit|save|change|set|reset|filter|sort|customi[sz]e|clear|switch|turn (?:on|off)|load|type in|get my|sign out|log out|hide|mark|share|refresh)\b/u,
  appObject:
    /\b(?:positions?|trades?|csv|spreadsheet|excel|screens?|columns?|weights?|rules|password|theme|account|chat|conversation|history|filters?|settings|file|data|mode|dark mode|light mode|app|page|button|screen|menu|shortcuts?|broker(?:age)?|list|chart|screener|keys?|email|notifications?)\b/u,
  app: /\b(?:app|page|button|menu|csv|password|dark mode|light mode|settings|columns?|weights|shortcuts?|spreadsheet|excel|saved screens?|(?:clear|delete|erase) (?:the |this |my )?(?:chat|history|conversation))\b/u,
  ranked: /\brank(?:ed|s)\b|\btop of the list\b|\bnumber one\b|\bon top\b|\bso (?:high|low)\b/u,
  why: /\b(?:why|how come|reason)\b/u,
  isGood: /\b(?:good|bad|better|worse|high|low|normal|typical|ideal|too (?:high|low))\b/u,
  whereTo: /\b(?:where|what|which)\b.*\broll\b/u,
  paysDividend: /\bdividend[- ](?:payers?|paying|stocks?|names?)\b|\bpay(?:s|ing)? (?:a |good |out )?dividends?\b/u,
  expires: /\bexpir(?:es?|ing)\b/u,
  exposure: /\bexposure\b|\bbreakdown\b|\bdiversif\w+|\bconcentrat\w+|\bcapital\b/u,
  everything:
    /\beverything\b|\ball of (?:them|it)\b|\bthey all\b|\bevery (?:call|position)\b|\ball (?:get|got|are|were) (?:called|assigned|exercised)|\beach of\b|\ball my\b/u,
  flagged:
    /\bflag(?:ged|s)?\b|\bmarked\b|\bhighlighted\b|\bred\b|\byellow\b|\blosing\b|\bunderwater\b|\bclose\b|\bhold\b/u,
  whatToClose: /\bwhat (?:should|can|could|do|must) i (?:close|exit|take off|buy back|roll|get out of)\b/u,
  doesHave: /\b(?:does|do|has|have|got|offer\w*|listed|trade|available)\b/u,
  atRisk:
    /\bat risk\b|\bclosest\b|\blikeliest\b|\bmost likely\b|\bwhich (?:ones?|calls?|of)\b|\babout to\b|\bgoing to\b/u,
  whoHas: /\bwho(?:'s| has| have)? (?:got|has|have|with|pays?|offers?|gives?)\b|\bwho pays\b/u,
  whoIs: /\bwho(?: is| are|'s)\b|\bwhat company\b|\bwhich company\b/u,
  closes: /\bclos(?:e|ed|ing)\b|\bb(?:uy|ought) (?:it |them )?back\b|\bget out\b/u,
  opex: /\bopex\b|\bmonthly (?:option )?expiration\b|\b(?:triple|quad\w*) witching\b/u,
  isNear: /\b(?:closest|nearest|likeliest)\b/u,
  greets:
    /^(?:(?:lol|haha|ok|okay|cool|great|awesome|nice|perfect)[ ,!.]+)*(?:hi|hello|hey|good (?:morning|afternoon|evening)|yo|thanks|thank you|ok|okay|cool|great|sup|howdy|nice)\b[ !.,a-z]{0,20}$/u,
  abilities:
    /\bwhat (?:all )?can (?:you|i) (?:do|ask|help)\b|\bwho are you\b|\bwhat are you\b(?! telling)|^help[!.? ]*$|\bwhere (?:do|should|can) i (?:start|begin)\b|\bi'm new\b|\bget(?:ting)? started\b|\bhelp me(?: (?:pick|choose|decide|out))?[?.! ]*$|\bwhat do you do\b|\bhow can you help\b|\byour abilities\b|\bwhat (?:kind|sort|type)s? of (?:questions|things|stuff)\b|\bwhat are you (?:good (?:for|at)|able)\b/u,
} as const

export type Idea = keyof typeof ideas

const ideaNames = Object.keys(ideas).filter((name): name is Idea => name in ideas)

export const findIdeas = (text: string): ReadonlySet<Idea> =>
  new Set(ideaNames.filter((name) => ideas[name].test(text)))
