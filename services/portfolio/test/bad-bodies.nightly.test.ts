import { MAX_LEDGER_LENGTH } from '@callwright/contracts'
import fc from '@callwright/properties'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const user = 'fuzz'

const badNumbers = fc.constantFrom<unknown>(
  ...['', '1', '1.5', 'NaN', true, false, [], [1], {}, -1, -0.01, 1e7, 1e300, 0.00001, 1.23456, 99.999999],
)
const longText = fc.string({ minLength: 65, maxLength: 300 })
const badDates = fc.constantFrom<unknown>(
  ...['', '2026-02-30', '2026-13-01', '2026-1-1', '26-01-01', '2026-07-24T00:00:00Z', '0000-01-01', '9999-12-31'],
  ...[20260724, true, {}, [], ' 2026-07-24', '2026-07-24\n', '２０２６-07-24', '1969-12-31', '2023-02-29'],
)
const badSymbols = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', ' ', 1, true, 'K O K', 'TOOLONGG', 'K\u0000O', 'K\u202eO', '😀', 'ＫＯ', 'КО', '=KO', '../KO'],
  ),
  longText,
)
const badIds = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', ' ', 7, 1783699200000, 'a b', 'a/b', 'a\u0000', 'é', '😀', '\u202ea', "a'--", '../a', 'a.b'],
  ),
  longText,
)
const badContracts = fc.constantFrom<unknown>(0, -1, 1.5, '1', 10_001, 1e21, true, [])
const badNotes = fc.constantFrom<unknown>(7, true, {}, 'a\u0000b', 'a\u0007', 'a\u202eb', '\ud800', 'n'.repeat(1_001))

const badFields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ticker: badSymbols,
  entry_date: badDates,
  expiry_date: badDates,
  strike_price: fc.oneof(badNumbers, fc.constant(0)),
  entry_price: fc.oneof(badNumbers, fc.constant(0)),
  entry_premium: badNumbers,
  contracts: badContracts,
  notes: badNotes,
}

/** A position that is valid except for one field. Null is invalid in every field but the note. */
const badField = fc.constantFrom(...Object.keys(badFields)).chain((field) => {
  const values = badFields[field] ?? fc.constant(null)
  const nulls =
    field === 'notes' ? values : fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: fc.constant(null) })
  return nulls.map((value) => ({ [field]: value }))
})
const badPosition = fc.oneof(
  { weight: 8, arbitrary: badField.map((bad) => ({ ...inventPosition(), ...bad })) },
  { weight: 2, arbitrary: badIds.map((id) => ({ ...inventPosition(), id })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('id', 'ticker', 'entry_date', 'expiry_date', 'strike_price', 'entry_premium', 'entry_price')
      .map((name) => Object.fromEntries(Object.entries(inventPosition()).filter(([field]) => field !== name))),
  },
  { weight: 1, arbitrary: fc.constant({ ...inventPosition(), entry_date: '2026-07-25' }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, 'text', true, []) },
)

const countStored = async () =>
  (await stack.database.selectFrom('position').select('id').where('userId', '=', user).execute()).length

async function expectRefusal(id: 'portfolio.add' | 'portfolio.update' | 'portfolio.import', asked: object) {
  const answer = await stack.ask(id, { user, ...asked })
  expect([400, 422]).toContain(answer.status)
  const { code, errors, detail } = problemOf(answer)
  expect(detail).not.toBe('')
  if (code === 'validation') expect(errors?.length).toBeGreaterThan(0)
}

describe('bad bodies (S07)', () => {
  test('to add are rejected, and none is stored', async () => {
    await fc.assert(fc.asyncProperty(badPosition, (body) => expectRefusal('portfolio.add', { body })))
    expect(await countStored()).toBe(0)
  })

  test('to migrate are skipped, each with its reason', async () => {
    await fc.assert(
      fc.asyncProperty(badPosition, async (row) => {
        const answer = await stack.get('portfolio.migrate', { user, body: [row] })
        expect(answer).toMatchObject({
          migrated_count: 0,
          skipped: [{ index: 0, reason: expect.stringMatching(/\.$/) }],
        })
      }),
    )
    expect(await countStored()).toBe(0)
  })

  test('to change are rejected, and the position is unchanged', async () => {
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const before = await stack.listOne(user)
    const params = { id: before.id }
    const badChange = fc.oneof(
      { weight: 9, arbitrary: badField },
      fc.constantFrom<unknown>([], 'text', 7, { expiry_date: '2026-06-25' }),
    )
    await fc.assert(fc.asyncProperty(badChange, (body) => expectRefusal('portfolio.update', { params, body })))
    expect(await stack.listOne(user)).toEqual(before)
    await stack.get('portfolio.remove', { user, params })
  })

  test('to import are rejected as a whole, or row by row', async () => {
    const header = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts'
    const cell = fc.constantFrom('', '-1', '1e3', '0x10', '2026-02-30', 'K O K', '=1+1', '1.23456', '∞', '١', '12:00')
    const row = fc.tuple(cell, cell, cell, cell, cell, cell, cell).map((cells) => cells.join(','))
    await fc.assert(
      fc.asyncProperty(
        row.filter((text) => /[^,]/.test(text)),
        async (text) => {
          const answer = await stack.importPositions({ user, body: { csv: `${header}\n${text}\n` } })
          expect(answer.counts).toMatchObject({ created: 0, known: 0, restored: 0, refused: 1 })
        },
      ),
    )
    const badBody = fc.constantFrom<unknown>(
      {},
      { csv: '' },
      { csv: 7 },
      { csv: 'x'.repeat(MAX_LEDGER_LENGTH + 1) },
      { csv: '\n\n' },
      { csv: 'a,b\n1,2' },
      [],
      'csv',
    )
    await fc.assert(fc.asyncProperty(badBody, (body) => expectRefusal('portfolio.import', { body })))
  })
})
