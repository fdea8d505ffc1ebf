import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { examine } from '../../src/doctor/run-doctor.ts'
import { type ScriptedReply, type StubModel, startStubModel } from './stub-model.ts'

let stub: StubModel
beforeAll(async () => {
  stub = await startStubModel()
  stub.list('good-model', 'other-model')
})
afterAll(() => stub.stop())

const ask: ScriptedReply = { call: 'stock_snapshot', args: { symbol: 'ZZT' } }

describe.each(['responses', 'chat'] as const)('the doctor, over %s', (api) => {
  async function findingsOf(replies: readonly ScriptedReply[], changes: { baseUrl?: string; model?: string } = {}) {
    stub.play(...replies)
    const findings = await examine({ api, apiKey: 'k', baseUrl: stub.url, model: 'good-model', ...changes })
    return findings.map(({ check, isOk }) => `${check}: ${isOk ? 'ok' : 'no'}`)
  }

  test('passes a model that follows the instructions', async () => {
    expect(await findingsOf([ask, { say: 'It trades at {{r1.price}}.' }])).toEqual([
      'reach: ok',
      'model: ok',
      'tool call: ok',
      'answer: ok',
    ])
  })

  test('reports a model that is missing, calls no tool, or invents figures', async () => {
    expect(await findingsOf([{ status: 404 }], { model: 'no-model' })).toEqual([
      'reach: ok',
      'model: no',
      'tool call: no',
    ])
    expect(await findingsOf([{ say: 'About $190.' }])).toEqual([
      'reach: ok',
      'model: ok',
      'tool call: no',
      'answer: no',
    ])
    expect(await findingsOf([ask, { say: 'It trades at $190.' }])).toContain('answer: no')
  })

  test('reports an unreachable server', async () => {
    expect(await findingsOf([], { baseUrl: 'http://127.0.0.1:9/v1' })).toEqual(['reach: no'])
  })
})
