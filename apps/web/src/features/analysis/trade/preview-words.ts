import { formatInteger } from '../../../shared/format/numbers.ts'

/** UI text for the trade preview; sentences about a trade are in trade-words.ts. */
export const previewWords = {
  title: 'Trade preview',
  loading: 'Loading the trade preview…',
  none: 'No call to preview',
  noPrice: (symbol: string) => `The price of ${symbol} is unknown, so nothing can be calculated.`,
  notLoaded: 'Could not load this section of the page.',
  notListed: (strike: string, day: string) => `No ${strike} call expiring ${day} is listed.`,
  showBest: 'Show the best call',
  warnings: 'Before you sell',
  onceAdded: 'Once added, the recommendation would be',
  onceAddedUnknown: 'The recommendation is unknown because a quote or the volatility is missing.',
  question: (trade: string) => `What should I know before this trade? ${trade}.`,
} as const

/** UI text for why no call at an expiration passes the best-call rules. */
export const noPassingWords = {
  title: (day: string) => `No call qualifies for ${day}`,
  pickOne: 'Pick a strike in the chain to preview it anyway.',
  noneAbove: 'No strike above the price is listed.',
  noneQuoted: 'No call above the price has both a bid and an ask.',
  noDelta: (min: string, max: string) => `No call above the price has a delta of ${min} to ${max}.`,
  unquoted: (count: number) => `${count} ${count === 1 ? 'has' : 'have'} no bid or no ask`,
  wide: (count: number, pct: string) => `${count} ${count === 1 ? 'has' : 'have'} a spread over ${pct}% of the mid`,
  unheld: (count: number, contracts: string) =>
    `${count} ${count === 1 ? 'has' : 'have'} open interest under ${contracts}`,
  counted: (min: string, max: string, reasons: string) => `Calls with a delta of ${min} to ${max}: ${reasons}.`,
} as const

export const choiceWords = {
  strike: 'Strike',
  expiration: 'Expiration',
  contracts: 'Contracts',
  fewer: 'Fewer contracts',
  more: 'More contracts',
  contractsLabel: 'Contracts of 100 shares',
  noCount: 'Enter a whole number, such as 2',
  contractsUnit: (contracts: number) => (contracts === 1 ? 'contract' : 'contracts'),
  previous: (name: string) => `Previous ${name}`,
  next: (name: string) => `Next ${name}`,
  toCompare: 'Strike to compare',
  compare: 'Compare',
  full: 'Up to four strikes. Remove one below to add another.',
} as const

export const payoffWords = {
  label: 'Profit and loss by stock price',
  cursor: 'Cursor on the diagram',
  asTable: 'View as table',
  failed: 'Could not load the diagram. Its figures are in the table below.',
  tryAgain: 'Try Again',
  caption: 'Profit and loss, $',
  price: 'Price',
  today: 'today',
  inDays: (days: number) => `in ${days} ${days === 1 ? 'day' : 'days'}`,
  reading: (price: string, profit: string) => `At ${price}: ${profit} at expiration`,
  readingWithDay: (price: string, profit: string, dayProfit: string, day: string) =>
    `At ${price}: ${profit} at expiration, ${dayProfit} ${day}`,
  atExpiration: 'At expiration',
  onDay: 'On the day',
  profit: 'Profit',
  loss: 'Loss',
  move: '±1 expected move',
  whatIf: 'What if',
  strike: 'strike',
  breakeven: 'breakeven',
  markedPrice: 'price',
} as const

export const scenarioWords = {
  title: 'What if',
  reset: 'Reset',
  price: 'Price',
  days: 'Days forward',
  daysUnit: 'd',
  count: (days: number) => (days === 1 ? '1 day' : `${formatInteger(days)} days`),
  vol: 'Volatility',
  notKnown: 'unknown',
  noNumber: (isWhole: boolean) => (isWhole ? 'Enter a whole number, such as 12' : 'Enter a number, such as 104.5'),
  positionValue: 'Position value',
  callValue: 'Call value per share',
  profit: 'Profit or loss',
} as const

/** Names of a trade's figures in the stat strip and the comparison. */
export const figureWords = {
  returns: (days: number) =>
    `Return on the stock price, at the bid. Annualized: × 365 / ${formatInteger(days)}, not compounded`,
  term: 'Term %',
  year: 'Year %',
  static: 'Static',
  ifCalled: 'If called',
  creditAtBid: 'Credit, at bid',
  creditOf: (contracts: number) =>
    `100 shares per contract, ${contracts === 1 ? 'one contract' : `${formatInteger(contracts)} contracts`}.`,
  perShare: (bid: string) => `$${bid} per share, `,
  maxProfit: 'Max profit',
  withDividends: 'Includes known dividends before expiration.',
  breakeven: 'Breakeven',
  days: 'Days',
  protection: 'Protection',
  wholeDownTo: (pct: string) => `You keep the full static return down to the strike, ${pct}% lower.`,
  delta: 'Delta',
  headroom: 'Headroom',
  fromPrice: (price: string) => `From the price of ${price}.`,
  headroomEm: 'Headroom/EM',
  byOwnVol: (move: string) => `Based on this call's own volatility: ±${move}.`,
  chanceOfProfit: 'Chance of profit',
  chanceAssigned: 'Chance assigned',
  chanceOfTouch: 'Chance of touch',
  vol: 'Volatility',
} as const

export const comparisonWords = {
  title: 'Compare strikes',
  chosen: 'selected',
  remove: (strike: string) => `Remove ${strike}`,
  credit: 'Credit',
  profitChance: 'Profit chance',
  assigned: 'Assigned',
  touched: 'Touched',
  aYear: '% a year',
} as const

/** Warnings shown before selling: `lead` is bold, and `text` finishes the sentence. */
export const warningWords = {
  noBid: { lead: 'No bid', text: ': the proceeds of selling are unknown.' },
  today: 'today',
  daysOut: (days: number) => `in ${days} ${days === 1 ? 'day' : 'days'}`,
  earnings: (day: string, distance: string) => ({
    lead: `Earnings ${day}`,
    text: `, ${distance}, before expiration.`,
  }),
  exDividend: (day: string, amount: string, distance: string) => ({
    lead: `Ex-dividend ${day}`,
    text: `, ${amount}, ${distance}.`,
  }),
  amountNotKnown: 'amount unknown',
  amount: (cash: string) => `$${cash} per share`,
  assignmentLikely: 'Early assignment likely',
  assignmentPossible: 'Early assignment possible',
  assignment: (cash: string, timeValue: string, lastDay: string) =>
    `: the dividend of $${cash} exceeds the time value of $${timeValue}; the last day to exercise is ${lastDay}.`,
  lowYield: (minimum: number, yieldPct: string) => ({
    lead: `Below the ${minimum}% minimum`,
    text: `: time value pays ${yieldPct}% a year. Calls like this are never recommended.`,
  }),
  notRealPrices: '. Do not trade at these prices.',
} as const
