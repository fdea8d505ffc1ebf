import { afterEach, expect, test } from '@jest/globals'
import { openBrowserStorage } from './browser-storage.ts'
import { createCredentials } from './credentials.ts'

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

test('the time left counts from the receipt', () => {
  const { credentials, pass } = open()
  expect(credentials.secondsLeft()).toBe(900)
  pass(840)
  expect(credentials.secondsLeft()).toBe(60)
  pass(1_000)
  expect(credentials.secondsLeft()).toBe(0)
})

test('a wall clock set back does not make the token younger', () => {
  const { credentials, clock, pass } = open()
  pass(600)
  clock.wall -= 3_600_000
  expect(credentials.secondsLeft()).toBe(300)
})

test('sleep counts, although the page stood still', () => {
  const { credentials, clock } = open()
  clock.wall += 880_000
  expect(credentials.secondsLeft()).toBe(20)
})

test('another page, after a reload, counts by the wall clock', () => {
  const { openPage, clock, pass } = open()
  pass(100)
  clock.monotonic = 0
  expect(openPage().secondsLeft()).toBe(800)
})

test('after a reload a clock set back leaves nothing to rely on', () => {
  const { openPage, clock } = open()
  clock.wall -= 1
  expect(openPage().secondsLeft()).toBe(0)
})

test.each([
  ['tokenReceipt', null],
  ['tokenReceipt', 'soon'],
  ['tokenReceipt', '{"receivedAtMs":"1"}'],
])('%s of %s leaves no time', (key, value) => {
  const { credentials } = open()
  if (value === null) window.localStorage.removeItem(key)
  else window.localStorage.setItem(key, value)
  expect(credentials.secondsLeft()).toBe(0)
})

test.each([null, '', 'robin', '[]', '{"id":7}', '{"id":"1","username":"robin"}'])(
  'a stored user of %s is none',
  (text) => {
    const { credentials } = open()
    if (text === null) window.localStorage.removeItem('user')
    else window.localStorage.setItem('user', text)
    expect(credentials.readUser()).toBeNull()
  },
)

test('without storage the page remembers by itself', () => {
  const storage = openBrowserStorage(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  storage.set('token', 'token-1')
  expect(storage.get('token')).toBe('token-1')
  storage.remove('token')
  expect(storage.get('token')).toBeNull()
})
