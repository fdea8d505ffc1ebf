import { formatInteger } from '../../../shared/format/numbers.ts'

/** What the trade preview says, in one place for who translates it; its sentences on a trade are in trade-words.ts. */
export const previewWords = {
  title: 'Trade preview',
  loading: 'Loading the trade preview…',
  none: 'No call to preview',
  noPrice: (symbol: string) => `No price of ${symbol} is known, so nothing can be worked out.`,
  notLoaded: 'The part of the page that works it out did not arrive.',
  notListed: (strike: string, day: string) => `No ${strike} call that expires ${day} is listed.`,
  showBest: 'Show the best call',
  warnings: 'Before you sell',
  onceAdded: 'Once added, the recommendation would be',
  onceAddedUnknown: 'What the recommendation would be once added is not known: its quote or its volatility is missing.',
  question: (trade: string) => `What should I know before this trade? ${trade}.`,
} as const

/** Why no call of an expiration passes the gates of the best call, and what to do. */
export const noPassingWords = {
  title: (day: string) => `No call passes for ${day}`,
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
  noCount: 'Write a whole number, such as 2',
  contractsUnit: (contracts: number) => (contracts === 1 ? 'contract' : 'contracts'),
  previous: (name: string) => `Previous ${name}`,
  next: (name: string) => `Next ${name}`,
  toCompare: 'Strike to compare',
  compare: 'Compare',
  full: 'Four strikes at most; remove one below.',
} as const

export const payoffWords = {
  label: 'Profit and loss by the price of the stock',
  cursor: 'Cursor on the diagram',
  asTable: 'View as table',
  failed: 'The diagram could not be loaded. Its figures are in the table below.',
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
  notKnown: 'not known',
  noNumber: (isWhole: boolean) =>
    isWhole ? 'Write a whole number, such as 12' : 'Write a plain number, such as 104.5',
  positionValue: 'Position value',
  callValue: 'Call value, a share',
  profit: 'Profit or loss',
} as const

/** The figures of a trade, in its strip and where strikes are compared. */
export const figureWords = {
  returns: (days: number) =>
    `Return on the stock's price, at the bid; a year: × 365 / ${formatInteger(days)}, not compounded`,
  term: 'Term %',
  year: 'Year %',
  static: 'Static',
  ifCalled: 'If called',
  creditAtBid: 'Credit, at bid',
  creditOf: (contracts: number) =>
    `100 shares a contract, ${contracts === 1 ? 'one contract' : `${formatInteger(contracts)} contracts`}.`,
  perShare: (bid: string) => `$${bid} a share, `,
  maxProfit: 'Max profit',
  withDividends: 'With the known dividends of the term.',
  breakeven: 'Breakeven',
  days: 'Days',
  protection: 'Protection',
  wholeDownTo: (pct: string) => `The static return stays whole down to the strike, ${pct}% lower.`,
  delta: 'Delta',
  headroom: 'Headroom',
  fromPrice: (price: string) => `From the price of ${price}.`,
  headroomEm: 'Headroom/EM',
  byOwnVol: (move: string) => `By this call's own volatility: ±${move}.`,
  chanceOfProfit: 'Chance of profit',
  chanceAssigned: 'Chance assigned',
  chanceOfTouch: 'Chance of touch',
  vol: 'Volatility',
} as const

export const comparisonWords = {
  title: 'Strikes compared',
  chosen: 'chosen',
  remove: (strike: string) => `Remove ${strike}`,
  credit: 'Credit',
  profitChance: 'Profit chance',
  assigned: 'Assigned',
  touched: 'Touched',
  aYear: '% a year',
} as const

/** What to know before selling: `lead` stands out, `text` ends the sentence. */
export const warningWords = {
  noBid: { lead: 'No bid is known', text: ': what selling brings cannot be told.' },
  today: 'today',
  daysOut: (days: number) => `${days} ${days === 1 ? 'day' : 'days'} out`,
  earnings: (day: string, distance: string) => ({
    lead: `Earnings ${day}`,
    text: `, ${distance} and before expiration.`,
  }),
  exDividend: (day: string, amount: string, distance: string) => ({
    lead: `Ex-dividend ${day}`,
    text: `, ${amount}, ${distance}.`,
  }),
  amountNotKnown: 'amount not known',
  amount: (cash: string) => `$${cash} a share`,
  assignmentLikely: 'Early assignment likely',
  assignmentPossible: 'Early assignment possible',
  assignment: (cash: string, timeValue: string, lastDay: string) =>
    `: the dividend of $${cash} exceeds the time value of $${timeValue}; the last day for it is ${lastDay}.`,
  lowYield: (minimum: number, yieldPct: string) => ({
    lead: `Under the ${minimum}% minimum`,
    text: `: time value pays ${yieldPct}% a year. Such a call is never recommended.`,
  }),
  notRealPrices: '. These are not prices to trade at now.',
} as const
