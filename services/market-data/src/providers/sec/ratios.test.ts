import { describe, expect, test } from '@jest/globals'
import { readCompanyFacts, toDate, toDay } from './facts.ts'
import { computeDebtToEquity, computeNetMargin } from './fundamentals.ts'

type Row = Readonly<Record<string, unknown>>

/** Row in the SEC's format, for a span or, without a start, for a single day. Its fiscal period is the filing's. */
const row = (start: string | null, end: string, val: unknown, filed = end): Row => ({
  ...(start === null ? {} : { start }),
  end,
  val,
  accn: '0000000000-26-000001',
  fy: 1999,
  fp: 'Q1',
  form: '10-Q',
  filed,
})

function readFacts(tags: Readonly<Record<string, readonly Row[]>>) {
  const members = Object.entries(tags).map(([tag, USD]) => [tag, { label: tag, description: null, units: { USD } }])
  const text = JSON.stringify({ cik: 1, entityName: 'X', facts: { dei: {}, 'us-gaap': Object.fromEntries(members) } })
  const facts = readCompanyFacts(text)
  if (facts === null) throw new Error('no facts')
  return facts
}

function marginOf(tags: Readonly<Record<string, readonly Row[]>>, today = '2026-07-10') {
  const { value, endDay, reason } = computeNetMargin(readFacts(tags), toDay(today))
  return { value, end: endDay === null ? null : toDate(endDay), reason }
}

/**
 * Revenue of a company whose year ends in September: a full year, the first half of the current year, and the same half
 * a year earlier.
 */
const september = (factor: number) => [
  row('2024-10-01', '2025-09-30', 1_000 * factor),
  row('2024-10-01', '2025-03-31', 480 * factor),
  row('2025-10-01', '2026-03-31', 520 * factor),
  row('2026-01-01', '2026-03-31', 250 * factor),
]

describe('net margin', () => {
  test('is last year + year to date - the same span a year ago', () => {
    const { value, end } = marginOf({ Revenues: september(1), NetIncomeLoss: september(0.2) })
    expect(value).toBeCloseTo(0.2, 12)
    expect(end).toBe('2026-03-31')
    const grown = [...september(0.2).slice(0, 2), row('2025-10-01', '2026-03-31', 208)]
    // (200 + 208 - 96) / (1000 + 520 - 480)
    expect(marginOf({ Revenues: september(1), NetIncomeLoss: grown }).value).toBeCloseTo(312 / 1_040, 12)
  })

  test('uses the reported figures directly for a year that has just ended', () => {
    const year = (val: number) => [row('2025-01-01', '2025-12-31', val), row('2025-10-01', '2025-12-31', 1)]
    expect(marginOf({ Revenues: year(400), NetIncomeLoss: year(-100) })).toEqual({
      value: -0.25,
      end: '2025-12-31',
      reason: null,
    })
  })

  test('handles fiscal years of 52 and 53 weeks', () => {
    const weeks = (factor: number) => [
      row('2024-01-29', '2025-02-02', 1_060 * factor),
      row('2024-01-29', '2024-04-28', 250 * factor),
      row('2025-02-03', '2025-05-04', 275 * factor),
    ]
    const { value, end } = marginOf({ Revenues: weeks(1), NetIncomeLoss: weeks(0.1) }, '2025-06-01')
    expect([value, end]).toEqual([expect.closeTo(0.1, 12), '2025-05-04'])
  })

  test('uses the latest filing for a span, whatever the order of the filings', () => {
    const restated = [
      row('2025-01-01', '2025-12-31', 90, '2026-03-01'),
      row('2025-01-01', '2025-12-31', 100, '2026-02-01'),
      row('2025-01-01', '2025-12-31', 95, '2026-02-15'),
    ]
    expect(marginOf({ Revenues: [row('2025-01-01', '2025-12-31', 1_000)], NetIncomeLoss: restated }).value).toBe(0.09)
  })

  test('adds up four quarters, but not if one is missing', () => {
    const quarters = (val: number) => [
      row('2025-04-01', '2025-06-30', val),
      row('2025-07-01', '2025-09-30', val),
      row('2025-10-01', '2025-12-31', val),
      row('2026-01-01', '2026-03-31', val),
    ]
    expect(marginOf({ Revenues: quarters(100), NetIncomeLoss: quarters(7) }).value).toBeCloseTo(0.07, 12)
    const gap = quarters(7).toSpliced(1, 1)
    expect(marginOf({ Revenues: quarters(100), NetIncomeLoss: gap })).toMatchObject({ value: null, end: null })
  })

  test('needs no fourth quarter if the year is reported as a whole', () => {
    const frames = (factor: number) => [
      row('2024-10-01', '2025-09-30', 1_000 * factor),
      row('2024-10-01', '2024-12-31', 240 * factor),
      row('2025-01-01', '2025-03-31', 240 * factor),
      row('2025-10-01', '2025-12-31', 260 * factor),
      row('2026-01-01', '2026-03-31', 260 * factor),
    ]
    const { value, end } = marginOf({ Revenues: frames(1), NetIncomeLoss: frames(0.3) })
    expect([value, end]).toEqual([expect.closeTo(0.3, 12), '2026-03-31'])
  })

  test('uses the revenue tag with the latest end, not the first tag', () => {
    const old = [row('2023-01-01', '2023-12-31', 500)]
    const fresh = [row('2025-01-01', '2025-12-31', 1_000)]
    const tags = { RevenueFromContractWithCustomerExcludingAssessedTax: old, Revenues: fresh }
    expect(marginOf({ ...tags, NetIncomeLoss: [row('2025-01-01', '2025-12-31', 50)] }).value).toBe(0.05)
  })

  test('prefers total revenue over contract revenue of the same months, and a bank’s revenue net of interest', () => {
    const year = (val: number) => [row('2025-01-01', '2025-12-31', val)]
    const tags = {
      NetIncomeLoss: year(60),
      RevenueFromContractWithCustomerExcludingAssessedTax: year(400),
      Revenues: year(600),
    }
    expect(marginOf(tags).value).toBe(0.1)
    expect(marginOf({ ...tags, RevenuesNetOfInterestExpense: year(300) }).value).toBe(0.2)
  })

  test('uses the previous twelve months if the newest quarter has no revenue yet', () => {
    const income = [row('2025-01-01', '2025-12-31', 50), row('2025-04-01', '2026-03-31', 60)]
    expect(marginOf({ Revenues: [row('2025-01-01', '2025-12-31', 1_000)], NetIncomeLoss: income })).toMatchObject({
      value: 0.05,
      end: '2025-12-31',
    })
  })

  test('uses the group’s income if the parent reports none', () => {
    const year = (val: number) => [row('2025-01-01', '2025-12-31', val)]
    expect(marginOf({ Revenues: year(100), ProfitLoss: year(20) }).value).toBe(0.2)
    expect(marginOf({ Revenues: year(100), ProfitLoss: year(20), NetIncomeLoss: year(15) }).value).toBe(0.15)
  })

  test('is unknown, with a reason, if there is no revenue or the figures are too old or in the future', () => {
    const year = (end: string, val: number) => [row(`${Number(end.slice(0, 4)) - 1}${end.slice(4)}`, end, val)]
    expect(marginOf({ Revenues: year('2026-03-31', 0), NetIncomeLoss: year('2026-03-31', -9) })).toEqual({
      value: null,
      end: '2026-03-31',
      reason: 'No revenue in the twelve months to Mar 31, 2026',
    })
    for (const end of ['2024-12-31', '2026-12-31']) {
      expect(marginOf({ Revenues: year(end, 100), NetIncomeLoss: year(end, 9) })).toMatchObject({
        value: null,
        end: null,
      })
    }
    expect(marginOf({ Revenues: year('2025-01-31', 100), NetIncomeLoss: year('2025-01-31', 9) }).value).toBe(0.09)
    expect(marginOf({}).reason).toBe(
      'The SEC has no net income and revenue for the same twelve months within the last 18',
    )
  })
})

const QUARTER = '2026-03-31'
const on = (val: number, day = QUARTER) => [row(null, day, val)]
const debtOf = (tags: Readonly<Record<string, readonly Row[]>>) =>
  computeDebtToEquity(readFacts(tags), toDay('2026-07-10'))

describe('debt to equity', () => {
  const equity = { StockholdersEquity: on(1_000) }
  const leases = { OperatingLeaseLiability: on(50) }

  test.each([
    [
      'long-term, maturing and short-term',
      { LongTermDebtNoncurrent: on(300), LongTermDebtCurrent: on(20), CommercialPaper: on(5) },
      0.325,
    ],
    [
      'all current debt as one figure',
      { LongTermDebtNoncurrent: on(300), DebtCurrent: on(40), LongTermDebtCurrent: on(30), CommercialPaper: on(10) },
      0.34,
    ],
    [
      'long-term with its maturing part',
      { LongTermDebt: on(320), ShortTermBorrowings: on(10), CommercialPaper: on(10) },
      0.33,
    ],
    ['the maturing part derived from the total', { LongTermDebtNoncurrent: on(300), LongTermDebt: on(325) }, 0.325],
    ['nothing due within a year', { LongTermDebtNoncurrent: on(300) }, 0.3],
    [
      'alternative tags',
      { LongTermDebtAndCapitalLeaseObligations: on(300), LongTermDebtAndCapitalLeaseObligationsCurrent: on(1) },
      0.301,
    ],
    ['repaid', { LongTermDebtNoncurrent: on(0) }, 0],
    [
      'leases as two parts',
      {
        LongTermDebtNoncurrent: on(300),
        OperatingLeaseLiabilityNoncurrent: on(40),
        OperatingLeaseLiabilityCurrent: on(6),
      },
      0.346,
    ],
    ['leases as a total', { LongTermDebtNoncurrent: on(300), ...leases, OperatingLeaseLiabilityCurrent: on(6) }, 0.35],
    [
      'leases of the last annual report',
      { LongTermDebtNoncurrent: on(300), OperatingLeaseLiability: [...on(70, '2024-09-30'), ...on(60, '2025-09-30')] },
      0.36,
    ],
    ['outdated leases', { LongTermDebtNoncurrent: on(300), OperatingLeaseLiability: on(70, '2024-09-30') }, 0.3],
  ])('%s', (_name, tags, ratio) => {
    expect(debtOf({ ...equity, ...tags })).toMatchObject({ value: expect.closeTo(ratio, 12), reason: null })
  })

  test('uses the latest balance sheet with equity, preferring the parent’s own equity', () => {
    const tags = {
      StockholdersEquity: [...on(900, '2025-12-31'), ...on(1_000)],
      StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: on(2_000),
      LongTermDebtNoncurrent: [...on(500, '2025-12-31'), ...on(100)],
    }
    expect(debtOf(tags)).toMatchObject({ value: 0.1, endDay: toDay(QUARTER) })
    expect(debtOf({ ...tags, StockholdersEquity: on(900, '2025-12-31') }).value).toBe(0.05)
  })

  test('is unknown, not 0, for a company without a long-term debt figure', () => {
    const reason = 'The SEC has no debt figure for Mar 31, 2026'
    for (const tags of [
      {},
      leases,
      { ShortTermBorrowings: on(5) },
      { LongTermDebtNoncurrent: on(300, '2025-12-31') },
    ]) {
      expect(debtOf({ ...equity, ...tags })).toMatchObject({ value: null, negativeEquity: false, reason })
    }
  })

  test('reports negative equity without a ratio', () => {
    expect(debtOf({ StockholdersEquity: on(-5), LongTermDebtNoncurrent: on(300) })).toMatchObject({
      value: null,
      negativeEquity: true,
      reason: 'Equity was negative on Mar 31, 2026',
    })
    expect(debtOf({ StockholdersEquity: on(0) })).toMatchObject({ value: null, negativeEquity: false })
  })

  test('is unknown if equity is missing or outdated', () => {
    for (const tags of [
      {},
      { StockholdersEquity: on(1_000, '2024-12-31') },
      { StockholdersEquity: on(9, '2027-01-01') },
    ]) {
      expect(debtOf(tags)).toMatchObject({ value: null, endDay: null, negativeEquity: false })
    }
  })
})
