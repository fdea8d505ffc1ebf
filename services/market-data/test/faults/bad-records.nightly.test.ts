import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { badBars, badContracts, badFacts, badQuotes } from '../fake-provider/bad-records.ts'
import { askAllGood, expectNoLeaks, judgeFigures } from './expectations.ts'
import {
  type Ask,
  atmVolatility,
  bars,
  calls,
  facts,
  MINUTE,
  openWorld,
  quote,
  type Replica,
  type Reply,
  type World,
} from './support.ts'

type Good = ReadonlyMap<string, Reply>

async function expectOnlyGoodFigures(replica: Replica, symbol: string, good: Good | undefined): Promise<void> {
  const problems = [...(good ?? [])].map(async ([id, reply]) => {
    const found = judgeFigures(await replica.ask(asked.get(id) ?? quote, symbol), reply)
    return found.map((problem) => `${id}: ${problem}`)
  })
  expect((await Promise.all(problems)).flat()).toEqual([])
}

const prices = [
  ...badQuotes.map((record) => ({ record, seenIn: [quote, atmVolatility] })),
  ...badContracts.map((record) => ({ record, seenIn: [calls] })),
  ...badBars.map((record) => ({ record, seenIn: [bars] })),
]
const seenEverywhere = [calls, facts]
const asked = new Map<string, Ask>([quote, atmVolatility, bars, calls, facts].map((ask) => [ask.id, ask]))

/** Chooses one symbol per record, so that records do not interfere. */
async function chooseSymbols(world: World, count: number): Promise<readonly string[]> {
  const listed = (await world.market.reference.listUniverse()).value
  return listed.slice(0, count).map(({ symbol }) => symbol)
}

test('there are at least forty records', () => expect(prices.length + badFacts.length).toBeGreaterThanOrEqual(40))

describe('invalid prices, with known good ones', () => {
  let world: World
  let replica: Replica
  let symbols: readonly string[]
  const good = new Map<string, Good>()
  beforeAll(async () => {
    world = await openWorld()
    symbols = await chooseSymbols(world, prices.length)
    const first = await world.openReplica()
    for (const [index, { seenIn }] of prices.entries()) {
      const symbol = symbols[index] ?? ''
      good.set(symbol, await askAllGood(first, seenIn, symbol))
    }
    await world.pass(45 * MINUTE)
    replica = await world.openReplica()
  })
  beforeEach(() => {
    world.fake.heal()
    world.fake.forgetCalls()
  })
  afterAll(async () => {
    expectNoLeaks(world)
    await world.close()
  })

  test.each(prices.map(({ record }, index) => [record.name, index, record] as const))(
    '%s',
    async (_name, index, { only, fault }) => {
      const symbol = symbols[index] ?? ''
      world.fake.fail(fault, only)
      await expectOnlyGoodFigures(replica, symbol, good.get(symbol))
      expect(world.fake.countCalls(only)).toBeGreaterThan(0)
    },
  )

  test('none was cached: with the provider down, another replica serves the good figures', async () => {
    await world.fake.goDown()
    const other = await world.openReplica()
    for (const symbol of symbols) await expectOnlyGoodFigures(other, symbol, good.get(symbol))
  })
})

describe('invalid facts on the first request', () => {
  let world: World
  let replica: Replica
  let symbols: readonly string[]
  const good = new Map<string, Good>()
  beforeAll(async () => {
    const sound = await openWorld()
    symbols = await chooseSymbols(sound, badFacts.length)
    const first = await sound.openReplica()
    for (const symbol of symbols) good.set(symbol, await askAllGood(first, seenEverywhere, symbol))
    await sound.close()
    world = await openWorld()
    replica = await world.openReplica()
  })
  beforeEach(() => world.fake.heal())
  afterAll(() => world.close())

  test.each(badFacts.map((record, index) => [record.name, index, record] as const))(
    '%s',
    async (_name, index, { only, fault }) => {
      const symbol = symbols[index] ?? ''
      world.fake.fail(fault, only)
      await expectOnlyGoodFigures(replica, symbol, good.get(symbol))
      expect(world.fake.countCalls(only)).toBeGreaterThan(0)
    },
  )
})
