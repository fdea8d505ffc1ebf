import { describe, expect, test } from '@jest/globals'
import { normalize } from '../language/normalize.ts'
import { openDirectory } from '../stock-directory.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import { readSlots, type Slots } from './slots.ts'
import { findSymbols } from './symbols.ts'

describe('slots', () => {
  // A Tuesday.
  const TODAY = '2026-11-24'
  const read = (message: string) => readSlots(normalize(message).text, TODAY)
  const bare = (value: unknown) => {
    if (typeof value !== 'object' || value === null || !('words' in value)) return value
    const { words: _words, ...range } = value
    return range
  }
  const known = ({ dateKind: _kind, ...slots }: Slots) =>
    Object.fromEntries(
      Object.entries(slots)
        .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
        .map(([name, value]) => [name, bare(value)]),
    )
  const range = (least: number | null, most: number | null) => ({ least, most, isPoint: false })
  const point = (value: number) => ({ least: value, most: value, isPoint: true })

  describe('figures', () => {
    test.each<[string, object]>([
      ['delta between 0.2 and 0.3', { delta: range(0.2, 0.3) }],
      ['delta from .3 to .2', { delta: range(0.2, 0.3) }],
      ['0.2–0.3 delta', { delta: range(0.2, 0.3) }],
      ['20-30 delta calls', { delta: range(0.2, 0.3) }],
      ['a 25 delta', { delta: point(0.25) }],
      ['delta under 0.3', { delta: range(null, 0.3) }],
      ['delta of at least 15', { delta: range(0.15, null) }],
      ['delta 0.18', { delta: point(0.18) }],
      ['30-45 DTE', { days: range(30, 45) }],
      ['45 to 30 days out', { days: range(30, 45) }],
      ['with 30 days to expiry', { days: point(30) }],
      ['within 40 days', { days: range(null, 40) }],
      ['at least 60 days', { days: range(60, null) }],
      ['about a month out', { days: point(30) }],
      ['in three weeks', { days: point(21) }],
      ['yield over 20%', { yieldPct: range(20, null) }],
      ['at least 15 percent annualized', { yieldPct: range(15, null) }],
      ['20%+ yield', { yieldPct: range(20, null) }],
      ['stocks under $50', { price: range(null, 50) }],
      ['between $20 and $60', { price: range(20, 60) }],
      ['rating above 40', { score: range(40, null) }],
      ['iv rank over 50', { ivRank: range(50, null) }],
      ['rsi below 60', { rsi: range(null, 60) }],
      ['open interest over 1,000', { openInterest: range(1_000, null) }],
      ['at least 500 OI', { openInterest: range(500, null) }],
      ['spread under 5%', { spreadPct: range(null, 5) }],
      ['premium of at least $1.50', { premium: range(1.5, null) }],
      ['premium 2.35', { premium: point(2.35) }],
      ['premium of $235 per contract', { premium: point(2.35) }],
      ['collecting 1.85', { premium: point(1.85) }],
      ['400 strike', { strike: point(400) }],
      ['the $90 call', { strike: point(90) }],
      ['strike above 85', { strike: range(85, null) }],
      ['strikes between 95 and 85', { strike: range(85, 95) }],
      ['compare the 85, 90 and 95 strikes', { strikes: [85, 90, 95] }],
      ['85 vs 90', { strikes: [85, 90] }],
      ['45ish dte', { days: point(45) }],
      ['calls 3% out', { otmPct: point(3) }],
      ['paying 2% a month', { yieldPct: point(24) }],
      ['over 13 pct a yr', { yieldPct: range(13, null) }],
      ['50 stock 55 strike 1.25 prem', { quotedPrice: 50, strike: point(55), premium: point(1.25) }],
      ['roll it up 10 bucks', { rise: 10 }],
      ['roll it up to 80', { targetStrike: 80 }],
      ['compare 85 vs 90', { strikes: [85, 90] }],
      ['85/90 calls', { strikes: [85, 90] }],
      ['I own 200 shares bought at 48.20', { shares: 200, entryPrice: 48.2 }],
      ['3 contracts', { shares: 300 }],
      ['a hundred shares', { shares: 100 }],
      ['my 320.75 shares', { shares: 320 }],
      ['I own 99.9 shares', { shares: 99 }],
      ['cost basis of $52', { entryPrice: 52 }],
      ['top 5 stocks', { count: 5 }],
      ['five best stocks', { count: 5 }],
      ['no earnings for 30 days', { quietDays: 30 }],
      ['avoid earnings within 2 weeks', { quietDays: 14 }],
      ['gimme calls paying at least 2% premium', { premiumPct: range(2, null) }],
      ['rsi no higher than 55', { rsi: range(null, 55) }],
      ['score under 40', { score: range(null, 40) }],
      ['stocks (<$25)', { price: range(null, 25) }],
      ['between 20 and 60 bucks', { price: range(20, 60) }],
      ['open interest, say 300+', { openInterest: range(300, null) }],
      ['iv rank > 40 but under 80', { ivRank: range(40, 80) }],
      ['30 cents or more premium', { premium: range(0.3, null) }],
      ['calls 5% otm', { otmPct: point(5) }],
      ['volume above 200', { volume: range(200, null) }],
      ['market cap over 500 billion', { marketCap: range(500_000_000_000, null) }],
      ['a beta below 1', { beta: range(null, 1) }],
      ['dividend yield of 3% or better', { dividendYield: range(3, null) }],
      ['some leaps', { days: range(365, null) }],
      ['no earnings for 6 weeks', { quietDays: 42 }],
      ['nothing reporting earnings in the next 50 days', { quietDays: 50 }],
      ['stocks that dont report until february', { quietDays: 87 }],
      ['bought 200 § @ 68.50, selling the 75s', { shares: 200, entryPrice: 68.5, strike: point(75) }],
      [
        'cost basis 44, sold the 47 for 85 cents, 500 sh',
        { entryPrice: 44, strike: point(47), premium: point(0.85), shares: 500 },
      ],
      ['paid 58, wrote the 62 for a buck fifty', { entryPrice: 58, strike: point(62), premium: point(1.5) }],
      ['bought 37.85 sold 42c .60', { entryPrice: 37.85, strike: point(42), premium: point(0.6) }],
      ['stock at 50 strike 52.5 premium .90', { quotedPrice: 50, strike: point(52.5), premium: point(0.9) }],
      ['§ at 62, 70 strike, 1.10 credit', { quotedPrice: 62, strike: point(70), premium: point(1.1) }],
      ['sell 3 of the § 42 calls at 0.60', { shares: 300, strike: point(42), premium: point(0.6) }],
      ['2 contracts for $340 in total', { shares: 200, premium: point(1.7) }],
      ['what if i only got .40', { premium: point(0.4) }],
      ['§ 87.5 or 90', { strikes: [87.5, 90] }],
      ['§ 120/122.5/125', { strikes: [120, 122.5, 125] }],
      ['§ 66 68 70', { strikes: [66, 68, 70] }],
      ['roll § down to 230', { targetStrike: 230 }],
      ['can i roll the § 72s up to 75', { strike: point(72), targetStrike: 75 }],
      ['roll § at 390 or higher', { targetStrike: 390 }],
      ['its 50 day average', {}],
      ['hello there', {}],
    ])('reads the figures of: %s', (message, slots) => {
      expect(known(read(message))).toEqual(slots)
    })

    test('reads several figures of one message', () => {
      expect(known(read('calls with delta 0.2-0.3, 30-45 days, premium over $1 and open interest above 500'))).toEqual({
        delta: range(0.2, 0.3),
        days: range(30, 45),
        premium: range(1, null),
        openInterest: range(500, null),
      })
      expect(
        known(read('I bought 300 shares at 61.20, sell the 65 call for a premium of 1.85 with 35 days left')),
      ).toEqual({
        shares: 300,
        entryPrice: 61.2,
        strike: point(65),
        premium: point(1.85),
        days: point(35),
      })
    })
  })

  describe('days', () => {
    test.each([
      ['expiring 2026-12-18', '2026-12-18'],
      ['Dec 18', '2026-12-18'],
      ['december 18th, 2026', '2026-12-18'],
      ['the 18th of December', '2026-12-18'],
      ['on 12/18', '2026-12-18'],
      ['Jan 15', '2027-01-15'],
      ['January calls', '2027-01-15'],
      ['in june', '2027-06-17'],
      ['this friday', '2026-11-27'],
      ['next friday', '2026-12-04'],
      ['next week', '2026-12-04'],
      ['on thanksgiving', '2026-11-26'],
      ['black friday', '2026-11-27'],
      ['christmas eve', '2026-12-24'],
      ['on Christmas', '2026-12-25'],
      ['new year', '2027-01-01'],
      ['tomorrow', '2026-11-25'],
      ['for the 18th', '2026-12-18'],
      ['next monthly', '2026-12-18'],
      ['two fridays out', '2026-12-04'],
      ['end of the year', '2026-12-31'],
      ['mid January', '2027-01-15'],
      ['late january', '2027-01-29'],
      ['in dec', '2026-12-18'],
      ['dec18', '2026-12-18'],
      ["jan '27", '2027-01-15'],
      ['68 dec 24 calls', '2026-12-24'],
      ['jan 24 call', '2027-01-15'],
      ['this month', '2026-11-30'],
      ['fri', '2026-11-27'],
      ['may I ask', null],
      ['2026-02-30', null],
    ])('reads the date of: %s', (message, date) => {
      expect(read(message).date).toBe(date)
    })
  })

  describe('long messages made of short words are parsed in linear time', () => {
    test.each([
      `stock${' is at'.repeat(300)} odd 85`,
      `my stock${' is at now'.repeat(200)}, 85`,
      `85${' , '.repeat(600)}odd 90 calls`,
      `85 v${' v'.repeat(900)} odd 90`,
      `show 5 highest${' different highest'.repeat(100)} 85`,
    ])('%.24s…', (message) => {
      expect(Object.keys(read(message))).toContain('strike')
    })
  })
})

describe('symbols', () => {
  const listed = [
    { symbol: 'A', name: 'Agilent Technologies' },
    { symbol: 'ALL', name: 'Allstate' },
    { symbol: 'BRK.B', name: 'Berkshire Hathaway' },
    { symbol: 'F', name: 'Ford Motor Company' },
    { symbol: 'IT', name: 'Gartner' },
    { symbol: 'NOW', name: 'ServiceNow' },
    { symbol: 'O', name: 'Realty Income' },
    { symbol: 'ON', name: 'ON Semiconductor' },
    { symbol: 'TGT', name: 'Target Corporation' },
  ]
  const directory = openDirectory(listed)
  const find = (message: string) => findSymbols(normalize(message), directory)

  describe('symbols', () => {
    test.each<[string, string[]]>([
      ['AAPL calls', ['AAPL']],
      ['what is the best call to sell on F?', ['F']],
      ['best call to write on ON', ['ON']],
      ['.AAPL261218C600', ['AAPL']],
      ['aapl calls', ['AAPL']],
      ['$aapl calls', ['AAPL']],
      ['options on $zzzz', ['ZZZZ']],
      ["what's amd's price", ['AMD']],
      ['Apple and Microsoft', ['AAPL', 'MSFT']],
      ["Tesla's earnings", ['TSLA']],
      ['coca-cola options', ['KO']],
      ['the Bank of America chain', ['BAC']],
      ['options for BRK.B', ['BRK.B']],
      ['mircosoft calls', ['MSFT']],
      ['quote for amazn', ['AMZN']],
      ['compare NVDA, AMD and nvda', ['NVDA', 'AMD']],
      ['options on ZZQX', ['ZZQX']],
      ['when are googles earnings', ['GOOGL']],
      ['jpms iv rank', ['JPM']],
      ['leaps on appl', ['AAPL']],
      ['cat 62 call', ['CAT']],
      ['f calls', ['F']],
      ['coke or jpm', ['KO', 'JPM']],
      ['JPM calls in DEC', ['JPM']],
      ['closest to being called', []],
      ['best boring stocks', []],
      ['want abt 100 a month', []],
      ['own 400 f from 21.75', ['F']],
      ['is f better than bac', ['F', 'BAC']],
      ['highest iv names not tesla', []],
      ['why not tesla', ['TSLA']],
    ])('finds the symbols of: %s', (message, symbols) => {
      expect(find(message).symbols).toEqual(symbols)
    })

    test.each<[string, string[]]>([
      ['calls on CAT', ['CAT']],
      ['my cat is cute', []],
      ['call options ON the portfolio', []],
      ['show me options on A', ['A']],
      ['I want a call', []],
      ['what are ALL my positions', []],
      ['ALL stock price', ['ALL']],
      ['how much is it at now', []],
      ['SHOW ME AAPL CALLS WITH DELTA', ['AAPL']],
      ['WHAT ARE THE BEST STOCKS', []],
      ['30 DTE OTM calls with IV rank and RSI', []],
      ['the opening price of low volume', []],
      ['apples and oranges', []],
    ])('does not mistake ordinary words for tickers: %s', (message, symbols) => {
      expect(find(message).symbols).toEqual(symbols)
    })

    test('reports possible company names as unknown', () => {
      expect(find('options on Snowflake').unknown).toBe('Snowflake')
      expect(find('price of etsy').unknown).toBe('etsy')
      expect(find('calls for December').unknown).toBeNull()
      expect(find('options with delta 0.3 for income').unknown).toBeNull()
    })

    test('are removed from the rest', () => {
      expect(find('compare 85 and 90 on Apple').rest).toBe('compare 85 and 90 on')
    })
  })

  test.each([
    ['explian the optoins', 'explain the options'],
    ['my porfolio', 'my portfolio'],
    ['“20–30” delat', '"20-30" delta'],
    ['thirty days, two hundred shares', '30 days, 200 shares'],
    ['calculated and called', 'calculated and called'],
  ])('%s is read as %s', (written, read) => {
    expect(normalize(written).text).toBe(read)
  })
})

describe('preferences', () => {
  test.each<[string, Partial<Preferences>]>([
    ['chip makers', { sector: 'technology', withoutSectors: [] }],
    ['anything but not tech', { sector: null, withoutSectors: ['technology'] }],
    ['no banks or energy', { withoutSectors: ['financial', 'Energy'], sector: null }],
    ['large caps outside of tech', { marketCap: 'large', withoutSectors: ['technology'] }],
    ['fattest premiums', { stockOrder: { by: 'best_ann_yield', order: 'desc' } }],
    ['sorted by yeild', { stockOrder: { by: 'best_ann_yield', order: 'desc' } }],
    ['cheapest first', { stockOrder: { by: 'current_price', order: 'asc' } }],
    ['top 3 by dividend yield', { stockOrder: { by: 'dividend_yield', order: 'desc' } }],
    ['lowest rated', { stockOrder: { by: 'cc_score', order: 'asc' } }],
    ['anything with more premium', { callOrder: 'premium' }],
    ['the most liquid ones', { callOrder: 'open_interest' }],
    ['something safer', { riskLevel: 'careful' }],
    ['otm only', { moneyness: 'otm' }],
    ['calls not itm', { moneyness: 'otm' }],
    ['dividend payers', { paysDividend: true }],
    ['calls expiring before earnings', { unsupported: ['no earnings before expiration'] }],
    ['calls before earnings', { eventBound: { event: 'earnings', side: 'before' } }],
    ['something past the ex-dividend date', { eventBound: { event: 'ex_dividend', side: 'after' } }],
    ['no dividend stocks', { eventBound: null }],
    ['best dividend stock', { paysDividend: true }],
  ])('are read from: %s', (message, preferences) => {
    expect(readPreferences(normalize(message).text)).toMatchObject(preferences)
  })
})
