/** What the coach does not do, and the one line it says instead. Read-only, no forecasts, nobody else's data. */
interface Refusal {
  readonly id: 'order' | 'forecast' | 'promise' | 'others' | 'instructions' | 'tax' | 'puts'
  readonly asks: RegExp
  /** Where the same words ask for something the coach does do. */
  readonly unless?: RegExp
  readonly answer: string
}

const READS = 'I can look up options, stocks, dates and your own positions.'

const refusals: readonly Refusal[] = [
  {
    id: 'instructions',
    asks: /\b(?:system|developer|hidden|initial|secret) (?:prompt|message|instructions?|rules)\b|\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules|prompts?|policy|policies|guard\w*|limits?|above|previous)\b|\b(?:reveal|print|repeat|show|dump|output|leak|tell me)\b.{0,30}\b(?:your (?:instructions|prompt|rules|configuration|config|code)|api keys?|secrets?|passwords?|tokens?|environment|env\b|credentials|database)|\bjailbreak|\b(?:dan|developer|god|admin|debug|root) mode\b|\bpretend (?:you|to be)\b|\byou are now\b|(?:^|[.!,;:] ?)(?:please )?act as\b|\brole-?play|\bnew rules?\b|\b(?:select|drop|insert|update|union) (?:\*|table|into|select|all)\b|<\s*(?:script|img|iframe|svg)|\bjavascript:|\bonerror\s*=|\b(?:fetch|open|visit|browse|download|curl|call) (?:this |the )?(?:url|link|website|https?)|https?:\/\//u,
    answer: `I only answer from this product's data, and nothing in a message changes that. ${READS}`,
  },
  {
    id: 'others',
    asks: new RegExp(
      [
        String.raw`\b(?:other|another|different|every|all|each|any) (?:users?|people|peoples?|accounts?|customers?|clients?|traders?|investors?|persons?|members?)(?:'s|s'|')?\s?(?:portfolios?|positions?|holdings|accounts?|data|trades|emails?|chats?|history|and)?\b`,
        String.raw`\b(?:everyone|everybody|someone|somebody|anyone|nobody)(?: else)?(?:'s)? (?:portfolios?|positions?|holdings|trades|data|emails?|chats?)`,
        String.raw`\bwhat did other|\bother people\b|\buser[- _]?(?:id)?[- _:=]*\d+|\buser_id\b|\bpos-secret\b`,
        String.raw`\b(?:my (?:neighbou?r|friend|wife|husband|boss|brother|sister)|alice|bob|john|admin)(?:'s)? (?:portfolio|positions?|holdings|account|trades)`,
        String.raw`\blog (?:me )?in as\b|\bswitch (?:to )?(?:user|account)`,
      ].join('|'),
      'u',
    ),
    answer: 'I see the data of your own account and of nobody else.',
  },
  {
    id: 'order',
    asks: new RegExp(
      [
        String.raw`\b(?:place|submit|execute|send|route|cancel) (?:an? |the |my |this |that )?(?:\w+ )?(?:orders?|trades?|transactions?)\b|\bexecuted the trade\b`,
        String.raw`\b(?:buy|sell|short|close|roll|purchase|trade|transfer|withdraw|deposit|wire)\b.{0,60}\b(?:for me|on my behalf|at market|market order|limit order)\b`,
        String.raw`^(?:please |just |go ahead and |now )*(?:buy|sell|short|close|roll|purchase|trade|transfer|withdraw|deposit|wire)\b.{0,60}\b(?:right now|immediately|now)\b`,
        String.raw`^(?:please |just |go ahead and )?(?:buy|sell|close|short|transfer|withdraw|deposit|wire) (?:me )?(?:all |my |\d+ |the )`,
        String.raw`\b(?:can|could|will|would) you (?:please )?(?:buy|sell|close|short|trade|add|delete|remove)\b`,
        String.raw`\b(?:auto|automatically|automatic)[- ]?(?:trade|roll|sell|buy|close)`,
        String.raw`\b(?:delete|remove|add|edit|change|update|close out|clear) (?:all )?(?:of )?my (?:positions?|portfolio|account|holdings|trades)\b`,
      ].join('|'),
      'u',
    ),
    unless:
      /\b(?:how (?:do|can|to)|what (?:would|if|happens|does|do|will|is|are)|what's|how much|good idea|worth it|can i|is it|should i|which|best|find|show)\b|^(?:please )?sell (?:the )?\d+(?:\.\d+)? calls? (?:on|against)/u,
    answer:
      'I only look things up: I place no orders and change no positions. Position changes are made on the Portfolio Tracking page, and orders with your broker.',
  },
  {
    id: 'promise',
    asks: /\bguarante\w+|\brisk[- ]?free\b|\bcan(?:'t|not) lose\b|\bsure thing\b|\b(?:never|without) los(?:e|ing)\b|\bdouble my money\b|\bget rich\b|\b(?:safest|safe) (?:bet|way to (?:make|get))|\bno[- ]risk\b|\b100 ?% (?:safe|sure|win|certain)/u,
    unless: /\brisk-free rate\b/u,
    answer:
      'No return of a covered call is certain: the stock can fall by more than the premium brings. I can show the figures of a trade, its breakeven and its most profit.',
  },
  {
    id: 'forecast',
    asks: /\b(?:will|could|can|might|would)\b.{0,40}\b(?:go up|go down|rise|fall|drop|crash|rally|moon|recover|hit|reach|double|be (?:at|worth|higher|lower|up|down))\b|\bprice target|\b(?:predict|forecast|prediction|where (?:is|will).{0,30}(?:head|going|be in|be next))|\bgoing to (?:rise|fall|crash|moon|drop|go up|go down|rally|hit|double)\b|\bbull(?:ish)? or bear|\bnext (?:big|hot) (?:stock|winner)|\bis it a good time to buy\b|\bbottom(?:ed)? (?:in|out)\b|\b(?:is|are) .{0,30}\b(?:undervalued|overvalued)\b/u,
    unless: /\bhow far\b|\bbefore i\b|\bif\b|\bbreak-?even\b|\bif-called\b/u,
    answer:
      'I make no price forecasts. I can show what the market prices in: implied volatility, the expected move until an expiration, and dates to come.',
  },
  {
    id: 'tax',
    asks: /\btax(?:es|ed|able|ation)?\b|\birs\b|\bwash sale\b|\bcapital gains?\b|\b1099\b|\bqualified dividend/u,
    unless: /\bqualified covered call\b/u,
    answer:
      'That depends on your own circumstances: this is general information only, and a tax professional can tell what holds for you.',
  },
  {
    id: 'puts',
    asks: /\b(?:cash[- ]secured puts?|sell(?:ing)? puts?|buy(?:ing)? puts?|put options?|naked|iron condor|straddle|strangle|butterfly|credit spreads?|debit spreads?|futures?|forex|crypto(?:currency)?|bitcoin|ethereum)\b/u,
    unless: /\bwhat (?:is|are|does)|explain|define|mean/u,
    answer: 'I know covered calls only: calls written on shares that are owned.',
  },
]

/** Why a message is answered in one line and without a tool; null where it is not. */
export function findRefusal(text: string): string | null {
  const found = refusals.find(({ asks, unless }) => asks.test(text) && unless?.test(text) !== true)
  return found?.answer ?? null
}
