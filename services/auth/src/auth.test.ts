import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { readAuthConfig } from './config.ts'
import { startHousekeeping } from './housekeeping.ts'
import { isOwnSite, parseMultipart } from './requests.ts'

describe('body parsers', () => {
  async function encode(form: FormData): Promise<[Buffer, string]> {
    const response = new Response(form)
    return [Buffer.from(await response.arrayBuffer()), response.headers.get('content-type') ?? '']
  }

  describe('parseMultipart', () => {
    test('reads text fields unchanged', async () => {
      const form = new FormData()
      form.append('username', 'ada')
      form.append('password', ' Pa\u00df & = "x" \u{1F511} ')
      expect(await parseMultipart(...(await encode(form)))).toEqual({
        username: 'ada',
        password: ' Pa\u00df & = "x" \u{1F511} ',
      })
    })

    test('keeps every value of a repeated field, so that the schema rejects it', async () => {
      const form = new FormData()
      for (const name of ['a', 'b', 'c']) form.append('username', name)
      expect(await parseMultipart(...(await encode(form)))).toEqual({ username: ['a', 'b', 'c'] })
    })

    test('treats __proto__ as an ordinary field', async () => {
      const form = new FormData()
      form.append('__proto__', 'x')
      const body = await parseMultipart(...(await encode(form)))
      expect(Object.keys(body)).toEqual(['__proto__'])
      expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
    })

    test('rejects files', async () => {
      const form = new FormData()
      form.append('username', new Blob(['ada']), 'ada.txt')
      await expect(parseMultipart(...(await encode(form)))).rejects.toMatchObject({
        status: 400,
        code: 'files_refused',
      })
    })

    test.each([
      ['multipart/form-data', '--x\r\n'],
      ['multipart/form-data; boundary=x', 'junk'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut'],
      ['multipart/form-data; boundary=x', ''],
    ])('an unreadable form is a 400: %s with %j', async (contentType, body) => {
      const reading = parseMultipart(Buffer.from(body), contentType)
      await expect(reading).rejects.toMatchObject({ status: 400, code: 'unreadable_form' })
    })
  })
})

describe('config', () => {
  const env = {
    DATABASE_URL: 'postgresql://auth@localhost/callwright',
    REDIS_CACHE_URL: 'redis://localhost:6379',
    PORTFOLIO_URL: 'http://127.0.0.1:8084',
    SCREENER_URL: 'http://127.0.0.1:8083',
    COACH_URL: 'http://127.0.0.1:8085',
  }

  describe('readAuthConfig', () => {
    test('the development defaults follow SPEC and use plain HTTP', () => {
      expect(readAuthConfig(env)).toMatchObject({
        cookieSecure: false,
        passwordMinLength: 6,
        refuseCommonPasswords: true,
        registrationsPerHour: 5,
        demosPerHour: 10,
        accessTokenPrivateKey: null,
      })
    })

    test('the production defaults are stricter, and each can be turned off', () => {
      const production = { ...env, PROFILE: 'production' }
      expect(readAuthConfig(production)).toMatchObject({
        cookieSecure: true,
        passwordMinLength: 8,
        refuseCommonPasswords: true,
      })
      const lifted = {
        ...production,
        COOKIE_SECURE: 'false',
        PASSWORD_MIN_LENGTH: '6',
        REFUSE_COMMON_PASSWORDS: 'false',
      }
      expect(readAuthConfig(lifted)).toMatchObject({
        cookieSecure: false,
        passwordMinLength: 6,
        refuseCommonPasswords: false,
      })
    })

    test('one Redis can serve all roles', () => {
      const { REDIS_CACHE_URL, ...rest } = env
      expect(readAuthConfig({ ...rest, REDIS_URL: REDIS_CACHE_URL }).redisCacheUrl).toBe('redis://localhost:6379')
    })

    test('reports every problem in one message', () => {
      const wrong = { COOKIE_SECURE: 'maybe', PASSWORD_MIN_LENGTH: '5' }
      const read = () => readAuthConfig(wrong)
      const missing = ['DATABASE_URL', 'REDIS_CACHE_URL', 'PORTFOLIO_URL', 'SCREENER_URL']
      for (const name of [...missing, ...Object.keys(wrong)]) expect(read).toThrow(name)
    })
  })
})

describe('housekeeping', () => {
  const EVERY_MS = 60_000

  afterEach(() => void jest.useRealTimers())

  function openProcess() {
    const events: string[] = []
    const closers: (() => unknown)[] = []
    const note = (_fields: unknown, event: string) => void events.push(event)
    const log = { info: note, debug: note, warn: note }
    const onClose = (_name: string, close: () => unknown) => void closers.push(close)
    const runtime = { log, onClose } as unknown as Parameters<typeof startHousekeeping>[0]
    return { events, runtime, close: () => closers.forEach((close) => void close()) }
  }

  test('a chore is retried after a failure, never runs twice at once, and stops with the process', async () => {
    jest.useFakeTimers()
    const { events, runtime, close } = openProcess()
    const ends: (() => void)[] = []
    const work = jest.fn(() => new Promise<number>((resolve) => void ends.push(() => resolve(1))))
    work.mockRejectedValueOnce(new Error('away'))
    startHousekeeping(runtime, [{ name: 'erasures', everyMs: EVERY_MS, work }])
    await jest.advanceTimersByTimeAsync(EVERY_MS)
    expect(events).toEqual(['housekeeping.failed'])
    await jest.advanceTimersByTimeAsync(3 * EVERY_MS)
    expect(work).toHaveBeenCalledTimes(2)
    ends[0]?.()
    await jest.advanceTimersByTimeAsync(EVERY_MS)
    expect(events).toEqual(['housekeeping.failed', 'housekeeping.done'])
    expect(work).toHaveBeenCalledTimes(3)
    close()
    ends[1]?.()
    await jest.advanceTimersByTimeAsync(EVERY_MS)
    expect(work).toHaveBeenCalledTimes(3)
  })
})

describe('origin guard', () => {
  const host = 'app.example.com'
  const claims = (origin?: string, fetchSite?: string, publicHost: string | undefined = host) => ({
    origin,
    fetchSite,
    publicHost,
  })

  describe('isOwnSite', () => {
    test.each([
      [undefined, undefined],
      [undefined, 'same-origin'],
      [undefined, 'none'],
      ['https://app.example.com', undefined],
      ['https://app.example.com', 'same-origin'],
      ['http://app.example.com', 'same-origin'],
    ])('origin %s and site %s are our own', (origin, fetchSite) => {
      expect(isOwnSite(claims(origin, fetchSite))).toBe(true)
    })

    test.each([
      ['https://evil.example', undefined],
      ['https://app.example.com.evil.example', undefined],
      ['https://evilapp.example.com', 'same-site'],
      ['https://app.example.com:8443', undefined],
      ['https://app.example.com', 'cross-site'],
      ['https://app.example.com', 'same-site'],
      ['null', undefined],
      ['', undefined],
      ['file://app.example.com', undefined],
      ['https://app.example.com@evil.example', undefined],
      [undefined, 'cross-site'],
      [undefined, 'same-site'],
      [undefined, 'junk'],
    ])('origin %s and site %s are not', (origin, fetchSite) => {
      expect(isOwnSite(claims(origin, fetchSite))).toBe(false)
    })

    test('a host with the default port is the same host; with any other port it is not', () => {
      expect(isOwnSite(claims('https://app.example.com', undefined, 'app.example.com:443'))).toBe(true)
      expect(isOwnSite(claims('http://localhost:8080', undefined, 'localhost:8080'))).toBe(true)
      expect(isOwnSite(claims('http://localhost:5173', undefined, 'localhost:8080'))).toBe(false)
    })

    test('every origin is foreign if our own host is unknown', () => {
      expect(isOwnSite({ origin: 'https://app.example.com', fetchSite: 'same-origin', publicHost: undefined })).toBe(
        false,
      )
    })
  })
})
