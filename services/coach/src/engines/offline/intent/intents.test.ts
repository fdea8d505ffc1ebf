import { expect, test } from '@jest/globals'
import { openDirectory } from '../stock-directory.ts'
import { understand } from '../understanding.ts'
import { chooseIntent, type Intent, weighIntents } from './intents.ts'

/** A Tuesday, one hour after the open. */
const AS_OF = '2026-11-24T15:30:00.000Z'

const directory = openDirectory([])

test.each<[string, Intent]>([
  ['what dates can i sell nvda calls for', 'find_options'],
  ['msft 15 delta call 45 days out', 'find_options'],
  ['how rich is nvda premium', 'find_options'],
  ['anything yielding north of 25%', 'top_stocks'],
  ['best dividend payers for covered calls', 'top_stocks'],
  ['whats a good stock for covered calls under 30 bucks', 'top_stocks'],
  ['no tech please, best covered call stocks', 'top_stocks'],
  ['is pfizer any good for covered calls', 'snapshot'],
  ['why is pfe rated so low', 'snapshot'],
  ['whats up with tesla', 'snapshot'],
  ['which calls score best on nvda', 'find_options'],
  ['what is the covered call rating of nvda and its iv rank', 'snapshot'],
  ['what monthlies does tsla have', 'expirations'],
  ['does bac have weeklies', 'expirations'],
  ['nvda 66, 68 or 70 for dec 18?', 'compare'],
  ['apple and nvidia - which one has better premiums', 'compare'],
  ['in at 36, wrote the 40s for 1.05, 2 contracts', 'calculate'],
  ['i can get 2.30 for the meta 105 jan, worth it? cost 90', 'calculate'],
  ['is the disney 220 call worth it', 'analyze_trade'],
  ['chance the nvda 70 call expires worthless', 'analyze_trade'],
  ['where do i stand', 'portfolio'],
  ['which one is closest to being called away', 'portfolio'],
  ['which is my best performer', 'portfolio'],
  ['am i up or down on disney', 'position'],
  ['how much would i lose if i closed msft', 'position'],
  ['why does it say roll for msft', 'position'],
  ['push my ko call out 3 weeks', 'roll'],
  ['should i roll msft up and out or take assignment', 'roll'],
  ['what calls are about to expire', 'events'],
  ['do any of my stocks go ex div soon', 'events'],
  ['upcoming events for nvda', 'events'],
  ['what premium can i get on ko in the upcoming weeks', 'find_options'],
  ['roll my ko call to the upcoming month', 'roll'],
  ['should i hold my aapl call through upcoming events', 'position'],
  ['what is the price of aapl ahead of upcoming events', 'snapshot'],
  ['rsi of tsla and catalysts', 'snapshot'],
  ['are we open monday', 'market'],
  ['is dec 24 a half day', 'market'],
  ['when would i get assigned early', 'explain'],
  ['can i lose money with covered calls', 'explain'],
  ['wtf is theta', 'explain'],
  ['how do i roll a position', 'explain'],
  ['how do i log a trade', 'app_help'],
  ['where do i see my saved screens', 'app_help'],
  ['whats disneys symbol', 'search'],
  ['what kind of questions can i ask', 'capabilities'],
  ['anything on nvda w/ less than 10% chance of getting assigned', 'find_options'],
  ['AAPL calls before earnings', 'find_options'],
  ['whos got the fattest premium', 'top_stocks'],
  ['whats the top name', 'top_stocks'],
  ['rsi under 40', 'top_stocks'],
  ['best dividend stock for covered calls', 'top_stocks'],
  ['is f a better cc than bac', 'compare'],
  ['what did i make this month', 'portfolio'],
  ['how much did selling calls bring in', 'portfolio'],
  ['best performing position i have', 'portfolio'],
  ['which call should i roll first', 'portfolio'],
  ['slide my ko call out to feb', 'roll'],
  ['how high is too high for delta', 'explain'],
  ['good iv rank for selling', 'explain'],
  ['whats assignment risk before exdiv', 'explain'],
  ['how many contracts can i write with 350 shares', 'coverage'],
  ['how many calls do my 320.75 shares of KO cover', 'coverage'],
  ['I have 350 shares of KO, how many covered calls can I write?', 'coverage'],
  ['is the ko 122.5 call at risk of early exercise tomorrow', 'position'],
  ['what expirations do i have', 'portfolio'],
  ['which position has the smallest cushion', 'portfolio'],
  ['are they open on good friday', 'market'],
  ['add a position for me', 'app_help'],
  ['want 100 bucks a month off my 300 ford shares, what call', 'find_options'],
])('reads the intent of: %s', (message, intent) => {
  expect(chooseIntent(weighIntents(understand(message, AS_OF, directory)))).toBe(intent)
})

test.each(['tell me a joke', 'who won the game last night'])('finds no intent in "%s"', (message) => {
  expect(chooseIntent(weighIntents(understand(message, AS_OF, directory)))).toBeNull()
})
