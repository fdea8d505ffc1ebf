import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { badFacts, badPrices } from '../fake-provider/bad-records.ts'
import { askAllGood, expectNothingTold, judgeFigures } from './expectations.ts'
import { bars, chain, facts, MINUTE, openWorld, quote, type Replica, type Reply, type World } from './support.ts'

const PATIENCE_MS = 30_000
const asked = [quote, bars, chain, facts]

type Good = ReadonlyMap<string, Reply>

async function expectOnlyGoodFigures(replica: Replica, symbol: string, good: Good | undefined): Promise<void> {
  const problems = asked.map(async (ask) => {
    const found = judgeFigures(await replica.ask(ask, symbol), good?.get(ask.id))
    return found.map((problem) => `${ask.id}: ${problem}`)
  })
  expect((await Promise.all(problems)).flat()).toEqual([])
}

/** One symbol for each record, so that none of them meets another one. */
async function chooseSymbols(world: World, count: number): Promise<readonly string[]> {
  const listed = (await world.market.reference.listUniverse()).value
  return listed.slice(0, count).map(({ symbol }) => symbol)
}

async function askGoodOf(replica: Replica, symbols: readonly string[]): Promise<ReadonlyMap<string, Good>> {
  const good = new Map<string, Good>()
  for (const symbol of symbols) good.set(symbol, await askAllGood(replica, asked, symbol))
  return good
}

test('there are forty of them', () => expect(badPrices.length + badFacts.length).toBeGreaterThanOrEqual(40))

describe('prices, where good ones are known', () => {
  let world: World
  let replica: Replica
  let symbols: readonly string[]
  let good: ReadonlyMap<string, Good>
  beforeAll(async () => {
    world = await openWorld()
    symbols = await chooseSymbols(world, badPrices.length)
    good = await askGoodOf(await world.openReplica(), symbols)
    await world.pass(45 * MINUTE)
    replica = await world.openReplica()
  }, PATIENCE_MS)
  beforeEach(() => {
    world.fake.heal()
    world.fake.forgetCalls()
  })
  afterAll(async () => {
    expectNothingTold(world)
    await world.close()
  })

  test.each(badPrices.map((record, index) => [record.name, index, record] as const))(
    '%s',
    async (_name, index, { only, fault }) => {
      const symbol = symbols[index] ?? ''
      world.fake.fail(fault, only)
      await expectOnlyGoodFigures(replica, symbol, good.get(symbol))
      expect(world.fake.countCalls(only)).toBeGreaterThan(0)
    },
  )

  test(
    'none of them was kept: the provider away, another replica has the good figures',
    async () => {
      await world.fake.goDown()
      const other = await world.openReplica()
      for (const symbol of symbols) await expectOnlyGoodFigures(other, symbol, good.get(symbol))
    },
    PATIENCE_MS,
  )
})

describe('facts, asked for the first time', () => {
  let world: World
  let replica: Replica
  let symbols: readonly string[]
  let good: ReadonlyMap<string, Good>
  beforeAll(async () => {
    const sound = await openWorld()
    symbols = await chooseSymbols(sound, badFacts.length)
    good = await askGoodOf(await sound.openReplica(), symbols)
    await sound.close()
    world = await openWorld()
    replica = await world.openReplica()
  }, PATIENCE_MS)
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
