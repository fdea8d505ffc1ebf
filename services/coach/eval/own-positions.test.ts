import { describe, expect, test } from '@jest/globals'
import { createOfflineEngine } from '../src/engines/offline/offline-engine.ts'
import { answerTurn } from '../src/pipeline.ts'
import { createTools } from '../src/tools/tool-specs.ts'
import type { HistoryTurn } from '../src/turn/types.ts'
import { createInventedClient } from './market/client.ts'
import { NOW, stocks } from './market/stocks.ts'
import { USER } from './run-item.ts'

const tools = createTools(createInventedClient())
const engine = createOfflineEngine()

async function lead(...messages: readonly string[]) {
  const history: HistoryTurn[] = []
  let last: Awaited<ReturnType<typeof answerTurn>> | null = null
  for (const message of messages) {
    const turn = { message, history: [...history], user: USER, asOf: NOW, listed: stocks, page: null, tools, engine }
    last = await answerTurn({ ...turn, correction: null, requestId: 'test' })
    const { text, metadata, calls, understood } = last
    history.push({ role: 'user', content: message }, { role: 'assistant', content: text, metadata, calls, understood })
  }
  if (last === null) throw new Error('a conversation needs a message')
  return last
}
const chipsOf = ({ understood }: Awaited<ReturnType<typeof lead>>) =>
  Object.fromEntries((understood?.chips ?? []).map(({ slot, value }) => [slot, value]))

describe('a position that is described, not named', () => {
  test.each([
    ['roll the one that expires soonest', 'KO'],
    ['what if my biggest position falls 10%', 'MSFT'],
    ['should I buy back my worst position?', 'DIS'],
  ])('%s', async (message, stock) => {
    const answer = await lead(message)
    expect(answer.metadata?.type).not.toBe('clarify')
    expect(chipsOf(answer)).toMatchObject({ stock })
  })

  test.each(['roll my AAPL call', 'should I roll my AAPL position?'])(
    'is asked about with buttons if several fit: %s',
    async (message) => {
      const { metadata, understood } = await lead(message)
      expect(metadata?.type).toBe('clarify')
      expect(understood?.options).toHaveLength(2)
    },
  )
})

describe('figures and properties of all positions', () => {
  test('are given for each, with the total of those that add up', async () => {
    const { text } = await lead('if all my shares get called away what do I get?')
    expect(text).toMatch(/^If called away: \$134,100\.00 for the shares, and \$14,535\.00 gained/u)
  })

  test('are not what a later search among stocks means', async () => {
    for (const search of ['show the best stocks', 'show the five best stocks by annualized yield']) {
      expect((await lead('which positions need action?', search)).metadata?.type).toBe('stock_list')
    }
  })

  test('a figure that the message does not name is not silently the P&L', async () => {
    expect((await lead('give me for each of my calls the vomma')).text).toMatch(/vomma|not sure|no figure/iu)
  })

  test('shares that are not in the portfolio are not accepted as held', async () => {
    const { text, calls, understood } = await lead('I have 1000 PFE in my account, what calls are open on them?')
    expect(text).toContain('no shares and no open calls of PFE')
    expect(calls.map(({ name }) => name)).toEqual(['own_figures'])
    expect(understood?.options.map(({ reading }) => reading)).toContain('calls')
  })

  test('weights are of all shares, by stock and sector', async () => {
    expect((await lead('biggest position and how much of the total is it?')).text).toMatch(
      /^Your largest holding is \w+:/u,
    )
    expect((await lead('am I too heavy in tech?')).text).toMatch(/^(?:Information )?Technology \d/u)
  })

  test('a call for each holding is compared with its cost', async () => {
    const { text, calls } = await lead('go through my holdings and give me a 0.25 delta call 30-45 days out for each')
    expect(calls.at(-1)).toMatchObject({ name: 'holding_calls', args: { delta: 0.25, dte_min: 30, dte_max: 45 } })
    expect(text).toMatch(/MSFT \$[\d.]+ call expiring .*: (?:at or above|below) your cost of \$352\.40/u)
  })
})

describe('a follow-up', () => {
  test.each([
    ['which of my calls expires first?', 'how much to close it', { stock: 'KO' }],
    ['which of my calls expires first?', 'and my worst one?', { stock: 'DIS' }],
    ['how is my MSFT doing?', 'and KO?', { stock: 'KO' }],
    ['how is my MSFT doing?', 'and if it drops 5%?', { stock: 'MSFT' }],
  ])('%s %s', async (first, second, chips) => {
    expect(chipsOf(await lead(first, second))).toMatchObject(chips)
  })

  test('narrows the list before', async () => {
    const { text } = await lead('what percent of max profit am I at on each call?', 'only the ones above 50')
    expect(text).toMatch(/open calls (?:is|are) at a profit captured of at least 50%/u)
  })
})
