import { Credentials, Registration } from '@callwright/contracts'
import { bucketOf, compileValidator } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import type { FastifySchemaValidationError } from 'fastify'
import { readRegistration } from './accounts.ts'
import { describeWait } from './limits.ts'
import { createConcurrencyLimiter } from './passwords.ts'
import { describeFormErrors, registrationLabels } from './routes.ts'

describe('registration', () => {
  const policy = { minLength: 6, refuseCommon: false }
  const form = { username: 'Ada.L', email: 'Ada@Example.com', password: 'analytical' }

  function refuse(changes: Partial<typeof form> & { full_name?: string | null }) {
    try {
      readRegistration({ ...form, ...changes }, policy)
    } catch (error) {
      return error
    }
    throw new Error('The form was accepted')
  }

  describe('readRegistration', () => {
    test('keeps the typed values and derives the keys', () => {
      expect(readRegistration({ ...form, full_name: '  Ada Lovelace ' }, policy)).toEqual({
        username: 'Ada.L',
        usernameKey: 'ada.l',
        email: 'Ada@Example.com',
        emailKey: 'ada@example.com',
        password: 'analytical',
        fullName: 'Ada Lovelace',
      })
    })

    test.each([undefined, null, '', '   '])('a full name of %j is stored as null', (fullName) => {
      const given = fullName === undefined ? form : { ...form, full_name: fullName }
      expect(readRegistration(given, policy).fullName).toBeNull()
    })

    test.each([
      ['   ', 'Username is required'],
      ['ab', 'Username must be at least 3 characters'],
      ['a'.repeat(33), 'Username must be at most 32 characters'],
      ['ada lovelace', 'Username may contain only letters, digits, dots, underscores and hyphens'],
      ['ada@home', 'Username may contain only letters, digits, dots, underscores and hyphens'],
      ['ａｄａ', 'Username may contain only letters, digits, dots, underscores and hyphens'],
      ["ada'--", 'Username may contain only letters, digits, dots, underscores and hyphens'],
      ['ada\u0000', 'Username may contain only letters, digits, dots, underscores and hyphens'],
    ])('username %j: %s', (username, detail) => {
      expect(refuse({ username })).toMatchObject({
        status: 400,
        code: 'validation',
        detail,
        fields: [{ field: 'username', detail }],
      })
    })

    test.each(['abc', 'a.b-c_d', '123', 'a'.repeat(32)])('username %j is accepted', (username) => {
      expect(readRegistration({ ...form, username }, policy).username).toBe(username)
    })

    test.each(['ada', 'ada@', '@home', 'a da@home', 'ada@ho me', ' ada@home', 'ada@home\u0000', 'ada@home\n'])(
      'email %j is rejected',
      (email) => {
        expect(refuse({ email })).toMatchObject({ detail: 'Please enter a valid email address' })
      },
    )

    test.each(['a@b', 'ada@localhost', 'ада@пример.рф', '"a@b"@c'])('email %j is accepted', (email) => {
      expect(readRegistration({ ...form, email }, policy).email).toBe(email)
    })

    test('names every invalid field, and lists all messages in the detail', () => {
      expect(refuse({ username: 'ab', email: 'x', password: '12345', full_name: 'a\u0007b' })).toMatchObject({
        detail:
          'Username must be at least 3 characters. Please enter a valid email address. ' +
          'Password must be at least 6 characters. Full name must be plain text on one line',
        fields: [{ field: 'username' }, { field: 'email' }, { field: 'password' }, { field: 'full_name' }],
      })
    })
  })
})

describe('form errors', () => {
  function describeBody(
    schema: typeof Credentials | typeof Registration,
    body: unknown,
    labels: Readonly<Record<string, string>> = registrationLabels,
  ) {
    const route = { method: 'POST', url: '/', httpPart: 'body', schema }
    const validate = compileValidator(route) as (value: unknown) => { error?: FastifySchemaValidationError[] }
    return describeFormErrors(validate(body).error ?? [], labels)
  }

  describe('describeFormErrors', () => {
    test('an empty body', () => {
      const missing = [
        { field: 'username', detail: 'Username is required' },
        { field: 'email', detail: 'Email is required' },
        { field: 'password', detail: 'Password is required' },
      ]
      for (const body of [undefined, null, 'text', {}]) expect(describeBody(Registration, body)).toEqual(missing)
    })

    test('empty, wrong and overlong values', () => {
      const body = { username: '', email: 7, password: 'x'.repeat(1_025), full_name: ['a'], invitation: [] }
      expect(describeBody(Registration, body)).toEqual([
        { field: 'username', detail: 'Username is required' },
        { field: 'email', detail: 'Email must be text' },
        { field: 'password', detail: 'Password must be at most 1024 characters' },
        { field: 'full_name', detail: 'Full name must be text' },
        { field: 'invitation', detail: 'Invitation must be text' },
      ])
    })

    test('a repeated field arrives as a list and is rejected', () => {
      expect(describeBody(Credentials, { username: ['a', 'b'], password: 'x' })).toEqual([
        { field: 'username', detail: 'Username must be text' },
      ])
    })

    test('a known field without a label of the form is named', () => {
      expect(describeBody(Credentials, { username: ['a'], password: 'x' }, { password: 'Password' })).toEqual([
        { field: 'username', detail: 'username is invalid' },
      ])
    })

    test('unknown keys are named', () => {
      const body = JSON.parse('{"username":"a","password":"b","role":"admin","__proto__":{"id":1}}')
      expect(describeBody(Credentials, body)).toEqual([
        { field: 'role', detail: 'role is not a known field' },
        { field: '__proto__', detail: '__proto__ is not a known field' },
      ])
    })
  })
})

describe('concurrency limiter', () => {
  function openTask() {
    let finish: () => void = () => {}
    let fail: (error: Error) => void = () => {}
    const done = new Promise<void>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
    return { done, finish, fail }
  }

  const build = (maxWaitMs = 60_000) =>
    createConcurrencyLimiter({ concurrency: 2, queue: 1, maxWaitMs, createError: () => new Error('full') })
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  describe('createConcurrencyLimiter', () => {
    test('runs two at once, queues one and rejects the fourth', async () => {
      const gate = build()
      const started: number[] = []
      const tasks = [openTask(), openTask(), openTask()]
      const runs = tasks.map((task, index) =>
        gate.run(() => {
          started.push(index)
          return task.done
        }),
      )
      await settle()
      expect(started).toEqual([0, 1])
      await expect(gate.run(async () => 'never')).rejects.toThrow('full')

      tasks[1]?.finish()
      await runs[1]
      await settle()
      expect(started).toEqual([0, 1, 2])
      for (const task of tasks) task.finish()
      await Promise.all(runs)
      await expect(gate.run(async () => 'free again')).resolves.toBe('free again')
    })

    test('rejects a task that waits too long, whose place in the queue is then free', async () => {
      const gate = build(1)
      const tasks = [openTask(), openTask()]
      const runs = tasks.map((task) => gate.run(() => task.done))
      await expect(gate.run(async () => 'never')).rejects.toThrow('full')
      const next = gate.run(async () => 'next')
      for (const task of tasks) task.finish()
      await expect(next).resolves.toBe('next')
      await Promise.all(runs)
    })

    test('a failed task frees its slot', async () => {
      const gate = build()
      const [first, second] = [openTask(), openTask()]
      const failing = gate.run(() => first.done)
      const other = gate.run(() => second.done)
      const waiting = gate.run(async () => 'next')
      first.fail(new Error('broken'))
      await expect(failing).rejects.toThrow('broken')
      await expect(waiting).resolves.toBe('next')
      second.finish()
      await other
    })
  })
})

describe('limits', () => {
  test.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
    [3_600, '60 minutes'],
  ])('a wait of %d s reads "%s"', (seconds, text) => {
    expect(describeWait(seconds)).toBe(text)
  })
})

describe('bucketOf', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, bucket) => {
    expect(bucketOf(address)).toBe(bucket)
  })
})
