/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import { type OptionChain, readChain, readContract } from '../../../api/options.ts'
import { buildCalls, buildChain, buildContract } from '../../../testing/option-builders.ts'
import { splitColumns } from './chain-columns.tsx'
import { writeChainFile } from './chain-file.ts'
import { buildLadder, explainNoVol, extendReach, joinStrikes, listNotes } from './contracts.ts'

describe('ladder', () => {
  const chain = readChain(buildChain())

  type Drawn = Pick<OptionChain, 'contracts' | 'price' | 'expectedMove'>
  type Choice = [Parameters<typeof buildLadder>[2], Parameters<typeof buildLadder>[3]]
  const draw = (shown: Drawn, ...choice: Choice) => buildLadder(joinStrikes(shown), shown, ...choice)
  const build = (...args: [Drawn, ...Choice]) => {
    const { rows, marks } = draw(...args)
    const lines: (number | string)[] = rows.map(({ strike }) => strike)
    for (const { kind, price, at } of marks.toReversed()) lines.splice(at, 0, `${kind} ${price}`)
    return lines
  }

  test('has the requested number of strikes on each side, with the price and the expected moves between them', () => {
    expect(build(chain, '5', null)).toEqual([
      100,
      105,
      'move-down 109.5',
      110,
      115,
      120,
      'price 120.5',
      125,
      130,
      'move-up 131.5',
      135,
      140,
      145,
    ])
    expect(build(chain, '8', null).filter((row) => typeof row === 'number')).toHaveLength(13)
  })

  test('puts a strike equal to the price on the lower side of the price row', () => {
    expect(build({ ...chain, price: 120, expectedMove: null }, '5', null).slice(4, 6)).toEqual([120, 'price 120'])
  })

  /** Strikes from 100 to 400, $5 apart, with the price at 150; strikes from 250 to 300 are in range. */
  const volatile = readChain(
    buildChain({
      current_price: 150,
      expected_move: null,
      options: Array.from({ length: 61 }, (_, index) => 100 + 5 * index).map((strike) =>
        buildContract({ strike, in_target: strike >= 250 && strike <= 300 }),
      ),
    }),
  )
  const strikesOf = (...args: [Drawn, ...Choice]) => draw(...args).rows.map(({ strike }) => strike)

  test.each(['5', '8', '15'] as const)('at depth %s, shows the whole target band and two strikes beyond', (depth) => {
    const strikes = strikesOf(volatile, depth, null)
    expect([strikes[0], strikes.at(-1)]).toEqual([Math.max(100, 155 - 5 * Number(depth)), 310])
  })

  test('selecting a strike extends the ladder, and selecting another one hides no rows', () => {
    const first = extendReach(null, 350)
    expect(strikesOf(volatile, '5', first).at(-1)).toBe(350)
    const next = extendReach(first, 110)
    const strikes = strikesOf(volatile, '5', next)
    expect([strikes[0], strikes.at(-1), strikes.length]).toEqual([110, 350, 49])
  })

  test('an unlisted strike extends the ladder to the strikes around it', () => {
    expect(strikesOf(volatile, '5', extendReach(null, 342)).at(-1)).toBe(340)
  })

  test('omits an expected move beyond the shown strikes', () => {
    expect(build({ ...chain, expectedMove: 40 }, 'all', null)).toHaveLength(14)
  })

  test('without a price, shows all strikes and no dividers', () => {
    const rows = build({ ...chain, price: null }, '5', null)
    expect(rows).toEqual(buildCalls().map(({ strike }) => strike))
  })
})

describe('calls and puts side by side', () => {
  const calls = readChain(buildChain())
  const puts = readChain(
    buildChain({ options: [100, 105, 152.5].map((strike) => buildContract({ type: 'put', strike, volume: null })) }),
  )
  const rows = joinStrikes(calls, puts)

  test('share a row for each strike that either side lists', () => {
    expect(rows.map(({ strike, call, put }) => [strike, call?.side ?? null, put?.side ?? null])).toEqual([
      [90, 'call', null],
      [95, 'call', null],
      [100, 'call', 'put'],
      [105, 'call', 'put'],
      ...[110, 115, 120, 125, 130, 135, 140, 145, 150].map((strike) => [strike, 'call', null]),
      [152.5, null, 'put'],
    ])
  })

  test('mirror each other around the strike, without columns that are empty', () => {
    const { columns, empty } = splitColumns(rows, 'both')
    expect(columns.map(({ label }) => label)).toEqual([
      ...['Call OI', 'Call vol.', 'Call IV', 'Call delta', 'Call ask', 'Call bid'],
      'Strike',
      ...['Put bid', 'Put ask', 'Put delta', 'Put IV', 'Put OI'],
    ])
    expect(empty).toEqual(['Put vol.'])
    const [row] = rows
    expect(row && columns.at(-1)?.explain?.(row)).toBe('No put is listed at this strike')
  })

  test('are both in the file', () => {
    const both = [...calls.contracts.slice(0, 1), ...puts.contracts.slice(0, 1)]
    const { name, text } = writeChainFile(calls, 'both', both)
    expect(name).toBe('callwright-QAAA-2026-08-14-calls-and-puts.csv')
    expect(text).toContain('Options,calls and puts')
    expect(text.match(/,(call|put),/g)).toEqual([',call,', ',put,'])
  })
})

describe('contract notes', () => {
  const notesOf = (changes: Parameters<typeof buildContract>[0]) => listNotes(readContract(buildContract(changes)))

  test('a tight quote with high open interest needs no note', () => {
    expect(notesOf({ bid: 1.9, ask: 2.1, mid: 2, open_interest: 100 })).toBeNull()
    expect(notesOf({ open_interest: null })).toBeNull()
  })

  test.each([
    [{ bid: 1.9, ask: 2.11, mid: 2.005 }, 'Wide spread: 10.5% of the mid'],
    [{ bid: 1, ask: 1.5, mid: 1.25 }, 'Wide spread: 40% of the mid'],
    [{ open_interest: 99 }, 'Low open interest: 99'],
    [{ open_interest: 0 }, 'No open interest'],
    [{ flags: ['crossed' as const], bid: 2, ask: 1 }, 'Crossed quote: the bid is above the ask'],
  ])('%j is a warning: %s', (changes, line) => {
    expect(notesOf(changes)).toEqual({ tone: 'trouble', lines: [line] })
  })

  test('a call without a bid has notes about the missing bid and volatility', () => {
    const flags = ['zero_bid' as const, 'iv_unsolvable' as const]
    expect(notesOf({ bid: 0, ask: null, mid: null, implied_volatility: null, flags })).toEqual({
      tone: 'trouble',
      lines: ['No bid: there is no buyer', 'No implied volatility: there is no bid'],
    })
  })

  test('an old last trade alone is only a note', () => {
    expect(notesOf({ flags: ['stale_trade'] })).toEqual({
      tone: 'aside',
      lines: ['Not traded today: the last trade is from an earlier day'],
    })
  })

  test.each([
    [{ flags: ['crossed' as const] }, 'the quote is crossed'],
    [{ mid: null }, 'there is no bid or ask'],
    [{}, 'no volatility matches the mid price'],
  ])('%j has no volatility because %s', (changes, reason) => {
    expect(explainNoVol(readContract(buildContract(changes)))).toBe(reason)
  })
})

describe('chain file', () => {
  function writeRows(side: 'call' | 'put', changes: Parameters<typeof buildContract>[0] = {}) {
    const chain = readChain(buildChain({ options: [buildContract({ type: side, ...changes })], source: '=pack' }))
    const lines = writeChainFile(chain, side, chain.contracts).text.slice(1).split('\r\n')
    const head = lines.findIndex((line) => line.startsWith('Contract,'))
    const names = lines[head]?.split(',') ?? []
    const values = lines[head + 1]?.split(',') ?? []
    return { lines, row: Object.fromEntries(names.map((name, index) => [name, values[index]])) }
  }

  test('starts with facts about its figures and contains no formula', () => {
    const { lines } = writeRows('call')
    expect(lines).toEqual(
      expect.arrayContaining([
        'Callwright options chain',
        'Symbol,QAAA',
        '"Expiration","2026-08-14, 35 days"'.replaceAll('"Expiration"', 'Expiration'),
        'Price,$120.50',
        '"As of","Jul 10, 2026, 16:00 ET"'.replaceAll('"As of"', 'As of'),
        `Source,"'=pack"`,
        'Yields,at the bid',
      ]),
    )
  })

  test('has every figure for a call, in the unit of its column', () => {
    expect(writeRows('call', { bid: 1, ask: 1.5, mid: 1.25, volume: null }).row).toEqual({
      Contract: 'QAAA260814C00130000',
      Type: 'call',
      'Strike ($)': '130',
      Moneyness: 'OTM',
      'In range': 'no',
      'Bid ($)': '1',
      'Ask ($)': '1.5',
      'Mid ($)': '1.25',
      Delta: '0.2194',
      'Yield (% a year)': '10.39',
      'Time value (% a year)': '10.39',
      'If called (% of term)': '8.88',
      'Expires OTM (%)': '80.3',
      'Volume (contracts)': '',
      'Open interest (contracts)': '400',
      'IV (%)': '32.04',
      'Last ($)': '1.22',
      'Time value ($)': '1.2',
      'Breakeven ($)': '119.3',
      Gamma: '0.02',
      'Theta ($ a day)': '-0.05',
      'Vega ($ a point)': '0.12',
      'Rho ($ a point)': '0.03',
      Notes: 'Wide spread: 40% of the mid',
    })
  })

  test('leaves missing figures of an unquoted strike empty, never 0', () => {
    const nothing = {
      annualized_yield_pct: null,
      time_value: null,
      annualized_time_value_yield_pct: null,
      if_called_return_pct: null,
      breakeven: null,
      delta: null,
      probability_itm: null,
      implied_volatility: null,
    }
    const { row } = writeRows('call', { bid: 0, ask: null, mid: null, flags: ['zero_bid'], ...nothing })
    const derived = [
      'Ask ($)',
      'Mid ($)',
      'Delta',
      'Yield (% a year)',
      'Time value (% a year)',
      'If called (% of term)',
    ]
    expect([...derived, 'Time value ($)', 'Breakeven ($)'].map((name) => row[name])).toEqual(Array(8).fill(''))
  })

  test('leaves the figures about selling calls out of a file of puts', () => {
    expect(Object.keys(writeRows('put').row)).not.toContain('Yield (% a year)')
  })
})
