import { beforeEach, describe, expect, test } from '@jest/globals'
import { POSITIONS_KEY, readUser } from '../../../api/credentials.ts'
import type { Position } from '../../../api/portfolio.ts'
import { createServices, openBrowserStorage } from '../../../api/services.ts'
import { createStore } from '../../../app/store.ts'
import { buildUser } from '../../../testing/builders.ts'
import { beUnreachable, refuse, reply } from '../../../testing/fake-network.ts'
import { buildListedPosition, buildPosition } from '../../../testing/portfolio-builders.ts'
import { buildStored, createPortfolioServer } from '../../../testing/portfolio-server.ts'
import { createOutbox, type OutboxState } from './outbox.ts'
import {
  createAttempts,
  mergeChange,
  openLocalPositions,
  type PendingChange,
  parseChange,
  readStoredPosition,
  writeChange,
  writeStoredPosition,
} from './pending-change.ts'
import { applyChanges, buildRow, listUnquoted } from './position-view.ts'
import { createChangeSender } from './send-change.ts'

beforeEach(() => window.localStorage.clear())

const buildChange = (changes: Partial<PendingChange> = {}): PendingChange => ({
  kind: 'add',
  position: buildPosition(),
  key: 'key-1',
  edited: false,
  found: false,
  refusal: null,
  ...changes,
})

const openPositions = (owner = 'user-1') =>
  openLocalPositions(
    openBrowserStorage(() => window.localStorage),
    owner,
  )

function openOutbox() {
  let keys = 0
  const clock = { nowMs: 1_000 }
  const newKey = () => {
    keys += 1
    return `new-${keys}`
  }
  const positions = openPositions()
  return { clock, positions, newKey, outbox: createOutbox({ positions, newKey, nowMs: () => clock.nowMs }) }
}

const listStoredKeys = () => Object.keys(window.localStorage).filter((key) => key.startsWith(POSITIONS_KEY))

const buildLocal = (changes: Partial<Position> = {}) => writeStoredPosition(buildPosition(changes))

describe('a stored position', () => {
  test('is read even if an older version stored its numbers as text', () => {
    expect(readStoredPosition({ ...buildLocal(), strikePrice: '130', contracts: undefined, notes: 7 })).toEqual(
      buildPosition(),
    )
    expect(readStoredPosition(buildLocal({ premium: 0, expiration: '2026-06-12', notes: 'Mine' }))).toEqual(
      buildPosition({ premium: 0, expiration: '2026-06-12', notes: 'Mine' }),
    )
  })

  test.each<[string, object]>([
    ['no id', { id: '' }],
    ['a space in its id', { id: 'a b' }],
    ['an empty ticker', { ticker: '' }],
    ['a ticker that is not text', { ticker: 7 }],
    ['an entry date that does not exist', { entryDate: '2026-02-30' }],
    ['an expiration that is not text', { expiryDate: null }],
    ['an expiration before the entry date', { expiryDate: '2026-06-11' }],
    ['a strike of 0', { strikePrice: 0 }],
    ['no strike', { strikePrice: undefined }],
    ['an entry price of 0', { entryPrice: 0 }],
    ['a negative premium', { entryPremium: -0.01 }],
    ['an infinite premium', { entryPremium: Number.POSITIVE_INFINITY }],
    ['a fraction of a contract', { contracts: 0.5 }],
    ['0 contracts', { contracts: 0 }],
  ])('with %s is ignored', (_what, changes) => {
    expect(readStoredPosition({ ...buildLocal(), ...changes })).toBeNull()
  })

  test.each(['null', '7', '[]', '{not json'])('is ignored if it is %s, and so is a change', (text) => {
    expect(parseChange(text)).toBeNull()
    expect(readStoredPosition(null)).toBeNull()
  })
})

describe('a stored change', () => {
  test('is read as it was stored', () => {
    const change = buildChange({ kind: 'edit', edited: true, found: true, refusal: 'No' })
    expect(parseChange(writeChange(change))).toEqual(change)
  })

  test('defaults its flags to false, and is ignored without a kind, key or position', () => {
    const { kind, key } = buildChange()
    const position = buildLocal()
    expect(parseChange(JSON.stringify({ kind, position, key }))).toEqual(buildChange())
    expect(parseChange(JSON.stringify({ kind: 'move', position, key }))).toBeNull()
    expect(parseChange(JSON.stringify({ kind, position, key: 7 }))).toBeNull()
    expect(parseChange(JSON.stringify({ kind, position: { ...position, id: '' }, key }))).toBeNull()
  })

  test('merges with the previous one', () => {
    const next = { kind: 'edit', position: buildPosition(), key: 'key-2', edited: false } as const
    expect(mergeChange(null, next)).toEqual(buildChange({ kind: 'edit', key: 'key-2' }))
    expect(mergeChange(null, { ...next, edited: true })).toMatchObject({ edited: true })
    // The position is not on the server yet, so the change is still an addition.
    const earlier = buildChange({ found: true, refusal: 'No' })
    expect(mergeChange(earlier, next)).toEqual(buildChange({ key: 'key-2', edited: true }))
    expect(mergeChange(buildChange({ kind: 'remove' }), next)).toMatchObject({ kind: 'edit', edited: true })
    expect(mergeChange(earlier, { ...next, kind: 'remove' })).toMatchObject({ kind: 'remove', edited: true })
  })
})

test('attempts to save one form share an id, and share a key while the terms are the same', () => {
  const attempts = createAttempts(() => 5)
  const { id: _id, ...terms } = buildPosition()
  const first = attempts.next(terms)
  expect(first).toEqual({ id: attempts.id, key: expect.stringMatching(/^5-[0-9a-f]{16}$/), edited: false })
  expect(attempts.next(terms)).toEqual(first)
  const third = attempts.next({ ...terms, contracts: 2 })
  expect(third).toMatchObject({ id: first.id, edited: true })
  expect(third.key).not.toBe(first.key)
})

describe('browser storage', () => {
  test('has one entry per change and owner, and a malformed entry affects only itself', () => {
    const positions = openPositions()
    expect(positions.keep(buildChange())).toBe(true)
    window.localStorage.setItem(`${POSITIONS_KEY}.user-1.broken`, 'neither')
    expect(openPositions('user-2').list()).toEqual([])
    expect(positions.list()).toEqual([buildChange()])
    expect(positions.find('position-1')).toEqual(buildChange())
    expect(['x', `${POSITIONS_KEY}.user-2.a`, `${POSITIONS_KEY}.user-1.a`, null].map(positions.isOwn)).toEqual([
      false,
      false,
      true,
      true,
    ])
    positions.forget('position-1')
    expect(positions.list()).toEqual([])
  })

  test('assigns anonymous positions to the user once, and keeps unreadable ones', () => {
    const { outbox } = openOutbox()
    const bad = { id: 'bad', ticker: 'QAAA' }
    window.localStorage.setItem(POSITIONS_KEY, JSON.stringify([bad, buildLocal({ id: 'a' }), buildLocal()]))
    openPositions().keep(buildChange({ key: 'mine' }))
    outbox.adopt()
    expect(outbox.read()).toMatchObject({ hasUnreadable: true })
    expect(outbox.find('a')).toEqual(buildChange({ position: buildPosition({ id: 'a' }), key: 'new-1', found: true }))
    // Adopting the anonymous position does not overwrite the user's later change.
    expect(outbox.find('position-1')).toMatchObject({ key: 'mine', found: false })
    expect(JSON.parse(window.localStorage.getItem(POSITIONS_KEY) ?? '')).toEqual([bad])
    window.localStorage.setItem(POSITIONS_KEY, JSON.stringify([buildLocal({ id: 'b' })]))
    outbox.adopt()
    expect(outbox.read()).toMatchObject({ hasUnreadable: false })
    expect(window.localStorage.getItem(POSITIONS_KEY)).toBeNull()
    outbox.adopt()
    expect(
      outbox
        .read()
        .changes.map(({ position }) => position.id)
        .toSorted(),
    ).toEqual(['a', 'b', 'position-1'])
  })

  test('leaves malformed anonymous positions unchanged', () => {
    const { outbox } = openOutbox()
    window.localStorage.setItem(POSITIONS_KEY, '{not json')
    outbox.adopt()
    expect(outbox.read()).toMatchObject({ changes: [], hasUnreadable: true })
    expect(window.localStorage.getItem(POSITIONS_KEY)).toBe('{not json')
  })

  test('shows a change that the browser cannot store, and reports it as not stored', () => {
    const positions = openLocalPositions(
      openBrowserStorage(() => {
        throw new DOMException('full', 'QuotaExceededError')
      }),
      'user-1',
    )
    const outbox = createOutbox({ positions, newKey: () => 'new', nowMs: () => 1 })
    expect(outbox.keep(buildChange())).toBe(false)
    expect(outbox.read().changes).toEqual([buildChange()])
    expect(outbox.find('position-1')).toEqual(buildChange())
    outbox.markAccepted(buildChange())
    expect(outbox.read().changes).toEqual([])
  })
})

describe('the outbox', () => {
  test('notifies listeners, and marks a change as accepted but not a later one', () => {
    const { outbox, clock } = openOutbox()
    let notified = 0
    const stop = outbox.subscribe(() => {
      notified += 1
    })
    outbox.keep(buildChange({ key: 'later' }))
    outbox.markAccepted(buildChange())
    expect(outbox.read().changes).toEqual([buildChange({ key: 'later' })])
    clock.nowMs = 2_000
    outbox.markAccepted(buildChange({ key: 'later' }))
    expect(outbox.read()).toMatchObject({
      changes: [],
      accepted: [{ change: buildChange({ key: 'later' }), atMs: 2_000 }],
    })
    expect(notified).toBe(3)
    stop()
    outbox.markSending('position-1', true)
    expect(outbox.read().sending).toEqual(new Set(['position-1']))
    outbox.markSending('position-1', false)
    expect(outbox.read().sending).toEqual(new Set())
    expect(notified).toBe(3)
  })

  test('treats changes that another tab has sent as accepted', () => {
    const { outbox } = openOutbox()
    outbox.keep(buildChange())
    expect(outbox.reload()).toBe(false)
    openPositions().forget('position-1')
    expect(outbox.reload()).toBe(true)
    expect(outbox.read()).toMatchObject({ changes: [], accepted: [{ change: buildChange(), atMs: 1_000 }] })
    openPositions().keep(buildChange({ key: 'theirs' }))
    expect(outbox.reload()).toBe(false)
    expect(outbox.read().changes).toEqual([buildChange({ key: 'theirs' })])
  })
})

describe('the displayed rows', () => {
  const listed = buildListedPosition({ pnl: { coveredCallPnlUsd: 1 } })
  const other = buildListedPosition({ position: { id: 'position-2' } })
  const empty: OutboxState = { changes: [], accepted: [], sending: new Set(), hasUnreadable: false }
  const listRows = (state: Partial<OutboxState>, since: number | null = 5_000) =>
    applyChanges([listed, other], { ...empty, ...state }, since).map(({ position, sync, listed: from }) => [
      position.id,
      sync,
      from !== null,
    ])
  const second = ['position-2', 'synced', true]

  test('combine the list with pending changes', () => {
    expect(listRows({})).toEqual([['position-1', 'synced', true], second])
    expect(listRows({ changes: [buildChange({ kind: 'edit' })] })).toEqual([['position-1', 'unsynced', true], second])
    expect(listRows({ changes: [buildChange({ kind: 'edit' })], sending: new Set(['position-1']) })).toEqual([
      ['position-1', 'saving', true],
      second,
    ])
    expect(listRows({ changes: [buildChange({ kind: 'remove' })] })).toEqual([second])
    expect(listRows({ changes: [buildChange({ kind: 'remove', refusal: 'No' })] })).toEqual([
      ['position-1', 'rejected', true],
      second,
    ])
    expect(listRows({ changes: [buildChange({ position: buildPosition({ id: 'new' }) })] })).toEqual([
      ['position-1', 'synced', true],
      second,
      ['new', 'unsynced', false],
    ])
  })

  test.each<Partial<Position>>([{ symbol: 'QBBB' }, { strike: 135 }, { expiration: '2026-08-14' }])(
    'have no server figures if the call differs: %j',
    (terms) => {
      const change = buildChange({ kind: 'edit', position: buildPosition(terms) })
      expect(listRows({ changes: [change] })).toEqual([['position-1', 'unsynced', false], second])
      const known = applyChanges([listed, other], { ...empty, changes: [change] }, 5_000)
      expect(listUnquoted(known)).toEqual([
        {
          symbol: terms.symbol ?? 'QAAA',
          expiration: terms.expiration ?? '2026-08-07',
          strike: terms.strike ?? 130,
        },
      ])
    },
  )

  test('show accepted changes until a later list contains them', () => {
    const accepted = [{ change: buildChange({ kind: 'remove' }), atMs: 4_000 }]
    expect(listRows({ accepted })).toEqual([['position-1', 'synced', true], second])
    expect(listRows({ accepted }, 4_000)).toEqual([['position-1', 'synced', true], second])
    expect(listRows({ accepted }, 3_999)).toEqual([second])
    expect(listRows({ accepted }, null)).toEqual([second])
    const added = [{ change: buildChange({ position: buildPosition({ id: 'new' }) }), atMs: 4_000 }]
    expect(listRows({ accepted: added }, 1).at(-1)).toEqual(['new', 'synced', false])
  })

  const facts = { nowMs: Date.parse('2026-07-10T20:00:00Z'), quotes: [], reasonOf: () => 'No response' }

  test('use the server’s P&L for unchanged terms, and compute the rest', () => {
    const [known] = applyChanges([listed], empty, null)
    if (known === undefined) throw new Error('There is a row')
    // (120.50 − 118) × 100 shares.
    expect(buildRow(known, facts)).toMatchObject({
      metrics: { coveredCallPnlUsd: 1, stockPnlUsd: 250 },
      bid: 1.9,
      ask: 2.1,
      missingReason: 'No response',
    })
    const edited = { ...known, position: buildPosition({ entryPrice: 117 }) }
    expect(buildRow(edited, facts).metrics).toMatchObject({ coveredCallPnlUsd: 450, stockPnlUsd: 350 })
  })

  test('have no quote if none is available, and use only the quote for their own call', () => {
    const { position, quote } = listed
    const known = { position, listed: null, sync: 'unsynced', syncReason: 'Here' } as const
    expect(buildRow(known, facts)).toMatchObject({ metrics: { coveredCallPnlUsd: null }, bid: null, ask: null })
    const call = { symbol: 'QAAA', expiration: '2026-08-07', strike: 130 }
    const quoted = (changes: object) =>
      buildRow(known, {
        ...facts,
        quotes: [{ call: { ...call, ...changes }, quote, bid: 1.8, marketTime: null }],
      }).bid
    expect(quoted({})).toBe(1.8)
    expect([{ symbol: 'QBBB' }, { expiration: '2026-08-14' }, { strike: 135 }].map(quoted)).toEqual([null, null, null])
  })
})

describe('sending', () => {
  function open(stored = [buildStored()]) {
    const server = createPortfolioServer(stored)
    const services = createServices({
      fetch: server.network.fetch,
      clock: { wallMs: () => 1_000, monotonicMs: () => 1_000 },
      findStorage: () => window.localStorage,
      locks: undefined,
      wait: async () => {},
      random: () => 0.5,
    })
    services.credentials.save({ token: 'token-1', expiresInSeconds: 900, user: readUser(buildUser()) })
    const { outbox, newKey } = openOutbox()
    const { store } = createStore(services)
    let accepted = 0
    const sender = createChangeSender({
      outbox,
      dispatch: store.dispatch,
      runExclusively: services.runExclusively,
      newKey,
      owner: 'user-1',
      onAccepted: () => {
        accepted += 1
      },
    })
    const keysOf = (id: Parameters<typeof server.network.callsTo>[0]) =>
      server.network.callsTo(id).map(({ headers }) => headers.get('idempotency-key'))
    return { ...server, outbox, sender, keysOf, countAccepted: () => accepted }
  }

  const down = () => refuse(503, 'Away.')
  const change = (kind: PendingChange['kind'], terms: Partial<Position> = {}) => {
    const { kind: _kind, ...rest } = buildChange({ position: buildPosition({ expiration: '2026-08-14', ...terms }) })
    return { kind, ...rest }
  }

  test('an accepted change is stored on the server, under its key, and removed here', async () => {
    const app = open()
    expect(await app.sender.save(change('edit', { strike: 135 }))).toEqual({ kind: 'saved' })
    expect(app.stored.get('position-1')).toMatchObject({ strike_price: 135 })
    expect(app.keysOf('portfolio.update')).toEqual(['key-1-terms'])
    expect(await app.sender.save(change('remove'))).toEqual({ kind: 'saved' })
    expect(app.keysOf('portfolio.remove')).toEqual(['key-1'])
    expect(await app.sender.save(change('add'))).toEqual({ kind: 'saved' })
    expect(app.keysOf('portfolio.add')).toEqual(['key-1'])
    expect(listStoredKeys()).toEqual([])
    expect(app.countAccepted()).toBe(3)
    expect(app.outbox.read()).toMatchObject({ changes: [], sending: new Set() })
  })

  test('removing an already deleted position succeeds; editing one is rejected and refetches the list', async () => {
    const app = open([])
    expect(await app.sender.save(change('remove'))).toEqual({ kind: 'saved' })
    expect(await app.sender.save(change('edit'))).toEqual({
      kind: 'rejected',
      detail: 'There is no such position.',
      fields: [],
    })
    expect(app.countAccepted()).toBe(2)
    expect(listStoredKeys()).toEqual([])
  })

  test.each([
    ['an outage', down],
    ['a request without a response', beUnreachable],
    ['the end of the session', () => refuse(401, 'Ended.')],
  ])('after %s, a change stays pending on this device', async (_what, answer) => {
    const app = open()
    app.network.answer('portfolio.remove', answer)
    expect(await app.sender.save(change('remove'))).toEqual({ kind: 'unsynced' })
    expect(app.outbox.read().changes).toMatchObject([{ kind: 'remove', refusal: null }])
    expect(app.countAccepted()).toBe(0)
  })

  test('a rejection names the fields at fault and restores the earlier change', async () => {
    const app = open()
    app.network.answer('portfolio.add', down)
    await app.sender.save(change('add', { id: 'new' }))
    const errors = [{ field: 'strike_price', detail: 'Not a strike' }]
    app.network.answer('portfolio.add', () => refuse(422, 'Not real.', { errors }))
    const second = { ...change('edit', { id: 'new', strike: 131 }), key: 'key-2' }
    expect(await app.sender.save(second)).toEqual({ kind: 'rejected', detail: 'Not real.', fields: errors })
    expect(app.outbox.find('new')).toMatchObject({ key: 'key-1', position: { strike: 130 } })
    app.network.answer('portfolio.remove', () => refuse(403, 'No.'))
    expect(await app.sender.save(change('remove'))).toMatchObject({ kind: 'rejected', detail: 'No.' })
    expect(app.outbox.find('position-1')).toBeNull()
    expect(app.countAccepted()).toBe(0)
  })

  test('a change that neither the server nor this device can store fails', async () => {
    const app = open()
    app.network.answer('portfolio.remove', down)
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const outcome = await app.sender.save(change('remove'))
    Storage.prototype.setItem = setItem
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(app.outbox.read().changes).toEqual([])
  })

  test('sends additions in batches and other changes one by one, and counts adopted positions', async () => {
    const app = open([buildStored(), buildStored({ id: 'edited', strike_price: 140 })])
    const keep = (id: string, changes: Partial<PendingChange> = {}) =>
      app.outbox.keep(buildChange({ position: buildPosition({ id, expiration: '2026-08-14' }), ...changes }))
    keep('a', { found: true })
    keep('b')
    // The server had stored the addition before it was edited here.
    keep('edited', { edited: true })
    keep('position-1', { kind: 'remove' })
    keep('rejected', { refusal: 'No' })
    app.outbox.markSending('sending', true)
    keep('sending')
    expect(await app.sender.sync()).toEqual({ found: 1, isUnreachable: false })
    expect(app.network.callsTo('portfolio.migrate').map(({ body }) => (body as unknown[]).length)).toEqual([2])
    expect([...app.stored.keys()]).toEqual(['edited', 'a', 'b'])
    expect(app.stored.get('edited')?.strike_price).toBe(130)
    expect(app.outbox.read().changes.map(({ position }) => position.id)).toEqual(['rejected', 'sending'])
    expect(app.countAccepted()).toBe(1)
  })

  test('an unedited addition is rejected if the server has its id with other terms', async () => {
    const app = open([buildStored({ strike_price: 140 })])
    expect(await app.sender.save(change('add'))).toMatchObject({ kind: 'rejected' })
    expect(app.stored.get('position-1')?.strike_price).toBe(140)
  })

  test('keeps the rejected changes of a batch with their reasons; the others are accepted', async () => {
    const app = open([])
    for (const id of ['a', 'b']) app.outbox.keep(buildChange({ position: buildPosition({ id }) }))
    const skipped = [{ index: 1, id: 'b', reason: 'No such symbol' }]
    app.network.answer('portfolio.migrate', () =>
      reply('portfolio.migrate', { status: 'success', migrated_count: 1, skipped }),
    )
    expect(await app.sender.sync()).toEqual({ found: 0, isUnreachable: false })
    expect(app.outbox.read().changes).toMatchObject([{ position: { id: 'b' }, refusal: 'No such symbol' }])
    app.outbox.forget('b')
    app.outbox.keep(buildChange({ kind: 'edit' }))
    app.network.answer('portfolio.update', () => refuse(400, 'Not so.'))
    expect(await app.sender.sync()).toEqual({ found: 0, isUnreachable: false })
    expect(app.outbox.read().changes).toMatchObject([{ refusal: 'Not so.' }])
  })

  test('an outage ends the sync, and all changes stay pending', async () => {
    const app = open()
    expect(await app.sender.sync()).toEqual({ found: 0, isUnreachable: false })
    expect(app.countAccepted()).toBe(0)
    app.network.answer('portfolio.migrate', down)
    app.outbox.keep(buildChange({ position: buildPosition({ id: 'a' }) }))
    app.outbox.keep(buildChange({ kind: 'remove' }))
    expect(await app.sender.sync()).toEqual({ found: 0, isUnreachable: true })
    expect(app.network.callsTo('portfolio.remove')).toEqual([])
    app.outbox.forget('a')
    app.network.answer('portfolio.remove', down)
    app.outbox.keep(buildChange({ kind: 'edit', position: buildPosition({ id: 'z' }) }))
    expect(await app.sender.sync()).toEqual({ found: 0, isUnreachable: true })
    expect(app.network.callsTo('portfolio.update')).toEqual([])
    expect(app.outbox.read().changes.every(({ refusal }) => refusal === null)).toBe(true)
  })
})
