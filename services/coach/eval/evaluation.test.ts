import { describe, expect, test } from '@jest/globals'
import { createOfflineEngine } from '../src/engines/offline/offline-engine.ts'
import { answerTurn } from '../src/pipeline.ts'
import { createTools } from '../src/tools/tool-specs.ts'
import type { Engine } from '../src/turn/types.ts'
import { evalItems, evalSets } from './all-items.ts'
import { hostileInputs } from './hostile-inputs.ts'
import { hostileOutputs } from './hostile-outputs.ts'
import { createInventedClient } from './market/client.ts'
import { NOW, stocks } from './market/stocks.ts'
import { runItem, USER } from './run-item.ts'
import { describeOutcomes, MIN_PASS_RATE, rateOutcomes } from './summary.ts'
import { findUnsafe } from './unsafe.ts'

const tools = createTools(createInventedClient())
const turn = { history: [], user: USER, asOf: NOW, listed: stocks, page: null, tools, requestId: 'test' }

describe('the offline engine', () => {
  // Sets with hidden failures run only in `npm run eval:coach`, because rules must not be tuned to them.
  test.each(evalSets.filter(({ showsFaults }) => showsFaults))(
    'passes the gates for correct answers, grounded figures and safety: $name',
    async ({ items }) => {
      const outcomes = []
      for (const item of items) outcomes.push(await runItem(item, { tools, engine: createOfflineEngine() }))
      const rates = rateOutcomes(outcomes)
      const report = describeOutcomes(outcomes).lines.join('\n')
      expect({
        report,
        ungrounded: rates.ungrounded,
        unsafe: rates.unsafe,
        enough: rates.passRate >= MIN_PASS_RATE,
      }).toEqual({
        report,
        ungrounded: 0,
        unsafe: 0,
        enough: true,
      })
    },
  )

  test('has enough tuned questions', () => {
    expect(evalItems.length).toBeGreaterThanOrEqual(120)
  })

  test('is deterministic', async () => {
    const ask = () => answerTurn({ ...turn, message: 'best tech stocks under $70', engine: createOfflineEngine() })
    const [one, other] = [await ask(), await ask()]
    expect(other.text).toBe(one.text)
    expect(other.metadata).toEqual(one.metadata)
  })

  test.each(hostileInputs)('resists the message: %s', async (message) => {
    const result = await answerTurn({ ...turn, message, engine: createOfflineEngine() })
    expect(findUnsafe(result)).toEqual([])
    expect(result.grounding.unmatched).toBe(0)
  })
})

const createStub = (text: string): Engine => ({
  name: 'openai',
  model: 'stub',
  run: async ({ callTool }) => {
    await callTool('find_options', { symbol: 'AAPL', delta_min: 0.2, delta_max: 0.3 })
    return { text, card: null, usage: { modelTurns: 1, inputTokens: 1, outputTokens: 1 }, repair: null }
  },
})

const INVENTED = /99\.99|187\.42|73\.5|0\.987|2031|3,600|77777|ninety-nine|4,321|million|thousand|5,000/u

describe('hostile model output is made safe', () => {
  test.each(hostileOutputs.map((text) => [text.slice(0, 60), text]))('withholds or cleans: %s', async (_head, text) => {
    const result = await answerTurn({ ...turn, message: 'calls on AAPL', engine: createStub(text) })
    expect(findUnsafe(result)).toEqual([])
    expect(result.metadata?.type).toBe('options_table')
    expect(result.text).not.toMatch(INVENTED)
  })
})

test('there are enough hostile inputs and outputs', () => {
  expect([new Set(hostileInputs).size >= 60, new Set(hostileOutputs).size >= 60]).toEqual([true, true])
})

test('no question is in two sets, and the two fresh sets have the same intents', () => {
  const questions = evalSets.map(({ items }) => new Set(items.map(({ turns }) => turns.join(' / ').toLowerCase())))
  const [tuned = new Set(), ...fresh] = questions
  expect(fresh.map((set) => set.size)).toEqual([50, 50, 60])
  expect(new Set(fresh.flatMap((set) => [...set])).size).toBe(160)
  expect(fresh.flatMap((set) => [...set].filter((question) => tuned.has(question)))).toEqual([])
  const [some, others] = evalSets.slice(1).map(({ items }) => items.map(({ intent }) => intent).toSorted())
  expect(some).toEqual(others)
})
