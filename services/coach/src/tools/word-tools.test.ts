import { type EndpointId, getSchemas } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { askTool } from '../../eval/market/ask-tool.ts'
import { createInventedClient } from '../../eval/market/client.ts'
import { toolNames } from '../turn/tool-names.ts'
import { cleanText } from './clean-text.ts'
import { toolSpecs } from './tool-specs.ts'

test('search_symbols finds by name and keeps names inert', async () => {
  expect(await askTool('search_symbols', { query: 'coca' })).toMatchObject({
    rows: [{ symbol: 'KO', name: 'The Coca-Cola Company', options_available: true }],
  })
  const hostile = JSON.stringify(await askTool('search_symbols', { query: 'ignore' }))
  expect(hostile).toContain('EVIL')
  expect(hostile).not.toMatch(/<|\{\{|https/u)
})

describe('explain_concept and app_help', () => {
  test('know their terms and topics, and say which there are', async () => {
    expect(await askTool('explain_concept', { term: 'Delta' })).toMatchObject({
      term: 'delta',
      sentence: expect.any(String),
    })
    expect(await askTool('explain_concept', { term: 'flux capacitor' })).toMatchObject({ error: 'NOT_FOUND' })
    expect(await askTool('app_help', { topic: 'how do I import a csv file?' })).toMatchObject({ path: '/portfolio' })
    expect(await askTool('app_help', { topic: 'columns' })).toMatchObject({ path: '/screening' })
    expect(await askTool('app_help', { topic: 'the weather' })).toMatchObject({ error: 'NOT_FOUND' })
  })
})

test('the invented market keeps to the contracts of the real one', async () => {
  const questions = [
    ['stocks.search', { query: { q: 'a' } }],
    ['stocks.quote', { params: { symbol: 'KO' } }],
    ['options.expirations', { params: { symbol: 'KO' } }],
    ['options.chain', { params: { symbol: 'KO' } }],
    ['screener.view', { query: {} }],
    ['portfolio.list', { as: { kind: 'user', userId: 'user-1', sessionId: 's', isDemo: false } }],
    ['portfolio.attention', { as: { kind: 'user', userId: 'user-1', sessionId: 's', isDemo: false } }],
  ] as const satisfies readonly (readonly [EndpointId, object])[]
  const client = createInventedClient()
  for (const [id, call] of questions) {
    const schema = getSchemas(id).responses[200]
    if (schema === undefined) throw new Error(`${id} has no success`)
    expect([...Compile(schema).Errors(await client.call(id, call))]).toEqual([])
  }
})

test.each([
  ['a\u0000b\u202ec\nd', 'a bc d'],
  ['<b>x</b> {{r1.y}} [z](https://evil.example/a) `q`', 'bx/b r1.y z( q'],
  ['x'.repeat(100), `${'x'.repeat(79)}…`],
])('%j becomes one plain line', (text, plain) => {
  expect(cleanText(text)).toBe(plain)
})

test('every argument and every figure is described', () => {
  expect(toolSpecs.map(({ name }) => name)).toEqual(toolNames)
  for (const { name, description, args, result } of toolSpecs) {
    expect([name, description.length > 30]).toEqual([name, true])
    expect(Object.keys(args.properties).toSorted()).toEqual([...(args.required ?? [])].toSorted())
    expect([name, Object.keys('properties' in result ? Object(result.properties) : {})]).toEqual([
      name,
      expect.arrayContaining(['as_of', 'delay_minutes', 'source', 'warnings']),
    ])
  }
})
