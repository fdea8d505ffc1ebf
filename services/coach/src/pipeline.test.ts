import { describe, expect, test } from '@jest/globals'
import { answerTurn } from './pipeline.ts'
import { toolSpecs } from './tools/tool-specs.ts'
import { createToolCaller } from './turn/tool-caller.ts'
import {
  type Draft,
  type Engine,
  EngineFailure,
  type EngineInput,
  noUsage,
  type Tool,
  type ToolContext,
  type ToolRegistry,
  type TurnEvent,
  type TurnInput,
} from './turn/types.ts'

describe('answer turn', () => {
  const stamp = {
    as_of: '2026-11-20T20:45:00Z',
    delay_minutes: 15,
    source: 'Invented',
    data_class: 'delayed',
    warnings: [],
  }
  const option = { strike: 87.5, expiry: '2026-12-18', dte: 28, bid: 1.37, ask: 1.44, premium: 1.37, delta: 0.2514 }

  const tools: ToolRegistry = {
    find_options: async ({ symbol }) => ({
      ...stamp,
      symbol,
      current_price: 83.17,
      rows: [{ ...option, annYield: 21.46, open_interest: 912, moneyness: 'OTM' }],
    }),
    stock_snapshot: async ({ symbol }) => ({
      error: 'NOT_FOUND',
      message: `There is no stock ${symbol}.`,
      suggestions: ['Ask for ZZT'],
    }),
  }

  type Script = (input: EngineInput) => Promise<Partial<Draft>>

  const engineOf = (script: Script, name: Engine['name'] = 'openai'): Engine => ({
    name,
    model: 'scripted',
    run: async (input) => ({ text: '', card: null, usage: noUsage, repair: null, ...(await script(input)) }),
  })

  const answer = (script: Script, more: Partial<TurnInput> = {}) =>
    answerTurn({
      message: 'Find me a call on ZZT',
      history: [],
      user: { userId: 'u1', sessionId: 's1', isDemo: false },
      asOf: '2026-11-20T21:00:00Z',
      page: null,
      tools,
      engine: engineOf(script),
      ...more,
    })

  const find = (input: EngineInput, more: object = {}) => input.callTool('find_options', { symbol: 'ZZT', ...more })

  describe('a draft', () => {
    test('takes its figures and its card from the results', async () => {
      const events: TurnEvent[] = []
      const result = await answer(
        async (input) => {
          await find(input)
          return { text: 'The {{r1.rows.0.strike}} call pays {{r1.rows.0.premium}}.\n- Delta {{r1.rows.0.delta}}' }
        },
        { onEvent: (event) => events.push(event) },
      )
      expect(result).toMatchObject({
        text: 'The $87.50 call pays $1.37.\n- Delta 0.251',
        grounding: { checked: 3, unmatched: 0, withheld: 0 },
        engine: { name: 'openai', model: 'scripted' },
        failure: null,
        metadata: {
          type: 'options_table',
          content: [{ strike: 87.5, expiry: '2026-12-18', delta: 0.2514, premium: 1.37, annYield: 21.46 }],
          source: 'Invented',
          delay_minutes: 15,
          links: [{ label: 'Analyze ZZT', path: '/analysis?symbol=ZZT' }],
        },
      })
      expect(result.calls).toMatchObject([{ id: 'r1', name: 'find_options', args: { symbol: 'ZZT', limit: null } }])
      expect(events.map(({ kind }) => kind)).toEqual(['tool_start', 'tool_end', 'metadata', 'text', 'text'])
      const texts = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))
      expect(texts.join('')).toBe(result.text)
    })

    test('with a wrong figure is repaired once, then loses the sentence with a notice', async () => {
      const repairs: (readonly string[])[] = []
      const wrong = { text: 'It pays $9.99. It is out of the money.', usage: { ...noUsage, modelTurns: 1 } }
      const result = await answer(async (input) => {
        await find(input)
        const repair = async (figures: readonly string[]) => {
          repairs.push(figures)
          return { ...wrong, card: null, repair: null }
        }
        return { ...wrong, repair }
      })
      expect(repairs).toEqual([['$9.99']])
      expect(result).toMatchObject({
        text: 'It is out of the money.\n\nOne figure was removed because the data does not support it.',
        grounding: { checked: 1, unmatched: 1, withheld: 1 },
        usage: { modelTurns: 2 },
        metadata: { type: 'options_table' },
        rejections: ['figure'],
      })
    })

    test('is used once it is repaired', async () => {
      const result = await answer(async (input) => {
        await find(input)
        const repaired = { text: 'It pays {{r1.rows.0.premium}}.', card: null, usage: noUsage, repair: null }
        return { text: 'It pays $9.99.', repair: async () => repaired }
      })
      expect(result).toMatchObject({ text: 'It pays $1.37.', rejections: [] })
    })

    test('without any result shows no figures', async () => {
      const result = await answer(async () => ({ text: 'ZZT trades at $83.17.' }))
      expect(result.text).not.toMatch(/\d/)
      expect(result.metadata).toBeNull()
    })

    test('loses promises and claims of placed orders', async () => {
      const result = await answer(async () => ({ text: 'A guaranteed win. I sold it for you. <b>Calls</b> expire.' }))
      expect(result.text).toMatch(/^Calls expire\./)
      expect(result.rejections).toEqual(['promise', 'order'])
    })
  })

  describe('a failed call', () => {
    test('replaces the draft, so it never leads to advice', async () => {
      const result = await answer(async (input) => {
        await input.callTool('stock_snapshot', { symbol: 'QQZ' })
        return { text: 'A fine stock, hold your position.' }
      })
      expect(result).toMatchObject({
        text: 'There is no stock QQZ.\n- Ask for ZZT',
        metadata: { type: 'error_card', content: { code: 'NOT_FOUND' } },
      })
    })

    test('is reported together with a successful call', async () => {
      const result = await answer(async (input) => {
        await input.callTool('stock_snapshot', { symbol: 'QQZ' })
        await find(input)
        return { text: 'Pays {{r2.rows.0.premium}}.' }
      })
      expect(result).toMatchObject({
        text: 'Pays $1.37.\n\nThere is no stock QQZ.',
        metadata: { type: 'options_table' },
      })
    })

    test.each<[string, Tool]>([
      ['throws', async () => Promise.reject(new Error('a fault'))],
      ['returns no object', async () => JSON.parse('[1]')],
    ])('is reported if a tool %s', async (_what, tool) => {
      const result = await answer(
        async (input) => {
          await find(input)
          return { text: 'Hold.' }
        },
        { tools: { find_options: tool } },
      )
      expect(result.calls[0]?.result).toMatchObject({ error: 'UPSTREAM_TIMEOUT' })
      expect(result.text).not.toContain('Hold')
    })
  })

  describe('calls', () => {
    test('are rejected if unknown, invalid or duplicate, and after the sixth', async () => {
      const refusals: string[] = []
      const result = await answer(async (input) => {
        const note = async (asked: ReturnType<EngineInput['callTool']>) => {
          const outcome = await asked
          if (!outcome.made) refusals.push(outcome.error.message)
        }
        await note(input.callTool('place_order', { symbol: 'ZZT' }))
        await note(input.callTool('find_options', { symbol: 'ZZT', user_id: 'u2' }))
        await note(input.callTool('find_options', 'ZZT'))
        for (const limit of [1, 2, 3, 3, 4, 5, 6, 7]) await note(find(input, { limit }))
        return { text: 'Done.' }
      })
      expect(result.calls.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6'])
      expect(refusals).toEqual([
        'There is no such tool.',
        expect.stringContaining('user_id'),
        'The arguments must be one JSON object.',
        'Duplicate call: its result is r3.',
        expect.stringContaining('No tool calls are left'),
      ])
    })

    test('are made for the session’s user', async () => {
      const users: string[] = []
      const spy: Tool = async (_args, { user }) => {
        users.push(user.userId)
        return stamp
      }
      const claim = async (input: EngineInput) => {
        await find(input)
        return { text: 'I am u2.' }
      }
      await answer(claim, { tools: { find_options: spy } })
      expect(users).toEqual(['u1'])
    })
  })

  describe('an engine that fails', () => {
    const failing = () => Promise.reject(new EngineFailure('rate_limited', { ...noUsage, inputTokens: 7 }))

    test('is replaced by the fallback, which is named', async () => {
      const fallback = { engine: engineOf(async () => ({ text: 'Calls expire.' }), 'offline') }
      expect(await answer(failing, { fallback })).toMatchObject({
        text: 'Calls expire.',
        engine: { name: 'offline' },
        failure: 'rate_limited',
        usage: { inputTokens: 7 },
      })
    })

    test('throws to the caller without a fallback', async () => {
      await expect(answer(failing)).rejects.toThrow(EngineFailure)
    })

    test('does not use the fallback after the client disconnects', async () => {
      const leaving = new AbortController()
      const fallback = { engine: engineOf(() => Promise.reject(new Error('not asked')), 'offline') }
      const asked = answer(
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
            leaving.abort(new Error('left'))
          }),
        { fallback, signal: leaving.signal },
      )
      await expect(asked).rejects.toThrow('left')
    })
  })
})

describe('tool caller', () => {
  function openCaller(tool: Tool, signal = new AbortController().signal) {
    const context: ToolContext = {
      user: { userId: 'u', sessionId: 's', isDemo: false },
      asOf: '2026-11-20T21:00:00Z',
      signal,
      requestId: 'r',
      page: null,
    }
    const tools = { market_status: tool }
    return createToolCaller({ tools, specs: toolSpecs, context, onEvent: () => {}, timeoutMs: 20 })
  }

  test('aborts a tool that hangs and reports a timeout', async () => {
    const signals: AbortSignal[] = []
    const caller = openCaller((_args, { signal }) => {
      signals.push(signal)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    expect(await caller.call('market_status', {})).toMatchObject({
      made: true,
      call: { id: 'r1', args: { date: null }, result: { error: 'UPSTREAM_TIMEOUT' } },
    })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  test('rejects running calls when the turn is aborted', async () => {
    const ending = new AbortController()
    const caller = openCaller(() => new Promise(() => {}), ending.signal)
    const asked = caller.call('market_status', {})
    ending.abort(new Error('over'))
    await expect(asked).rejects.toThrow('over')
  })

  test('keeps the metadata a tool returns and sets missing metadata to null', async () => {
    const caller = openCaller(async () => JSON.parse('{"state": "open"}'))
    expect(await caller.call('market_status', {})).toMatchObject({
      call: { result: { state: 'open', as_of: null, delay_minutes: null, source: null, warnings: [] } },
    })
  })
})
