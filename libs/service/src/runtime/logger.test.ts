import { describe, expect, test } from '@jest/globals'
import { createLogSink } from '../testing/index.ts'
import { createLogger, redactUrls } from './logger.ts'

function openLog(level = 'debug') {
  const sink = createLogSink()
  return { log: createLogger({ service: 'test', level, stream: sink.stream }), sink }
}

const secretKeys = [
  'password',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'authorization',
  'cookie',
  'set-cookie',
  'secret',
  'apiKey',
  'email',
  'identity',
]

describe('the log', () => {
  test('is one JSON line an event, with the service, a level by name and an ISO time', () => {
    const { log, sink } = openLog()
    log.info({ symbol: 'AAPL' }, 'symbol.loaded')
    expect(sink.lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
        service: 'test',
        symbol: 'AAPL',
        event: 'symbol.loaded',
      },
    ])
  })

  test.each(secretKeys)('cuts %s out, wherever it stands (S30)', (key) => {
    const { log, sink } = openLog()
    const canary = 'canary-value'
    log.info({ [key]: canary, body: { [key]: canary }, request: { headers: { [key]: canary } } }, 'x.y')
    log.child({ [key]: canary }).info('x.y')
    expect(sink.text()).not.toContain(canary)
    expect(sink.text()).toContain('[redacted]')
  })

  test('leaves what is no secret as it is, whatever it stands in', () => {
    const { log, sink } = openLog()
    const at = new Date('2026-07-10T20:00:00.000Z')
    const headers = { accept: 'text/html', cookie: 'canary' }
    log.info(
      { at, list: [1, { token: 'canary', symbol: 'AAPL' }], request: { headers, method: 'GET' }, none: null },
      'x.y',
    )
    expect(sink.lines()[0]).toMatchObject({
      at: '2026-07-10T20:00:00.000Z',
      list: [1, { token: '[redacted]', symbol: 'AAPL' }],
      request: { headers: { accept: 'text/html', cookie: '[redacted]' }, method: 'GET' },
      none: null,
    })
    expect(headers.cookie).toBe('canary')
  })

  test('keeps the causes of an error, without the passwords of their addresses', () => {
    const { log, sink } = openLog()
    const account = ['auth', 'canary-password'].join(':')
    const cause = Object.assign(new Error(`connect postgres://${account}@db:5432/x failed`), {
      code: 'ECONNREFUSED',
    })
    log.error({ err: new Error('could not load', { cause }) }, 'x.failed')
    expect(sink.text()).not.toContain('canary-password')
    expect(sink.lines()[0]?.err).toMatchObject({
      name: 'Error',
      message: 'could not load',
      cause: { message: 'connect postgres://[redacted]@db:5432/x failed', code: 'ECONNREFUSED' },
    })
  })

  test('takes what is no error for an error', () => {
    const { log, sink } = openLog()
    log.error({ err: 'redis://:canary-password@cache' }, 'x.failed')
    expect(sink.lines()[0]?.err).toEqual({ message: 'redis://[redacted]@cache' })
  })

  test('says no more than its level', () => {
    const { log, sink } = openLog('warn')
    log.info('x.quiet')
    log.warn('x.loud')
    expect(sink.lines().map(({ event }) => event)).toEqual(['x.loud'])
  })
})

test.each([
  ['postgres://user:pass@host/db?x=1', 'postgres://[redacted]@host/db?x=1'],
  ['two redis://:a@b and https://c:d@e', 'two redis://[redacted]@b and https://[redacted]@e'],
  ['https://host/path?email=a@b', 'https://host/path?email=a@b'],
  ['no address here', 'no address here'],
])('redactUrls: %s', (text, expected) => {
  expect(redactUrls(text)).toBe(expected)
})
