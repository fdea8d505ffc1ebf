import { DIVIDEND_POINTS, RATING_CURVES } from '../rating/rating-table.ts'
import { defineTerm } from './term.ts'

const ends = (knots: readonly (readonly [number, number])[]) => ({ first: knots[0]?.[0], last: knots.at(-1)?.[0] })
/** Where a curve is at its highest. */
const best = (knots: readonly (readonly [number, number])[]) => {
  const most = Math.max(...knots.map(([, points]) => points))
  const top = knots.filter(([, points]) => points === most)
  return { first: top[0]?.[0], last: top.at(-1)?.[0] }
}
const { rsi, stochastic, priceAgainstAverage, netMargin, debtToEquity } = RATING_CURVES

/** The stock behind the call. */
export const stockTerms = [
  defineTerm({
    id: 'symbol',
    term: 'symbol',
    synonyms: ['ticker'],
    sentence: 'The letters under which the stock is listed.',
    why: 'One stock, one symbol: BRK.B is not BRK.A.',
  }),
  defineTerm({
    id: 'company_name',
    term: 'company',
    synonyms: ['company name'],
    sentence: 'The company behind the symbol.',
    why: 'Write only on shares of companies you would hold anyway.',
  }),
  defineTerm({
    id: 'options_available',
    term: 'options available',
    synonyms: ['options'],
    sentence: 'Whether listed options with data exist.',
    why: 'Without them no call can be written.',
  }),
  defineTerm({
    id: 'current_price',
    term: 'price',
    synonyms: ['stock price', 'last price', 'current price', 'spot'],
    sentence: 'The last price of one share.',
    why: 'Every distance and every return of the call is measured from it.',
  }),
  defineTerm({
    id: 'market_cap',
    term: 'market cap',
    synonyms: ['market capitalisation', 'market capitalization'],
    sentence: 'What all shares of the company together cost.',
    formula: 'price × shares outstanding',
    why: 'Larger companies fall less often to nothing.',
  }),
  defineTerm({
    id: 'sector',
    term: 'sector',
    synonyms: ['gics'],
    sentence: 'The sector of the Global Industry Classification Standard.',
    why: 'Stocks of one sector fall together: calls on five banks are one bet.',
  }),
  defineTerm({
    id: 'volume',
    term: 'volume',
    synonyms: ['share volume'],
    sentence: 'Shares traded in the last session.',
    why: 'A liquid stock can be left at a fair price.',
  }),
  defineTerm({
    id: 'rsi',
    term: 'RSI',
    synonyms: ['relative strength index', 'rsi 14'],
    sentence: 'The relative strength of gains against losses over 14 sessions, 0-100.',
    formula: '100 − 100 / (1 + average gain / average loss), smoothed as Wilder does',
    why: 'Overbought stocks risk the shares, oversold ones the capital.',
    thresholds: `Full points from ${best(rsi.knots).first} to ${best(rsi.knots).last}, none at ${ends(rsi.knots).first} or ${ends(rsi.knots).last}.`,
  }),
  defineTerm({
    id: 'stochastic_k',
    term: 'Stochastic %K',
    synonyms: ['stochastic', 'stochastic oscillator'],
    sentence: 'Where the close stands between the low and the high of 14 sessions, 0-100.',
    formula: '(close − lowest low) / (highest high − lowest low) × 100',
    why: 'The middle of its range is a calm place to write from.',
    thresholds: `Full points from ${best(stochastic.knots).first} to ${best(stochastic.knots).last}.`,
  }),
  defineTerm({
    id: 'ma_20',
    term: 'SMA 20',
    synonyms: ['sma', 'moving average', 'ma 20', '20-day average'],
    sentence: 'The mean of the last 20 daily closes.',
    why: 'It shows the direction without the noise of single days.',
  }),
  defineTerm({
    id: 'price_vs_ma',
    term: 'price against SMA 20',
    synonyms: ['price vs sma 20', 'price vs ma'],
    sentence: 'How far the price stands above or below its 20-session average, in percent.',
    formula: '(price / SMA 20 − 1) × 100',
    why: 'Far off on either side the move may run on or snap back.',
    thresholds: `Full points from ${best(priceAgainstAverage.knots).first} to ${best(priceAgainstAverage.knots).last} %.`,
  }),
  defineTerm({
    id: 'bollinger_bands',
    term: 'Bollinger Bands',
    synonyms: ['bollinger'],
    sentence: 'Two lines 2 standard deviations above and below the 20-session average.',
    why: 'The upper one is a strike that the stock seldom reaches quickly.',
  }),
  defineTerm({
    id: 'macd',
    term: 'MACD',
    sentence: 'The difference of two moving averages, of 12 and 26 sessions, with a signal line of 9.',
    why: 'Shows whether a move is gaining or losing pace.',
  }),
  defineTerm({
    id: 'atr',
    term: 'ATR',
    synonyms: ['average true range'],
    sentence: 'The average true range of 14 sessions: how many dollars the stock moves in a day.',
    why: 'A strike one or two of them away may be reached within days.',
  }),
  defineTerm({
    id: 'dividend_yield',
    term: 'dividend yield',
    synonyms: ['dividend'],
    sentence: 'The dividends of a year as a share of the price.',
    formula: 'yearly dividends / price × 100',
    why: 'Income beside the premium, and a reason why a call may be exercised early.',
    thresholds: `Without a credit rating it stands in for one, in full from ${DIVIDEND_POINTS.fullFromYieldPct} %.`,
  }),
  defineTerm({
    id: 'net_margin',
    term: 'net margin',
    synonyms: ['profit margin'],
    sentence: 'What is left of each dollar of revenue.',
    formula: 'net income / revenue × 100',
    why: 'A company that earns can wait out a bad market.',
    thresholds: `No points at ${ends(netMargin.knots).first} %, full points from ${ends(netMargin.knots).last} %.`,
  }),
  defineTerm({
    id: 'debt_to_equity',
    term: 'debt to equity',
    synonyms: ['debt / equity', 'd/e'],
    sentence: 'What the company owes for each dollar its owners hold.',
    formula: "total debt / shareholders' equity",
    why: 'Debt turns a fall into a collapse.',
    thresholds: `Full points up to ${ends(debtToEquity.knots).first}, none from ${ends(debtToEquity.knots).last}.`,
  }),
  defineTerm({
    id: 'credit_rating',
    term: 'credit rating',
    sentence: "An agency's opinion of how surely the company pays its debts, AAA to D.",
    why: 'Shares held for a covered call should still be there next year.',
  }),
  defineTerm({
    id: 'earnings_date',
    term: 'earnings date',
    synonyms: ['earnings', 'earnings report'],
    sentence: 'The day the company next reports its results.',
    why: 'Prices jump on it, so that a call over that day pays more and risks more.',
  }),
]
