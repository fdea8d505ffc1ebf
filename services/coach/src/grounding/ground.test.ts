import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import Type from 'typebox'
import { groundDraft } from './ground.ts'
import { displayNumber, displayText } from './result-values.ts'

describe('ground', () => {
  const schema = Type.Object({
    symbol: Type.String(),
    company_name: Type.String(),
    price: Type.Number({ unit: 'usd' }),
    iv: Type.Union([Type.Number({ unit: 'frac' }), Type.Null()]),
    market_cap: Type.Number({ unit: 'usd' }),
    total: Type.Number({ unit: 'count' }),
    note: Type.String(),
    rows: Type.Array(
      Type.Object({
        strike: Type.Number({ unit: 'usd' }),
        expiry: Type.String(),
        dte: Type.Number({ unit: 'days' }),
        premium: Type.Number({ unit: 'usd' }),
        delta: Type.Number({ unit: 'delta' }),
        annYield: Type.Number({ unit: 'pct' }),
      }),
    ),
  })

  const result = {
    as_of: '2026-11-20T20:45:00Z',
    delay_minutes: 15,
    source: 'invented',
    warnings: [],
    symbol: 'ZZT',
    company_name: 'Zeta 987.65 Tools',
    price: 83.17,
    iv: 0.3124,
    market_cap: 1_234_000_000_000,
    total: 17,
    note: 'A delta of 0.22 to 0.28 is usual, yields reach 18%.',
    rows: [
      { strike: 87.5, expiry: '2026-12-18', dte: 28, premium: 1.37, delta: 0.2514, annYield: 21.46 },
      { strike: 90, expiry: '2026-12-18', dte: 28, premium: 0.74, delta: 0.1621, annYield: 11.6 },
    ],
  }

  const ground = (draft: string, { user = [], calls = true }: { user?: string[]; calls?: boolean } = {}) =>
    groundDraft({
      draft,
      sources: calls ? [{ call: { id: 'r1', result }, schema }] : [],
      userWords: user,
      asOf: '2026-11-20T21:00:00Z',
    })

  describe('placeholders', () => {
    test.each([
      ['{{r1.rows.0.premium}} for the {{r1.rows.0.strike}} call', '$1.37 for the $87.50 call'],
      [`${'$'}{{r1.price}} and {{ r1.rows[1].annYield }}%`, '$83.17 and 11.6%'],
      ['Delta {{r1.rows.0.delta}}, {{r1.rows.0.dte}} days, {{r1.iv}}', 'Delta 0.251, 28 days, 31.2%'],
      ['Expires {{r1.rows.0.expiry}}, as of {{r1.as_of}}', 'Expires Dec 18, 2026, as of Nov 20, 2026, 3:45 PM ET'],
      ['{{r1.rows.length}} calls.', '2 calls.'],
      ['{{r1.company_name}} has {{r1.total}} strikes.', 'Zeta 987.65 Tools has 17 strikes.'],
    ])('fills in %s', (draft, text) => {
      expect(ground(draft)).toMatchObject({ text, unmatched: 0, withheld: 0 })
    })

    test.each([
      '{{r1.rows.7.premium}}',
      '{{r2.price}}',
      '{{r1}}',
      '{{price}}',
      '{{r1.rows.0.premium',
      '1{{r1.rows.0.premium}}',
      '{{r1.rows.0.premium}}0',
      '{{r1.price}} million',
      '{{r1.rows.0.premium}} per contract',
      '{{r1.rows.0.delta}}%',
      '{{r1.rows.0.dte}}{{r1.total}}',
    ])('withholds %s', (draft) => {
      expect(ground(`It is ${draft} today.`)).toMatchObject({ text: '', withheld: 1 })
    })
  })

  describe('figures in digits', () => {
    test.each([
      'ZZT trades at $83.17, about $83.2 or $83.',
      'It pays $1.37 a share, $137 a contract.',
      'The yield is 21.46%, or 21.5 percent.',
      'Implied volatility is 31%, or 0.3124.',
      'The market cap is $1.23 trillion, $1.2T.',
      'The delta is 0.25, a 25 delta.',
      'In 28 days, on December 18, 2026 (2026-12-18, 12/18/2026, 18 Dec, Dec 18th).',
      'As of 3:45 PM ET; the market closes at 4:00 PM.',
      'There are 17 of them in 2026.',
      'A fall of -$0.74.',
      'Between $0.74 and 1.37, yields of 11.6-21.5%.',
      'A contract is 100 shares; the rating goes to 60; look for 30-45 days.',
      'A usual delta is 0.22 to 0.28.',
      'The S&P 500 and a 401(k), Form 1099, its 52-week high.',
      'Here are 2 calls; it expires worthless, at $0.',
      'The 14-day RSI and the 20-day moving average; one is 1 standard deviation away.',
      '1. The $90 call',
      'The 87.5 call and the 87.5 and 90 strikes.',
      'Deltas from 0.16 to 0.25; a 25 delta call.',
      'The 2nd of them.',
      'Nothing in it but words.',
      'It yields eighteen percent.',
    ])('accepts: %s', (draft) => {
      expect(ground(draft)).toMatchObject({ text: draft, unmatched: 0, withheld: 0 })
    })

    test.each([
      'ZZT trades at $84.17.',
      'It pays $137 a share.',
      'The yield is 25.1%.',
      'The premium is $0.25.',
      'It returns 83.17%.',
      'It pays €1.37.',
      'A price of 987.65 is near.',
      'It pays twenty-five dollars.',
      'It rises by two point five percent.',
      'In 31 days.',
      'It expires on January 15, 2027.',
      'Earnings are on 12/17.',
      'It opens at 10:15 AM.',
      'The market cap is $1.24T.',
      'It pays ١٫٣٧ dollars.',
      'About ½ of it.',
      'It pays ８４.17.',
      'It yields 0%.',
      'It has 18 strikes.',
      'A gain of 1.37 million.',
      'The 92.5 call.',
      'Its delta is 0.312.',
      'A delta of about 0.74.',
      'It stands in the 19th percentile.',
    ])('withholds: %s', (draft) => {
      expect(ground(draft)).toMatchObject({ text: '', withheld: 1 })
    })

    test('without results accepts only figures from the user’s messages', () => {
      const user = ['What about the 412.5 strike in 33 days at 2.15?']
      const draft = 'The 412.5 strike in 33 days pays $215 a contract. The stock is at $400.'
      expect(ground(draft, { user, calls: false })).toMatchObject({
        text: 'The 412.5 strike in 33 days pays $215 a contract.',
        figures: ['$400'],
        withheld: 1,
      })
    })
  })

  test('removes whole sentences, and lines that become empty', () => {
    const draft = 'Here they are.\n- The $87.50 call. It pays $9.99.\n- It pays $8.88!\n\n2. Only {{r1.nothing}}'
    expect(ground(draft)).toEqual({
      text: 'Here they are.\n- The $87.50 call.',
      checked: 4,
      unmatched: 3,
      withheld: 3,
      figures: ['$9.99', '$8.88', '{{r1.nothing}}'],
    })
  })

  const units = ['usd', 'pct', 'frac', 'delta', 'ratio', 'days', 'count', 'points'] as const

  describe('for any figures', () => {
    const value = fc.double({ min: 0.01, max: 5_000, noNaN: true })

    test('accepts a placeholder for any value and unit', () => {
      fc.assert(
        fc.property(fc.constantFrom(...units), fc.double({ min: -1e9, max: 1e9, noNaN: true }), (unit, figure) => {
          const shown = groundDraft({
            draft: 'It is {{r1.figure}} now.',
            sources: [
              {
                call: { id: 'r1', result: { ...result, figure } },
                schema: Type.Object({ figure: Type.Number({ unit }) }),
              },
            ],
            userWords: [],
            asOf: result.as_of,
          })
          expect(shown).toMatchObject({ text: `It is ${displayNumber(figure, unit)} now.`, unmatched: 0 })
        }),
      )
    })

    const groundOne = (draft: string, premium: number) =>
      groundDraft({
        draft,
        sources: [
          {
            call: { id: 'r1', result: { as_of: null, delay_minutes: null, source: null, warnings: [], premium } },
            schema: Type.Object({ premium: Type.Number({ unit: 'usd' }) }),
          },
        ],
        userWords: [],
        asOf: result.as_of,
      })

    test('accepts any rounding to the shown decimals, and nothing farther off', () => {
      fc.assert(
        fc.property(
          value,
          fc.integer({ min: 0, max: 4 }),
          fc.integer({ min: 1, max: 500 }),
          (premium, decimals, steps) => {
            const rounded = Number(premium.toFixed(decimals))
            fc.pre(rounded > 0)
            expect(groundOne(`It pays $${rounded.toFixed(decimals)}.`, premium).unmatched).toBe(0)
            const wrong = (rounded + (steps + 1) * 10 ** -decimals).toFixed(decimals)
            expect(groundOne(`It pays $${wrong}.`, premium).text).toBe('')
          },
        ),
      )
    })

    test('without results withholds every figure except product constants', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), value, (words, figure) => {
          const { text } = groundOne(`${words} $${(figure + 10_000).toFixed(2)} ${words}`, 1)
          expect(text).not.toContain((figure + 10_000).toFixed(2))
        }),
      )
    })

    test('accepts its own output', () => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom('The', '$1.37.', '87.5', '\n', '- ', '21%', 'Delta', '9.99', 'X. ', '!'), {
            maxLength: 30,
          }),
          (words) => {
            const once = ground(words.join(' '))
            const twice = ground(once.text)
            expect(twice).toMatchObject({ text: once.text, unmatched: 0, withheld: 0 })
          },
        ),
      )
    })
  })
})

describe('display', () => {
  test.each([
    ['2026-12-18', 'Dec 18, 2026'],
    ['The $330.00 call of 2027-02-19 is above cost.', 'The $330.00 call of Feb 19, 2027 is above cost.'],
    ['2026-12-18T21:00:00Z', 'Dec 18, 2026, 4:00 PM ET'],
    ['There is no 2026-13-45, and no file a-2026-12-18.csv.', 'There is no 2026-13-45, and no file a-2026-12-18.csv.'],
  ])('%s is shown as %s', (text, shown) => {
    expect(displayText(text)).toBe(shown)
  })
})
