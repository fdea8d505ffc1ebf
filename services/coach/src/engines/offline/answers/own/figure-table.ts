import { countOf, dueIn, isKnown, type Row } from '../../replies.ts'

export type At = (field: string) => string
/** A figure that every own position has, and the words that ask for it. */
export interface OwnFigure {
  /** Field of a row of `own_figures` that decides the order. Unknown if null there. */
  readonly key: string
  readonly label: string
  readonly words: RegExp
  /** Words that must be somewhere in the message as well. */
  readonly needs?: RegExp
  /** Further words that belong to this figure where it is asked for. */
  readonly takes?: RegExp
  /** Which end is named first in a list. */
  readonly order: 'asc' | 'desc'
  readonly say: (at: At, row: Row) => string
  /** Says the sum over positions, for figures that add up. */
  readonly total?: (at: At, row: Row) => string
}

const MONEY =
  /\b(?:how much|what|gains?|profit\w*|loss|returns?|get|receive|cash|money|walk away|result|make|proceeds|come in|total)\b/u
const plain = (key: string) => (at: At) => at(key)
/** More specific words first: words that one figure has taken ask for no other. */
export const figures: readonly OwnFigure[] = [
  {
    key: 'premium_total',
    label: 'Premium to keep',
    words: /\bexpir\w* worthless\b|\b(?:go|goes|end|ends) worthless\b/u,
    takes: /\bpremiums?\b|\bprofits?\b|\bgains?\b/u,
    order: 'desc',
    say: (at) => `${at('premium_total')}, of which ${at('premium_left')} is still to be earned`,
    total: (at) =>
      `${at('premium_total')} in total and all the shares; ${at('premium_left')} of it is still to be earned`,
  },
  {
    key: 'time_value',
    label: 'Time value',
    words: /\b(?:time|extrinsic) (?:value|premium)\b(?: (?:is |are )?left)?|\bextrinsic\b/u,
    order: 'asc',
    say: (at) => `${at('time_value')} a share`,
  },
  {
    key: 'decay_per_day',
    label: 'Time value left per day until expiration',
    words:
      /\bthetas?\b(?: (?:a|per|each) day)?|\b(?:time )?decay\w*\b|\b(?:earn\w*|mak\w*|income)(?: \w+){0,3} (?:a|per|each) day\b/u,
    order: 'desc',
    say: (at) => `${at('decay_per_day')} a day on average`,
    total: (at) =>
      `${at('decay_per_day')} a day in total, on average to each expiration; theta itself is not recorded for positions`,
  },
  {
    key: 'premium_left',
    label: 'Still to earn if it expires worthless',
    words:
      /\bhow much (?:of (?:the |my )?)?(?:premium|profit|gain|money|more)(?: \w+){0,4} (?:left|more)\b|\b(?:premium|profit|gain)s? (?:is |are )?(?:still )?left\b|\bleft to (?:earn|make|capture|collect|gain)\b|\bhow much more (?:can|could|will|do) i (?:make|earn)\b|\bmax\w* (?:gain|profit)s? left\b|\bstill (?:have )?(?:to )?(?:be )?(?:earn(?:ed)?|make|collect|capture)\b/u,
    takes: /\bhow much premium\b(?= (?:do|can|could|will) i\b)/u,
    order: 'desc',
    say: plain('premium_left'),
    total: (at) => `${at('premium_left')} in total`,
  },
  {
    key: 'profit_captured_pct',
    label: 'Profit captured',
    takes: /\b(?:already |so far )?earned\b|\bprofits?\b|\bpremiums?\b/u,
    words:
      /(?:\b(?:percent\w*|part|share|how much|half|most)|%) (?:or more )?of (?:the |my |its |their )*(?:max\w* |full |total |possible )?(?:profits?|premiums?|gains?|credits?)\b|\b(?:profit |premium )?captured?\b|\b\d+ ?% (?:profit|captured?|gain|of max\w*)\b/u,
    order: 'desc',
    say: plain('profit_captured_pct'),
    total: (at) => `${at('profit_captured_pct')} of all the premium`,
  },
  {
    key: 'close_gain',
    label: 'Call alone, if bought back now',
    takes:
      /\b(?:am i |is it )?(?:up|down)(?: or (?:up|down))?(?: on (?:the|my) calls?)?\b|\bp ?[&/] ?l\b|\bpnl\b|\bprofits?\b|\bgains?\b|\bloss(?:es)?\b/u,
    words: /\b(?:if|when) i (?:clos\w+|b(?:uy|ought))\b(?: (?:it|them|the call|back|out|now|today|all|every\w*)){0,4}/u,
    needs: /\b(?:up|down|ahead|behind|profit\w*|gains?|loss|lose|make|win|keep|pnl)\b/u,
    order: 'desc',
    say: (at) => `${at('close_gain')} (premium ${at('premium_total')} less ${at('cost_to_close')} at the delayed ask)`,
    total: (at) => `${at('close_gain')} in total`,
  },
  {
    key: 'days_open',
    label: 'Open for',
    words:
      /\bdays? (?:held|open|in (?:the )?trades?)\b|\bhow long (?:have i (?:held|owned|had|been)|(?:has|have) (?:it|this|that|they|§|the \w+|my \w+) been)\b(?: open| on)?|\bholding (?:time|period)s?\b|\bheld (?:for|on average)\b/u,
    order: 'desc',
    say: (at, row) => `${countOf(at('days_open'), row.days_open, 'day')}, since ${at('entry_date')}`,
  },
  {
    key: 'cost_to_close',
    label: 'Cost to close',
    words:
      /\bclos(?:e|es|ed|ing)(?: (?:out|cost))?\b|\b(?:buy\w*|bought)(?: \w+){0,4} back\b|\bbuy-?backs?\b|\bunwind\w*\b|\bget out of\b/u,
    takes: /\bcost\w*\b|\bprice\b/u,
    needs:
      /\b(?:cost\w*|how much|cash|take|need|total|expensive|cheap\w*|price|debit|bucks|dollars|under|less than)\b|\$/u,
    order: 'asc',
    say: plain('cost_to_close'),
    total: (at) => `${at('cost_to_close')} in total`,
  },
  {
    key: 'delta',
    label: 'Delta (roughly the chance of assignment)',
    words:
      /\b(?:chances?|odds|probab\w*|likel\w*|risk\w*)\b(?:(?! delta).)*\b(?:assign\w*|called|exercis\w*|itm|in[- ]the[- ]money|taken)\b|\b(?:assign\w*|called(?: away)?|exercis\w*)\b.*\b(?:chances?|odds|probab\w*|likely|risk)\b|\b(?:assign\w*|call\w*[- ]away) risks?\b|\bdeltas?\b/u,
    order: 'desc',
    say: plain('delta'),
  },
  {
    key: 'if_assigned_total',
    label: 'If called away',
    takes: /\bmax\w*\b|\b(?:total )?(?:gains?|profits?|returns?)\b/u,
    words:
      /\b(?:if|when|once)\b.*\b(?:called|assigned|exercised|taken|go)\b(?: away)?|\bif[- ]called\b(?: returns?)?|\b(?:called away|assigned|exercised)\b|\bmax\w* (?:profit|gain|return)s?\b|\bmost (?:i|we) (?:can|could) make\b/u,
    needs: MONEY,
    order: 'desc',
    say: (at) => `${at('if_assigned_total')} (${at('if_assigned_pct')} of the cost), ${at('proceeds')} for the shares`,
    total: (at) =>
      `${at('proceeds')} for the shares, and ${at('if_assigned_total')} gained over their cost, premium included (${at('if_assigned_pct')})`,
  },
  {
    key: 'breakeven',
    label: 'Breakeven',
    words: /\bbreak-?\s?evens?\b|\bbefore i lose\b/u,
    order: 'asc',
    say: plain('breakeven'),
  },
  {
    key: 'static_yield_pct',
    label: 'Yield of the time value received',
    words:
      /\byield\w*\b|\bpay\w*(?: me)? (?:the )?(?:best|most)\b|\b(?:best|most) (?:a|per) year\b|\bannuali[sz]ed\b(?: returns?)?|\breturns? (?:a|per) year\b/u,
    order: 'desc',
    say: (at) => `${at('static_yield_pct')} a year`,
  },
  {
    key: 'iv',
    label: 'Implied volatility',
    words: /\b(?:implied )?vol(?:atility)?\b|\biv\b/u,
    order: 'desc',
    say: plain('iv'),
  },
  {
    key: 'earnings_before',
    takes: /\bexpir\w*\b/u,
    label: 'Before expiration',
    words: /\bearnings\b|\breport(?:s|ing)?\b/u,
    order: 'asc',
    say: (at) => `earnings ${at('earnings_before')}`,
  },
  {
    key: 'ex_dividend_before',
    takes: /\bexpir\w*\b/u,
    label: 'Before expiration',
    words: /\bex[- ]?(?:div\w*|dates?)\b|\bdividends?\b|\bgo(?:es)? ex\b/u,
    order: 'asc',
    say: (at, row) =>
      `ex-dividend ${at('ex_dividend_before')}${isKnown(row.dividend) ? `, ${at('dividend')} a share` : ''}`,
  },
  {
    key: 'entry_date',
    label: 'Opened',
    words:
      /\b(?:when|(?:what|which) (?:days?|dates?)|how long ago) (?:did|have) i (?:open|sell|sold|write|buy)\w*\b|\bopened on\b|\bentry dates?\b/u,
    order: 'desc',
    say: plain('entry_date'),
  },
  {
    key: 'dte',
    label: 'Due',
    words:
      /\bhow (?:many days|long|much time)\b|\b(?:days|time)(?: (?:is |are |do i have ))? ?(?:left|remaining|to go|to expir\w+)\b|\bdays to expir\w+|\bexpir(?:es?|ing|ations?|y|ies)\b|\bdte\b|\b(?:come|comes|coming) due\b|\brun(?:s|ning)? out\b/u,
    order: 'asc',
    say: (at, row) => dueIn(at('dte'), row.dte),
  },
  {
    key: 'weight_pct',
    label: 'Share of the value of all shares',
    words:
      /\bweights?\b|\bweighting\b|(?:\b(?:percent\w*|share|part|much)|%) of (?:my|the) (?:\w+ )?(?:account|portfolio|total|money|book|holdings)\b|\bhow (?:big|exposed)\b|\bexposure to\b/u,
    order: 'desc',
    say: (at) => `${at('weight_pct')}, ${at('value')}`,
  },
  {
    key: 'headroom_pct',
    label: 'Headroom to the strike',
    words:
      /\bheadroom\b|\bcushion\b|\bbuffer\b|\bmoneyness\b|\bhow (?:far|close|near|deep)\b(?:.*\b(?:strikes?|money|price|itm|otm|called)\b)?|\bdistance\b(?: (?:from|to) (?:the |my |its |their )?strikes?)?|\b(?:in|out of|from|to) the (?:money|strikes?)\b|\b(?:itm|otm)\b|\broom\b/u,
    order: 'asc',
    say: (at, row) => `${at('headroom_pct')}${Number(row.headroom_pct) < 0 ? ' (in the money)' : ''}`,
  },
  {
    key: 'option_pnl',
    label: 'P&L of the calls',
    words:
      /\b(?:calls?|options?)(?:'s?)? (?:own )?(?:alone|only|gains?|loss|p ?& ?l|pnl|side|profits?)\b|\b(?:on|from) (?:the|my) (?:calls?|options?)(?: alone| only)?\b|\bhow much (?:of it )?(?:is|was|comes?|came|did) (?:from )?(?:the |my )?(?:calls?|options?)\b|\b(?:calls?|options?) (?:part|portion|leg|(?:\w+ ){0,4}by itself)\b|\b(?:the|my) (?:calls?|options?) (?:has |have |alone )?(?:made|earned|gained|lost)\b/u,
    needs:
      /\b(?:how much|parts?|portions?|leg|p ?& ?l|pnl|profit\w*|gains?|loss\w*|made|make|making|lost|up|down|earn\w*)\b/u,
    order: 'desc',
    say: plain('option_pnl'),
    total: (at) => `${at('option_pnl')} in total`,
  },
  {
    key: 'stock_pnl',
    label: 'P&L of the shares',
    words:
      /\b(?:stocks?|shares?)(?:'s?)? (?:own )?(?:alone|only|gains?|loss(?:es)?|p ?& ?l|pnl|side)\b|\b(?:on|from) (?:the|my) (?:stocks?|shares?)(?: alone| only)?\b|\bhow much (?:of it )?(?:is|was|comes?|came|did) (?:from )?(?:the |my )?(?:stocks?|shares?)\b|\b(?:stocks?|shares?) (?:part|portion|leg)\b|\bunreali[sz]ed\b(?: (?:gains?|loss\w*))?/u,
    order: 'desc',
    say: plain('stock_pnl'),
    total: (at) => `${at('stock_pnl')} in total`,
  },
  {
    key: 'premium_total',
    label: 'Premium received',
    words:
      /\b(?:premiums?|credits?)\b|\b(?:collect|collected|took in|taken in|received|pocketed|(?:sold|sell)(?: [\w§]+){1,4} for)\b/u,
    order: 'desc',
    say: (at) => `${at('premium_total')} (${at('entry_premium')} a share)`,
    total: (at) => `${at('premium_total')} in total`,
  },
  {
    key: 'cost',
    label: 'Capital in the shares',
    words: /\b(?:cash|money|capital) (?:\w+ ){0,2}(?:tied|locked) up\b|\btied up\b|\binvested\b/u,
    order: 'desc',
    say: (at) => `${at('cost')} at cost`,
    total: (at) => `${at('cost')} in total`,
  },
  {
    key: 'entry_price',
    label: 'Cost',
    words:
      /\b(?:my |the |each |their )costs?\b(?: (?:basis|price|per share|a share))?|\bcosts? (?:basis|price|per share|a share)|\bbasis\b|\b(?:did i|i) pa(?:y|id)\b|\b(?:entry|purchase|average) prices?\b/u,
    order: 'desc',
    say: (at) => `${at('entry_price')} a share, ${at('cost')} in all`,
    total: (at) => `${at('cost')} in total`,
  },
  {
    key: 'cc_pnl_pct',
    label: 'Covered-call P&L in percent',
    words:
      /\b(?:p ?[&/] ?l|pnl|profits?|gains?|loss(?:es)?|returns?|up|down|made|lost)\b.{0,24}(?:\bpercent\w*|%)(?! of)|(?:\bpercent\w*|%) (?:p ?[&/] ?l|pnl|profits?|gains?|loss(?:es)?|returns?)\b/u,
    takes: /\bpercent\w*(?: terms)?|%/u,
    order: 'desc',
    say: (at) => `${at('cc_pnl_pct')} of the cost (${at('cc_pnl')})`,
    total: (at) => `${at('cc_pnl_pct')} of the cost (${at('cc_pnl')}) in total`,
  },
  {
    key: 'cc_pnl',
    label: 'Covered-call P&L',
    words:
      /\bp ?[&/] ?l\b|\bpnl\b|\bprofits?\b|\bprofitable\b|\bgains?\b|\bloss(?:es)?\b|\b(?:am i|are they|is it) (?:up|down)\b|\b(?:up|down) on\b|\b(?:made|making|lost|losing|earned|unrealized)\b|\breturns?\b|\bdoing\b|\bby how much\b|\bgreen\b|\bred\b/u,
    order: 'desc',
    say: (at) => `${at('cc_pnl')} (${at('cc_pnl_pct')} of the cost)`,
    total: (at) => `${at('cc_pnl')} (${at('cc_pnl_pct')} of the cost) in total`,
  },
  {
    key: 'current_premium',
    label: 'Price of the call',
    words:
      /\b(?:price|value|worth|quote|mark|mid)\b.*\bcalls?\b|\b(?:calls?|options?)(?: \w+){0,2} (?:price|worth|value|going for)\b/u,
    order: 'desc',
    say: (at) => `${at('current_premium')} a share, ${at('premium_left')} in all`,
    total: (at) => `${at('premium_left')} in total`,
  },
  {
    key: 'value',
    label: 'Value of the shares',
    words: /\bworth\b|\b(?:market )?values?\b|\bexposure\b|\bsize\b/u,
    order: 'desc',
    say: (at) => `${at('value')} (the calls sold against them ${at('premium_left')})`,
    total: (at) => `${at('value')} in total`,
  },
  {
    key: 'contracts',
    label: 'Held',
    words: /\bhow many (?:contracts|shares)\b|\bcontracts\b|\b(?:number|amount) of shares\b/u,
    order: 'desc',
    say: (at, row) => `${countOf(at('contracts'), row.contracts, 'contract')}, ${at('shares')} shares`,
    total: (at, row) => `${countOf(at('contracts'), row.contracts, 'contract')} on ${at('shares')} shares`,
  },
  {
    key: 'current_price',
    label: 'Prices',
    words: /\bprices?\b|\btrading\b/u,
    order: 'desc',
    say: (at) => `stock at ${at('current_price')}, call at ${at('current_premium')}`,
  },
  { key: 'strike', label: 'Strike', words: /\bstrikes?\b/u, order: 'asc', say: plain('strike') },
  {
    key: 'recommendation',
    label: 'The rules say',
    words: /\brecommend\w*\b|\bsuggest\w*\b|\badvice\b|\bwhat (?:should|do) i do\b|\b(?:the|my) rules\b/u,
    order: 'asc',
    say: plain('recommendation'),
  },
]
