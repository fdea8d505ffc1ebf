/** UI text for the position form. */
export const formWords = {
  add: {
    title: 'Add Covered Call Position',
    subtitle: 'Enter your position details',
    previewLead: 'Once added, the recommendation would be',
    submit: 'Add Position',
    busy: 'Adding…',
    failed: 'Failed to add position',
  },
  edit: {
    title: 'Edit Covered Call Position',
    subtitle: 'Change your position details',
    previewLead: 'Once saved, the recommendation would be',
    submit: 'Save changes',
    busy: 'Saving…',
    failed: 'Failed to save position',
  },
  notLoaded: {
    expirations: 'Unable to load expiration dates. Please try again.',
    strikes: 'Unable to load strike prices. Please try again.',
  },
  incomplete: 'Please fill all fields',
  wrong: 'Please correct the marked fields',
  tickerExample: 'e.g. AAPL',
  loading: 'Loading…',
  chooseExpiry: 'Select expiration date',
  chooseStrike: 'Select strike price',
  expiry: (date: string, days: number) => `${date} (${days} d)`,
  notListed: (choice: string) => `${choice} (not listed)`,
  fromList: 'Choose from the list',
  byHand: 'Enter by hand',
  asConfirmed: 'As on your broker’s confirmation.',
  noCalls: (ticker: string) => `No calls are listed for ${ticker}.`,
  orExpired: 'Not listed, or expired?',
  lastPrice: (time: string) => `Last price, ${time}`,
  bid: 'Bid',
  bidWithMid: (mid: string) => `Bid (mid ${mid})`,
  midOnly: 'Mid; there is no bid',
  takeDay: (day: string) => `Use ${day}`,
} as const

export const fieldWords = {
  labels: {
    ticker: 'Ticker Symbol',
    entryDate: 'Entry Date',
    expiryDate: 'Expiry Date',
    strikePrice: 'Strike Price ($)',
    entryPrice: 'Entry Price ($)',
    entryPremium: 'Premium Received ($)',
    contracts: 'Contracts',
    notes: 'Notes (optional)',
  },
  missing: {
    ticker: 'Enter the ticker symbol',
    entryDate: 'Enter the day you sold the call',
    expiryDate: 'Choose the day the call expires',
    strikePrice: 'Choose the strike',
    entryPrice: 'Enter your cost per share',
    entryPremium: 'Enter the premium per share',
  },
  noSymbol: 'Enter a symbol, such as AAPL',
  anOption: 'Enter the stock’s symbol, such as AAPL. Choose expiration and strike below',
  aPut: 'This is a put. A covered call needs shares and a call',
  unknownTicker: (ticker: string) => `Unknown symbol: ${ticker}. Check the spelling.`,
  noPrice: 'Enter a price above 0',
  noPremium: 'Enter a premium of 0 or more',
  tooLong: (most: string) => `Use at most ${most} characters`,
  noDay: 'Enter a valid date',
  dayOutside: (first: string, last: string) => `Enter a date from ${first} to ${last}`,
  future: (today: string) => `The entry date cannot be in the future: today is ${today}`,
  closedEntry: (day: string, reason: string, sessionBefore: string) =>
    `The market was closed on ${day} (${reason}). The last trading day before it was ${sessionBefore}`,
  closed: (day: string, reason: string, listedDay: string) =>
    `The market is closed on ${day} (${reason}). Options of that week expire on ${listedDay}`,
  expiresTooSoon: 'The call expires before the entry date',
  noNumber: 'Enter a number, such as 2.45',
  tooMuch: (most: string) => `Enter at most ${most}`,
  noCount: (most: string) => `Enter a whole number from 1 to ${most}`,
} as const

/** Parts of the sentence that says what the entered terms lead to; figures go between them. */
export const outlookWords = {
  waiting: 'Enter strike, price and premium to see the breakeven and what you make if called.',
  loses: 'This position loses at every price.',
  gains: 'This position cannot lose: the premium exceeds the cost of the shares.',
  breakeven: 'Breakeven',
  youMake: 'If called, you make',
  youLose: 'If called, you lose',
  perContract: 'per contract',
  ofAll: (contracts: string) => `for all ${contracts}`,
} as const

/** Questions asked once before saving terms that are probably mistyped. */
export const questionWords = {
  premium: (premium: string, price: string) =>
    `Premium is per share; ${premium} is more than the share price of ${price}.`,
  strike: (strike: string, price: string) => `The strike of ${strike} is far from the share price of ${price}.`,
  entryPrice: (entryPrice: string, price: string) =>
    `The entry price of ${entryPrice} is far above the share price of ${price}.`,
  didYouMean: (figures: readonly string[]) => `Did you mean ${figures.join(' or ')}?`,
  use: (figure: string) => `Use ${figure}`,
  keep: (figure: string) => `Keep ${figure}`,
  duplicate: 'You already have this position. Add it again?',
  addAgain: 'Add again',
} as const
