import type { SectorChoice } from '@callwright/contracts'

/** Preferences expressed without a figure; null if the message doesn't mention them. */
export interface Preferences {
  readonly sector: SectorChoice | null
  readonly withoutSectors: readonly SectorChoice[]
  readonly marketCap: 'mega' | 'large' | 'mid' | 'small' | null
  readonly stockOrder: StockOrder | null
  readonly callOrder: 'premium' | 'open_interest' | 'delta' | 'strike' | 'annYield' | 'expiry' | null
  /** Decides how far the strike is from the money. */
  readonly riskLevel: 'careful' | 'bold' | null
  readonly moneyness: 'otm' | 'itm' | 'atm' | null
  readonly isHighIv: boolean
  readonly isOversold: boolean
  readonly isNotOverbought: boolean
  readonly paysDividend: boolean
  /** Whether the call should expire before or after a company event. */
  readonly eventBound: EventBound | null
  /** Conditions that were recognized but that no tool can apply. */
  readonly unsupported: readonly string[]
}

interface EventBound {
  readonly event: 'earnings' | 'ex_dividend'
  readonly side: 'before' | 'after'
}

interface StockOrder {
  readonly by:
    | 'best_ann_yield'
    | 'iv_rank'
    | 'cc_score'
    | 'rsi'
    | 'current_price'
    | 'market_cap'
    | 'dividend_yield'
    | 'volume'
  readonly order: 'asc' | 'desc'
}

const sectors: readonly (readonly [RegExp, SectorChoice])[] = [
  [
    /\btech(?:nology|ies|s)?\b|\bsoftware\b|\bsemi(?:conductor)?s?\b|\bchip(?:s| ?makers?)?\b|\binformation technology\b|\bit sector\b/u,
    'technology',
  ],
  [/\bfinancials?\b|\bbank(?:s|ing)?\b|\bfinance\b|\binsur\w+\b|\bbrokers\b/u, 'financial'],
  [
    /\bhealth\s?-?care\b|\bpharma\w*\b|\bbiotech\w*\b|\bmedical\b|\bdrug ?(?:makers?|companies|stocks)\b|\bhealth (?:stocks|names)\b/u,
    'healthcare',
  ],
  [/\bcommunications?(?: services)?\b|\bmedia\b|\btelecoms?\w*\b|\bsocial media\b/u, 'Communication Services'],
  [
    /\bconsumer (?:discretionary|cyclicals?)\b|\bdiscretionary\b|\bretail\w*\b|\bauto(?:s|makers?)\b|\bcar (?:stocks|makers|companies)\b/u,
    'Consumer Discretionary',
  ],
  [/\bconsumer (?:staples?|defensives?)\b|\bstaples\b|\bfood (?:stocks|companies)\b/u, 'Consumer Staples'],
  [/\benergy\b|\boil\b|\bgas (?:stocks|companies)\b/u, 'Energy'],
  [/\bindustrials?\b|\bmachinery\b|\bdefen[cs]e (?:stocks|names)\b|\bairlines?\b/u, 'Industrials'],
  [/\bmaterials\b|\bminers?\b|\bmining\b|\bchemicals?\b|\bmetals?\b/u, 'Materials'],
  [/\breal estate\b|\breits?\b|\bproperty (?:stocks|companies)\b/u, 'Real Estate'],
  [/\butilit(?:y|ies)\b|\belectric companies\b/u, 'Utilities'],
]

const NEGATION =
  /\b(?:not|no|non|nothing|except(?: for)?|exclud(?:e|ing)|without|avoid(?:ing)?|skip(?:ping)?|other than|outside(?: of)?|but not|isn't|aren't|ex|minus|besides|drop|leave out)[\s-]+(?:\w+\s+){0,2}$/u

const caps: readonly (readonly [RegExp, NonNullable<Preferences['marketCap']>])[] = [
  [/\bmega[- ]?caps?\b/u, 'mega'],
  [/\blarge[- ]?caps?\b|\bbig[- ]?caps?\b|\bbig companies\b|\bblue[- ]chips?\b/u, 'large'],
  [/\bmid[- ]?caps?\b|\bmedium[- ]?(?:size|caps?)\b/u, 'mid'],
  [/\bsmall[- ]?caps?\b/u, 'small'],
]

const MOST = String.raw`\b(?:highest|best|most|top|biggest|max\w*|richest|juiciest|fattest|sort(?:ed)? (?:it )?by|rank(?:ed)? (?:\w+ )*by|order(?:ed)? by|by)\b`
const LEAST = String.raw`\b(?:lowest|least|smallest|worst)\b`
const after = (lead: string, words: string) => new RegExp(`${lead}[a-z -]{0,25}(?:${words})`, 'u')

const stockOrders: readonly (readonly [RegExp, StockOrder])[] = [
  [after(MOST, String.raw`\bdividend(?: yields?|s)?\b`), { by: 'dividend_yield', order: 'desc' }],
  [
    after(MOST, String.raw`\byield(?:s|ing|ers?)?\b|\bincome\b|\bpremiums?\b|\bpaying\b|\bpayers?\b|\breturns?\b`),
    { by: 'best_ann_yield', order: 'desc' },
  ],
  [
    /\bhighest[- ]yielding\b|\bpay(?:s|ing)? (?:me )?(?:the )?(?:most|best)\b|\bfattest\b|\bjuiciest\b/u,
    { by: 'best_ann_yield', order: 'desc' },
  ],
  [after(LEAST, String.raw`\biv\b|\bvolatil\w+`), { by: 'iv_rank', order: 'asc' }],
  [after(MOST, String.raw`\biv\b|\bvolatil\w+`), { by: 'iv_rank', order: 'desc' }],
  [
    after(
      String.raw`\b(?:lowest|least|worst|bottom|poorest)\b`,
      String.raw`\bscores?\b|\bscoring\b|\bratings?\b|\brated\b`,
    ),
    { by: 'cc_score', order: 'asc' },
  ],
  [/\bworst\b/u, { by: 'cc_score', order: 'asc' }],
  [/\blowest rsi\b|\bmost oversold\b/u, { by: 'rsi', order: 'asc' }],
  [after(MOST, String.raw`\brsi\b|\boverbought\b`), { by: 'rsi', order: 'desc' }],
  [
    /\bcheapest\b|\blowest[- ]pric\w+|\bcheap(?:est)? first\b|\blow(?:est)? dollar\b/u,
    { by: 'current_price', order: 'asc' },
  ],
  [/\bmost expensive\b|\bhighest[- ]pric\w+|\bpriciest\b/u, { by: 'current_price', order: 'desc' }],
  [
    /\bby (?:stock |share )?price\b(?!.*\b(?:high(?:est)? (?:to|first)|descending)\b)/u,
    { by: 'current_price', order: 'asc' },
  ],
  [/\b(?:most|highest|by) (?:trading )?volume\b|\bmost (?:active|traded)\b/u, { by: 'volume', order: 'desc' }],
  [/\b(?:biggest|largest)\b|\bby (?:market cap|size)\b|\bhighest market cap\b/u, { by: 'market_cap', order: 'desc' }],
]

const callOrders: readonly (readonly [RegExp, NonNullable<Preferences['callOrder']>])[] = [
  [after(MOST, String.raw`\bpremiums?\b|\bcredits?\b|\bmoney\b`), 'premium'],
  [/\bpay(?:s|ing)? (?:me )?(?:the )?(?:most|more)\b|\b(?:more|higher|bigger|fatter|richer) premiums?\b/u, 'premium'],
  [
    /\bmost liquid|\bliquidity\b|\b(?:most|highest|biggest|by) (?:open interest|oi)\b|\bmost traded\b/u,
    'open_interest',
  ],
  [/\bby delta\b|\bhighest delta/u, 'delta'],
  [/\bby strike\b/u, 'strike'],
  [/\bby (?:expiry|expiration|date)\b|\b(?:soonest|nearest|earliest) (?:first|expir\w+)\b/u, 'expiry'],
  [after(MOST, String.raw`\byield(?:s|ing)?\b|\breturns?\b`), 'annYield'],
]

const unsupportedConditions: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:no|without|avoid\w*|skip\w*|not|before|clear of|miss(?:es|ing)?|dodg\w+) (?:any |the |over |an? |through |its |their )*(?:next )?earnings\b|\bexpir\w+ before (?:the )?(?:next )?earnings\b/u,
    'no earnings before expiration',
  ],
  [
    /\b(?:no|without|avoid\w*|before) (?:any |the |an? |its )*(?:ex-?\s?div\w*|dividends?)\b/u,
    'no ex-dividend date before expiration',
  ],
  [/\babove (?:its |the |their )?(?:50|200|20)[- ]?(?:day|dma|sma)|\b(?:50|200)[- ]day\b/u, 'the moving average'],
  [/\bp\/?e\b(?: ratio)?|\bprice[- ]to[- ]earnings\b/u, 'the price-earnings ratio'],
  [/\binvestment[- ]grade\b|\bcredit rating\b/u, 'the credit rating'],
  [/\bin (?:the )?(?:s&p(?: ?500)?|sp500|dow|nasdaq(?:[- ]100)?|russell)\b/u, 'index membership'],
  [/\betfs?\b/u, 'ETFs only'],
]

const LED = ' (?:any |the |over |an? |through |its |their |next |upcoming |it |they )*'
const EARNINGS = String.raw`(?:earnings|reports?\b|reporting)`
const EX_DIVIDEND = String.raw`(?:ex-?\s?div\w*|dividends?\b|goes ex\b|ex[- ]date)`
const NOT_ACROSS = String.raw`\b(?:before|ahead of|prior to|until|till|clear of|avoid\w*|skip\w*|miss(?:es|ing)?|dodg\w+)`
const eventBounds: readonly (readonly [RegExp, EventBound])[] = [
  [new RegExp(`(?:${NOT_ACROSS}|\\b(?:no|without))${LED}${EARNINGS}`, 'u'), { event: 'earnings', side: 'before' }],
  [new RegExp(`${NOT_ACROSS}${LED}${EX_DIVIDEND}`, 'u'), { event: 'ex_dividend', side: 'before' }],
  [new RegExp(`\\b(?:after|past|beyond)${LED}${EARNINGS}`, 'u'), { event: 'earnings', side: 'after' }],
  [new RegExp(`\\b(?:after|past|beyond)${LED}${EX_DIVIDEND}`, 'u'), { event: 'ex_dividend', side: 'after' }],
]

const find = <T>(text: string, table: readonly (readonly [RegExp, T])[]): T | null =>
  table.find(([words]) => words.test(text))?.[1] ?? null

export function readPreferences(text: string): Preferences {
  const named = sectors.flatMap(([words, sector]) => {
    const match = words.exec(text)
    return match === null ? [] : [{ sector, isUnwanted: NEGATION.test(text.slice(0, match.index)) }]
  })
  return {
    sector: named.find(({ isUnwanted }) => !isUnwanted)?.sector ?? null,
    withoutSectors: named.flatMap(({ sector, isUnwanted }) => (isUnwanted ? [sector] : [])),
    marketCap: find(text, caps),
    stockOrder: find(text, stockOrders),
    callOrder: find(text, callOrders),
    riskLevel:
      /\bconservative|\bsafe(?:r|st)?\b|\blow(?:er|est)?[- ]risk|\bcautious|\bcareful|\b(?:lower|smaller|less) delta\b|\bless risk\w*|\bfurther (?:out|otm|away)/u.test(
        text,
      )
        ? 'careful'
        : /\baggressive|\bhigh(?:er)?[- ]risk|\brisky\b|\bspicy\b|\b(?:higher|bigger|more) delta\b|\bcloser to the money/u.test(
              text,
            )
          ? 'bold'
          : null,
    moneyness: find(text, [
      [/\b(?:not|no|never|without|avoid|nothing|isn't|aren't) (?:\w+ ){0,2}(?:itm\b|in[- ]the[- ]money\b)/u, 'otm'],
      [/\botm\b|\bout[- ]of[- ]the[- ]money\b/u, 'otm'],
      [/\bitm\b|\bin[- ]the[- ]money\b/u, 'itm'],
      [/\batm\b|\bat[- ]the[- ]money\b/u, 'atm'],
    ] as const),
    isHighIv:
      /\bhigh(?: |-)(?:iv(?: rank)?|vol(?:atility)?|implied vol\w*)\b|\b(?:elevated|rich|juicy) (?:iv|vol\w*)\b/u.test(
        text,
      ),
    isOversold: /\boversold\b/u.test(text),
    isNotOverbought: /\b(?:not|aren't|isn't|avoid|no) (?:\w+ )?overbought\b/u.test(text),
    paysDividend:
      /\bpay(?:s|ing)? (?:a |good |out )?dividends?\b|\bdividend[- ](?:payers?|paying|stocks?|names?)\b|\bwith (?:a )?dividends?\b/u.test(
        text,
      ),
    eventBound: find(text, eventBounds),
    unsupported: [
      ...unsupportedConditions.flatMap(([words, name]) => (words.test(text) ? [name] : [])),
      ...named
        .filter(({ isUnwanted }) => !isUnwanted)
        .slice(1)
        .map(({ sector }) => `a second sector (${sector})`),
    ],
  }
}

export function mergePreferences(before: Preferences, now: Preferences): Preferences {
  const isOtherSector = now.sector !== null
  return {
    sector: now.sector ?? (before.sector !== null && now.withoutSectors.includes(before.sector) ? null : before.sector),
    withoutSectors: isOtherSector
      ? now.withoutSectors
      : [...new Set([...before.withoutSectors, ...now.withoutSectors])],
    marketCap: now.marketCap ?? before.marketCap,
    stockOrder: now.stockOrder ?? before.stockOrder,
    callOrder: now.callOrder ?? before.callOrder,
    riskLevel: now.riskLevel ?? before.riskLevel,
    moneyness: now.moneyness ?? before.moneyness,
    isHighIv: now.isHighIv || before.isHighIv,
    isOversold: now.isOversold || before.isOversold,
    isNotOverbought: now.isNotOverbought || before.isNotOverbought,
    paysDividend: now.paysDividend || before.paysDividend,
    eventBound: now.eventBound ?? before.eventBound,
    unsupported: [...new Set([...before.unsupported, ...now.unsupported])],
  }
}
