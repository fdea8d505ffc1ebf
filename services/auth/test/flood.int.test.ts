import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { owaspCost } from '../src/accounts/passwords.ts'
import { type AuthUnderTest, asUser, openAuth, PASSWORD, randomAddress, randomName } from './support.ts'

/** Twice as many as are worked on and wait. */
const SIGN_INS = 120

let auth: AuthUnderTest
beforeAll(async () => {
  auth = await openAuth({ hashCost: owaspCost })
})
afterAll(() => auth.close())

test('120 sign-ins at once: each is judged or told to come back, and who is signed in goes on meanwhile (S13)', async () => {
  const user = await auth.register()
  let unanswered = SIGN_INS
  const flood = Promise.all(
    Array.from({ length: SIGN_INS }, async () => {
      const answer = await auth.signIn(randomName(), PASSWORD, randomAddress())
      unanswered -= 1
      return answer
    }),
  )
  await waitFor('an answer to who is signed in', async () => {
    const { status } = await auth.call('auth.me', { as: asUser(user) })
    expect([200, 503]).toContain(status)
    return status === 200
  })
  expect(unanswered).toBeGreaterThan(0)

  const answers = await flood
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const answer of busy) expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  const judged = answers.filter(({ status }) => status === 401)
  // More than are worked on at once.
  expect(judged.length).toBeGreaterThan(4)
  expect(busy.length + judged.length).toBe(SIGN_INS)
  expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
})
