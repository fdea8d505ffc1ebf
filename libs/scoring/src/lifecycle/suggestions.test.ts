import { describe, expect, test } from '@jest/globals'
import { openLedger } from '../../test/invented-ledger.ts'
import type { AnnouncedDividend } from '../position/events.ts'
import type { ShareChange } from '../position/position.ts'
import { findPendingChanges } from './adjustments.ts'
import type { ChainState } from './chain-state.ts'
import { type SuggestionFacts, suggestEvents } from './suggestions.ts'

interface Known {
  readonly today?: string
  readonly closes?: Readonly<Record<string, number>>
  readonly dividends?: readonly AnnouncedDividend[]
  readonly changes?: readonly ShareChange[]
  readonly dismissed?: readonly string[]
  /** Time value of every call on every day. */
  readonly timeValue?: number | null
}

function suggest(chain: ChainState, known: Known = {}) {
  const { today = '2026-07-10', closes = {}, dividends = [], changes = [], dismissed = [], timeValue = null } = known
  const closeOn = (day: string) => closes[day] ?? null
  const facts: SuggestionFacts = {
    today,
    isExpired: (expiration) => expiration < today,
    closeOn,
    dividends,
    pending: findPendingChanges(chain, changes, { today, entryCloseOn: closeOn, isDismissed: () => false }),
    isDismissed: (id) => dismissed.includes(id),
    timeValueOn: () => timeValue,
  }
  return suggestEvents(chain, facts)
}

function chainOf(ledger: ReturnType<typeof openLedger>): ChainState {
  const chain = ledger.replay().chains.get('chain')
  if (chain === undefined) throw new Error('no chain')
  return chain
}

const written = (terms: Readonly<Record<string, unknown>> = {}) => {
  const common = { entryDate: '2026-06-01', expiration: '2026-08-21', strike: 52.5, premium: 1, contracts: 2 }
  return openLedger().open({ ...common, ...terms }, {}, 'a')
}

describe('the outcome of an expired call', () => {
  const expired = { expiration: '2026-06-26', strike: 50 }

  test.each([
    [
      49.49,
      'expire',
      'presumed',
      'Confirm that 2 calls expired worthless: the stock closed at $49.49 on Jun 26, 2026.',
    ],
    [49.5, 'expire', 'check', /^Within 1% of the strike: .* Check with your broker, then confirm\.$/],
    [50, 'expire', 'check', /at \$50\.00 /],
    [50.01, 'assign', 'check', /at \$50\.01 /],
    [50.5, 'assign', 'check', /at \$50\.50 /],
    [
      50.51,
      'assign',
      'presumed',
      'Confirm that 200 shares were sold at $50.00: the stock closed at $50.51 on Jun 26, 2026.',
    ],
  ])('after a close of %d: %s, %s', (close, kind, certainty, sentence) => {
    const [only, ...others] = suggest(chainOf(written(expired)), { closes: { '2026-06-26': close } })
    expect(others).toEqual([])
    expect(only).toMatchObject({
      ...{ id: 'expiry:a', kind, certainty, close, closeOn: '2026-06-26', strike: 50 },
      event: { kind, occurredOn: '2026-06-26', contracts: 2 },
      distancePct: expect.closeTo(Math.abs(close - 50) * 2, 9),
    })
    expect(only?.sentence).toMatch(sentence)
  })

  test('is asked for if the close is unknown', () => {
    expect(suggest(chainOf(written(expired)))).toMatchObject([
      {
        ...{ certainty: 'ask', event: null, close: null, distancePct: null },
        sentence: 'The close of Jun 26, 2026 is not known. Record whether 2 calls expired or were assigned.',
      },
    ])
  })

  test.each([
    ['a holiday', '2026-04-03', '2026-04-02'],
    ['a Saturday', '2026-05-16', '2026-05-15'],
  ])('on %s is read from the session before', (_name, expiration, session) => {
    const chain = chainOf(written({ entryDate: '2026-03-02', expiration, strike: 50 }))
    const [only] = suggest(chain, { closes: { [session]: 48, [expiration]: 55 } })
    expect(only).toMatchObject({
      kind: 'expire',
      certainty: 'presumed',
      closeOn: session,
      event: { occurredOn: session },
    })
  })

  test('covers only the contracts that are still open', () => {
    const ledger = written(expired).add('close', {
      positionId: 'a',
      occurredOn: '2026-06-10',
      contracts: 1,
      price: 0.2,
    })
    const [only] = suggest(chainOf(ledger), { closes: { '2026-06-26': 40 } })
    expect(only?.event).toMatchObject({ kind: 'expire', contracts: 1 })
  })

  test('is asked for if the contract delivers other than 100 shares', () => {
    const calls = [
      { positionId: 'a', contracts: 2, strike: 33.33, multiplier: 150, deliverableShares: 150, deliverableCashUsd: 0 },
    ]
    const ledger = written(expired).push({
      ...{ kind: 'adjust', action: 'split', occurredOn: '2026-06-15', ratio: { new: 3, old: 2 }, symbol: null, calls },
      cashInLieuUsd: 0,
    })
    expect(suggest(chainOf(ledger), { closes: { '2026-06-26': 40 } })).toMatchObject([
      { certainty: 'ask', event: null },
    ])
  })

  test('is not suggested again once it was recorded', () => {
    const ledger = written(expired).add('expire', { positionId: 'a', occurredOn: '2026-06-26' })
    expect(suggest(chainOf(ledger), { closes: { '2026-06-26': 40 } })).toEqual([])
  })
})

describe('dividends', () => {
  const regular: AnnouncedDividend = { exDate: '2026-07-07', cash: 0.62, kind: 'regular' }
  const idsOf = (...given: Parameters<typeof suggest>) => suggest(...given).map(({ id }) => id)

  test('are suggested for the shares held at the close before', () => {
    const ledger = written().add('sell_shares', {
      occurredOn: '2026-07-07',
      shares: 100,
      price: 50,
      acceptUncovered: true,
    })
    expect(suggest(chainOf(ledger), { dividends: [regular] })).toMatchObject([
      {
        ...{ id: 'dividend:chain:2026-07-07', certainty: 'presumed' },
        event: { amountUsd: 124, special: false, exDate: '2026-07-07' },
        sentence: 'XYZ paid $0.62 on 200 shares: $124.00, ex-date Jul 7, 2026.',
      },
    ])
  })

  test.each([
    ['an ex-date to come', { ...regular, exDate: '2026-07-13' }],
    ['an ex-date before the entry', { ...regular, exDate: '2026-05-28' }],
    ['the day of the entry itself', { ...regular, exDate: '2026-06-01' }],
    ['an unknown amount', { ...regular, cash: null }],
  ])('not for %s', (_name, dividend) => expect(suggest(chainOf(written()), { dividends: [dividend] })).toEqual([]))

  test('not once recorded, and not once dismissed', () => {
    const paid = { occurredOn: '2026-07-20', exDate: '2026-07-07', amountUsd: 100 }
    expect(suggest(chainOf(written().add('dividend', paid)), { dividends: [regular] })).toEqual([])
    const dismissed = ['dividend:chain:2026-07-07']
    expect(suggest(chainOf(written()), { dividends: [regular], dismissed })).toEqual([])
  })

  test.each([
    ['the dividend exceeds the time value', 53, 0.61, true],
    ['the dividend equals the time value', 53, 0.62, false],
    ['the call was at the strike', 52.5, 0.1, false],
    ['the time value is unknown', 53, null, false],
  ])('early assignment is asked about the day after if %s', (_name, close, timeValue, isAsked) => {
    const found = suggest(chainOf(written()), { dividends: [regular], closes: { '2026-07-06': close }, timeValue })
    expect(found.some(({ kind }) => kind === 'early_assignment')).toBe(isAsked)
    if (!isAsked) return
    expect(found[0]).toMatchObject({
      ...{
        id: 'early:a:2026-07-07',
        certainty: 'ask',
        event: { kind: 'assign', occurredOn: '2026-07-06', contracts: 2 },
      },
      sentence: 'Were your shares called for the dividend of $0.62? Its ex-date was Jul 7, 2026.',
    })
  })

  const special = (cash: number, exDate = '2026-07-07'): AnnouncedDividend => ({ exDate, cash, kind: 'special' })

  test.each([
    ['a special dividend', 5, 52.5, 47.5],
    ['a special dividend of a fraction of a cent', 0.7805, 110, 109.22],
    ['a special dividend of less than a strike interval', 1.24, 62, 60.76],
    ['the smallest one that lowers strikes', 0.125, 52.5, 52.38],
  ])('%s lowers the strike and is no reason to exercise', (_name, cash, strike, lowered) => {
    const found = suggest(chainOf(written({ strike })), {
      ...{ dividends: [special(cash)], closes: { '2026-07-06': 300 }, timeValue: 0 },
    })
    expect(found.map(({ id }) => id)).toEqual(['dividend:chain:2026-07-07', 'special:chain:2026-07-07'])
    expect(found[1]).toMatchObject({
      ...{ kind: 'special_dividend', certainty: 'check' },
      event: { action: 'special_dividend', calls: [{ positionId: 'a', contracts: 2, strike: lowered }] },
      sentence: expect.stringContaining(`, yours from $${strike.toFixed(2)} to $${lowered.toFixed(2)}. Compare`),
    })
  })

  test('a special dividend too small to lower strikes is an ordinary one', () => {
    const found = suggest(chainOf(written()), {
      ...{ dividends: [special(0.12)], closes: { '2026-07-06': 53 }, timeValue: 0.1 },
    })
    expect(found.map(({ id }) => id)).toEqual(['early:a:2026-07-07', 'dividend:chain:2026-07-07'])
  })

  test('the outcome of a call whose strike was lowered is asked for until that is decided', () => {
    const chain = chainOf(written({ entryDate: '2026-03-02', expiration: '2026-06-18', strike: 600, entryPrice: 580 }))
    const known = { dividends: [special(15, '2026-05-01')], closes: { '2026-06-18': 590 } }
    expect(suggest(chain, known)[0]).toMatchObject({
      ...{ id: 'expiry:a', certainty: 'ask', event: null },
      sentence: 'A special dividend lowered the strike on May 1, 2026. Apply the new strike, then confirm the outcome.',
    })
    const dismissed = ['special:chain:2026-05-01']
    expect(suggest(chain, { ...known, dismissed })[0]).toMatchObject({ kind: 'expire', certainty: 'presumed' })
    expect(idsOf(chain, { ...known, dismissed })).toEqual(['expiry:a', 'dividend:chain:2026-05-01'])
    const calls = [
      { positionId: 'a', contracts: 2, strike: 585, multiplier: 100, deliverableShares: 100, deliverableCashUsd: 0 },
    ]
    const applied = written({ entryDate: '2026-03-02', expiration: '2026-06-18', strike: 600, entryPrice: 580 }).push({
      ...{ kind: 'adjust', action: 'special_dividend', occurredOn: '2026-05-01', ratio: null, symbol: null, calls },
      cashInLieuUsd: 0,
    })
    expect(suggest(chainOf(applied), known)[0]).toMatchObject({ kind: 'assign', certainty: 'check', strike: 585 })
  })
})

describe('splits', () => {
  const split = (date: string, ratio: number): ShareChange => ({ kind: 'split', date, ratio })

  test.each([
    ['ten for one', 10, 1_190, 1_300, 119, [1_000, 119], [10, 130, 100]],
    ['two for one', 2, 119, 130, 59.5, [200, 59.5], [2, 65, 100]],
    ['three for two', 1.5, 90, 100, 60, [150, 60], [1, 66.67, 150]],
    ['a reverse split of one for eight', 0.125, 5, 6, 40, [12.5, 40], [1, 6, 12.5]],
  ])(
    '%s restates shares and calls, dollars unchanged',
    (_name, ratio, entryPrice, strike, entryClose, shares, call) => {
      const chain = chainOf(written({ contracts: 1, entryPrice, strike }))
      const known = { changes: [split('2026-06-22', ratio)], closes: { '2026-06-01': entryClose } }
      const [only, ...others] = suggest(chain, { ...known, dividends: [{ exDate: '2026-07-07', cash: 1 }] })
      // While a split is pending, a dividend per share would be multiplied with the wrong count.
      expect(others).toEqual([])
      const [contracts, newStrike, deliverableShares] = call
      expect(only).toMatchObject({
        ...{ id: 'split:chain:2026-06-22', kind: 'split', certainty: 'presumed' },
        event: { action: 'split', calls: [{ contracts, strike: newStrike, deliverableShares }] },
        before: [
          { shares: 100, price: entryPrice },
          { contracts: 1, strike },
        ],
        after: [
          { shares: shares[0], price: expect.closeTo(shares[1] ?? 0, 9) },
          { contracts, strike: newStrike },
        ],
      })
    },
  )

  test.each([
    ['the terms are of after the split', 119, 120, 0, null],
    ['the close of the entry day is unknown', 1_190, undefined, 1, 'ask'],
  ])('%s', (_name, entryPrice, entryClose, count, certainty) => {
    const chain = chainOf(written({ contracts: 1, entryPrice, strike: entryPrice * 1.1 }))
    const closes = entryClose === undefined ? {} : { '2026-06-01': entryClose }
    const found = suggest(chain, { changes: [split('2026-06-22', 10)], closes })
    expect(found.map((one) => one.certainty)).toEqual(count === 0 ? [] : [certainty])
  })

  test('names the shares and the call', () => {
    const chain = chainOf(written({ contracts: 1, entryPrice: 1_190, strike: 1_300 }))
    const [only] = suggest(chain, { changes: [split('2026-06-22', 10)], closes: { '2026-06-01': 119 } })
    expect(only?.sentence).toBe(
      'XYZ split 10 for 1 on Jun 22, 2026: your 100 shares at $1,190 and 1 call at $1,300 are now 1,000 shares at $119 and 10 calls at $130.',
    )
  })
})
