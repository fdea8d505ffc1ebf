import { describe, expect, test } from '@jest/globals'
import Type from 'typebox'
import { compileValidator } from './validation.ts'

const schema = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1 })),
    strike: Type.Optional(Type.Number()),
    flag: Type.Optional(Type.Boolean()),
    q: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
const validate = (httpPart: string, value: unknown) =>
  compileValidator({ schema, httpPart, method: 'GET', url: '/' })(value) as { value?: unknown; error?: unknown }

describe('compileValidator', () => {
  test.each([
    [{ limit: '50' }, { limit: 50 }],
    [
      { flag: 'true', q: '1' },
      { flag: true, q: '1' },
    ],
    [{ flag: 'false' }, { flag: false }],
    [{ strike: '102.5' }, { strike: 102.5 }],
    [{ strike: '-7' }, { strike: -7 }],
    [{}, {}],
  ])('reads %j from an address', (given, read) => {
    expect(validate('querystring', given)).toEqual({ value: read })
  })

  test.each([
    [{ limit: '1.5' }],
    [{ limit: 'true' }],
    [{ limit: '1e2' }],
    [{ limit: ' 7' }],
    [{ limit: '' }],
    [{ limit: ['1', '2'] }],
    [{ limit: '9'.repeat(16) }],
    [{ strike: '1e2' }],
    [{ strike: '.5' }],
    [{ strike: '' }],
    [{ strike: 'NaN' }],
    [{ flag: '1' }],
    [{ q: ['a', 'b'] }],
    [{ other: '1' }],
  ])('refuses %j', (given) => {
    expect(validate('querystring', given).error).toBeDefined()
  })

  test('refuses a field of any name that is not asked for', () => {
    expect(validate('querystring', Object.fromEntries([['__proto__', '1']])).error).toBeDefined()
  })

  test('checks once what can never change, and gives what it read as unchangeable', () => {
    const check = compileValidator({ schema, httpPart: 'querystring', method: 'GET', url: '/' })
    const [sound, wrong] = [Object.freeze({ limit: '50' }), Object.freeze({ limit: 'fifty' })]
    const first = check(sound) as { value: object }
    expect(first.value).toEqual({ limit: 50 })
    expect(Object.isFrozen(first.value)).toBe(true)
    expect((check(sound) as { value: object }).value).toBe(first.value)
    for (const _time of ['first', 'again']) expect(check(wrong)).toHaveProperty('error')
  })

  test('takes a body as it is', () => {
    expect(validate('body', { limit: 5 })).toEqual({ value: { limit: 5 } })
    expect(validate('body', { limit: '5' }).error).toBeDefined()
    expect(validate('body', null)).toEqual({ value: {} })
  })
})
