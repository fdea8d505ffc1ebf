import { DIVIDEND_POINTS, RATING_CURVES } from '../rating/rating-table.ts'
import { defineTerm } from './term.ts'

const ends = (knots: readonly (readonly [number, number])[]) => ({ first: knots[0]?.[0], last: knots.at(-1)?.[0] })
/** First and last x at which a curve is at its maximum. */
const best = (knots: readonly (readonly [number, number])[]) => {
  const most = Math.max(...knots.map(([, points]) => points))
  const top = knots.filter(([, points]) => points === most)
  return { first: top[0]?.[0], last: top.at(-1)?.[0] }
}
const { rsi, stochastic, priceAgainstAverage, netMargin, debtToEquity } = RATING_CURVES

export const stockTerms = [
  defineTerm({
    id: 'symbol',
    term: 'symbol',
    synonyms: ['ticker'],
    sentence: 'The ticker of the stock on its exchange.',
    why: 'Each share class has its own symbol: BRK.B is not BRK.A.',
  }),
  defineTerm({
    id: 'company_name',
    term: 'company',
    synonyms: ['company name'],
    sentence: 'The company behind the symbol.',
    why: 'Sell calls only on companies you would own anyway.',
  }),
  defineTerm({
    id: 'options_available',
    term: 'options available',
    synonyms: ['options'],
    sentence: 'Whether the stock has listed options with data.',
    why: 'Without them, no call can be sold.',
  }),
  defineTerm({
    id: 'current_price',
    term: 'price',
    synonyms: ['stock price', 'last price', 'current price', 'spot'],
    sentence: 'The last price of one share.',
    why: 'Every distance and return of a call is measured from it.',
  }),
  defineTerm({
    id: 'market_cap',
    term: 'market cap',
    synonyms: ['market capitalisation', 'market capitalization'],
    sentence: 'Total market value of all shares.',
    formula: 'price × shares outstanding',
    why: 'Large companies rarely go to zero.',
  }),
  defineTerm({
    id: 'sector',
    term: 'sector',
    synonyms: ['gics'],
    sentence: 'The sector in the Global Industry Classification Standard.',
    why: 'Stocks in one sector fall together: calls on five banks are one bet.',
  }),
  defineTerm({
    id: 'volume',
    term: 'volume',
    synonyms: ['share volume'],
    sentence: 'Shares traded in the last session.',
    why: 'A liquid stock is easy to sell at a fair price.',
  }),
  defineTerm({
    id: 'rsi',
    term: 'RSI',
    synonyms: ['relative strength index', 'rsi 14'],
    sentence: 'The strength of gains relative to losses over 14 sessions, 0-100.',
    formula: "100 − 100 / (1 + average gain / average loss), with Wilder's smoothing",
    why: 'Overbought: more risk of assignment. Oversold: more risk of a falling stock.',
    thresholds: `Full points from ${best(rsi.knots).first} to ${best(rsi.knots).last}, none at ${ends(rsi.knots).first} or ${ends(rsi.knots).last}.`,
  }),
  defineTerm({
    id: 'stochastic_k',
    term: 'Stochastic %K',
    synonyms: ['stochastic', 'stochastic oscillator'],
    sentence: 'Where the close is between the low and the high of 14 sessions, 0-100.',
    formula: '(close − lowest low) / (highest high − lowest low) × 100',
    why: 'In the middle of its range, a stock is neither overbought nor oversold.',
    thresholds: `Full points from ${best(stochastic.knots).first} to ${best(stochastic.knots).last}.`,
  }),
  defineTerm({
    id: 'ma_20',
    term: 'SMA 20',
    synonyms: ['sma', 'moving average', 'ma 20', '20-day average'],
    sentence: 'The average of the last 20 daily closes.',
    why: 'It shows the trend without day-to-day noise.',
  }),
  defineTerm({
    id: 'price_vs_ma',
    term: 'price against SMA 20',
    synonyms: ['price vs sma 20', 'price vs ma'],
    sentence: 'How far the price is above or below its 20-session average, in percent.',
    formula: '(price / SMA 20 − 1) × 100',
    why: 'Far from the average, the move may continue or snap back.',
    thresholds: `Full points from ${best(priceAgainstAverage.knots).first} to ${best(priceAgainstAverage.knots).last}%.`,
  }),
  defineTerm({
    id: 'bollinger_bands',
    term: 'Bollinger Bands',
    synonyms: ['bollinger'],
    sentence: 'Two lines 2 standard deviations above and below the 20-session average.',
    why: 'The stock seldom reaches a strike at the upper band quickly.',
  }),
  defineTerm({
    id: 'macd',
    term: 'MACD',
    sentence:
      'The difference between the 12- and 26-session exponential moving averages, with a 9-session signal line.',
    why: 'Shows whether a move is gaining or losing momentum.',
  }),
  defineTerm({
    id: 'atr',
    term: 'ATR',
    synonyms: ['average true range'],
    sentence: 'The average true range of 14 sessions: how many dollars the stock typically moves in a day.',
    why: 'The stock may reach a strike one or two ATRs away within days.',
  }),
  defineTerm({
    id: 'dividend_yield',
    term: 'dividend yield',
    synonyms: ['dividend'],
    sentence: 'A year of dividends as a percentage of the price.',
    formula: 'yearly dividends / price × 100',
    why: 'Income on top of the premium, and a reason for early exercise of a call.',
    thresholds: `Replaces a missing credit rating, with full points from ${DIVIDEND_POINTS.fullFromYieldPct}%.`,
  }),
  defineTerm({
    id: 'net_margin',
    term: 'net margin',
    synonyms: ['profit margin'],
    sentence: 'Net profit as a percentage of revenue.',
    formula: 'net income / revenue × 100',
    why: 'A profitable company can wait out a bad market.',
    thresholds: `No points at ${ends(netMargin.knots).first}%, full points from ${ends(netMargin.knots).last}%.`,
  }),
  defineTerm({
    id: 'debt_to_equity',
    term: 'debt to equity',
    synonyms: ['debt / equity', 'd/e'],
    sentence: "What the company owes for each dollar of shareholders' equity.",
    formula: "total debt / shareholders' equity",
    why: 'Debt turns a decline into a collapse.',
    thresholds: `Full points up to ${ends(debtToEquity.knots).first}, none from ${ends(debtToEquity.knots).last}.`,
  }),
  defineTerm({
    id: 'credit_rating',
    term: 'credit rating',
    sentence: "An agency's opinion of how likely the company is to repay its debt, AAA to D.",
    why: 'Shares held for a covered call should still be around next year.',
  }),
  defineTerm({
    id: 'earnings_date',
    term: 'earnings date',
    synonyms: ['earnings', 'earnings report'],
    sentence: 'The day the company next reports its results.',
    why: 'Prices jump on earnings, so a call that spans the date pays more and risks more.',
  }),
]
