import { ASKS, type Cue, hasMoney, hasStrike, hasSymbol, owns } from './cue.ts'

/** Cues of what is asked about trades, positions, words and the product. */
export const ownCues = {
  calculate: [
    [/\bcalculat\w*|\bcalc\b|\bcompute\b|\bwork out\b|\bfigure out\b|\bdo the math\b/u, 3],
    [/\b(?:return|profit|break-?even|break even|max profit|make|earn|income|yield|gain|lose|loss)\b/u, 1],
    [
      /\bif (?:i'm |i am |it's |it is |they are |they get )?(?:called|assigned|exercised)\b|\bwhat if\b|\bhow much (?:would|will|do|can) i\b/u,
      2,
    ],
    [hasMoney, 4],
    [({ slots }) => slots.entryPrice !== null, 2],
    [({ slots }) => slots.premium?.isPoint === true, 2],
    [({ slots }) => slots.shares !== null, 1],
    [(said) => hasStrike(said), 1],
    [/\b(?:what|how much) (?:do|will|would|can|could|did) i (?:make|earn|get|lose)\b/u, 3],
    [/\bmy (?:position|portfolio)\b/u, -3],
    [(said) => hasSymbol(said) && !hasMoney(said), -2],
  ],
  analyze_trade: [
    [
      /\banaly[sz]e|\banalysis\b|\bevaluat\w+|\bassess|\bjudge\b|\bthoughts on\b|\bthink (?:of|about)\b|\bworth\b|\blook at\b|\bgood (?:trade|idea|deal)\b|\brate\b|\breview (?:the|a|this)\b/u,
      3,
    ],
    [
      /\bshould i (?:sell|write)\b|\bsell(?:ing)? (?:the|a|an)\b|\bwrit(?:e|ing) (?:the|a|an)\b|\bwhat about the\b|\bif i (?:sell|write|sold)\b|\bhow (?:about|does|is) the\b/u,
      2,
    ],
    [/\bcovered call\b/u, 1],
    [hasStrike, 4],
    [(said) => hasStrike(said) && hasSymbol(said), 2],
    [({ slots }) => slots.days !== null || slots.date !== null, 1],
    [owns, -2],
    [/\broll/u, -4],
    [(said) => !hasStrike(said), -3],
  ],
  portfolio: [
    [
      /\bportfolio\b|\bholdings\b|\bmy (?:\w+ )?(?:positions|holdings|trades|book|covered calls|calls)\b|\ball (?:of )?my\b|\bwhat do i (?:own|hold|have)\b|\bmy account\b/u,
      5,
    ],
    [
      /\bhow am i doing\b|\bmy (?:total )?(?:p ?& ?l|pnl|profit|losses?|gains?|winners?|losers?|income|risk|premium|performance|returns?|exposure)\b|\bam i (?:up|down|making|losing)\b/u,
      5,
    ],
    [
      /\b(?:need|needs|require\w*)\b.*\b(?:attention|action|care)\b|\bwhat should i (?:do|look at|act on)\b(?! with)|\b(?:actions?|to-?dos?) (?:today|needed|list|items)\b|\bwinners\b|\blosers\b|\bat risk\b|\bbe assigned\b/u,
      4,
    ],
    [/\b(?:which|what) (?:of my )?(?:positions?|calls?)\b/u, 3],
    [/\bhow much premium\b/u, 3],
    [/\b(?:overall|total) (?:profit|loss|p ?& ?l|pnl|returns?|gains?)\b|\bpositions\b.*\bexpir/u, 5],
    [
      (said) =>
        !hasSymbol(said) && /\b(?:show|list|see|all|review|every|the|sort) (?:\w+ )?positions\b/u.test(said.text),
      5,
    ],
    [
      (said) =>
        !hasSymbol(said) && /\b(?:total|all) premiums?\b|\bpremiums? (?:received|collected|earned)\b/u.test(said.text),
      6,
    ],
    [/\bhow many (?:contracts|positions|shares|calls|stocks)\b.*\b(?:i|my)\b/u, 5],
    [/\bwhich (?:positions|calls|ones?|of them)\b.*\b(?:should i|to) /u, 5],
    [
      (said) =>
        !hasSymbol(said) &&
        /\b(?:have|did|do) i (?:captured?|made?|make|earn(?:ed)?|los[te]|collect(?:ed)?)\b/u.test(said.text),
      2,
    ],
    [/\bmy (?:best|worst|biggest|top|riskiest|safest|most \w+) \w+/u, 6],
    [/\bmy\b.*\bexpir\w+ (?:this|next|soon)/u, 2],
    [/\b(?:have|did|do) i\b|\bi've\b/u, 1],
    [hasSymbol, -3],
    [/\broll/u, -3],
    [/\bearnings\b|\bdividends?\b|\bex-?div/u, -3],
  ],
  position: [
    [(said) => owns.test(said.text) && hasSymbol(said), 4],
    [/\b(?:sell|write|selling|writing)\b.*\b(?:calls?|options?)\b.*\b(?:against|on) my\b/u, -4],
    [/\bmy\b.*\b(?:position|call|trade|covered call|shares)\b/u, 3],
    [
      /\bwhat (?:should|do) i do\b.*\b(?:with|about)\b|\bshould i (?:hold|close|keep|let|buy back|take profits?)\b|\b(?:hold|close|keep) (?:or|it)\b/u,
      4,
    ],
    [/\brecommend(?:ation|ed)?\b|\bwhy\b.*\b(?:hold|close|assign|roll out|n\/a|recommend\w*|badge)\b/u, 4],
    [/\banaly[sz]e (?:my|this|the) position\b|\bposition\b/u, 3],
    [/\bpositions\b|\bportfolio\b|\bwhat (?:should|could|can) i (?:sell|write)\b/u, -3],
    [(said) => hasMoney(said), -4],
    [
      (said) =>
        hasSymbol(said) &&
        /\bpositions? (?:on|in|of)\b|\bposition\b|\b(?:have|did) i (?:captured?|made?|earn(?:ed)?|lost|collect(?:ed)?)\b/u.test(
          said.text,
        ),
      5,
    ],
    [(said) => hasSymbol(said) && /\bi should (?:do|hold|close|keep)\b/u.test(said.text), 5],
    [/\btrace\b/u, 5],
    [/\brules? (?:fired|fires|applies|apply|says?|holds?)\b|\bwhich rule/u, 5],
    [/\bmy (?:best|worst|biggest|top|riskiest)\b|\bwhich (?:positions|calls|ones?)\b/u, -5],
    [/\broll(?:ed|ing|s)?\b(?! out & up)/u, -7],
  ],
  roll: [
    [/\broll(?:ed|ing|s)?\b/u, 6],
    [/\boptions? (?:to|for) roll|\broll (?:options?|candidates?)/u, 3],
    [/\b(?:out and up|up and out|net credit|net debit|buy back and sell|later expiration)\b/u, 2],
    [/\bwhat (?:is|does|are) (?:an? |the |it to )?roll|\bexplain\b|\bhow does\b/u, -4],
    [/\bwhy\b|\bwhen (?:should|do|is)\b/u, -4],
  ],
  explain: [
    [
      /\btell me about\b|\btalk about\b|\bexplain\b|\bdefine\b|\bdefinition\b|\bmeaning\b|\bmeans?\b|\bwhat(?:'s| is| are) (?:an? |the )?(?:ideal |best |good )?\w+/u,
      2,
    ],
    [
      /\bhow (?:do|does|are|is)\b.*\b(?:works?|calculated?|computed?|measured?)\b|\bwhy (?:does|do|is|are)\b.*\bmatter/u,
      3,
    ],
    [(said) => said.term !== null && ASKS.test(said.text) && !hasSymbol(said), 3],
    [(said) => said.term !== null && said.rest.split(' ').length <= 3 && !hasSymbol(said), 4],
    [/^(?:please |can you |could you )?(?:explain|define)\b/u, 3],
    [
      /\bwhen should (?:i|you|one)\b|\bwhat happens\b|\bwhat(?:'s| is| are) the (?:risks?|downside|advantage|benefit|catch|point)\b|\bhow (?:risky|safe)\b/u,
      4,
    ],
    [/\bhow do you (?:pick|choose|rank|rate|decide|calculate|select)\b|\bdifferent from\b|\bdiffers?\b/u, 5],
    [/\bideal\b|\bstrategy\b|\bconcept\b|\bterm\b|\bglossary\b|\bdifference between\b/u, 2],
    [hasSymbol, -4],
    [/\bmy\b/u, -3],
    [/\b(?:find|show|list|give me)\b/u, -2],
  ],
  app_help: [
    [/\bhow (?:do|can|would|to)(?: i| you| we)?\b/u, 3],
    [/\bwhere (?:do|can|is|are|would)\b/u, 3],
    [/\bwhat data\b|\bdata (?:source|provider)s?\b|\bwhere\b.*\b(?:data|prices)\b.*\bfrom\b/u, 5],
    [
      /\b(?:add|import|export|delete|edit|save|change|set|upload|download|reset|filter|sort|customi[sz]e|clear|switch)\b.*\b(?:positions?|csv|screens?|columns?|weights?|password|theme|account|chat|filters?|settings|file|data|mode|trade)\b/u,
      3,
    ],
    [/\b(?:app|page|button|screen|menu|csv|password|dark mode|settings|column|weights|shortcut)\b/u, 2],
    [hasSymbol, -4],
    [/\bwork(?:s)?\b|\bcalculated\b/u, -3],
    [/\bhow (?:do|can) i (?:make|earn|calculate|pick|choose|profit)/u, -3],
  ],
  capabilities: [
    [
      /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|yo|thanks|thank you|thx|ok|okay|cool|great)\b[ !.,a-z]{0,20}$/u,
      6,
    ],
    [
      /\bwhat can (?:you|i) (?:do|ask)\b|\bwho are you\b|\bwhat are you\b|^help[!.? ]*$|\bwhere (?:do|should|can) i (?:start|begin)\b|\bi'm new\b|\bget(?:ting)? started\b|\bhelp me\b$|\bwhat do you do\b|\bhow can you help\b|\byour abilities\b/u,
      7,
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Cue[]>>
