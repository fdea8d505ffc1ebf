import { extractStrikePlaces } from '../../reading/words/strike-places.ts'
import { countOf, isKnown, listRows, type Row, toRow } from '../../replies.ts'
import type { Answered } from '../../session.ts'

/** Reads a figure of one call: its placeholder, or null if it is unknown. */
type Figure = (name: string) => string | null

/** A figure that a message can ask of one call. Compared calls are ranked by the first asked one that has a `measure`. */
export interface CallFigure {
  readonly name: string
  readonly asks: RegExp
  readonly isSentence?: true
  /** Whether a row of `find_options` gives it, so that `analyze_trade` is not needed. */
  readonly isOfRow?: true
  /** Shorter words for one of several calls. */
  readonly brief?: CallFigure['show']
  /** Null if the figure is unknown. `trade` is the result of `analyze_trade`, `figure` reads its call. */
  readonly show: (figure: Figure, trade: Answered) => string | null
  readonly measure?: {
    readonly of: (trade: Row, call: Row) => unknown
    readonly side: 'high' | 'low'
    readonly words: string
  }
}

const phrase = (words: string, value: string | null) => (value === null ? null : `${words} ${value}`)
const known = ({ at, result }: Answered, name: string) => (isKnown(result[name]) ? at(name) : null)
const contractsOf = ({ at, result }: Answered) => countOf(at('contracts'), result.contracts, 'contract')

/** The verdict of the best call's gates on spread and open interest. */
const liquidityWords: Readonly<Record<string, string>> = {
  liquid: 'liquid by the rules for the best call',
  thin: 'thin by the rules for the best call, so use a limit order near the mid',
  illiquid: 'too thin for the best call: the spread is too wide or too few contracts are open',
}
const judgeLiquidity = ({ result }: Answered) => liquidityWords[String(toRow(result.call).liquidity)] ?? null

const OF_LIQUIDITY =
  /\bopen interest\b|\boi\b|\b(?:il)?liquid\w*|\bvolume\b|\bfill(?:ed|s)?\b|\b(?:really|actually|actively|thinly) trade[ds]?\b|\bthin(?:ner|ly)?\b|\bthick\w*|\beas(?:y|ier|iest) to (?:trade|get (?:out|in)|close|buy back)\b|\bget stuck\b|\bmarket depth\b|\bhow many contracts (?:are |do )?(?:open|out|trade)/u
const OF_SPREADS = /\bspreads?\b|\btight\w*|\bnarrow\w*|\bwide(?:r|st)?\b(?! (?:cushion|moat|range|margin)\b)/u

/** How far a stock can fall before the call's premium no longer covers the loss. */
const OF_FALLS =
  /\bbreak-?\s?even\b|\bhow (?:far|much|low|deep)\b[^.;?]{0,40}\b(?:drop|fall|sink|slide|tank|decline|go down|go lower|go against|can it go)\b|\bhow (?:far|much|low|deep)\b[^.;?]{0,40}\b(?:go|get)\b[^.;?]{0,12}\bbefore\b|\bbefore (?:i|i'm|i am|it|we) (?:start )?(?:los\w+|is los\w+|costs me)\b|\bloses (?:me )?money\b|\bcovers? (?:it|that|this|the (?:drop|fall|loss|move))\b/u

/** In the order in which an answer gives them. */
const figures: readonly CallFigure[] = [
  {
    name: 'the advice',
    isSentence: true,
    asks: /\b(?:good idea|bad idea|should i|would you|or (?:rather |better )?wait|(?:sell|write) now or|do you think|dumb|smart|wise|sensible|nuts|crazy|greedy|foolish|mistake|makes? sense|(?:am i|is (?:it|that|this)) (?:being )?too (?:low|high|close|far|aggressive|risky|greedy)|thoughts)\b|(?<!not )\btoo (?:low|high|close|far|aggressive|risky|greedy)\?/u,
    show: (_figure, { at, result }) =>
      isKnown(result.preview) ? `The rules would say ${at('preview.label')}: ${at('preview.explanation')}` : null,
  },
  {
    name: 'dividends in the yield',
    isSentence: true,
    asks: /\bdividends? (?:in (?:there|that|it|this)|includ\w+|counted|part of (?:that|it|this))\b|\binclud\w+ (?:the |its |any )?dividends?\b/u,
    show: () => 'The yield of a call counts its premium only, so dividends are not included: they come on top.',
  },
  {
    name: 'bid and ask',
    isOfRow: true,
    asks: /\bbids?\b(?! (?:instead|rather|and not|not|versus|vs)\b)(?! at (?:least )?\$?\d)|\bask\b(?! for| you)|\bquotes?\b/u,
    show: (figure) => {
      const [bid, ask] = [figure('bid'), figure('ask')]
      return bid === null || ask === null ? null : `bid ${bid}, ask ${ask}`
    },
  },
  {
    name: 'the mid',
    isOfRow: true,
    asks: /(?<!\b(?:instead of|not|than|versus|vs) (?:the )?)\bmid(?:point)?s?\b(?! caps?)/u,
    show: (figure) => phrase('mid', figure('mid')),
  },
  {
    name: 'the amount given up at the bid',
    asks: /\bgiv(?:e|ing) up\b(?=[^;]{0,80}\b(?:bid|mid)\b)|\b(?:bid|mid)\b[^;]{0,80}\bgiv(?:e|ing) up\b|\bbids? (?:instead|rather|and not|not|versus|vs)\b|\bon the table\b|\blos(?:e|ing) (?:to|on) the spread\b/u,
    show: (_figure, trade) => {
      const total = known(trade, 'bid_to_mid_total')
      return total === null ? null : `a sale at the bid instead of the mid gives up ${total} for ${contractsOf(trade)}`
    },
  },
  {
    name: 'the spread',
    isOfRow: true,
    asks: OF_SPREADS,
    show: (figure, trade) => {
      const [usd, pct, words] = [figure('spread_usd'), figure('spread_pct'), judgeLiquidity(trade)]
      if (usd === null || pct === null) return null
      return `spread ${usd} (${pct} of the mid)${words === null ? '' : `, ${words}`}`
    },
    brief: (figure) => phrase('spread', figure('spread_pct')),
    measure: { of: (_trade, call) => call.spread_pct, side: 'low', words: 'the tighter spread' },
  },
  {
    name: 'open interest and volume',
    isOfRow: true,
    asks: OF_LIQUIDITY,
    show: (figure, trade) => {
      const parts = [
        phrase('open interest', figure('open_interest')),
        phrase('volume today', figure('volume')),
        phrase('spread', figure('spread_pct')),
      ].filter((one) => one !== null)
      const words = judgeLiquidity(trade)
      return parts.length === 0 ? null : `${parts.join(', ')} of the mid${words === null ? '' : `: ${words}`}`
    },
    brief: (figure) =>
      [phrase('open interest', figure('open_interest')), phrase('spread', figure('spread_pct'))]
        .filter((one) => one !== null)
        .join(', '),
    measure: { of: (_trade, call) => call.open_interest, side: 'high', words: 'the higher open interest' },
  },
  {
    name: 'the delta',
    isOfRow: true,
    asks: /\bdeltas?\b|\b(?:chances?|odds|probab\w*|likel\w*|unlikely|assign\w*)\b|\b(?:get|gets|getting|be|being|is) (?:called|taken|exercised)\b|\bwant (?:it |them )?called\b/u,
    show: (figure) => {
      const chance = figure('probability_itm')
      const ends = chance === null ? '' : `, a chance of about ${chance} of ending in the money`
      return isKnown(figure('delta')) ? `delta ${figure('delta')}${ends}` : null
    },
    measure: {
      of: (_trade, call) => call.delta,
      side: 'low',
      words: 'the lower delta, so the lower chance of assignment',
    },
  },
  {
    name: 'theta',
    asks: /\bthetas?\b|\bdecay\w*|\b(?:call|option|it) (?:is )?los(?:es|ing)\b[^.?]{0,20}\bday\b|\bmoney (?:per|a) day\b[^.?]{0,30}\blos/u,
    show: (figure, trade) => {
      const [theta, total] = [figure('theta'), known(trade, 'theta_total')]
      return theta === null || total === null
        ? null
        : `theta ${theta} a share, so ${total} a day for ${contractsOf(trade)}`
    },
    measure: { of: (trade) => trade.theta_total, side: 'low', words: 'the faster decay a day' },
  },
  {
    name: 'implied volatility',
    isOfRow: true,
    asks: /\biv\b(?! rank)|\bimplied vol\w*/u,
    show: (figure) => phrase('implied volatility', figure('iv')),
    measure: { of: (_trade, call) => call.iv, side: 'high', words: 'the higher implied volatility' },
  },
  {
    name: 'time value',
    isOfRow: true,
    asks: /\b(?:time|extrinsic|intrinsic) value\b|\bextrinsic\b/u,
    show: (figure, trade) => {
      const [intrinsic, time] = [known(trade, 'intrinsic_value'), phrase('time value', figure('time_value'))]
      return time === null
        ? null
        : `${intrinsic === null ? '' : `intrinsic value ${intrinsic} a share, `}${time} a share`
    },
    measure: { of: (_trade, call) => call.time_value, side: 'high', words: 'the higher time value' },
  },
  {
    name: 'breakeven',
    asks: OF_FALLS,
    show: (figure, trade) => {
      const cushion = known(trade, 'downside_protection_pct')
      const breakeven = phrase('breakeven', figure('breakeven'))
      return breakeven === null || cushion === null ? breakeven : `${breakeven}, a fall of ${cushion} from the price`
    },
    brief: (figure) => phrase('breakeven', figure('breakeven')),
    isOfRow: true,
    measure: {
      of: (trade, call) => Number(call.breakeven) / Number(trade.current_price),
      side: 'low',
      words: 'the lower breakeven for its price',
    },
  },
  {
    name: 'the cushion',
    asks: /\bprotect\w*|\bcushion\b|\bdownside\b|\bsafe\w*/u,
    show: (_figure, { at }) => `the premium cushions a fall of ${at('downside_protection_pct')}`,
    measure: { of: (trade) => trade.downside_protection_pct, side: 'high', words: 'the larger cushion' },
  },
  {
    name: 'the return if called',
    asks: /\bmax\w* (?:profit|gain)|\bmost i (?:can|could) (?:make|earn)|\bif[- ](?:it'?s? |i'?m? |they'?re? )?(?:gets? |am |is |are )?(?:called|assigned|taken|exercised)|\bprofit\b|\bdo i make\b/u,
    show: (figure, { at, result }) =>
      !isKnown(result.if_called_return_pct)
        ? phrase('maximum profit a contract', figure('max_profit_per_contract'))
        : `if called ${at('if_called_return_pct')} (${at('if_called_annualized_pct')} a year), a maximum profit of ${at(isKnown(result.max_profit) ? 'max_profit' : 'max_profit_covered')}`,
    measure: { of: (trade) => trade.if_called_return_pct, side: 'high', words: 'the higher return if called' },
  },
  {
    name: 'the maximum loss',
    asks: /\bmax\w* loss\b/u,
    show: (_figure, { at }) => `maximum loss ${at('max_loss')} if the stock goes to zero`,
  },
  {
    name: 'the cost of the shares',
    asks: /\b(?:cost|costs|need|cash|money|capital|outlay)\b[^.?]{0,30}\b(?:buy|100 shares|to do|to (?:open|start|set up))\b|\$\$? (?:do i|would i|i) need\b|\bbuy (?:the )?(?:\d{1,6} )?shares\b|\bhow much (?:(?:money|cash|capital|\$\$?) )?(?:do|would|will) i need\b|\bcosts?\b[^.?]{0,20}\blot\b|\bhow much (?:is|are|for) (?:a |an? )?(?:round lot|lot|100|one hundred)\b|\bcheaper to (?:own|buy|get into)\b/u,
    show: (_figure, trade) => `the shares for ${contractsOf(trade)} cost ${trade.at('shares_cost')}`,
    measure: { of: (trade) => trade.shares_cost, side: 'low', words: 'the lower cost of the shares' },
  },
  {
    name: 'the proceeds if called',
    asks: /\bproceeds\b|\bwhat (?:do|would|will) i (?:get|receive) (?:if|for (?:my|the) shares)/u,
    show: (_figure, trade) => `if called, the shares bring ${trade.at('called_total')}`,
  },
  {
    name: 'the premium of the price',
    asks: /\bpercent of (?:the |its )?(?:stock|share|current)?\s?(?:price|value|stock)\b|% of (?:the )?(?:stock|share|current)?\s?(?:price|value)\b|(?<!\bspread )\b(?:in|as) (?:a )?(?:percent\w*|%)|\b(?:what|which|how many) (?:percent\w*|%)|\bpercentage\b|\bstatic\b/u,
    show: (_figure, trade) =>
      phrase('the premium is', known(trade, 'premium_of_price_pct'))?.concat(' of the price') ?? null,
    measure: {
      of: (trade) => trade.premium_of_price_pct,
      side: 'high',
      words: 'the higher premium in percent of the price',
    },
  },
  {
    name: 'the premium a day',
    asks: /\b(?:per|a|each) day\b|\bdaily\b/u,
    isOfRow: true,
    show: (figure, trade) =>
      known(trade, 'premium_per_day')?.concat(` of premium a day for ${contractsOf(trade)}`) ??
      figure('per_day')?.concat(' of premium a day for 1 contract') ??
      null,
    measure: {
      of: (trade, call) => trade.premium_per_day ?? call.per_day,
      side: 'high',
      words: 'the higher premium a day',
    },
  },
  {
    name: 'the distance',
    asks: /\bhow far\b(?![^.;?]{0,40}\b(?:drop|fall|sink|slide|tank|decline|go down|go lower|go against)\b)|\bheadroom\b|\bupside\b|\broom\b/u,
    show: (_figure, { at }) => `distance from the price up to the strike ${at('headroom_pct')}`,
    measure: { of: (trade) => trade.headroom_pct, side: 'high', words: 'the more room up to the strike' },
  },
  {
    name: 'the expected move',
    asks: /\bexpected moves?\b/u,
    show: (_figure, trade) =>
      phrase('expected move until then (one standard deviation)', known(trade, 'expected_move')),
    measure: {
      of: (trade) => Number(trade.expected_move) / Number(trade.current_price),
      side: 'high',
      words: 'the larger expected move for its price',
    },
  },
]

/** Words that choose a call instead of asking for a figure: "a 20 delta call", "5% out of the money". */
const CHOOSES =
  /(?:\b(?:at|near|around|about|the|a|with) )?(?:\.\d{1,3}|\d{1,2})[- ]?deltas?\b|\bdeltas? (?:of |around |about |near |under |below )?(?:\.\d{1,3}|0\.\d{1,3}|\d{1,2})\b|\b(?:least|lowest|smallest) (?:chance|risk|odds)\b|\b(?:before|after|until) (?:the )?(?:next )?earnings\b/gu

/** The figures that the words ask for. */
export const listAskedFigures = (text: string): readonly CallFigure[] => {
  const asking = extractStrikePlaces(text).text.replace(CHOOSES, ' ')
  const asked = figures.filter(({ asks }) => asks.test(asking))
  // A loss of value a day is the decay, not the premium.
  return asked.some(({ name }) => name === 'theta') ? asked.filter(({ name }) => name !== 'the premium a day') : asked
}

/** Whether a figure is one of the market for a call: its spread or open interest. */
export const isOfMarket = ({ name }: CallFigure) => name === 'the spread' || name === 'open interest and volume'

/** Whether a message asks for a figure of one call. */
export const asksOfCall = (text: string) =>
  listAskedFigures(text).length > 0 || /\b(?:cross\w*|earnings|dividends?|ex-?\s?div\w*)\b/u.test(text)

export interface AskedOfCall {
  /** "bid $1.19, ask $1.25; theta …", or null if no such figure is asked. */
  readonly list: string | null
  readonly sentences: string
}

/** The asked figures of one call. One that is unknown is named. `trade`: of `analyze_trade`. */
export function describeAsked(asked: readonly CallFigure[], trade: Answered, isBrief = false): AskedOfCall {
  const call: Row = toRow(trade.result.call)
  const figure: Figure = (name) => (isKnown(call[name]) ? trade.at(`call.${name}`) : null)
  const read = (wanted: boolean) =>
    asked
      .filter(({ isSentence = false }) => isSentence === wanted)
      .map(({ name, show, brief }) => ((isBrief ? brief : null) ?? show)(figure, trade) ?? `${name} unknown`)
  const list = [...new Set(read(false))].join('; ')
  return { list: list === '' ? null : list, sentences: read(true).join(' ') }
}

/** A row of `find_options` in the place of a trade, for figures that the row has. */
export const rowAsTrade = ({ at, result, ...found }: Answered, index = 0): Answered => ({
  ...found,
  at: (path) => at(path.replace(/^call\./u, `rows.${index}.`)),
  result: { ...result, call: listRows(result)[index] },
})

/** The value that ranks a call by one figure, higher is better; NaN if it is unknown. */
export function measureCall({ measure }: CallFigure, { result }: Answered): number {
  const value = measure?.of(result, toRow(result.call))
  return isKnown(value) ? Number(value) * (measure?.side === 'low' ? -1 : 1) : Number.NaN
}

/** The premium in dollars for all contracts of a trade. */
export const describeTotal = (trade: Answered) => `${trade.at('premium_total')} for ${contractsOf(trade)}`
