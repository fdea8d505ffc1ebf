import { lifecycleCodes } from '@callwright/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Loose, listCloses, openBook, readCode } from '../book.ts'
import { type Answer, openStack, type Stack } from '../support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
  stack.market.override('XYZ', { current_price: 51 })
  stack.market.override('SPL', {
    ...{ current_price: 20, splits: [{ kind: 'split', date: '2026-06-22', ratio: 3 }] },
    closes: listCloses({ '2026-06-01': 16.6 }),
  })
  stack.market.override('OUT', { current_price: 51, closes: listCloses({ '2026-06-26': 60 }) })
})
afterAll(() => stack.close())

type Book = ReturnType<typeof openBook>

const call = {
  ...{ id: 'a', entry_date: '2026-06-01', expiry_date: '2026-08-21', strike_price: 52.5, entry_premium: 1 },
  ...{ entry_price: 50, contracts: 3 },
}
const close = { kind: 'close', occurred_on: '2026-07-01', contracts: 1, price: 0.5 }
const target = { id: 'b', expiry_date: '2026-09-18', strike_price: 55, premium: 1.5 }
const roll = { kind: 'roll', occurred_on: '2026-07-01', contracts: 3, close_price: 1, open: target }
const purchase = { kind: 'buy_shares', ticker: 'xyz', occurred_on: '2026-06-10', shares: 200, price: 48 }
const sale = { kind: 'sell_shares', occurred_on: '2026-07-01', shares: 100, price: 50 }
const dividend = { kind: 'dividend', occurred_on: '2026-07-01', ex_date: '2026-06-20', amount_usd: 30 }

const ask = (book: Book, id: Parameters<Stack['ask']>[0], target_id: string | null, body?: Loose) =>
  stack.ask(id, { user: book.user, ...(target_id === null ? {} : { params: { id: target_id } }), body })
const confirm = async (book: Book, item: Loose): Promise<[number, string]> => {
  const { refused } = await book.confirm([
    { suggestion_id: 'expiry:a', event_id: 'x', expected_kind: 'assign', ...item },
  ])
  return [409, refused[0]?.code ?? 'nothing refused']
}
const openAnother = (book: Book) => book.open({ ...call, id: 'another', entry_price: 40 })
const rollIt = (book: Book) => book.on('a', { ...roll, event_id: 'rolling' })
const buy = (book: Book) => book.onChain('mine', { ...purchase, event_id: 'lot' })
const holdAndWrite = async (book: Book) => {
  await buy(book)
  await book.open({ ...call, id: 'w', entry_date: '2026-06-15', contracts: 2, chain_id: 'mine', shares_from: 'held' })
}

interface Refusal {
  readonly code: string
  readonly status: number
  /** The effect that the refused request would have. */
  readonly when: string
  readonly symbol?: string
  readonly terms?: Partial<typeof call>
  readonly given?: (book: Book) => Promise<unknown>
  readonly asked: (book: Book) => Promise<Answer | [number, string]>
}

const on =
  (body: Loose, id = 'a') =>
  (book: Book) =>
    book.tryOn(id, body)
const onChain =
  (body: Loose, id = 'a') =>
  (book: Book) =>
    book.tryOnChain(id, body)
const expired = { expiry_date: '2026-06-26' }

const refusals: readonly Refusal[] = [
  { code: 'validation', status: 400, when: 'closes without a price', asked: on({ ...close, price: undefined }) },
  { code: 'validation', status: 400, when: 'has a field of another kind', asked: on({ ...close, lots: [] }) },
  {
    code: 'validation',
    status: 400,
    when: 'closes on an impossible day',
    asked: on({ ...close, occurred_on: '2026-02-30' }),
  },
  { code: 'validation', status: 400, when: 'closes at five decimals', asked: on({ ...close, price: 1.00001 }) },
  {
    ...{ code: 'validation', status: 400, when: 'rolls to a holiday' },
    asked: on({ ...roll, open: { ...target, expiry_date: '2026-12-25' } }),
  },
  {
    ...{ code: 'validation', status: 400, when: 'names lots that do not add up', given: buy },
    asked: onChain({ ...sale, lots: [{ lot_id: 'lot', shares: 40 }] }, 'mine'),
  },
  { code: 'in_the_future', status: 400, when: 'closes tomorrow', asked: on({ ...close, occurred_on: '2099-01-05' }) },
  {
    code: 'in_the_future',
    status: 400,
    when: 'sells shares tomorrow',
    asked: onChain({ ...sale, occurred_on: '2099-01-05' }),
  },
  { code: 'unknown_position', status: 404, when: 'closes a call that is not there', asked: on(close, 'none') },
  {
    ...{ code: 'unknown_position', status: 404, when: "closes another user's call" },
    asked: async (book) => {
      await openBook(stack, `${book.user}, neighbor`).open({ ...call, id: 'theirs' })
      return book.tryOn('theirs', close)
    },
  },
  {
    code: 'unknown_position',
    status: 404,
    when: 'reads its events',
    asked: (book) => ask(book, 'portfolio.listCallEvents', 'none'),
  },
  {
    ...{ code: 'unknown_position', status: 404, when: 'previews a roll of it' },
    asked: (book) => ask(book, 'portfolio.previewRolls', null, { position_id: 'none' }),
  },
  { code: 'unknown_chain', status: 404, when: 'sells shares of no chain', asked: onChain(sale, 'none') },
  {
    code: 'unknown_chain',
    status: 404,
    when: 'buys shares of no stock',
    asked: onChain({ ...purchase, ticker: undefined }, 'none'),
  },
  {
    code: 'unknown_chain',
    status: 404,
    when: 'reads a chain that is not there',
    asked: (book) => ask(book, 'portfolio.getChain', 'none'),
  },
  {
    ...{ code: 'unknown_chain', status: 404, when: "reads another user's chain" },
    asked: async (book) => {
      await openBook(stack, `${book.user}, neighbor`).open({ ...call, id: 'theirs' })
      return ask(book, 'portfolio.getChain', 'theirs')
    },
  },
  {
    ...{ code: 'unknown_chain', status: 404, when: 'marks a chain that is not there' },
    asked: (book) => ask(book, 'portfolio.updateChain', 'none', { note: 'x' }),
  },
  {
    ...{ code: 'unknown_chain', status: 404, when: 'joins a chain that is not there' },
    asked: (book) => ask(book, 'portfolio.joinChain', 'a', { chain_id: 'none' }),
  },
  { code: 'unknown_event', status: 404, when: 'voids nothing', asked: on({ kind: 'void', voids: 'none' }) },
  {
    ...{ code: 'unknown_event', status: 404, when: 'voids an event of another chain', given: buy },
    asked: on({ kind: 'void', voids: 'lot' }),
  },
  {
    ...{ code: 'unknown_suggestion', status: 404, when: 'dismisses nothing' },
    asked: (book) => ask(book, 'portfolio.dismissSuggestion', null, { suggestion_id: 'expiry:a', event_id: 'd' }),
  },
  { code: 'unknown_suggestion', status: 409, when: 'confirms nothing', asked: (book) => confirm(book, {}) },
  {
    code: 'before_entry',
    status: 409,
    when: 'closes before the entry',
    asked: on({ ...close, occurred_on: '2026-05-29' }),
  },
  {
    ...{ code: 'before_entry', status: 409, when: 'sells shares before they were bought', given: buy },
    asked: onChain({ ...sale, occurred_on: '2026-06-09' }, 'mine'),
  },
  {
    ...{ code: 'before_entry', status: 409, when: 'sells from a lot that was bought later' },
    given: (book) => book.onChain('a', { ...purchase, event_id: 'later', occurred_on: '2026-07-06' }),
    asked: onChain({ ...sale, shares: 1, lots: [{ lot_id: 'later', shares: 1 }], accept_uncovered: true }),
  },
  {
    ...{ code: 'before_entry', status: 409, when: 'records a dividend before anything was held', given: buy },
    asked: onChain({ ...dividend, occurred_on: '2026-06-05' }, 'mine'),
  },
  ...[close, { kind: 'assign', contracts: 1 }, roll].map(
    (body): Refusal => ({
      ...{ code: 'after_expiry', status: 409, when: `records a ${body.kind} after the expiration`, terms: expired },
      asked: on({ ...body, occurred_on: '2026-06-29' }),
    }),
  ),
  {
    ...{ code: 'after_expiry', status: 409, when: 'previews a roll after the expiration', terms: expired },
    asked: (book) => ask(book, 'portfolio.previewRolls', null, { position_id: 'a' }),
  },
  {
    ...{ code: 'not_expired_yet', status: 409, when: 'expires before the close of the day' },
    ...{ terms: { expiry_date: '2026-07-10' }, asked: on({ kind: 'expire', occurred_on: '2026-07-10' }) },
  },
  {
    ...{ code: 'not_expired_yet', status: 409, when: 'expires on an earlier day', terms: expired },
    asked: on({ kind: 'expire', occurred_on: '2026-06-25' }),
  },
  { code: 'more_than_open', status: 409, when: 'closes five of three', asked: on({ ...close, contracts: 5 }) },
  {
    ...{ code: 'more_than_open', status: 409, when: 'previews a roll of five of three' },
    asked: (book) => ask(book, 'portfolio.previewRolls', null, { position_id: 'a', contracts: 5 }),
  },
  { code: 'more_than_held', status: 409, when: 'sells 301 of 300 shares', asked: onChain({ ...sale, shares: 301 }) },
  {
    ...{ code: 'more_than_held', status: 409, when: 'takes more than a lot holds', given: buy },
    asked: onChain({ ...sale, shares: 150, lots: [{ lot_id: 'none', shares: 150 }] }, 'mine'),
  },
  {
    ...{ code: 'already_ended', status: 409, when: 'closes a call that has ended' },
    ...{ given: (book) => book.on('a', { ...close, contracts: 3 }), asked: on(close) },
  },
  {
    ...{ code: 'same_call', status: 409, when: 'rolls to the same call' },
    asked: on({ ...roll, open: { ...target, expiry_date: '2026-08-21', strike_price: 52.5 } }),
  },
  {
    ...{ code: 'same_call', status: 409, when: 'previews a roll to the same call' },
    asked: (book) =>
      ask(book, 'portfolio.previewRolls', null, {
        ...{ position_id: 'a', expiry_date: '2026-08-21', strike_price: 52.5 },
      }),
  },
  {
    ...{ code: 'adjustment_pending', status: 409, when: 'closes after a split that is not applied', symbol: 'SPL' },
    asked: on(close),
  },
  {
    ...{ code: 'adjustment_pending', status: 409, when: 'opens a call in the chain after such a split', symbol: 'SPL' },
    asked: (book) =>
      book.tryOpen({ ...call, id: 'b', ticker: 'SPL', entry_date: '2026-06-23', chain_id: 'a', shares_from: 'held' }),
  },
  {
    ...{ code: 'adjustment_pending', status: 409, when: 'sells shares after such a split', symbol: 'SPL' },
    asked: onChain(sale),
  },
  {
    ...{ code: 'shares_are_covering', status: 409, when: 'rolls to more calls than the shares carry' },
    asked: on({ ...roll, open: { ...target, contracts: 4 } }),
  },
  {
    ...{ code: 'shares_are_covering', status: 409, when: 'writes another call on covered shares' },
    asked: on({ kind: 'write_more', occurred_on: '2026-07-01', contracts: 1, price: 1 }),
  },
  { code: 'shares_are_covering', status: 409, when: 'sells covered shares', asked: onChain(sale) },
  {
    ...{ code: 'shares_are_covering', status: 409, when: 'opens a call on covered shares' },
    asked: (book) => book.tryOpen({ ...call, id: 'b', contracts: 1, chain_id: 'a', shares_from: 'held' }),
  },
  {
    ...{ code: 'other_stock', status: 409, when: 'opens a call on another stock in the chain' },
    asked: (book) => book.tryOpen({ ...call, ticker: 'KO', id: 'other', chain_id: 'a' }),
  },
  {
    ...{ code: 'other_stock', status: 409, when: 'buys shares of another stock in the chain' },
    asked: onChain({ ...purchase, ticker: 'KO' }),
  },
  {
    ...{ code: 'other_stock', status: 409, when: 'buys shares in another account' },
    asked: onChain({ ...purchase, account: 'Retirement' }),
  },
  {
    ...{ code: 'other_stock', status: 409, when: 'joins a chain to itself' },
    asked: (book) => ask(book, 'portfolio.joinChain', 'a', { chain_id: 'a' }),
  },
  {
    ...{ code: 'has_events', status: 409, when: 'edits the strike after a partial close' },
    given: (book) => book.on('a', close),
    asked: (book) => ask(book, 'portfolio.update', 'a', { strike_price: 60 }),
  },
  {
    ...{ code: 'from_lots', status: 409, when: 'edits the price of held shares', given: holdAndWrite },
    asked: (book) => ask(book, 'portfolio.update', 'w', { entry_price: 40 }),
  },
  {
    ...{ code: 'part_of_roll', status: 409, when: 'deletes a call that was rolled on', given: rollIt },
    asked: (book) => ask(book, 'portfolio.remove', 'a'),
  },
  {
    ...{ code: 'part_of_roll', status: 409, when: 'edits the entry date of a rolled call', given: rollIt },
    asked: (book) => ask(book, 'portfolio.update', 'b', { entry_date: '2026-07-02' }),
  },
  {
    ...{ code: 'breaks_later_event', status: 409, when: 'closes calls that were closed later' },
    given: (book) => book.on('a', { ...close, contracts: 3 }),
    asked: on({ ...close, occurred_on: '2026-06-15' }),
  },
  {
    ...{ code: 'breaks_later_event', status: 409, when: 'voids the purchase of covered shares', given: holdAndWrite },
    asked: onChain({ kind: 'void', voids: 'lot' }, 'mine'),
  },
  {
    ...{ code: 'already_voided', status: 409, when: 'voids a voided event' },
    given: async (book) => {
      await book.on('a', { ...close, event_id: 'closing' })
      await book.on('a', { kind: 'void', voids: 'closing' })
    },
    asked: on({ kind: 'void', voids: 'closing' }),
  },
  {
    ...{ code: 'suggestion_changed', status: 409, when: 'confirms another outcome than the data say' },
    ...{ symbol: 'OUT', terms: expired, asked: (book) => confirm(book, { expected_kind: 'expire' }) },
  },
  {
    ...{ code: 'other_content', status: 409, when: 'repeats an event with another price' },
    given: (book) => book.on('a', { ...close, event_id: 'closing' }),
    asked: on({ ...close, event_id: 'closing', price: 0.6 }),
  },
  {
    ...{ code: 'other_content', status: 409, when: 'rolls to a call that is already there', given: openAnother },
    asked: on({ ...roll, open: { ...target, id: 'another' } }),
  },
  {
    ...{ code: 'other_content', status: 409, when: 'restores a deleted call with other terms' },
    given: async (book) => {
      await book.on('a', close)
      await ask(book, 'portfolio.remove', 'a')
    },
    asked: (book) => book.tryOpen({ ...call, strike_price: 60 }),
  },
  {
    ...{ code: 'equal_terms', status: 409, when: 'adds equal terms again' },
    asked: (book) => book.tryOpen({ ...call, id: 'again' }),
  },
  {
    ...{ code: 'idempotency_key_reused', status: 422, when: 'uses a key again for another event' },
    given: (book) => sendKeyed(book, { ...close, event_id: 'one' }),
    asked: (book) => sendKeyed(book, { ...close, event_id: 'two' }),
  },
]

const sendKeyed = (book: Book, body: Loose) =>
  stack.ask('portfolio.recordCallEvent', {
    ...{ user: book.user, params: { id: 'a' }, body, headers: { 'idempotency-key': 'one-key' } },
  })

test.each(refusals.map((one, index) => [one.code, one.when, { ...one, user: `refused ${index}` }] as const))(
  '%s: a request that %s changes nothing',
  async (_code, _when, { code, status, symbol, terms = {}, user, given, asked }) => {
    const book = openBook(stack, user, symbol)
    await book.open({ ...call, ...terms })
    await given?.(book)
    const before = await book.dump()
    const answer = await asked(book)
    expect(Array.isArray(answer) ? answer : readCode(answer)).toEqual([status, code])
    expect(await book.dump()).toBe(before)
  },
)

test('too_many_events: event 20,000 is recorded, the next is refused and changes nothing', async () => {
  const book = openBook(stack, 'writer of notes')
  await book.open(call)
  await sql`
    insert into position_event (user_id, position_id, chain_id, event_id, kind, occurred_on, note, body)
    select ${book.user}, 'a', 'a', 'note ' || number, 'note', '2026-06-01', 'Looked at it', '{}'
    from generate_series(1, 19998) number`.execute(stack.database)
  await book.on('a', close)
  const before = await book.dump()
  expect(readCode(await book.tryOn('a', close))).toEqual([409, 'too_many_events'])
  expect(readCode(await book.tryOnChain('a', purchase))).toEqual([409, 'too_many_events'])
  expect(readCode(await book.tryOpen({ ...call, id: 'b', entry_price: 40 }))).toEqual([409, 'too_many_events'])
  expect(await book.dump()).toBe(before)
})

test('writes_waiting: an event behind a write that hangs is refused after two seconds and changes nothing', async () => {
  const book = openBook(stack, 'waiting')
  await book.open(call)
  const before = await book.dump()
  const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = stack.database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`position ${book.user}`}, 0))`.execute(transaction)
    locked.resolve()
    await freed.promise
  })
  await locked.promise
  const answers = await Promise.all([book.tryOn('a', close), book.tryOn('a', close)])
  // Either request may come first: it waits in PostgreSQL, and the other one waits for it.
  expect(new Map(answers.map(readCode).map(([status, code]) => [code, status]))).toEqual(
    new Map([
      ['database_unavailable', 503],
      ['writes_waiting', 503],
    ]),
  )
  freed.resolve()
  await holding
  expect(await book.dump()).toBe(before)
})

test('every code of the ledger is among the refusals', () => {
  // `too_many_events` is tested above, and `preview_changed` with the imports.
  const tested = new Set([...refusals.map(({ code }) => code), 'too_many_events', 'preview_changed'])
  expect(lifecycleCodes.filter((code) => !tested.has(code))).toEqual([])
})

test('a position that is not there cannot be edited or deleted', async () => {
  const book = openBook(stack, 'empty-handed')
  const asked = ['portfolio.update', 'portfolio.remove'] as const
  const answers = await Promise.all(
    asked.map((id) => ask(book, id, 'none', id === 'portfolio.update' ? { contracts: 2 } : undefined)),
  )
  expect(answers.map(readCode)).toEqual([
    [404, 'unknown_position'],
    [404, 'unknown_position'],
  ])
  expect(await book.dump()).toBe(JSON.stringify([[], [], []]))
})
