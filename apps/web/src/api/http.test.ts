import { expect, test } from '@jest/globals'
import { createNetwork } from '../testing/fake-network.ts'
import { send } from './http.ts'
import { type ApiRequest, request } from './request.ts'

test.each<[string, ApiRequest, boolean]>([
  ['a clearing', request('coach.clearHistory'), true],
  ['a sign-out', request('auth.logout'), true],
  ['a question', request('coach.listHistory'), false],
  ['what has a body, of any size', request('portfolio.add', { body: {} as never }), false],
])('%s goes on though its page is closed, or does not', async (_what, asked, outlivesPage) => {
  const network = createNetwork()
  await send(network.fetch, asked, { token: null, signal: new AbortController().signal })
  expect(network.callsTo(asked.id)[0]?.outlivesPage).toBe(outlivesPage)
})
