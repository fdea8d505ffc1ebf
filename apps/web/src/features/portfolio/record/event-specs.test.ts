import { describe, expect, test } from '@jest/globals'
import { buildLife, buildPositionRow } from '../../../testing/portfolio-builders.ts'
import { checkEventField, type EventTexts, readEventValues, startTexts } from './event-fields.ts'
import { buildEventSpec, type EventFacts, type FormAct } from './event-specs.ts'
import { findObstacle, listActs } from './row-acts.ts'

const today = '2026-07-10'

/** Five calls at 42.00 on shares bought at 40.00, sold at 0.90 for a fee of 3.25 (LIFECYCLE E2). */
const row = buildPositionRow({
  position: { strike: 42, premium: 0.9, entryPrice: 40, contracts: 5 },
  quote: { price: 41, currentPremium: 0.3, ask: 0.3 },
  life: buildLife({ openingFeesUsd: 3.25 }),
  ask: 0.3,
  bid: 0.25,
})

function build(act: FormAct, changes: Partial<EventFacts> = {}) {
  const { life } = row
  if (life === null) throw new Error('The row has no life')
  const facts = { row, life, today, asOf: '2026-07-10T20:00:00Z', uncovered: null, lastFeeUsd: 0.65, ...changes }
  return buildEventSpec(act, facts)
}

function read(act: FormAct, texts: EventTexts, changes: Partial<EventFacts> = {}) {
  const spec = build(act, changes)
  const values = readEventValues(spec.fields, { ...startTexts(spec.fields), ...texts }, today)
  if (values === null) throw new Error('The values are not valid')
  return { lines: spec.describe(values), body: spec.write(values) }
}

describe('an event form', () => {
  test('starts with all contracts, the ask, today and the last fee', () => {
    expect(startTexts(build('close').fields)).toEqual({
      contracts: '5',
      price: '0.30',
      occurred_on: today,
      fees_usd: '3.25',
    })
    expect(build('close').fields[1]?.description).toBe('Per share; at the ask, Jul 10, 16:00 ET')
    expect(build('close').lead).toBe('QAAA 42 call, Aug 7, 2026, 5 contracts')
  })

  test('says what a partial buy-back realizes after fees, and what stays open (E2)', () => {
    const { lines, body } = read('close', { contracts: '2', price: '0.30', fees_usd: '1.30' })
    expect(lines[0]).toMatchObject({ label: 'Realized on options' })
    expect(lines[0]?.usd).toBeCloseTo(117.4, 10)
    expect(lines.slice(1)).toEqual([
      { label: 'Stays open', text: '3 contracts' },
      { label: 'Shares without a call', text: '200 shares' },
    ])
    expect(body).toEqual({ kind: 'close', occurred_on: today, fees_usd: 1.3, contracts: 2, price: 0.3 })
  })

  test('says what an assignment realizes on options and on shares', () => {
    const { lines, body } = read('assign', { contracts: '2', fees_usd: '' })
    expect(lines[0]).toEqual({ label: 'Shares sold', text: '200 shares at $42' })
    expect(lines[1]?.usd).toBeCloseTo(178.7, 10)
    expect(lines[2]?.usd).toBeCloseTo(400, 10)
    expect(body).toEqual({ kind: 'assign', occurred_on: today, contracts: 2 })
  })

  test('offers shares that no call covers', () => {
    const uncovered = {
      symbol: 'QAAA',
      account: null,
      shares: 200,
      costUsd: 8000,
      stockPnlUsd: 200,
      coverableContracts: 2,
      chainIds: ['position-1'],
    }
    expect(read('write_more', {}, { uncovered }).body).toMatchObject({ contracts: 2, shares_from: 'held' })
    expect(read('write_more', {}).body).toMatchObject({ contracts: 1, shares_from: 'new', share_price: 41 })
    expect(read('sell_shares', {}, { uncovered }).body).toMatchObject({ shares: 200, price: 41 })
  })

  test('records dividends and notes on their days', () => {
    const { body } = read('dividend', { amount_usd: '62', ex_date: '2026-06-30', withheld_usd: '' })
    expect(body).toEqual({ kind: 'dividend', occurred_on: today, amount_usd: 62, ex_date: '2026-06-30' })
    expect(read('note', { note: ' Kept ' }).body).toEqual({ kind: 'note', occurred_on: today, note: 'Kept' })
  })

  test.each<[EventTexts, string]>([
    [{ contracts: '6' }, 'Enter a number from 1 to 5'],
    [{ contracts: '1.5' }, 'Enter a whole number'],
    [{ price: '-1' }, 'Enter 0 or more'],
    [{ price: '' }, 'Enter price paid'],
    [{ occurred_on: '2026-07-11' }, 'This day is in the future: today is Jul 10, 2026'],
  ])('rejects %j', (texts, message) => {
    const { fields } = build('close')
    const [name] = Object.keys(texts)
    const field = fields.find((each) => each.name === name)
    expect(field && checkEventField(field, { ...startTexts(fields), ...texts }, today)).toBe(message)
    expect(readEventValues(fields, { ...startTexts(fields), ...texts }, today)).toBeNull()
  })
})

describe('what can be recorded', () => {
  const expired = buildPositionRow({ position: { expiration: '2026-07-09' }, quote: { expirationClose: 121 } })

  test('a call in its life cannot have expired, and an expired one cannot be traded', () => {
    expect(listActs(row, true).map(({ act }) => act)).not.toContain('expire')
    expect(listActs(row, true).every(({ reason }) => reason === null)).toBe(true)
    const after = new Map(listActs(expired, true).map(({ act, reason }) => [act, reason]))
    expect(after.get('expire')).toBeNull()
    expect(after.get('assign')).toBeNull()
    expect(after.get('close')).toBe('The call has expired. Record how it ended')
    expect(after.get('roll')).toBe('The call has expired. Record how it ended')
  })

  test('needs a saved position, a connection and applied splits', () => {
    expect(findObstacle('close', { ...row, sync: 'unsynced' }, true)).toBe('Save this position first')
    expect(findObstacle('close', { ...row, life: null }, true)).toBe('Save this position first')
    expect(findObstacle('note', row, false)).toBe('Recording needs a connection')
    const split = buildPositionRow({ quote: { shareChanges: [{ kind: 'split', date: '2026-07-01', ratio: 2 }] } })
    expect(findObstacle('close', split, true)).toBe('Apply the split first')
    expect(findObstacle('note', split, true)).toBeNull()
  })
})
