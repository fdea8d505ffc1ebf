import { waitFor } from '@callwright/service/testing'
import { expect, test } from '@jest/globals'
import { asUser, cookieHeader, openAuth, randomAddress } from './support.ts'

test('no route writes a password, a token, a cookie or an email into logs or metrics', async () => {
  const auth = await openAuth({ logLevel: 'debug' })
  const canaries = {
    password: 'canary-password-71',
    next: 'canary-new-password-72',
    email: 'canary-mail@canary.example',
    typo: 'canary-typed-as-name',
  }
  const address = randomAddress()
  const body = { username: 'canary-owner', email: canaries.email, password: canaries.password }

  const registered = await auth.call('auth.register', { body, address })
  const { access_token: token, user } = registered.read<{ access_token: string; user: { id: string } }>()
  await auth.call('auth.register', { body, address })
  await auth.call('auth.register', { body: { ...body, username: 'x', email: 'canary-mail' }, address })
  const signedIn = await auth.signIn(canaries.email, canaries.password, address)
  for (let index = 0; index < 7; index += 1) await auth.signIn(canaries.email, `${canaries.password}-wrong`, address)
  await auth.signIn(canaries.typo, canaries.password, address)
  await auth.call('auth.login', { body: `{"username":"${canaries.email}","password":"${canaries.password}"`, address })
  const refreshed = await auth.call('auth.refresh', { cookie: cookieHeader(registered) })
  const as = asUser({ id: user.id, sid: JSON.parse(atob(token.split('.')[1] ?? '')).sid })
  await auth.call('auth.me', { as, headers: { authorization: `Bearer ${token}` } })
  const change = { current_password: canaries.password, new_password: canaries.next }
  for (const body of [{ ...change, current_password: canaries.typo }, { ...change, new_password: 'short' }, change]) {
    await auth.call('auth.password', { as, body })
  }
  await auth.call('auth.export', { as })
  await auth.call('auth.listSessions', { as })
  await auth.call('auth.revokeSessions', { as, query: { id: canaries.typo } })
  const demo = await auth.openDemo()
  await auth.call('auth.logout', { as, cookie: cookieHeader(refreshed) })
  auth.keepers.set('portfolio', 'down')
  await auth.call('auth.deleteMe', { as, body: { password: canaries.next } })
  await waitFor('the erasure to fail', () => auth.log.text().includes('erasure.failed'))
  await auth.call('auth.refresh', { cookie: cookieHeader(refreshed) })

  await waitFor(
    'the last line',
    () => auth.log.lines().filter((line) => line.event === 'request.completed').length >= 23,
  )
  const written = auth.log.text() + (await auth.runtime.metrics.registry.metrics())
  const cookies = [registered, signedIn, refreshed, demo.answer].map((answer) => answer.cookie()?.value ?? 'missing')
  const tokens = [token, demo.token, demo.email]
  for (const canary of [...Object.values(canaries), ...tokens, ...cookies]) expect(written).not.toContain(canary)

  const attempts = auth.log.lines().filter((line) => line.event === 'login.attempted')
  expect(attempts.map(({ outcome }) => outcome)).toEqual([
    'success',
    ...Array.from({ length: 5 }, () => 'wrong_credentials'),
    'limited',
    'limited',
    'wrong_credentials',
  ])
  expect(attempts[0]).toMatchObject({ account_id: user.id, client_address: address, request_id: expect.any(String) })
  expect(attempts.at(-1)).toMatchObject({ account_id: null })
  expect(await auth.readMetric('auth_login_attempts_total', { outcome: 'limited' })).toBe(2)
  await auth.close()
})
