import { AppError, type Logger } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import { askTool, buildContext } from '../../eval/market/ask-tool.ts'
import { createInventedClient } from '../../eval/market/client.ts'
import { createTools } from '../tools/tool-specs.ts'
import { type Engine, noUsage, type User } from '../turn/types.ts'
import { createBudget } from './budget.ts'
import { createEngineChoice, hidePersonalAnswers } from './engine-choice.ts'

describe('budget', () => {
  const terms = { tokensPerDay: 30_000, costPerDayUsd: 100, inputUsdPerMillion: 1, outputUsdPerMillion: 1 }

  function open(sum: () => Promise<{ tokens: number; costUsd: number }>, changes: Partial<typeof terms> = {}) {
    return createBudget({
      usage: { sum, add: async () => {} },
      terms: { ...terms, ...changes },
      log: { warn: () => undefined } as unknown as Logger,
      now: () => 0,
      onRemaining: () => {},
    })
  }

  test('reserves budget for questions in progress', async () => {
    const budget = open(async () => ({ tokens: 0, costUsd: 0 }))
    const [first, second, third] = await Promise.all([budget.reserve(), budget.reserve(), budget.reserve()])
    expect([first.state, second.state, third.state]).toEqual(['left', 'left', 'spent'])
    first.release()
    first.release()
    expect(await budget.read()).toBe('left')
  })

  test('allows one question at a time, however small it is', async () => {
    const budget = open(async () => ({ tokens: 0, costUsd: 0 }), { tokensPerDay: 100 })
    const first = await budget.reserve()
    expect([first.state, (await budget.reserve()).state]).toEqual(['left', 'spent'])
    first.release()
    expect((await budget.reserve()).state).toBe('left')
  })

  test('is unknown, not spent, while it cannot be read', async () => {
    const budget = open(() => Promise.reject(new AppError(503, 'database_unavailable', 'Away')))
    expect([await budget.read(), (await budget.reserve()).state]).toEqual(['unknown', 'unknown'])
  })
})

describe('engine choice', () => {
  const engineOf = (name: Engine['name']): Engine => ({
    name,
    model: 'scripted',
    run: async () => ({ text: '', card: null, usage: noUsage, repair: null }),
  })
  const user: User = { userId: 'user-1', sessionId: 'session-1', isDemo: false }

  function choose(agreesToShare: boolean, asked: unknown[] = []) {
    const chooseEngine = createEngineChoice({
      offline: engineOf('offline'),
      model: {
        engine: engineOf('compatible'),
        provider: { api: 'chat', apiKey: 'k', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' },
      },
      tools: createTools(createInventedClient((id) => asked.push(id))),
      mayShare: true,
      readBudget: async () => 'left',
    })
    return chooseEngine(user, agreesToShare)
  }

  describe('without agreement to share positions', () => {
    test('a model may request the events of named stocks, but no user data', async () => {
      const asked: unknown[] = []
      const { tools } = await choose(false, asked)
      expect(Object.keys(tools)).not.toContain('portfolio_review')
      const events = await tools.upcoming_events?.({ symbols: ['AAPL'], days: 90 }, buildContext())
      expect(events).toMatchObject({ symbols: ['AAPL'] })
      expect(await tools.upcoming_events?.({ symbols: null, days: 90 }, buildContext())).toMatchObject({
        error: 'INVALID',
        message: expect.stringContaining('agree'),
      })
      expect(await tools.upcoming_events?.({ days: 90 }, buildContext())).toHaveProperty('error')
      expect(asked.filter((id) => String(id).startsWith('portfolio.'))).toEqual([])
    })

    test('with agreement, it may request both', async () => {
      const { tools } = await choose(true)
      expect(await tools.upcoming_events?.({ symbols: null, days: 90 }, buildContext())).toEqual(
        await askTool('upcoming_events', { days: 90 }),
      )
    })
  })

  test('hides answers about positions, and follow-up answers without a tool call', () => {
    const events = (symbols: string[] | null) => [{ name: 'upcoming_events', args: { symbols } }] as const
    const history = [
      { role: 'assistant', content: 'A call is a right.', calls: [] },
      { role: 'assistant', content: 'AAPL reports soon.', calls: events(['AAPL']) },
      { role: 'assistant', content: 'Yours expire soon.', calls: events(null) },
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'Since you hold KO.', calls: [] },
      { role: 'assistant', content: 'KO reports soon.', calls: events(['KO']) },
    ] as const
    const hidden = hidePersonalAnswers(history).map(({ content }) => content)
    expect(hidden).toEqual([
      'A call is a right.',
      'AAPL reports soon.',
      expect.stringContaining('not shared'),
      'Why?',
      expect.stringContaining('not shared'),
      'KO reports soon.',
    ])
  })
})
