import { describe, expect, test } from '@jest/globals'
import { train } from '../classifier.ts'
import { allIntents, type Intent } from '../intents.ts'
import { phrases } from '../phrases.ts'
import { openDirectory } from '../stocks/directory.ts'
import { listChips, readChips } from './chips.ts'
import { givenChip, roleNames } from './figures/roles.ts'
import { classifier, readMessage } from './read-message.ts'
import { at, noSlots, type Slots } from './slots.ts'
import { isGibberish, listUnfamiliar, listUnmet } from './words/demands.ts'

const AS_OF = '2026-11-24T15:30:00.000Z'
const directory = openDirectory([
  { symbol: 'KO', name: 'The Coca-Cola Company' },
  { symbol: 'NVDA', name: 'NVIDIA Corporation' },
  { symbol: 'AAPL', name: 'Apple Inc.' },
])
const read = (message: string) => readMessage(message, AS_OF, directory)

describe('the grammar of figures', () => {
  test.each<[string, Partial<Slots>]>([
    ['aapl calls 20-30 delta, 30 to 45 days', { delta: { least: 0.2, most: 0.3 }, days: { least: 30, most: 45 } }],
    [
      'AAPL calls, 35 DTE, 0.25 delta, min premium 0.50',
      { days: at(35), delta: at(0.25), premium: { least: 0.5, most: null } },
    ],
    [
      'bought 300 shares at 61.20 and sold the 65 call for 1.85',
      { shares: 300, cost: 61.2, strike: at(65), premium: at(1.85) },
    ],
    ['stock at 50, strike 55, premium $120 per contract', { stockPrice: 50, strike: at(55), premium: at(1.2) }],
    [
      'stock 72.50 strike 75 premium 1.40 days 32',
      { stockPrice: 72.5, strike: at(75), premium: at(1.4), days: at(32) },
    ],
    [
      'If I sell 2 NVDA Dec 18 calls at 0.20 delta',
      { shares: 200, expiration: '2026-12-18', delta: at(0.2), strike: null },
    ],
    ['my KO is at 66 and I sold the 68 for 1.10', { stockPrice: 66, cost: null, strike: at(68), premium: at(1.1) }],
    [
      'stocks paying over 2% a month under $40',
      { premiumPct: { least: 2, most: null }, days: { least: 30, most: 30 }, price: { least: null, most: 40 } },
    ],
    ['AAPL 85 vs 90 vs 95 calls', { strikes: [85, 90, 95], strike: null }],
    ['AAPL261218C00600000', { strike: at(600), expiration: '2026-12-18' }],
    ['calls with no earnings for 6 weeks', { quietDays: 42 }],
    ['I have 10,000 dollars to buy shares and write calls', { budget: 10_000, cost: null }],
    [
      'KO calls, nothing past 3 weeks and nothing below a 0.10 delta',
      { days: { least: null, most: 21 }, delta: { least: 0.1, most: null } },
    ],
    ['no tech, energy or banks please', { withoutSectors: ['technology', 'Energy'], withoutIndustries: ['Banks'] }],
    ['semis sorted by dividend', { industries: ['Semiconductors'], sort: 'dividend', order: 'desc' }],
    ['banks or utilities', { industries: [], sector: 'financial', orSectors: ['Utilities'] }],
    ['who reports next week', { earningsWithin: { least: 6, most: 10 } }],
    ['banks that go ex dividend in december', { exWithin: { least: 7, most: 37 } }],
    ['names that do not go ex before january', { exWithin: { least: 38, most: null } }],
    ['no earnings until february', { quietDays: 69 }],
    ['anything yielding 2% in 2 weeks', { premiumPct: { least: 2, most: 2 }, days: { least: 14, most: 14 } }],
    ['calls with at least 5% protection', { premiumPct: { least: 5, most: null } }],
    ['at least 85% chance to keep my shares', { chancePct: { least: null, most: 15 } }],
    ['implied volatility under 30%', { iv: { least: null, most: 30 } }],
    ['beta below 0.8', { price: null, premium: null }],
    ['boring stocks with the highest premium', { iv: { least: null, most: 25 } }],
    ['third friday of march 2027', { expiration: '2027-03-19' }],
    ['next triple witching', { expiration: '2026-12-18' }],
    ['sell on jan 15. delta 0.2', { expiration: '2027-01-15', delta: { least: 0.2, most: 0.2 } }],
    ['which of my calls expire first', { sort: 'expiration', order: 'asc' }],
    [
      'show me the 20 and 35 delta for KO',
      { delta: at(0.2), alternatives: [{ slot: 'delta', value: at(0.35) }], strike: null },
    ],
  ])('%s', (message, slots) => {
    expect(read(message).slots).toMatchObject(slots)
  })

  test('takes no hearsay for a cost or premium', () => {
    const { slots, hearsay } = read('my neighbor bought KO at 40 and he got 5.10, what is my return on the 65 call')
    expect([slots.cost, slots.premium]).toEqual([null, null])
    expect(hearsay).toEqual(['40', '5.10'])
  })

  test('names what it cannot read', () => {
    expect(read('tech stocks with a low p/e and beta under 1').unread).toEqual(
      expect.arrayContaining(['beta', 'the price-earnings ratio']),
    )
  })
})

describe('the guard', () => {
  const unmet = (message: string, intent: Intent) => {
    const { text, slots } = read(message)
    return listUnmet(text, intent, slots)
  }

  test.each<[string, Intent, string[]]>([
    ['compare KO and NVDA side by side', 'calls', ['“compare”', 'NVDA']],
    ['compare KO and NVDA side by side', 'compare', []],
    ['what is the average delta of my calls', 'ranking', []],
    ['what if KO drops', 'portfolio', []],
    ['what if KO drops', 'price', ['“if”']],
    ['the KO put', 'calls', ['“put”']],
    ['where should I put my KO shares', 'calls', []],
  ])('%s, answered with %s, misses %j', (message, intent, missed) => {
    expect(unmet(message, intent)).toEqual(missed)
  })

  test('names unfamiliar words, but no other form of a familiar one', () => {
    expect(listUnfamiliar('sharpe ratio of the safest calls for yields')).toEqual(['sharpe', 'ratio'])
  })

  test('tells gibberish from a short question', () => {
    expect(['asdf the thing with the uh', 'safest calls', 'hello'].map(isGibberish)).toEqual([true, false, false])
  })
})

describe('chips', () => {
  test.each<Partial<Slots>>([
    { stocks: ['KO', 'NVDA'], expiration: '2026-12-18', delta: { least: 0.2, most: 0.3 } },
    { expiration: '2027-01-15', isMonth: true, strike: { least: 60, most: null }, shares: 350, cost: 61.25 },
    { strikes: [85, 87.5], premium: { least: 0.5, most: null }, yieldPct: at(12.5), right: 'Put' },
    {
      sort: 'headroom',
      order: 'asc',
      sector: 'technology',
      withoutSectors: ['Energy'],
      marketCap: 'mega',
      debit: true,
    },
    { event: 'Before earnings', style: 'Conservative', moneyness: 'In the money', quietDays: 30, count: 5, rise: 5 },
    { budget: 6_000, given: { fee: [0.65], buy_back: [0.8], premium: [1.1, 0.85], move: [-2] } },
  ])('read back as what they show: %j', (some) => {
    const slots = { ...noSlots, ...some }
    const every = [
      ...Object.keys(noSlots).map((name) => (name === 'stocks' ? 'stock' : name)),
      ...roleNames.map(givenChip),
    ]
    const chips = listChips(slots, [], every)
    expect(readChips(chips, { today: '2026-11-24', directory })).toEqual({ slots, unread: [] })
  })

  test('name a value that they cannot read', () => {
    const { unread } = readChips([{ slot: 'delta', value: 'high' }], { today: '2026-11-24', directory })
    expect(unread).toEqual(['Delta: high'])
  })
})

describe('the classifier', () => {
  test('has phrases for every intent', () => {
    expect(new Set(phrases.map(({ intent }) => intent))).toEqual(new Set(allIntents))
  })

  test('is deterministic', () => {
    const samples = [
      { intent: 'price' as const, features: ['price', 'of', '§'] },
      { intent: 'calls' as const, features: ['calls', 'on', '§'] },
      { intent: 'tax' as const, features: ['tax'] },
    ]
    expect(train(samples).rank(['calls'])).toEqual(train(samples).rank(['calls']))
    expect(train(samples).rank(['calls'])[0]?.intent).toBe('calls')
  })

  test('ranks all intents, with probabilities that add up to 1', () => {
    const ranked = classifier().rank(['nothing', 'known'])
    expect(ranked).toHaveLength(allIntents.length)
    expect(ranked.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1)
  })
})
