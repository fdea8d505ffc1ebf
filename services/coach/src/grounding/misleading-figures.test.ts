import { describe, expect, test } from '@jest/globals'
import Type from 'typebox'
import { groundDraft } from './ground.ts'
import { displayNumber } from './result-values.ts'

const stamp = { as_of: null, delay_minutes: null, source: 'invented', warnings: [] }
const stock = Type.Object({
  symbol: Type.String(),
  company_name: Type.String(),
  price: Type.Number({ unit: 'usd' }),
  change_pct: Type.Number({ unit: 'pct' }),
  earnings_date: Type.String(),
})
const trade = Type.Object({
  premium: Type.Number({ unit: 'usd' }),
  net_per_contract: Type.Number({ unit: 'usd', per: 'contract' }),
  premium_total: Type.Number({ unit: 'usd', per: 'position' }),
  cc_pnl: Type.Number({ unit: 'usd', per: 'position' }),
  dte: Type.Number({ unit: 'days' }),
  yield: Type.Number({ unit: 'pct' }),
  limit: Type.Number(),
  reason: Type.String(),
  delta: Type.Number({ unit: 'delta' }),
  expiry: Type.String(),
})

const sources = [
  {
    call: {
      id: 'r1',
      result: {
        ...stamp,
        symbol: 'ZZT',
        company_name: 'Zeta 9B Tools',
        price: 83.17,
        change_pct: -2.34,
        earnings_date: '2027-02-03',
      },
    },
    schema: stock,
  },
  {
    call: {
      id: 'r2',
      result: {
        ...stamp,
        symbol: 'QQR',
        company_name: '3M',
        price: 41.6,
        change_pct: 1.12,
        earnings_date: '2027-03-17',
      },
    },
    schema: stock,
  },
  {
    call: {
      id: 'r3',
      result: {
        ...stamp,
        premium: 1.37,
        net_per_contract: 52,
        premium_total: 274,
        cc_pnl: -412,
        limit: 55,
        reason: 'The first one 33 to 44 days out, or a profit of 66%.',
        dte: 28,
        yield: 21.46,
        delta: 0.2514,
        expiry: '2026-12-18',
      },
    },
    schema: trade,
  },
]

const ground = (draft: string, ...userWords: string[]) =>
  groundDraft({ draft, sources, userWords, asOf: '2026-11-20T21:00:00Z' })
const isWithheld = (draft: string, ...userWords: string[]) => ground(draft, ...userWords).withheld === 1

describe('figures of another stock', () => {
  test.each([
    'ZZT trades at $41.60.',
    'ZZT trades at {{r2.price}}.',
    'ZZT’s earnings are on March 17, 2027.',
    'The earnings of QQR are on {{r1.earnings_date}}.',
  ])('withholds: %s', (draft) => {
    expect(ground(draft)).toMatchObject({ text: '', withheld: 1 })
  })

  test.each([
    'ZZT trades at $83.17 and its premium is $1.37.',
    'ZZT at $83.17, QQR at $41.60.',
    '{{r1.symbol}} at {{r1.price}}, {{r2.symbol}} at {{r2.price}}.',
    'The other one trades at $41.60.',
  ])('accepts: %s', (draft) => {
    expect(isWithheld(draft)).toBe(false)
  })
})

describe('money per share, contract and position', () => {
  test.each([
    'It pays $1.37 per contract.',
    'It pays $1.37 for each contract.',
    'It pays {{r3.premium}} for one contract.',
    'The net is $52 a share.',
    'The net is {{r3.net_per_contract}} per share.',
    'It pays $274 a share.',
    'It pays {{r3.premium_total}} a contract.',
  ])('withholds: %s', (draft) => {
    expect(isWithheld(draft)).toBe(true)
  })

  test.each([
    'It pays $1.37 a share, $137 per contract, $274 in all.',
    'The net is $52 a contract, $0.52 a share.',
    'The net is {{r3.net_per_contract}} per contract.',
  ])('accepts: %s', (draft) => {
    expect(isWithheld(draft)).toBe(false)
  })
})

describe('figures with the opposite direction', () => {
  test.each([
    'You made $412 on it.',
    'A gain of $412.',
    'It stands at +$412.',
    'ZZT is up 2.3%.',
    'QQR is down 1.1%.',
    'QQR fell 1.1%.',
    'QQR is down {{r2.change_pct}}.',
    'A net of -{{r3.premium}}.',
  ])('withholds: %s', (draft) => {
    expect(isWithheld(draft)).toBe(true)
  })

  test.each(['You lost $412 on it.', 'ZZT is down 2.3%.', 'QQR rose 1.1%.', 'The P&L is -$412.'])(
    'accepts: %s',
    (draft) => {
      expect(isWithheld(draft)).toBe(false)
    },
  )
})

describe('scales, signs and words that change a figure', () => {
  test.each([
    'The market cap is $1.37bn.',
    'The market cap is $1.37-million.',
    'The market cap is $1.37 mn.',
    'It pays 1.37 hundred.',
    'It pays {{r3.premium}}bn.',
    'It pays {{r3.premium}}-million.',
    `It costs ${'$'}{{r3.dte}}.`,
    'It costs {{r3.dte}} dollars.',
    'In {{r3.premium}} days.',
    'It pays 137¢ and more, 28¢.',
    'The market cap is $9B.',
    'It is worth $1.3M.',
    'It trades at 28.',
    'The premium is 21.46.',
    'It yields about 1.37.',
    'The open interest is 2026 contracts.',
  ])('withholds: %s', (draft) => {
    expect(isWithheld(draft)).toBe(true)
  })

  test.each([
    '3M trades at $41.60.',
    'It pays 137¢.',
    'The premium is 1.37.',
    'It yields 21.5.',
    'In 2026 it expires.',
  ])('accepts: %s', (draft) => {
    expect(isWithheld(draft)).toBe(false)
  })

  test('shows no negative zero', () => {
    expect([displayNumber(-0.001, 'usd'), displayNumber(-0.01, 'pct'), displayNumber(-0.0001, 'frac')]).toEqual([
      '$0.00',
      '0.0%',
      '0.0%',
    ])
    expect([displayNumber(-1.5, 'usd'), displayNumber(-1.5, 'pct')]).toEqual(['-$1.50', '-1.5%'])
  })
})

describe('numbers and dates written as words', () => {
  test.each([
    'It expires in forty days.',
    'It expires in thirty-one days.',
    'You hold twelve contracts.',
    'It trades at one hundred ninety.',
    'Its delta is zero point four.',
    'It expires in January.',
    'The earnings come by late April.',
  ])('withholds: %s', (draft) => {
    expect(isWithheld(draft)).toBe(true)
  })

  test.each([
    'It expires in twenty-eight days.',
    'It expires in December.',
    'One contract is one hundred shares; two things matter, one day at a time.',
    'It may fall in March 2027.',
    'You may look at a hundred shares.',
    'Of this may be said what may be said.',
  ])('accepts: %s', (draft) => {
    expect(isWithheld(draft)).toBe(false)
  })
})

describe('product thresholds', () => {
  test.each([
    'ZZT has a rating of 40.',
    'The annual yield of ZZT comes to 20%.',
    'Its RSI is 70.',
    'The implied volatility is now about 30%.',
    'Its delta is 0.15.',
    'It expires in 45 days.',
    'It has captured 50% of its premium.',
    'It closes at 1 PM.',
    'It expires in 44 days.',
    'Your profit is 66%.',
    'Your profit comes to 55%.',
    'It costs $55.',
  ])('are withheld as figures of a stock: %s', (draft) => {
    expect(isWithheld(draft)).toBe(true)
  })

  test.each([
    'An RSI above 70 counts as overbought.',
    'Look for a delta from 0.2 to 0.3 and 30 to 45 days.',
    'One contract of ZZT is 100 shares.',
    'The first one 33 to 44 days out is taken.',
    'Before a holiday it closes early, at 1 PM.',
  ])('are accepted as rules: %s', (draft) => {
    expect(isWithheld(draft)).toBe(false)
  })
})

describe('other units', () => {
  test.each([
    'It expires in six weeks.',
    'It expires in 6 weeks.',
    'It expires in three months.',
    'It pays 28x the premium.',
    'It pays three times as much.',
    'ZZT doubled this year.',
    'The price fell by half.',
    'It expires on Tuesday.',
    'The P/E is 28.',
  ])('withholds: %s', (draft) => {
    expect(isWithheld(draft)).toBe(true)
  })

  test.each([
    'It expires in 4 weeks, in about a month.',
    'It expires in four weeks.',
    'It expires on Friday, on Friday, Dec 18, 2026.',
    'Such options expire on a Friday; the exchange trades Monday to Friday.',
    'If the price halved, the premium would not make up for it.',
    'There are 28 days left.',
  ])('accepts: %s', (draft) => {
    expect(isWithheld(draft)).toBe(false)
  })
})

describe('figures of the user', () => {
  test.each([
    ['It yields 33%.', 'What about 33 days?'],
    ['It costs $33.', 'What about 33 days?'],
    ['In 90 days.', 'The $90 call?'],
    ['It yields 4%.', 'The 400 strike?'],
    ['It yields 90%.', 'The 90 call?'],
  ])('withholds "%s" after "%s"', (draft, said) => {
    expect(isWithheld(draft, said)).toBe(true)
  })

  test.each([
    ['In 33 days.', 'What about 33 days?'],
    ['The $90 call, the 90 strike.', 'The 90 call?'],
    ['The 0.30 delta.', 'A 30 delta?'],
    ['A delta of 30.', 'Delta 0.3?'],
    ['It costs $215.5.', 'At 215.5?'],
    ['A yield of 20%.', 'Yields above 20?'],
    ['In January.', 'What of January?'],
    ['You pay $2.15 a share.', 'I got $215 a contract.'],
  ])('accepts "%s" after "%s"', (draft, said) => {
    expect(isWithheld(draft, said)).toBe(false)
  })
})
