import { ChatAnswer } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import type { ScriptedReply } from './engines/stub-model.ts'
import { MARKET_TIME, newUser, openStack, readEvents, type Stack } from './support.ts'

const args = { entry_price: 83.17, strike: 87.5, premium: 1.37, shares: 200, days: 28, symbol: 'ZZT' }
const calc: ScriptedReply = { call: 'calc_covered_call', args }
const say: ScriptedReply = { say: 'You keep {{r1.premium_total}} on {{r1.contracts}} contracts. It is $77,777 in all.' }
const mended: ScriptedReply = { say: 'You keep {{r1.premium_total}} on {{r1.contracts}} contracts.' }
const TEXT = 'You keep $274.00 on 2 contracts.'

describe('the coach with a model', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
  })
  afterAll(() => stack.close())

  test('answers with figures from tools, lists the sources, and stores both messages', async () => {
    const user = newUser()
    stack.model.play(calc, say, mended)
    const answer = await stack.ask('What does it pay?', user, {
      page: { path: '/analysis', symbol: 'ZZT' },
      from_link: true,
    })
    expect(answer).toMatchObject({
      status: 'success',
      response: TEXT,
      metadata: { type: 'trade_card' },
      sources: [{ call: 'r1', tool: 'calc_covered_call', outcome: 'ok', args, asked_at: MARKET_TIME }],
      grounding: { unmatched: 0, withheld: 0 },
      usage: { model_turns: 3, input_tokens: 300, output_tokens: 30 },
      engine: {
        engine: 'openai',
        model: 'test-model',
        fallback: false,
        text: expect.stringContaining('Recorded market of Jul 10, 2026'),
      },
    })
    const { messages } = await stack.get('coach.listHistory', { user })
    expect(messages).toMatchObject([
      { role: 'user', content: 'What does it pay?', from_link: true },
      { role: 'assistant', content: TEXT, id: answer.id, timestamp: answer.timestamp, metadata: answer.metadata },
    ])
    expect(stack.log.text()).not.toContain('What does it pay?')
  })

  test('replaces the answer of a corrected question in its place', async () => {
    const user = newUser()
    stack.model.play(calc, mended)
    const first = await stack.ask('What does it pay?', user)
    expect(first.understood?.chips).toContainEqual({ slot: 'strike', label: 'Strike', value: '87.5', choices: [] })
    const correction = { reading: 'calc_covered_call', slots: [{ slot: 'strike', value: '90' }], answer_id: first.id }
    stack.model.play({ ...calc, args: { ...args, strike: 90 } }, mended)
    const second = await stack.ask('What does it pay?', user, { correction })
    expect(second).toMatchObject({ id: first.id, response: TEXT })
    expect(JSON.stringify(stack.model.requests.at(-2)?.body)).toContain('Strike: 90')
    const { messages } = await stack.get('coach.listHistory', { user })
    expect(messages.map(({ role, id }) => [role, id])).toEqual([
      ['user', expect.any(String)],
      ['assistant', first.id],
    ])
  })

  test('remembers each user’s conversation until it is cleared', async () => {
    const [user, other] = [newUser(), newUser()]
    stack.model.play({ say: 'A call is a right.' })
    await stack.ask('What is a call?', user)
    await stack.ask('And why?', user)
    const sent = JSON.stringify(stack.model.requests[1]?.body)
    expect(sent).toMatch(/What is a call\?.*A call is a right\..*And why\?/)
    await stack.ask('Hello', other)
    expect(JSON.stringify(stack.model.requests[2]?.body)).not.toContain('What is a call?')
    expect((await stack.get('coach.clearHistory', { user })).messages).toBe(4)
    expect((await stack.get('coach.listHistory', { user })).messages).toEqual([])
    expect((await stack.get('coach.listHistory', { user: other })).messages).toHaveLength(2)
  })

  test('streams progress, then checked sentences, then the complete answer', async () => {
    stack.model.play(calc, { say: 'You keep {{r1.premium_total}}. It is $77,777 in all.' })
    const body = { message: 'What does it pay?' }
    const answer = await stack.request('coach.chat', { user: newUser(), body, accept: 'text/event-stream' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const events = await readEvents(answer)
    const names = events.map(({ name }) => name)
    expect(names.filter((name) => name !== 'status' && name !== 'text')).toEqual([
      'tool_start',
      'tool_end',
      'metadata',
      'done',
    ])
    expect(names.at(-1)).toBe('done')
    const done = events.at(-1)?.data
    expect(Compile(ChatAnswer).Check(done)).toBe(true)
    const texts = events.flatMap(({ name, data }) => (name === 'text' ? [(data as { text: string }).text] : []))
    expect(done).toMatchObject({ response: texts.join(''), grounding: { withheld: 1 } })
    expect(JSON.stringify(events)).not.toContain('77,777')
  })

  test('aborts the model request within a second of a client disconnect, and accepts the next message (F30)', async () => {
    const user = newUser()
    stack.model.play((response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"output":['))
    const reader = new AbortController()
    const body = { message: 'What does it pay?' }
    const answer = await stack.request('coach.chat', { user, body, accept: 'text/event-stream', signal: reader.signal })
    await waitFor('the model is called', () => stack.model.requests.length === 1)
    const leftAt = performance.now()
    reader.abort()
    await expect(answer.text()).rejects.toThrow()
    expect(((await stack.model.left[0]) ?? Infinity) - leftAt).toBeLessThan(1_000)
    stack.model.play({ say: 'A call is a right.' })
    await waitFor('the next message is accepted', async () => {
      const next = await stack.request('coach.chat', { user, body: { message: 'Again' } })
      return next.status === 200
    })
    const { messages } = await stack.get('coach.listHistory', { user })
    expect(messages[0]).toMatchObject({ role: 'user', content: 'What does it pay?' })
  })

  test.each(['', '  \n ', 'x'.repeat(2_001)])(
    'rejects a blank or overlong message without calling the model',
    async (message) => {
      stack.model.play({ say: 'never' })
      const { status } = await stack.request('coach.chat', { user: newUser(), body: { message } })
      expect({ status, asked: stack.model.requests.length }).toEqual({ status: 400, asked: 0 })
    },
  )

  test('answers one message per user at a time', async () => {
    const user = newUser()
    const held = Promise.withResolvers<() => void>()
    stack.model.play((response) => held.resolve(() => response.writeHead(401).end('{}')))
    const first = stack.ask('First', user)
    const release = await held.promise
    const second = await stack.request('coach.chat', { user, body: { message: 'Second' } })
    expect([second.status, await second.json()]).toMatchObject([429, { code: 'still_answering' }])
    expect(stack.model.requests).toHaveLength(1)
    release()
    expect(await first).toMatchObject({ engine: { engine: 'offline', fallback: true } })
  })

  test('does not offer positions to a model unless the user agreed to share them', async () => {
    const user = newUser()
    stack.model.play({ say: 'A call is a right.' })
    const namesOf = (index: number) => JSON.stringify(stack.model.requests[index]?.body.tools)
    await stack.ask('How are my positions?', user)
    await stack.ask('How are my positions?', user, { share_positions: true })
    expect(namesOf(0)).not.toMatch(/portfolio_review|analyze_position|roll_candidates/)
    expect(namesOf(1)).toMatch(/portfolio_review.*analyze_position.*roll_candidates/)
    expect(await stack.get('coach.status', { user })).toMatchObject({
      engine: 'openai',
      positions: 'ask',
      recipient: new URL(stack.model.url).host,
      data_source: 'Invented',
    })
  })

  test('does not store an answer whose question was cleared or erased, and counts its cost without the user', async () => {
    for (const forget of ['coach.clearHistory', 'coach.erase'] as const) {
      const user = newUser()
      const held = Promise.withResolvers<() => void>()
      stack.model.play(calc, (response) => held.resolve(() => response.writeHead(401).end('{}')))
      const answer = stack.ask('What does it pay?', user)
      const release = await held.promise
      await stack.get(forget, forget === 'coach.erase' ? { as: { kind: 'service' }, params: { id: user } } : { user })
      release()
      expect(await answer).toMatchObject({ engine: { engine: 'offline' } })
      expect((await stack.get('coach.listHistory', { user })).messages).toEqual([])
      expect(await stack.sumTokens(user)).toBe(0)
    }
    expect(await stack.sumTokens('')).toBe(2 * 110)
  })

  test('clears a question whose answer is still in progress', async () => {
    const user = newUser()
    const fresh = await openStack()
    const release = fresh.otherServices.hold()
    const answer = fresh.ask('What is a call?', user)
    await waitFor(
      'the question is stored',
      async () => (await fresh.get('coach.listHistory', { user })).messages.length === 1,
    )
    expect(fresh.otherServices.countWaiting()).toBe(1)
    await fresh.get('coach.clearHistory', { user })
    release()
    await answer
    expect((await fresh.get('coach.listHistory', { user })).messages).toEqual([])
    await fresh.close()
  })

  test('counts the cost of an answer after the client disconnects', async () => {
    const user = newUser()
    stack.model.play(calc, (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"output":['),
    )
    const reader = new AbortController()
    const body = { message: 'What does it pay?' }
    const answer = await stack.request('coach.chat', { user, body, accept: 'text/event-stream', signal: reader.signal })
    await waitFor('the model is called again', () => stack.model.requests.length === 2)
    reader.abort()
    await expect(answer.text()).rejects.toThrow()
    // The first reply reports its usage. The second one's usage is estimated from the input that was sent.
    await waitFor('the cost is counted', async () => (await stack.sumTokens(user)) > 110 + 1_000)
  })

  test('strips invisible characters, and rejects a message that has nothing else', async () => {
    const user = newUser()
    stack.model.play({ say: 'A call is a right.' })
    await stack.ask('What is\u0000 a\u202e call?', user)
    const { messages } = await stack.get('coach.listHistory', { user })
    expect(messages.map(({ content }) => content)).toEqual(['What is  a  call?', 'A call is a right.'])
    const blank = await stack.request('coach.chat', { user, body: { message: '\u200b\u0000' } })
    expect([blank.status, await blank.json()]).toMatchObject([400, { detail: expect.stringContaining('message') }])
    expect(stack.model.requests).toHaveLength(1)
  })

  test('sends no message from a demo user to a model', async () => {
    stack.model.play({ say: 'never' })
    const as = { kind: 'user', userId: newUser(), sessionId: 's', isDemo: true } as const
    for (const message of ['Explain delta', 'How are my positions?', 'What would a model say?']) {
      const answer = await stack.request('coach.chat', { as, body: { message, share_positions: true } })
      expect(await answer.json()).toMatchObject({ engine: { engine: 'offline', fallback: false } })
    }
    expect(await stack.get('coach.status', { as })).toMatchObject({
      engine: 'offline',
      fallback: false,
      recipient: null,
      positions: 'local',
    })
    expect(stack.model.requests).toHaveLength(0)
  })

  test('exports and erases a user only for the auth service', async () => {
    const user = newUser()
    stack.model.play({ say: 'A call is a right.' })
    await stack.ask('What is a call?', user)
    const asked = { as: { kind: 'service' }, params: { id: user } } as const
    expect((await stack.request('coach.exportUser', { ...asked, caller: 'gateway' })).status).toBe(403)
    expect((await stack.get('coach.exportUser', asked)).kept.messages).toHaveLength(2)
    await stack.get('coach.erase', asked)
    expect((await stack.get('coach.exportUser', asked)).kept.messages).toEqual([])
  })

  test('exports its metrics', async () => {
    const text = await stack.metrics()
    for (const sample of [
      /coach_requests_total\{outcome="answered",service="coach"\} [1-9]/,
      /coach_tokens_total\{direction="input",service="coach"\} [1-9]/,
      /coach_cost_usd_total\{service="coach"\} \d/,
      /coach_budget_remaining_ratio\{service="coach"\} 0\.\d/,
      /coach_tool_calls_total\{tool="calc_covered_call",outcome="ok",service="coach"\} [1-9]/,
      /coach_output_rejected_total\{reason="figure",service="coach"\} [1-9]/,
    ]) {
      expect(text).toMatch(sample)
    }
  })

  test('answers with the offline engine while the database is down, and returns 503 for the history', async () => {
    stack.postgres.cut()
    try {
      const answer = await stack.ask('Explain delta', newUser())
      expect(answer).toMatchObject({ engine: { engine: 'offline', fallback: true } })
      expect(answer.engine?.text).not.toContain('spent')
      expect((await stack.request('coach.listHistory', { user: newUser() })).status).toBe(503)
    } finally {
      stack.postgres.restore()
    }
  })
})

test('a shutdown ends a running answer with an error, and releases the user for the next question', async () => {
  const stopping = await openStack({ answerGraceMs: 20 })
  const user = newUser()
  stopping.model.play((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"output":['),
  )
  const body = { message: 'What does it pay?' }
  const answer = await stopping.request('coach.chat', { user, body, accept: 'text/event-stream' })
  await waitFor('the model is called', () => stopping.model.requests.length === 1)
  const [events] = await Promise.all([readEvents(answer), stopping.close()])
  expect(events.at(-1)).toMatchObject({
    name: 'error',
    data: { code: 'answer_cut', detail: expect.stringMatching(/try again/) },
  })
  const next = await openStack({ hasModel: false })
  expect(await next.ask('Explain delta', user)).toMatchObject({ engine: { engine: 'offline' } })
  await next.close()
})

describe('limits', () => {
  test('reject the third message within five minutes without calling the model', async () => {
    const stack = await openStack({ messagesPerFiveMinutes: 2 })
    const user = newUser()
    stack.model.play({ say: 'A call is a right.' })
    await stack.ask('One', user)
    await stack.ask('Two', user)
    const third = await stack.request('coach.chat', { user, body: { message: 'Three' } })
    expect([third.status, third.headers.get('retry-after'), stack.model.requests.length]).toEqual([
      429,
      expect.any(String),
      2,
    ])
    await stack.close()
  })

  test('use the offline engine once the daily budget is spent, as shown in the footer', async () => {
    const stack = await openStack({ tokensPerDay: 100 })
    stack.model.play({ say: 'A call is a right.' })
    expect(await stack.ask('One', newUser())).toMatchObject({ engine: { engine: 'openai' } })
    const user = newUser()
    expect(await stack.ask('Explain delta', user)).toMatchObject({ engine: { engine: 'offline', fallback: true } })
    expect(await stack.get('coach.status', { user })).toMatchObject({
      engine: 'offline',
      fallback: true,
      positions: 'local',
    })
    expect(stack.model.requests).toHaveLength(1)
    await stack.close()
  })

  test('still count the usage of an erased user', async () => {
    const stack = await openStack({ tokensPerDay: 100 })
    const spender = newUser()
    stack.model.play({ say: 'A call is a right.' })
    await stack.ask('One', spender)
    await stack.get('coach.erase', { as: { kind: 'service' }, params: { id: spender } })
    expect(await stack.get('coach.status', { user: newUser() })).toMatchObject({ engine: 'offline', fallback: true })
    await stack.close()
  })

  test('do not apply without a provider: everything stays local', async () => {
    const stack = await openStack({ hasModel: false })
    const user = newUser()
    expect(await stack.get('coach.status', { user })).toMatchObject({
      engine: 'offline',
      fallback: false,
      recipient: null,
    })
    expect(await stack.ask('Explain delta', user)).toMatchObject({ engine: { engine: 'offline', fallback: false } })
    await stack.close()
  })
})
