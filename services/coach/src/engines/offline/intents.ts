import { givenSlots } from './reading/figures/given.ts'
import { givenChip, roleNames } from './reading/figures/roles.ts'

interface IntentSpec {
  /** Name of the reading, above the chips and on the button that chooses it. */
  readonly label: string
  /** `stock` needs one, `own` is about the user's positions and takes one if it is named. */
  readonly about: 'stock' | 'own' | 'none'
  /** Slots whose chips are offered even if the message did not fill them. */
  readonly chips: readonly string[]
  /** Every slot that the answer takes account of. Figures in other slots are named as not used. */
  readonly uses: readonly string[]
}

const list = (names: string) => names.split(' ').filter((name) => name !== '')
const define = (label: string, about: IntentSpec['about'], chips = '', also = ''): IntentSpec => ({
  label,
  about,
  chips: list(chips),
  uses: list(`${chips} ${also}`),
})

/** Everything the coach answers. */
export const intents = {
  calls: define(
    'Find calls to sell',
    'stock',
    'stock expiration delta premium',
    'days strike premiumPct percent otmPct otmUsd cost chancePct yieldPct openInterest volume spreadPct shares count sort style moneyness event strikePlaces',
  ),
  trade: define('Analyze one call', 'stock', 'stock strike expiration premium cost shares', 'days'),
  compare: define(
    'Compare',
    'stock',
    'stock strikes expiration',
    'strike strikePlaces otherDate days delta otmPct otmUsd chancePct premium premiumPct yieldPct openInterest spreadPct moneyness style alternatives shares sort budget count quietDays event',
  ),
  price: define('Price of a stock', 'stock', 'stock'),
  stock: define('Overview of a stock', 'stock', 'stock'),
  volatility: define('Volatility of a stock', 'stock', 'stock'),
  technical: define('Technical figures of a stock', 'stock', 'stock', 'rsi'),
  dates: define('Earnings and dividend dates of a stock', 'stock', 'stock days', 'expiration event sector'),
  expirations: define('Expirations of a stock', 'stock', 'stock', 'expiration otherDate days event'),
  puts: define(
    'Quotes of puts',
    'stock',
    'stock right strike expiration',
    'days delta otmPct percent moneyness alternatives shares',
  ),
  search: define('Search for a symbol', 'none', '', 'stock'),
  screen: define(
    'Screen stocks',
    'none',
    'sector yieldPct price sort',
    'premiumPct percent score ivRank rsi dividendYield marketCap quietDays earningsWithin exWithin iv orSectors industries withoutIndustries level vsAverage event count shares budget stockPrice withoutSectors withoutStocks style delta days expiration otmPct premium moneyness chancePct openInterest volume spreadPct',
  ),
  portfolio: define('All positions', 'own', '', 'stock strike expiration days moneyness percent delta sector event'),
  attention: define('Positions that need action', 'own', '', 'expiration moneyness'),
  ranking: define(
    'Figures of my positions',
    'own',
    'stock',
    'sort strike strikes expiration days moneyness percent delta otmPct yieldPct price premium sector count event shares',
  ),
  income: define('Income by month or stock', 'own', 'stock', 'expiration otherDate'),
  gains: define('Taxable gains of a year', 'own', '', 'expiration'),
  chain: define('History of a stock with all its calls', 'own', 'stock'),
  position: define(
    'One position',
    'own',
    'stock strike expiration',
    'percent moneyness sort delta days event shares premium',
  ),
  scenario: define(
    'A position at another price or day',
    'own',
    'stock stockPrice expiration',
    'strike days percent moneyness',
  ),
  roll: define('Roll a call', 'own', 'stock strike days debit', 'strikes expiration otherDate rise event moneyness'),
  coverage: define('Calls that shares cover', 'own', 'stock shares', 'strike expiration premium'),
  own_dates: define('Dates of my positions', 'own', 'days', 'expiration event'),
  profit: define(
    'Calculate a covered call',
    'none',
    'cost strike premium shares days',
    `stock price expiration ${givenSlots} ${roleNames.map(givenChip).join(' ')}`,
  ),
  arithmetic: define(
    'Calculate a return or an amount',
    'none',
    'premium stockPrice shares days',
    `premiumPct yieldPct price expiration ${givenSlots} ${roleNames.map(givenChip).join(' ')}`,
  ),
  market: define('Market calendar', 'none', 'expiration', 'days otherDate'),
  concept: define('Explain a term', 'none', '', 'entry delta days moneyness style event expiration'),
  tax: define('Explain a tax term', 'none', '', 'entry'),
  help: define('How to use the app', 'none'),
  abilities: define('What the coach can do', 'none'),
  news: define('News and company reports', 'none', '', 'stock'),
  alert: define('Alerts', 'none', '', 'stock'),
  weights: define('Weights of my holdings', 'own', '', 'stock sector percent'),
  walk: define('A call for each of my holdings', 'own', 'days delta'),
  other: define('Something else', 'none'),
} as const satisfies Record<string, IntentSpec>

export type Intent = keyof typeof intents
export const isIntent = (name: string): name is Intent => Object.hasOwn(intents, name)
export const allIntents = Object.keys(intents).filter(isIntent)

/** Answers that need no figures: none of a message's can be missed. */
export const wordsOnly: ReadonlySet<Intent> = new Set(['help', 'abilities', 'news', 'alert', 'other', 'search'])

/** Answers computed from the user's own figures. */
export const isOfFigures = (intent: Intent) => intent === 'profit' || intent === 'arithmetic'

/** General answers, for which no figure is looked up. */
export const isOfWords = (intent: Intent) => intent === 'concept' || intent === 'tax' || wordsOnly.has(intent)
