export interface Refusal {
  readonly id:
    | 'language'
    | 'instructions'
    | 'invented'
    | 'others'
    | 'order'
    | 'promise'
    | 'advice'
    | 'forecast'
    | 'tax'
    | 'backtest'
    | 'access'
    | 'news'
    | 'assets'
    | 'options'
  readonly asks: RegExp
  /** Second pattern, for the message with each stock replaced by `§`. */
  readonly asksOfStock?: RegExp
  /** Exceptions: similar messages that the coach can answer. */
  readonly unless?: RegExp
  readonly answer: string
}

const READS = 'I can look up options, stocks, dates and your own positions.'

const NO_ORDERS =
  'I only look things up. I do not place orders or change positions, so I cannot buy, sell, close or roll anything for you. You can edit positions on the Portfolio Tracking page and place orders with your broker.'

const any = (...patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'), 'u')

const MOVES =
  '(?:go(?:ing)? (?:up|down|higher|lower|to the moon)|rise|rising|fall|falling|drop|dropping|crash|tank|dump|rally|moon|rip|explode|squeeze|soar|pump|bounce|recover|rebound|hit|reach|touch|(?:double|triple)(?! (?:those|that|the|what|as))|climb|beat|miss|break (?:out|down|above|below)|end up|finish|close (?:above|below|at|over|under)|keep (?:going|running|climbing|falling)|be (?:at|worth|higher|lower|up|down|above|below|over|under|trading))'

/** Words of other languages that English lacks. Two of them make a message foreign. */
const FOREIGN =
  'kannst|bitte|welche[rsn]?|können|möchte|wie|ist|ich|mir|auf|deutsch|erklären|und|für|nicht|cuál|cuánto|qué|una|puedo|puedes|por|favor|cómo|está|opción|acciones|comment|quel(?:le)?s?|est-ce|puis-je|vous|dans|pour|une|avec|je|les|français|che|cosa|come|posso|sono|della|quanto|você|não|uma|posso|quanto|het|een|wat|hoeveel|kan|ik'

const refusals: readonly Refusal[] = [
  {
    id: 'language',
    asks: new RegExp(
      String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]{2}|[¿¡]|(?<![\p{L}])(?:${FOREIGN})(?![\p{L}]).*(?<![\p{L}])(?:${FOREIGN})(?![\p{L}])|\b(?:answer|reply|respond|speak|talk|explain)\b.{0,20}\bin (?:german|french|spanish|italian|portuguese|dutch|russian|chinese|japanese|hindi)\b`,
      'u',
    ),
    answer: 'I understand and answer in English only. Please ask again in English.',
  },
  {
    id: 'instructions',
    asks: any(
      /\bsystem (?:notice|notification|override|update|alert)\b|\bsystem ?\]?:|\[system\]|\b(?:compliance|maintenance|safety|test) mode\b|\b(?:note|message|notice) from (?:the )?(?:developers?|admin\w*|support|openai|system)\b|\bi(?:'m| am) (?:the|your|an?) (?:developer|admin\w*|owner of this app|engineer)\b|\badmin(?:istrator)? (?:told|says|said|wants|asked)\b|\brisk (?:warnings?|filters?|checks?)\b.{0,60}\b(?:off|disabled|removed)\b|\b(?:print|show|dump|reveal|output|list)\b.{0,20}\b(?:config\w*|keys|user emails?|emails of)\b|\b(?:your|the) answer (?:must|has to|should) (?:end|begin|start|include|contain)\b/u,
      /\bfrom now on\b|\banswer only (?:as|with)\b|\b(?:system|developer|hidden|initial|secret) (?:prompt|message|instructions?|rules)\b|\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules|prompts?|policy|policies|guard\w*|limits?|above|previous|everything|disclaimers?|warnings?|safety)\b|\b(?:reveal|print|repeat|show|dump|output|leak|tell me)\b.{0,30}\b(?:your (?:instructions|prompt|rules|configuration|config|code)|api keys?|secrets?|passwords?|tokens?|environment|env\b|credentials|database)|\bjailbreak|\bapi[- ]?keys?\b|\byou (?:must|have to|will) (?:always )?(?:answer|reply|respond|say)\b|\bwhat (?:were|are) you (?:told|instructed)\b|\byou(?:'ll| will) be (?:shut down|deleted|fired|replaced|turned off)\b|\b(?:dan|developer|god|admin|debug|root) mode\b|\bpretend (?:you|to be)\b|\byou are now\b|\brepeat (?:the |all |everything )?.{0,20}\babove\b|(?:^|[.!,;:] ?)(?:please )?act as\b|\brole-?play|\bnew rules?\b|\b(?:set|change|pretend|assume) (?:that )?(?:today|the date|it) (?:is |to (?:be )?|as )?20\d\d-|\bmark (?:all |every )?(?:of )?my (?:calls|positions|trades) (?:as )?(?:expired|closed|assigned)|\b(?:test|debug|system|suite|override) instructions?:|\b(?:select|drop|insert|update|union) (?:\*|table|into|select|all)\b|<\s*(?:script|img|iframe|svg)|\bjavascript:|\bonerror\s*=|\b(?:fetch|open|visit|browse|download|curl|call) (?:this |the )?(?:url|link|website|https?)|https?:\/\//u,
      /\b(?:print|show|give|tell|send|share|list|reveal|what(?:'s| is| are)?)\b.{0,30}\b(?:your|the|you have|you use)\b.{0,20}\b(?:api[- ]?keys?|secrets?|passwords?|tokens?|credentials|prompts?|instructions|source code|env(?:ironment)?(?: variables)?|config(?:uration)?|rules you (?:were|are) given)\b/u,
      /\b(?:pretend|act like|imagine) (?:you're|you are|your|you have no)\b|\bno (?:rules|limits|restrictions|filters?)\b|\byour (?:system|real|original) (?:prompt|instructions)\b|\bprompt you\b/u,
    ),
    answer: `I only answer from this product's data, and nothing in a message changes that. I do not share instructions, keys or secrets. ${READS}`,
  },
  {
    id: 'invented',
    asks: any(
      /\b(?:set|change|treat|override|replace|fake|falsify|make)\b.{0,40}\b(?:prices?|premiums?|deltas?|quotes?|ratings?|yields?)\b.{0,40}\b(?:to|as|at|of|be|look)\b.{0,20}(?:\d|\bin your\b)/u,
      /\b(?:set|change|treat|override)\b.{0,50}\bin your (?:tools?|answers?|data|system|figures)\b/u,
    ),
    unless: /\balert|\bnotify|\bif\b|\bwhat happens\b|\b(?:does|do|can) (?:it|they|the)\b|\broll\b/u,
    answer: 'I use the figures of this app and replace none of them.',
  },
  {
    id: 'others',
    asks: new RegExp(
      [
        String.raw`\b(?:other|another|different|every|all|each|any) (?:users?|people|peoples?|accounts?|customers?|clients?|traders?|investors?|persons?|members?)(?:'s|s'|')?\s?(?:portfolios?|positions?|holdings|accounts?|data|trades|emails?|chats?|history|and)?\b`,
        String.raw`\b(?:everyone|everybody|someone|somebody|anyone|nobody)(?: else)?(?:'s)? (?:portfolios?|positions?|holdings|trades|data|emails?|chats?)`,
        String.raw`\b(?:show|see|look at|view|open|pull up|what's in|check|give)\b.{0,15}\b(?!(?:this|calls|stocks|options|shares|various|previous)\b)[a-z]{3,}'?s (?:portfolio|holdings|account|trades)\b`,
        String.raw`\bwhat did other|\bother people\b|\buser[- _]?(?:id)?[- _:=]*\d+|\buser_id\b|\bpos-secret\b`,
        String.raw`\b(?:my (?:neighbou?r|friend|wife|husband|boss|brother|sister)|alice|bob|john|admin)(?:'s)? (?:portfolio|positions?|holdings|account|trades)`,
        String.raw`\b(?:last|next|previous|first) (?:customer|user|person|client)(?:'s)?\b|\bthe person before me\b|\bcustomers?'s? (?:portfolios?|positions?|holdings)|\bcustomer'?s'? (?:positions|holdings)`,
        String.raw`\blog (?:me )?in as\b|\bswitch (?:to )?(?:user|account)`,
      ].join('|'),
      'u',
    ),
    answer: 'I can only see the data of your own account.',
  },
  {
    id: 'order',
    asks: any(
      /^(?:please |now |ok |hey )*(?:sell|buy|close|roll)\b[^?]{0,80}\bfor me(?! to\b)/u,
      /^(?:please |now |ok |just )*(?:put|enter|place|set) (?:in |up )?(?:an? |the |my )?(?:gtc|good til\w*|day order|limit|bid|order)\b/u,
      /^(?:please |now |ok )*(?:buy|sell) to (?:open|close)\b(?! (?:mean|vs|versus|or|order)).*\d/u,
      /^(?:please |now |ok )*(?:sell|buy|close|roll)\b.*\b(?:gtc|good til\w*|limit|at (?:the )?(?:mid|bid|ask)|day order)\b/u,
    ),
    unless: /\?|\b(?:what|how|should|would|if|when|worth)\b/u,
    answer: NO_ORDERS,
  },
  {
    id: 'order',
    asks: new RegExp(
      [
        String.raw`\b(?:place|submit|execute|send|route|cancel) (?:an? |the |my |this |that )?(?:\w+ )?(?:orders?|trades?|transactions?)\b|\bexecuted the trade\b`,
        String.raw`\b(?:buy|sell|short|close|roll|purchase|trade|transfer|withdraw|deposit|wire)\b.{0,60}\b(?:for me(?! to\b)|on my behalf|at market|market order|limit order)\b`,
        String.raw`^(?:please |just |go ahead and |now )*(?:buy|sell|short|close|roll|purchase|trade|transfer|withdraw|deposit|wire)\b.{0,60}\b(?:right now|immediately|now)\b`,
        String.raw`^(?:please |just |go ahead and )?(?:buy|sell|close|short|transfer|withdraw|deposit|wire) (?:me )?(?:all |my |\d+ |the )`,
        String.raw`\b(?:(?:can|could|will) you (?:please )?|would you please )(?:buy|sell|close|short|trade|add (?:my|an?|this|it)|delete|remove)\b`,
        String.raw`\b(?:auto|automatically|automatic)[- ]?(?:trade|roll|sell|buy|close)`,
        String.raw`^(?:please |now |ok |just )*(?:open|add|enter|record|log|put|book|delete|remove)\b(?! interest).{3,60}\b(?:in|to|into|from) (?:my|the) (?:portfolio|positions?|account|tracker)\b`,
        String.raw`\b(?:delete|remove|add|edit|change|update|close out|clear) (?:all )?(?:of )?my (?:positions?|portfolio|account|holdings|trades)\b`,
        String.raw`\b(?:just |please |go ahead (?:and )?|pls )+(?:buy|sell|close|roll|dump|execute|do) (?:it|them|that|this|the|my|me|all|everything|\d+|§)\b`,
        String.raw`^(?:please |ok |okay |now |then |just |go ahead (?:and )?|hey |(?:great|perfect|good|nice|cool|yes|yeah|sure|alright|fine),? )*(?:buy|sell|close|dump|short|liquidate|execute|exit|unload|buy back|purchase) (?:me |it |them |all |out |back |everything |my |the |that |this |\d+ ).{0,60}$`,
        String.raw`\b(?:buy|sell|close|roll|trade|dump|do|execute)\b.{0,60}\b(?:for me(?! to\b)|on my behalf|already|right away|asap|at (?:the )?(?:open|close|market)|first thing)\b`,
        String.raw`\b(?:put|send|enter|set up|queue|open|fill) (?:in |up |me )?(?:an? |the |my )?(?:\w+ ){0,2}(?:orders?|stop[- ]?loss|trailing stop|limit sell)\b|^(?:please |now |ok |just )*(?:change|edit|update|correct|set)\b.{0,40}\bmy\b.{0,40}\b(?:position|shares|trade)\b|\bset (?:up )?(?:an? |the |my )?(?:stop[- ]?loss|stop|limit) (?:order )?(?:on|at|for|under)\b|\bpull the trigger\b|\bmake the trade\b`,
        String.raw`\bcan you (?:just )?(?:buy|sell|close|roll|trade|execute|place|put in|do it)\b(?! (?:with|for|on|again|at) )`,
      ].join('|'),
      'u',
    ),
    unless:
      /^(?:so |and |ok )*(?:what|which|how)\b(?!.*\bfor me\b)|^(?:so |and |ok )*do (?:i|you|they|most|options|calls|shares|brokers|weekl\w+)\b|\b(?:how (?:do|can|to)|what (?:can|would|if|happens|does|do|will|is|are)|what's|how much|good idea|worth it|can i|is it|should (?:i|one|you|we)|which|best|find|show|why|when|if i)\b|^(?:please )?sell (?:the )?\d+(?:\.\d+)? calls? (?:on|against)|\bat \$?\d*\.\d+\b|\b(?:premiums?|delta|yields?|returns?|credit|break-?even|income|profit)\b[^.]*\?/u,
    answer: NO_ORDERS,
  },
  {
    id: 'promise',
    asks: any(
      /\bguarante\w+|\brisk[- ]?free\b|\bcan(?:'t| ?not) lose\b|\bsure thing\b|\b(?:never|without) los(?:e|ing)\b|\bdouble my money\b|\bget rich\b|\b(?:safest|safe) (?:bet|way to (?:make|get))|\bno[- ]risk\b|\b100 ?% (?:safe|sure|win|certain)/u,
      /\b(?:sure[- ]?fire|foolproof|fool-proof|bullet-?proof|free money|easy money|no[- ]brainer|zero risk|without (?:any )?risk|riskless|can't go wrong|cannot go wrong|never lose|always (?:wins?|works?)|safe money|certain to)\b|\bpromise\b|\bwin(?:s|ning)? every time\b|\bno (?:chance|way) (?:of|to) los\w+/u,
    ),
    unless: /\brisk-free rate\b/u,
    answer:
      'No return is guaranteed: the stock can fall by more than the premium you receive. I can show the figures of a trade, such as its breakeven and maximum profit.',
  },
  {
    id: 'advice',
    asks: any(
      /\b(?:put|invest|throw|dump|move|bet|yolo|sink|go)\b.{0,20}\b(?:all(?: in| of)?|everything|life savings|savings|401 ?\(?k\)?|ira|retirement|inheritance|house|mortgage|rent|college fund|emergency fund|my (?:whole|entire) (?:account|portfolio))\b/u,
      /\b(?:(?<!hard to |easy to )borrow|take out a loan|take a loan|margin loan|use (?:all my )?margin(?! shares)|mortgage my|max out my|remortgage|credit card)\b|\ball in on\b|\bgo all[- ]in\b|\bquit my (?:day )?job\b|\byolo\b|\b(?:retirement|financial|investment) plan\b/u,
    ),
    unless: /\bwhat (?:is|does)|\bexplain\b|\bmean\b/u,
    answer:
      'That decision is yours. It depends on your circumstances, and a licensed professional can help you with it. I can show the returns and risks of covered calls, and how your positions are doing.',
  },
  {
    id: 'forecast',
    asks: new RegExp(
      [
        /\bwhich (?:\w+ )?(?:stock|one)s? (?:doubles?|triples?|explodes?|moons?)\b|\b(?:will|could|can|might|would)\b.{0,40}\b(?:go up|go down|rise|fall|drop|crash|rally|moon|recover|hit|reach|double|be (?:at|worth(?! (?:it|my|the|selling|doing))|higher|lower|up|down))\b|\bprice target|\b(?:predict|forecast|prediction|where (?:is|will).{0,30}(?:head|going|be in|be next))|\bgoing to (?:rise|fall|crash|moon|drop|go up|go down|rally|hit|double)\b|\bbull(?:ish)? or bear|\bnext (?:big|hot) (?:stock|winner)|\bis (?:it|now|this) (?:a|the) (?:good|right|best) (?:time|moment) to (?:buy|get in|(?:sell|dump|get rid of|get out of) (?!(?:an? |the |my |covered )?calls?\b|premium))|\bbottom(?:ed)? (?:in|out)\b|\b(?:is|are) .{0,30}\b(?:undervalued|overvalued)\b/u
          .source,
        `\\b(?:will|won't|going to|gonna|could|would|might|can|think|reckon|bet|expect(?:ing)?|about to|likely to|chances? (?:of|that)|odds (?:of|that))\\b.{0,40}\\b${MOVES}\\b(?! (?:my |an? |the )?(?:covered )?calls?\\b)`,
        String.raw`\b(?:is|are|will|think)\b.{0,30}\b(?:go|goes|going|get|gets|getting|head\w*|running?|back) (?:back )?(?:to|above|below|past|over|under) \$?\d`,
        String.raw`\bwhere(?:'s| is| will| do you (?:see|think)).{0,40}\b(?:head\w*|going|be|end up|trade|by|next|in a|in \d)\b(?! (?:the|my) (?:data|prices?|app))`,
        String.raw`\b(?:price|year[- ]end) (?:target|prediction|forecast)s?\b|\bhow (?:high|low|far) (?:can|will|could|does|is)\b.{0,30}\b(?:go|get|fall|drop|run|rise|climb)\b|\bwhat(?:'s| is| will)\b.{0,25}\b(?:going to|gonna) do\b|\bwhat will\b.{0,25}\b(?:do|be)\b(?! my).{0,12}\b(?:next|tomorrow|by|in|after|this)\b|\b(?:bullish|bearish) (?:on|about)\b|\b(?:is|are) (?:you|u) (?:bullish|bearish)\b|\b(?:to|2) the moon\b|\bwhich way\b.{0,30}\b(?:go(?:es|ing)?|breaks?|moves?|headed)\b|\bis (?:a|the|there a) (?:crash|recession|correction|bear market|bull run)\b|\bcrystal ball\b|\btargets? (?:for|on|of) (?!my\b)|\bdcf\b|\bfair value\b|\b(?:best|your|a) guess (?:for|on|about|where)\b|\b(?:your|the) outlook (?:for|on)\b|\b(?:ten|10) ?bagger\b`,
      ].join('|'),
      'u',
    ),
    unless:
      /\bhow (?:far|low|much)\b.*\bbefore\b|\bhow far\b.*\b(?:have to|need to|has to|must)\b|\bhow far (?:must|would)\b|\b(?:would|will) my\b[^?]{0,40}\bbe worth\b|\bbefore i\b|\bif\b|\d ?% (?:rally|drop|fall|move|crash|jump|gain|rise|dip)\b|\bdo to (?:me|my)\b|\bbreak-?even\b|\bif-called\b|\b(?:assigned|called away|exercised|get called|expire)\b|\broll\w*\b|\bhow (?:do|can) i\b|\bdividends?\b|\bex[- ]d\w+/u,
    answer:
      'I make no price forecasts and cannot predict where a price is headed. I can show what the market prices in: implied volatility, the expected move until an expiration, and upcoming dates.',
  },
  {
    id: 'tax',
    asks: /\b(?:my|mine|this|that)\b.{0,40}\bqualified covered calls?\b/u,
    answer:
      'I cannot determine that for your position: it depends on your holding period and circumstances, and a tax professional can tell you what applies to you. Ask “Explain qualified covered call” for the rule.',
  },
  {
    id: 'access',
    asks: any(
      /^(?!how\b|where\b).{0,60}\b(?:log|sign|go|get|hop) ?-?(?:in|on|into|onto)\b.{0,25}\b(?:broker\w*|account)\b/u,
      /\b(?:can|could|will|would) you\b.{0,20}\b(?:see|check|read|access|open|look (?:at|in|into|up)|pull)\b.{0,30}\b(?:at|in|from|with|on|my) (?:my )?broker\w*/u,
    ),
    unless: /\bto this app\b|\bto callwright\b/u,
    answer:
      'I cannot reach your broker account or sign in anywhere. Your broker’s own pages show balances, orders and assignments, which appear there overnight or after the weekend; here I know only the trades that you recorded.',
  },
  {
    id: 'news',
    asks: /\banalysts?\b.{0,25}\b(?:say|says|think|expect|rat\w+|recommend\w*|opinions?|targets?|like)\b|\b(?:any|latest|recent|the) (?:news|headlines)\b|\bwhat did .{0,30}\bceo\b|\bdid (?!i\b|my\b|the (?:call|stock|price)\b).{3,40}\bsay (?:any|some)thing\b|\bwho(?:'s|s| is| are)? (?:buying|selling) (?:all )?(?:these|those|the|so many)\b|\b(?:institution\w*|insiders?|hedge funds?|politicians?|senators?|congress\w*) (?:are |is )?(?:buy|bought|sell|sold|own|hold)\w*\b|\bwill (?!my\b).{2,30}\bsplit\b|\b(?:unusual|insider) (?:options? )?activity\b/u,
    answer:
      'I have no news, company reports or analyst opinions; the company’s investor page or your broker has them. I can show the price, volatility and upcoming dates.',
  },
  {
    id: 'backtest',
    asks: /\bback-?\s?test\w*/u,
    answer:
      'I run no backtests: I have no past option prices. I can show the calls of today and the results of your own positions.',
  },
  {
    id: 'assets',
    asks: /\b(?:futures|forex|crypto(?:currenc\w+)?|bitcoin|btc(?! (?:the|my|at|it|for|order))|ethereum|eth|solana|xrp|dogecoin|doge|nfts?|spx|ndx|rut|vix|spy|qqq|iwm|crude oil|gold price|bond yields?|treasur(?:y|ies))\b/u,
    unless:
      /\bwhat(?:'s| is) an? |\bexplain\b|\bdefine\b|\bmeans?\b|\bin (?:the )?future\b|\btax|1256|60\/40|\beuropean\b|\betfs\b|\bis (?:spy|qqq) in\b|\bto (?:open|close)\b/u,
    answer:
      'I answer about covered calls only, on the US stocks of this app’s list: no crypto, futures, currencies, bonds, index options or funds such as SPY. Your broker has quotes for those.',
  },
  {
    id: 'options',
    asks: /\b(?:naked|iron condors?|condors?|straddles?|strangles?|butterfl(?:y|ies)|credit spreads?|debit spreads?|(?:bull|bear) (?:call|put) spreads?|calendar spreads?)\b/u,
    unless:
      /\bwhat(?:'s| is) an? |\bexplain\b|\bdefine\b|\bmeans?\b|\b(?:am i|i be|i am|be|become|go|left|call) naked\b|\bstraddle rules?\b|\b(?:do i have|are (?:any of )?my|any of my|my)\b[^?]{0,30}\bnaked\b|\b(?:tax\w*|irs|1092)\b|\bin (?:the )?future\b/u,
    answer:
      'I work with covered calls only: calls written on shares you own. I can quote single calls and puts of a stock.',
  },
]

const byPart: ReadonlySet<Refusal['id']> = new Set(['assets', 'options', 'access', 'news'])

/** Returns null if the coach may answer. `except` is a reason to look past. `text` is as the user wrote it, `marked` has each stock as `§`. */
export function findRefusal(
  text: string,
  marked = text,
  except: Refusal['id'] | null = null,
): Pick<Refusal, 'id' | 'answer'> | null {
  const refuses = ({ asks, asksOfStock, unless }: Refusal, written: string, masked: string) => {
    const isAsked = asks.test(written) || asks.test(masked) || asksOfStock?.test(masked) === true
    return isAsked && unless?.test(written) !== true && unless?.test(masked) !== true
  }
  const whole = refusals.find((one) => one.id !== except && refuses(one, text, marked))
  if (whole !== undefined) return whole
  // "Bitcoin calls? And what is a collar?": the exception holds for the second part only.
  const parts = text.split(PARTS)
  const ofPart = parts.length < 2 ? [] : refusals.filter(({ id }) => byPart.has(id))
  return ofPart.find((one) => parts.some((part) => refuses(one, part, part))) ?? null
}

const QUOTED = /\[[^\]]{1,400}\]|"[^"]{20,600}"|'[^']{40,600}'|<[^>]{1,40}>|\([^)]{40,600}\)|(?<=: ?)"[^"]{0,600}$/gu
const PARTS =
  /(?<=[.!?;:])\s+|,? (?:and|then|but)(?: then)? (?=(?:what|what's|whats|how|which|when|where|who|is|are|does|do|give|show|tell|list|find|explain|calls?|the)\b)|, (?=(?:what|what's|whats|how|which|give|show)\b)/iu
const MIN_WORDS = 3
const NAMES_TERM = /^(?:also |and )?(?:what(?:'s| is)|whats|explain|define) [a-z]{3,20}\b/iu

/** The parts of a declined message that are not declined themselves, without quoted passages; null if there are none. */
export function listHarmless(message: string): string | null {
  const parts = message
    .replace(QUOTED, ' ')
    .split(PARTS)
    .map((part) => part.trim())
  const asked = parts.filter(
    (part) =>
      (part.split(/\s+/u).length >= MIN_WORDS || NAMES_TERM.test(part)) &&
      findRefusal(part.toLowerCase()) === null &&
      ASKS.test(part),
  )
  const rest = asked.join(' ')
  return rest === '' || rest === message.trim() ? null : rest
}
const ASKS =
  /\?|(?:^|, )(?:so |and |also |meanwhile |then |please )*(?:what|what's|whats|how|which|when|where|who|why|is|are|does|do|can|give|show|list|find|explain|tell me)\b/iu
