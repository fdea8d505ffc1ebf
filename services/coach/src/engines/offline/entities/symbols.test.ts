import { describe, expect, test } from '@jest/globals'
import { normalise } from '../language/normalise.ts'
import { openDirectory } from '../stock-directory.ts'
import { findSymbols } from './symbols.ts'

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
const find = (message: string) => findSymbols(normalise(message), directory)

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
  ])('%s', (message, symbols) => {
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
  ])('ordinary words of "%s"', (message, symbols) => {
    expect(find(message).symbols).toEqual(symbols)
  })

  test('something that may be a company is for a search', () => {
    expect(find('options on Snowflake').unknown).toBe('Snowflake')
    expect(find('price of etsy').unknown).toBe('etsy')
    expect(find('calls for December').unknown).toBeNull()
    expect(find('options with delta 0.3 for income').unknown).toBeNull()
  })

  test('are gone from the rest', () => {
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
  expect(normalise(written).text).toBe(read)
})
