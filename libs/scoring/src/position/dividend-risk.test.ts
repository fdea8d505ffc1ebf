import { expect, test } from '@jest/globals'
import { NO_EVENTS } from '../../test/invented-chain.ts'
import { type DividendRisk, judgeDividendRisk } from './dividend-risk.ts'
import type { AnnouncedDividend } from './events.ts'

/** Stock 55, call of 50 at 5.30: 0.30 above exercise. */
const CALL = { price: 55, strike: 50, expiration: '2026-03-20', callPrice: 5.3, putPrice: null, today: '2026-03-10' }
const NOTHING = { exDate: null, dividendUsd: null, timeValueUsd: null, gainPerShareUsd: null }
const IN_TIME = '2026-03-12'

test.each([
  ['nothing known', {}, [], { atRisk: null, reason: 'dividends_unknown', ...NOTHING }],
  [
    'only past ones known',
    {},
    [{ exDate: '2026-03-10', cash: 0.4 }],
    { atRisk: null, reason: 'dividends_unknown', ...NOTHING },
  ],
  [
    'the dividend exceeds the time value',
    {},
    [{ exDate: IN_TIME, cash: 0.4 }],
    {
      ...{ atRisk: true, reason: 'dividend_exceeds_extrinsic', exDate: IN_TIME, dividendUsd: 0.4 },
      ...{ timeValueUsd: expect.closeTo(0.3, 12), gainPerShareUsd: expect.closeTo(0.1, 12) },
    },
  ],
  [
    'the dividend exceeds the put alone',
    { callPrice: null, putPrice: 0.25 },
    [{ exDate: IN_TIME, cash: 0.4 }],
    {
      ...{ atRisk: true, reason: 'dividend_exceeds_put', exDate: IN_TIME, dividendUsd: 0.4, timeValueUsd: 0.25 },
      gainPerShareUsd: expect.closeTo(0.15, 12),
    },
  ],
  [
    'the later of two decides',
    {},
    [
      { exDate: '2026-03-11', cash: 0.2 },
      { exDate: IN_TIME, cash: 0.4 },
    ],
    expect.objectContaining({ atRisk: true, exDate: IN_TIME }),
  ],
  [
    'it does not',
    {},
    [{ exDate: IN_TIME, cash: 0.3 }],
    { atRisk: false, reason: 'dividend_within_time_value', ...NOTHING },
  ],
  [
    'its amount is unknown',
    {},
    [{ exDate: IN_TIME, cash: null }],
    { atRisk: null, reason: 'dividend_amount_unknown', ...NOTHING },
  ],
  [
    'an unknown amount beside one that is within the time value',
    {},
    [
      { exDate: '2026-03-11', cash: 0.2 },
      { exDate: IN_TIME, cash: null },
    ],
    { atRisk: null, reason: 'dividend_amount_unknown', ...NOTHING },
  ],
  [
    'an unknown amount beside one that settles it',
    {},
    [
      { exDate: '2026-03-11', cash: 0.4 },
      { exDate: IN_TIME, cash: null },
    ],
    expect.objectContaining({ atRisk: true, exDate: '2026-03-11' }),
  ],
  [
    'an unknown amount that is not due',
    {},
    [{ exDate: '2026-03-18', cash: null }],
    expect.objectContaining({ atRisk: false }),
  ],
  [
    'an unknown amount after expiration',
    {},
    [{ exDate: '2026-03-21', cash: null }],
    expect.objectContaining({ atRisk: false }),
  ],
  [
    'out of the money no amount matters',
    { price: 49 },
    [{ exDate: IN_TIME, cash: null }],
    { atRisk: false, reason: 'not_in_the_money', ...NOTHING },
  ],
  [
    'the last day: no ex-date can come any more',
    { today: '2026-03-20' },
    [],
    { atRisk: false, reason: 'no_dividend_before_expiration', ...NOTHING },
  ],
] as [string, Partial<typeof CALL>, AnnouncedDividend[], DividendRisk][])('%s', (_name, change, dividends, risk) => {
  expect(judgeDividendRisk({ ...CALL, ...change }, { ...NO_EVENTS, dividends })).toEqual(risk)
})

test('a company that pays none puts no call at risk', () => {
  expect(judgeDividendRisk(CALL, { ...NO_EVENTS, paysNoDividend: true }).atRisk).toBe(false)
})
