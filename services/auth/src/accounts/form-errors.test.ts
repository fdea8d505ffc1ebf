import { Credentials, Registration } from '@callwright/contracts'
import { compileValidator } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import type { FastifySchemaValidationError } from 'fastify'
import { describeFormErrors } from './form-errors.ts'

const labels = { username: 'Username', email: 'Email', password: 'Password', full_name: 'Full name' }

function describeBody(schema: typeof Credentials | typeof Registration, body: unknown) {
  const route = { method: 'POST', url: '/', httpPart: 'body', schema }
  const validate = compileValidator(route) as (value: unknown) => { error?: FastifySchemaValidationError[] }
  return describeFormErrors(validate(body).error ?? [], labels)
}

describe('describeFormErrors', () => {
  test('nothing at all', () => {
    const missing = [
      { field: 'username', detail: 'Username is required' },
      { field: 'email', detail: 'Email is required' },
      { field: 'password', detail: 'Password is required' },
    ]
    for (const body of [undefined, null, 'text', {}]) expect(describeBody(Registration, body)).toEqual(missing)
  })

  test('empty, wrong and over-long values', () => {
    const body = { username: '', email: 7, password: 'x'.repeat(1_025), full_name: ['a'] }
    expect(describeBody(Registration, body)).toEqual([
      { field: 'username', detail: 'Username is required' },
      { field: 'email', detail: 'Email must be text' },
      { field: 'password', detail: 'Password must be at most 1024 characters' },
      { field: 'full_name', detail: 'Full name must be text' },
    ])
  })

  test('a repeated field arrives as a list and is refused', () => {
    expect(describeBody(Credentials, { username: ['a', 'b'], password: 'x' })).toEqual([
      { field: 'username', detail: 'Username must be text' },
    ])
  })

  test('unknown keys are named', () => {
    const body = JSON.parse('{"username":"a","password":"b","role":"admin","__proto__":{"id":1}}')
    expect(describeBody(Credentials, body)).toEqual([
      { field: 'role', detail: 'role is not known here' },
      { field: '__proto__', detail: '__proto__ is not known here' },
    ])
  })
})
