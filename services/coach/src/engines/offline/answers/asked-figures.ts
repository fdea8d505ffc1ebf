import { type Answered, countOf, isKnown, type Row, toRow } from '../session.ts'

/** Reads a figure of one call: its placeholder, or null if it is unknown. */
type Figure = (name: string) => string | null

interface AskedFigure {
  readonly asks: RegExp
  readonly isSentence?: true
  /** Null if the figure is unknown. */
  readonly show: (figure: Figure, trade: Answered) => string | null
}

const phrase = (words: string, value: string | null) => (value === null ? null : `${words} ${value}`)

/** Figures that a message can ask of one call besides premium, yield and delta, in the order in which an answer gives it. */
const figures: readonly AskedFigure[] = [
  {
    isSentence: true,
    asks: /\b(?:good idea|any good|bad idea|should i|or wait|do you think|dumb|smart)\b/u,
    show: (_figure, { at, result }) =>
      isKnown(result.preview) ? `The rules would say ${at('preview.label')}: ${at('preview.explanation')}` : null,
  },
  {
    asks: /\bbids?\b|\bask\b(?! for| you)|\bquotes?\b|\bspreads?\b/u,
    show: (figure) => {
      const [bid, ask] = [figure('bid'), figure('ask')]
      return bid === null || ask === null ? null : `bid ${bid}, ask ${ask}`
    },
  },
  {
    asks: /\bopen interest\b|\boi\b|\bliquid\w*|\bvolume\b|\bspreads?\b|\bfill(?:ed|s)?\b|\b(?:really|actually) trade\b/u,
    show: (figure, { result }) => {
      const isWide = JSON.stringify(toRow(result.call).flags ?? []).includes('wide_spread')
      const parts = [
        phrase('open interest', figure('open_interest')),
        phrase('volume today', figure('volume')),
        phrase('spread', figure('spread_pct')),
      ].filter((one) => one !== null)
      return parts.length === 0 ? null : `${parts.join(', ')} of the mid${isWide ? ', which is wide' : ''}`
    },
  },
  { asks: /\btheta\b|\bdecay\w*/u, show: (figure) => phrase('theta', figure('theta')) },
  { asks: /\biv\b|\bimplied vol\w*/u, show: (figure) => phrase('implied volatility', figure('iv')) },
  {
    asks: /\b(?:time|extrinsic|intrinsic) value\b/u,
    show: (figure) => phrase('time value a share', figure('time_value')),
  },
  { asks: /\bbreak-?\s?even\b/u, show: (_figure, { at }) => `breakeven ${at('breakeven')}` },
  {
    asks: /\bmax\w* (?:profit|gain)|\bmost i (?:can|could) (?:make|earn)|\bif (?:it'?s? |i'?m? |they'?re? )?(?:gets? |am |is |are )?(?:called|assigned|taken)|\bif called\b|\bprofit\b|\bdo i make\b/u,
    show: (_figure, { at, result }) =>
      `maximum profit ${at(isKnown(result.max_profit) ? 'max_profit' : 'max_profit_covered')} (${at('if_called_return_pct')})`,
  },
  { asks: /\bmax\w* loss\b/u, show: (_figure, { at }) => `maximum loss ${at('max_loss')} if the stock goes to zero` },
  {
    asks: /\b(?:chances?|odds|probab\w*|likel\w*|unlikely)\b/u,
    show: (figure) => phrase('chance of ending in the money', figure('probability_itm')),
  },
  {
    asks: /\bprotect\w*|\bcushion\b|\bdownside\b/u,
    show: (_figure, { at }) => `the premium cushions a fall of ${at('downside_protection_pct')}`,
  },
  {
    asks: /\bpercent\w*|\d ?%|\bpct\b|\bstatic\b|\breturn\b/u,
    show: (_figure, { at }) => `premium ${at('static_return_pct')} of the price`,
  },
  {
    asks: /\bhow far\b|\bheadroom\b|\botm\b|\bout of the money\b|\bupside\b|\babove the price\b|\broom\b/u,
    show: (_figure, { at }) => `distance from the price up to the strike ${at('headroom_pct')}`,
  },
  {
    asks: /\bexpected move\b/u,
    show: (_figure, { at, result }) =>
      isKnown(result.expected_move) ? `expected move until then ${at('expected_move')} (one standard deviation)` : null,
  },
]

/** Whether a message asks for a figure of one call. */
export const asksOfCall = (text: string) =>
  figures.some(({ asks }) => asks.test(text)) || /\b(?:cross\w*|earnings|dividends?|ex-?\s?div\w*)\b/u.test(text)

const MAX_ASKED = 4

/** The figures of a call that the words ask for, as one sentence; null if they ask for none. `trade`: of `analyze_trade`. */
export function describeAsked(text: string, trade: Answered): string | null {
  const call: Row = toRow(trade.result.call)
  const figure: Figure = (name) => (isKnown(call[name]) ? trade.at(`call.${name}`) : null)
  const asked = figures.filter(({ asks }) => asks.test(text))
  const read = (isSentence: boolean) =>
    asked.filter((one) => (one.isSentence === true) === isSentence).flatMap(({ show }) => show(figure, trade) ?? [])
  const [first, ...others] = read(false).slice(0, MAX_ASKED)
  const list = first === undefined ? [] : [`${first.charAt(0).toUpperCase()}${[first, ...others].join('; ').slice(1)}.`]
  const sentences = [...list, ...read(true)]
  if (asked.length > 0 && sentences.length === 0) return 'The figure that you ask for is unknown for this call.'
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The premium in dollars for all contracts of a trade. */
export const describeTotal = ({ at, result }: Answered) =>
  `${at('premium_total')} for ${countOf(at('contracts'), result.contracts, 'contract')}`
