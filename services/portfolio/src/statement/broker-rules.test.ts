import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { readInstant } from './read-dates.ts'
import { readStatement, type StatementRequest } from './read-statement.ts'

const sample = (name: string) => readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8')

function read(request: StatementRequest) {
  const statement = readStatement(request)
  if (!('readings' in statement)) throw new Error('The columns are unknown')
  return statement
}

/** The last lines of a file, each as its action and day, or as why it is left out. */
const tell = (csv: string, lines: number, form: Partial<StatementRequest> = {}) =>
  read({ csv, ...form })
    .readings.slice(-lines)
    .map((reading) =>
      reading.kind === 'trade'
        ? `${reading.trade.action} ${reading.trade.day}`
        : 'reason' in reading
          ? `${reading.kind}: ${reading.reason.split(':')[0]}`
          : reading.kind,
    )

describe('a time with an offset', () => {
  test.each([
    ['2026-08-21T16:20:00-0400', '2026-08-21T20:20:00.000Z'],
    ['2026-08-22T00:30:00Z', '2026-08-22T00:30:00.000Z'],
    ['2026-08-21 16:20 GMT+8', '2026-08-21T08:20:00.000Z'],
    ['2026-08-21, 04:20:10 PM UTC-05:30', '2026-08-21T21:50:10.000Z'],
    ['2026-08-21 12:05 AM GMT', '2026-08-21T00:05:00.000Z'],
    ['2026-08-21 16:20:00 EST', null],
    ['2026-08-21 16:20:00', null],
    ['10-07-2026', null],
    ['2026-07-10', null],
  ])('%s', (text, instant) => {
    const ms = readInstant(text, (date) => date)
    expect(ms === null ? null : new Date(ms).toISOString()).toBe(instant)
  })
})

describe('days are never guessed', () => {
  const [header = ''] = sample('ibkr-flex.csv').split('\n')
  const flex = (day: string, more = '') =>
    `${header}\nSTK,XYZ,,,,,1,${day},${day}${more},100,50,0,O,,1,1,EXECUTION,USD,U1`

  test('of a Flex query, whose form the user chose, both readings are asked about', () => {
    expect(read({ csv: flex('05/06/2026') }).form).toMatchObject({ dates: null, questions: [{ field: 'dates' }] })
    expect(tell(flex('05/06/2026'), 1, { dates: 'day_first' })).toEqual(['buy 2026-06-05'])
    expect(tell(flex('05/06/2026', ' 09:30:00 GMT+12'), 1, { dates: 'day_first' })).toEqual(['buy 2026-06-04'])
    expect(tell(flex('13/06/2026'), 1)).toEqual(['buy 2026-06-13'])
    expect(tell(flex('20260605'), 1)).toEqual(['buy 2026-06-05'])
  })

  test.each([
    ['2026-07-10', 'buy 2026-07-10'],
    ['2026-07-10T01:00:00+0000', 'buy 2026-07-09'],
    ['05/06/2026', 'buy 2026-06-05'],
  ])('of tastytrade: %s', (when, expected) => {
    const [head = ''] = sample('tastytrade.csv').split('\n')
    const row = `${when};Trade;Buy;BUY;XYZ;Equity;;-5000;100;-50;0;0;1;XYZ;XYZ;;;;;;USD`
    expect(tell(`${head.replaceAll(',', ';')}\n${row}`, 1, { dates: 'day_first' })).toEqual([expected])
  })

  test.each([
    ['01/13/2026 09:45:05 EST', 'buy 2026-01-13'],
    ['01/13/2026 03:45:05 GMT+08:00', 'buy 2026-01-12'],
  ])('of Webull: %s', (when, expected) => {
    const [head = ''] = sample('webull.csv').split('\n')
    expect(tell(`${head}\nXyz Corp,XYZ,Buy,Filled,2,2,$50,$50,DAY,${when},${when}`, 1)).toEqual([expected])
  })

  test('of a table that the user described', () => {
    const csv = 'When,What,Stock,Count,Price\n2026-01-13T01:00:00Z,Kauf,XYZ,100,50\n'
    const columns = { day: 'When', action: 'What', symbol: 'Stock', quantity: 'Count', price: 'Price' }
    const map = { name: 'My bank', price_per: 'share', columns, actions: { Kauf: 'buy' } } as const
    expect(tell(csv, 1, { map: map as unknown as StatementRequest['map'] })).toEqual(['buy 2026-01-12'])
  })
})

describe('what is not a written call is left out with the reason', () => {
  test('thinkorswim: the fees of a bought call belong to it', () => {
    const cash = '6/2/26,12:00:13,TRD,="100013",BOT +1 XYZ 100 18 JUN 26 60 CALL @.30,,"-0.65","-30.65","1,000.00"'
    const trade = ',6/2/26 12:00:13,SINGLE,BUY,+1,TO OPEN,XYZ,18 JUN 26,60,CALL,.30,.30,LMT'
    const csv = sample('thinkorswim.csv').trimEnd().replace('\n\nAccount Trade', `\n${cash}\n\nAccount Trade`)
    const reasonOf = (text: string) =>
      read({ csv: text }).readings.flatMap((reading) =>
        'reason' in reading && text.split('\n')[reading.line - 1] === cash
          ? [`${reading.kind}: ${reading.reason}`]
          : [],
      )
    const whole = csv.replace(/(Price,Order Type)/, `$1\n${trade}`)
    expect(whole).toContain(trade)
    expect(reasonOf(whole)).toEqual(['ignored: The fees of a trade in this file.'])
    expect(reasonOf(whole.replace('18 JUN 26,60,CALL,.30', '18 JUN 26,60,CALL,none'))).toEqual([
      'ignored: The fees of a trade in this file.',
    ])
    expect(reasonOf(csv)).toEqual([expect.stringContaining('The trade of this line is missing')])
  })

  test.each([
    ['Expiration', -1, 'ignored: A bought call'],
    ['Expiration', 1, 'expire 2026-03-20'],
    ['Assignment', -1, 'ignored: A bought call'],
    ['Assignment', 1, 'assign 2026-03-20'],
    ['Exercise', -1, 'ignored: A bought call'],
  ])('IBKR Flex: %s of %i', (type, quantity, expected) => {
    const [head = ''] = sample('ibkr-flex.csv').split('\n')
    const row = `OPT,XYZ   260320C00055000,XYZ,55,20260320,C,100,20260320,20260320;162000,${quantity},0,0,,,9,,,USD,U1`
    expect(tell(`${head},TransactionType\n${row},${type}`, 1)).toEqual([expected])
  })

  test.each(['SPX', 'SPXW', 'NDX', 'RUT', 'VIX', 'XSP'])('%s is an index', (root) => {
    const header = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount'
    const row = (symbol: string) => `01/13/2026,Sell to Open,${symbol} 02/20/2026 55.00 C,CALL,1,$1.00,,$100.00`
    expect(tell([header, row(root), row('SPY')].join('\n'), 2)).toEqual([
      'ignored: An option on an index, which is settled in cash',
      'sell_to_open 2026-01-13',
    ])
  })
})
