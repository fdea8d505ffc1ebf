import type { EndpointId, NewPosition, Success } from '@callwright/contracts'
import { type Answer, inventPosition, problemOf, type Stack } from './support.ts'

export type Loose = Readonly<Record<string, unknown>>

export const fee = { fees_usd: 0.65 }
export const listCloses = (days: Readonly<Record<string, number>>) =>
  Object.entries(days).map(([date, close]) => ({ date, close }))
export const readCode = (answer: Answer): [number, string] => [answer.status, problemOf(answer).code]

/**
 * One user's portfolio on one stock; events get ids by themselves. Quotes are cached for seconds, so tests with different
 * market data use different symbols.
 */
export function openBook(stack: Stack, user: string, symbol = 'XYZ') {
  let events = 0
  const tryEvent = (id: EndpointId, target: string, body: Loose) => {
    events += 1
    return stack.ask(id, { user, params: { id: target }, body: { event_id: `event-${events}`, ...body } })
  }
  const record = async <Id extends EndpointId>(id: Id, target: string, body: Loose): Promise<Success<Id>> => {
    const answer = await tryEvent(id, target, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return JSON.parse(answer.text) as Success<Id>
  }
  const terms = (changes: Partial<NewPosition>) => ({ ...inventPosition({ ticker: symbol, contracts: 1 }), ...changes })
  return {
    user,
    open: (changes: Partial<NewPosition>) => stack.get('portfolio.add', { user, body: terms(changes) }),
    tryOpen: (changes: Partial<NewPosition>) => stack.ask('portfolio.add', { user, body: terms(changes) }),
    on: (target: string, body: Loose) => record('portfolio.recordCallEvent', target, body),
    onChain: (target: string, body: Loose) => record('portfolio.recordChainEvent', target, body),
    tryOn: (target: string, body: Loose) => tryEvent('portfolio.recordCallEvent', target, body),
    tryOnChain: (target: string, body: Loose) => tryEvent('portfolio.recordChainEvent', target, body),
    chain: (id: string) => stack.get('portfolio.getChain', { user, params: { id } }),
    list: () => stack.get('portfolio.list', { user }),
    suggest: async () => (await stack.get('portfolio.suggestions', { user })).suggestions,
    confirm: (items: readonly Loose[]) => stack.get('portfolio.confirmSuggestions', { user, body: { items } }),
    income: (query: Record<string, string> = {}) => stack.get('portfolio.income', { user, query }),
    /** Everything that is stored about the user, to show that a refused request changed nothing. */
    async dump(): Promise<string> {
      const read = (table: 'position' | 'positionEvent' | 'chain') =>
        stack.database.selectFrom(table).selectAll().where('userId', '=', user).execute()
      return JSON.stringify([await read('position'), await read('positionEvent'), await read('chain')])
    },
  }
}
