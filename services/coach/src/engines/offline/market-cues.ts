import { type Cue, hasStrike, hasSymbol, owns } from './cue.ts'

/** Cues of what is asked about stocks, options and days. */
export const marketCues = {
  find_options: [
    [
      /\b(?:find|show|list|get|give|any|what|which|search|need|want|looking for|pull up|see|display|suggest|recommend)\b.*\b(?:calls?|options?|contracts?|strikes?)\b/u,
      3,
    ],
    [/\boptions? chain\b|\bchain\b/u, 4],
    [/\b(?:calls?|options?)\b.*\b(?:to (?:sell|write)|worth|for income)\b/u, 2],
    [/\b(?:sell|write|writing|selling)\b.*\b(?:calls?|options?)\b/u, 2],
    [/\b(?:calls?|options?) (?:for|on|of|with|expiring|that|under|over)\b/u, 2],
    [/\b(?:best|good|ideal|right|optimal) (?:strikes?|calls?|options?|covered calls?)\b/u, 3],
    [/\b(?:calls?|options?)\b/u, 1],
    [(said) => hasSymbol(said) && !hasStrike(said), 1],
    [(said) => hasSymbol(said) && hasStrike(said), -2],
    [
      (said) =>
        hasSymbol(said) && /\b(?:ideas?|opportunit\w+|anything|available|income from|premium on)\b/u.test(said.text),
      3,
    ],
    [/\b(?:sell|write|selling|writing)\b.*\b(?:calls?|options?)\b.*\b(?:against|on) my\b/u, 4],
    [(said) => !hasSymbol(said) && (owns.test(said.text) || /\bstocks?\b/u.test(said.text)), -4],
    [(said) => hasSymbol(said) && /\bexpected move\b/u.test(said.text), 4],
    [
      (said) =>
        hasSymbol(said) &&
        !hasStrike(said) &&
        !owns.test(said.text) &&
        /\b(?:analy[sz]e|evaluate)\b.*\b(?:calls?|options?)\b/u.test(said.text),
      4,
    ],
    [(said) => hasSymbol(said) && /\bwhat (?:should|could|can) i (?:sell|write)\b/u.test(said.text), 6],
    [/^(?:covered )?(?:calls?|options?)$/u, 4],
    [(said) => hasSymbol(said) && /\b(?:calls?|options?) look\b/u.test(said.text), 3],
    [/\brolls?\b/u, -4],
    [(said) => hasSymbol(said) && !hasStrike(said) && /\bpremiums?\b/u.test(said.text), 3],
    [({ slots }) => slots.strikes.length > 1, -3],
    [/\bhow do you (?:pick|choose|rank|rate|decide|calculate|select)\b/u, -5],
    [({ slots }) => slots.delta !== null, 3],
    [({ slots }) => slots.openInterest !== null || slots.spreadPct !== null, 2],
    [({ slots }) => slots.premium?.isPoint === false, 2],
    [({ slots }) => slots.strike?.isPoint === false, 2],
    [({ slots }) => slots.days !== null || slots.date !== null, 1],
  ],
  top_stocks: [
    [
      /\b(?:top|best|highest|good|rank\w*|screen|find|show|which|what|list|give|any|cheap\w*)\b.*\b(?:stocks?|companies|names|tickers|candidates|underlyings?|cc stocks|opportunit\w+|ideas?)\b/u,
      5,
    ],
    [/\b(?:stocks?|companies|names|candidates)\b.*\b(?:with|under|over|that|for|yielding|having|best|highest)\b/u, 2],
    [
      /\bcovered[- ]calls? (?:scores?|stocks?|candidates?|ideas?|opportunit\w+)\b|\bcc (?:stocks?|scores?|candidates?)\b/u,
      3,
    ],
    [/\b(?:highest|best|top|lowest)\b.*\b(?:scores?|ratings?|yields?|iv ranks?|rsi|rated|yielding)\b/u, 3],
    [/\b(?:tech\w*|financials?|health ?care|energy|utilities|sector|mega|large|mid|small)[- ]?caps?\b|\bsector\b/u, 2],
    [/\bscreener?\b|\bwhat should i (?:buy|write|sell)|\bideas?\b|\bopportunit/u, 3],
    [({ slots }) => slots.score !== null || slots.yieldPct !== null || slots.ivRank !== null, 2],
    [({ slots }) => slots.count !== null, 1],
    [/^(?:rank|sort)\b/u, 4],
    [/\bstocks\b/u, 2],
    [/\b(?:which|what|best)\b.*\bstock\b/u, 4],
    [
      /\b(?:tech\w*|banks?|banking|financials?|health ?care|pharma\w*|energy|oil|utilities|industrials?|materials|real estate|reits?|retail\w*|media)\b/u,
      2,
    ],
    [({ slots }) => slots.price !== null, 1],
    [hasSymbol, -5],
  ],
  snapshot: [
    [/\b(?:price|quote|snapshot|trading at|overview|fundamentals|stats|numbers|details|info\w*|summary|profile)\b/u, 3],
    [
      /\bhow(?:'s| is| are)\b.*\b(?:doing|looking|performing|today)\b|\btell me about\b|\blook up\b|\bwhat about\b|\bwhat do you know\b/u,
      3,
    ],
    [
      /\b(?:rsi|iv|iv rank|iv percentile|implied vol\w*|volatil\w+|rating|score|moving averages?|sma|overbought|oversold|dividend yield|liquid\w*)\b/u,
      3,
    ],
    [/\bhow much (?:is|does)\b|\bwhere is\b|\bat what price\b/u, 2],
    [/\bgood (?:[\w-]+ ){0,3}(?:stock|candidate|underlying)\b|\bgood for covered calls\b/u, 5],
    [({ rest, symbols }) => symbols.length > 0 && rest.replace(/[?!.,;]/gu, '').trim() === '', 3],
    [(said) => hasSymbol(said), 2],
    [(said) => !hasSymbol(said), -6],
    [hasStrike, -3],
  ],
  expirations: [
    [/\bexpirations?\b|\bexpir(?:y|ies)\b|\bexpiration dates?\b|\bweeklies\b|\bexpiry dates?\b/u, 3],
    [/\b(?:list|what|which|available|show|when|all|next|upcoming|does)\b.*\b(?:expir\w+|weeklies|monthlies)\b/u, 3],
    [/\b(?:does|do|has|have)\b.*\bweekl/u, 3],
    [/\bexpir\w+ dates?\b|\bhow (?:many days|long)\b.*\bexpir/u, 3],
    [/\bwhat happens\b/u, -4],
    [({ slots }) => slots.delta !== null || slots.premium !== null, -4],
    [/\bcalls? (?:with|expiring)\b/u, -3],
    [hasStrike, -4],
    [(said) => !hasSymbol(said), -1],
  ],
  compare: [
    [/\bcompare|\bversus\b|\bvs\b|\bside by side\b|\bcomparison\b|\bdifference between\b/u, 4],
    [/\b(?:better|or)\b/u, 1],
    [({ slots }) => slots.strikes.length > 1, 5],
    [({ symbols }) => symbols.length > 1, 2],
  ],
  events: [
    [
      /\bearnings\b|\bex-?\s?div\w*|\bdividend (?:dates?|days?)\b|\bupcoming\b|\bevents?\b|\breport(?:s|ing)?\b|\bcoming up\b/u,
      3,
    ],
    [/\bwhen\b|\bnext\b|\bdates?\b|\bcalendar\b|\bthis (?:week|month)\b|\bupcoming\b|\bsoon\b|\bbefore\b/u, 2],
    [/\bdividends?\b/u, 1],
    [(said) => hasSymbol(said) && !owns.test(said.text) && /\bdividends?\b(?! yield)/u.test(said.text), 3],
    [/\b(?:earnings|dividends?)\b.*\b(?:my|positions)\b|\b(?:my|positions)\b.*\b(?:earnings|dividends?)\b/u, 3],
    [/\bcoming up\b|\bupcoming\b|\bevents?\b/u, 3],
    [/\bno earnings\b|\bwithout earnings\b|\bavoid/u, -3],
    [/\bexpir\w+\b.*\b(?:soon|next|this week|coming)\b/u, 2],
    [({ slots }) => slots.delta !== null || slots.quietDays !== null, -3],
    [/(?<!my )\bstocks\b/u, -2],
  ],
  market: [
    [
      /\b(?:market|markets|exchange|nyse|nasdaq|wall street|trading)\b.*\b(?:open|opens|closed?|closes|hours|holidays?|status|early|today|tomorrow|day|start|end)\b/u,
      5,
    ],
    [
      /\b(?:open|closed?|closes|trading|holiday|hours|early)\b.*\b(?:market|markets|exchange|nyse|nasdaq|wall street)\b/u,
      5,
    ],
    [
      /\bholidays?\b|\bmarket (?:hours|status)\b|\btrading (?:day|hours)\b|\bearly close\b|\bhalf[- ]day\b|\bclose early\b|\bcloses early\b|\bopening bell\b|\bclosing bell\b/u,
      4,
    ],
    [/\b(?:delayed|real[- ]?time|how (?:old|fresh|late) (?:is|are))\b/u, 5],
    [(said) => hasSymbol(said), -3],
  ],
  search: [
    [
      /\b(?:ticker|symbol)s? (?:for|of|is|symbol)\b|\b(?:what|which|find|search|look up)\b.*\b(?:ticker|symbol)\b|\bsearch\b/u,
      6,
    ],
    [(said) => said.unknownName !== null, 1],
  ],
} as const satisfies Readonly<Record<string, readonly Cue[]>>
