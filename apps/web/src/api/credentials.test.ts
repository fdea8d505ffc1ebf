import { afterEach, describe, expect, test } from '@jest/globals'
import { createCredentials, createTokenSource } from './credentials.ts'
import { buildRejection, type HttpOutcome } from './http.ts'
import { createLock, openBrowserStorage } from './services.ts'

describe('credentials', () => {
  afterEach(() => window.localStorage.clear())

  const user = {
    id: 'user-1',
    username: 'robin',
    email: 'robin@example.test',
    fullName: null,
    isDemo: false,
    demoEndsAt: null,
  }

  function open() {
    const clock = { wall: 1_000_000, monotonic: 5_000 }
    const storage = openBrowserStorage(() => window.localStorage)
    const openPage = () => createCredentials(storage, { wallMs: () => clock.wall, monotonicMs: () => clock.monotonic })
    const credentials = openPage()
    credentials.clear()
    credentials.save({ token: 'token-1', expiresInSeconds: 900, user })
    const pass = (seconds: number) => {
      clock.wall += seconds * 1000
      clock.monotonic += seconds * 1000
    }
    return { clock, storage, credentials, openPage, pass }
  }

  test('keeps the token and the user under the agreed keys', () => {
    const { credentials } = open()
    expect(window.localStorage.getItem('token')).toBe('token-1')
    expect(JSON.parse(window.localStorage.getItem('user') ?? '')).toEqual(user)
    expect(credentials.readUser()).toEqual(user)
    credentials.clear()
    expect(window.localStorage.getItem('token')).toBeNull()
    expect(window.localStorage.getItem('user')).toBeNull()
    expect(credentials.readToken()).toBeNull()
  })

  test('counts the time left from when the token arrived', () => {
    const { credentials, pass } = open()
    expect(credentials.secondsLeft()).toBe(900)
    pass(840)
    expect(credentials.secondsLeft()).toBe(60)
    pass(1_000)
    expect(credentials.secondsLeft()).toBe(0)
  })

  test('setting the wall clock back does not make the token younger', () => {
    const { credentials, clock, pass } = open()
    pass(600)
    clock.wall -= 3_600_000
    expect(credentials.secondsLeft()).toBe(300)
  })

  test('counts time spent asleep, even if the monotonic clock stopped', () => {
    const { credentials, clock } = open()
    clock.wall += 880_000
    expect(credentials.secondsLeft()).toBe(20)
  })

  test('uses the wall clock after a reload', () => {
    const { openPage, clock, pass } = open()
    pass(100)
    clock.monotonic = 0
    expect(openPage().secondsLeft()).toBe(800)
  })

  test('reports no time left after a reload with the clock set back', () => {
    const { openPage, clock } = open()
    clock.wall -= 1
    expect(openPage().secondsLeft()).toBe(0)
  })

  test.each([
    ['tokenReceipt', null],
    ['tokenReceipt', 'soon'],
    ['tokenReceipt', '{"receivedAtMs":"1"}'],
  ])('reports no time left if the stored %s is %s', (key, value) => {
    const { credentials } = open()
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
    expect(credentials.secondsLeft()).toBe(0)
  })

  test.each([null, '', 'robin', '[]', '{"id":7}', '{"id":"1","username":"robin"}'])(
    'ignores a stored user that is %s',
    (text) => {
      const { credentials } = open()
      if (text === null) window.localStorage.removeItem('user')
      else window.localStorage.setItem('user', text)
      expect(credentials.readUser()).toBeNull()
    },
  )

  test('falls back to memory without storage', () => {
    const storage = openBrowserStorage(() => {
      throw new DOMException('Denied', 'SecurityError')
    })
    storage.set('token', 'token-1')
    expect(storage.get('token')).toBe('token-1')
    storage.remove('token')
    expect(storage.get('token')).toBeNull()
  })
})

describe('token source', () => {
  afterEach(() => window.localStorage.clear())

  const user = {
    id: 'user-1',
    username: 'robin',
    email: 'robin@example.test',
    fullName: null,
    isDemo: false,
    demoEndsAt: null,
  }
  const wireUser = { id: 'user-1', username: 'robin', email: 'robin@example.test', full_name: null }

  const renewed: HttpOutcome = {
    ok: true,
    body: { access_token: 'token-2', token_type: 'bearer', expires_in: 900, user: wireUser },
  }
  const refused = (status: number): HttpOutcome => ({ ok: false, error: buildRejection(status, new Headers(), null) })

  /** Simulates a browser with any number of tabs, which have only the storage and the lock in common. */
  function openBrowser(secondsLeft: number) {
    const clock = { ms: 1_000_000 }
    const now = { wallMs: () => clock.ms, monotonicMs: () => clock.ms }
    const memory = new Map<string, string>()
    const storage = {
      get: (key: string) => memory.get(key) ?? null,
      set: (key: string, value: string) => memory.set(key, value).has(key),
      remove: (key: string) => memory.delete(key),
      listKeys: () => [...memory.keys()],
    }
    const runExclusively = createLock(undefined)
    const credentials = createCredentials(storage, now)
    credentials.save({ token: 'token-1', expiresInSeconds: secondsLeft, user })
    let answer: () => Promise<HttpOutcome> = async () => renewed
    let asked = 0
    const openTab = () =>
      createTokenSource({
        credentials: createCredentials(storage, now),
        clock: now,
        runExclusively,
        requestRefresh: () => {
          asked += 1
          return answer()
        },
      })
    return {
      clock,
      credentials,
      openTab,
      countAsked: () => asked,
      setAnswer: (next: () => Promise<HttpOutcome>) => {
        answer = next
      },
    }
  }

  test.each([
    [60, 0, 'token-1'],
    [59, 1, 'token-2'],
  ])('with %d seconds left, refreshes %d times', async (secondsLeft, times, token) => {
    const { openTab, countAsked } = openBrowser(secondsLeft)
    expect(await openTab().findToken()).toEqual({ kind: 'token', token })
    expect(countAsked()).toBe(times)
  })

  test('refreshes once for two tabs (F42)', async () => {
    const { openTab, countAsked } = openBrowser(10)
    const tabs = [openTab(), openTab()]
    const found = await Promise.all(tabs.flatMap((tab) => [tab.findToken(), tab.findToken(), tab.findToken()]))
    expect(found).toEqual(found.map(() => ({ kind: 'token', token: 'token-2' })))
    expect(countAsked()).toBe(1)
  })

  test('without a token, returns none and sends no request', async () => {
    const { openTab, credentials, countAsked } = openBrowser(10)
    credentials.clear()
    expect(await openTab().findToken()).toEqual({ kind: 'none' })
    expect(countAsked()).toBe(0)
  })

  test('a 401 ends the session, an outage does not', async () => {
    const browser = openBrowser(3)
    browser.setAnswer(async () => refused(401))
    expect(await browser.openTab().findToken()).toMatchObject({ kind: 'ended', error: { status: 401 } })
    browser.setAnswer(async () => refused(503))
    expect(await browser.openTab().findToken()).toMatchObject({ kind: 'failed', error: { status: 503 } })
  })

  test('keeps using the old token during an outage and pauses refreshing', async () => {
    const browser = openBrowser(30)
    browser.setAnswer(async () => refused(503))
    const tab = browser.openTab()
    expect(await tab.findToken()).toEqual({ kind: 'token', token: 'token-1' })
    expect(await tab.findToken()).toEqual({ kind: 'token', token: 'token-1' })
    expect(browser.countAsked()).toBe(1)
    browser.clock.ms += 5_000
    browser.setAnswer(async () => renewed)
    expect(await tab.findToken()).toEqual({ kind: 'token', token: 'token-2' })
    expect(browser.countAsked()).toBe(2)
  })

  test('does not restore a session that ended during the refresh', async () => {
    const browser = openBrowser(10)
    const { promise, resolve } = Promise.withResolvers<HttpOutcome>()
    browser.setAnswer(() => promise)
    const asked = browser.openTab().findToken()
    browser.credentials.clear()
    resolve(renewed)
    expect(await asked).toEqual({ kind: 'none' })
    expect(browser.credentials.readToken()).toBeNull()
  })

  test("uses the browser's lock if available", async () => {
    const names: string[] = []
    const request = async (name: string, work: () => Promise<unknown>) => {
      names.push(name)
      return await work()
    }
    const run = createLock({ request } as unknown as LockManager)
    expect(await run('callwright.test', async () => 7)).toBe(7)
    expect(names).toEqual(['callwright.test'])
  })

  test('without a browser lock, queues work under the same name, even after a failure', async () => {
    const run = createLock(undefined)
    const order: string[] = []
    const first = run('a', async () => {
      await Promise.resolve()
      order.push('first')
      throw new Error('broken')
    })
    const second = run('a', async () => order.push('second'))
    await expect(first).rejects.toThrow('broken')
    await second
    expect(order).toEqual(['first', 'second'])
  })

  test("wraps the browser's storage", () => {
    const storage = openBrowserStorage(() => window.localStorage)
    storage.set('a', '1')
    expect(storage.get('a')).toBe('1')
    storage.remove('a')
    expect(window.localStorage.getItem('a')).toBeNull()
  })
})
