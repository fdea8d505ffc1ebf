import { afterAll, beforeAll, expect, test } from '@jest/globals'
import * as faults from '../fake-provider/faults.ts'
import { askAllGood, describeLacks, expectNoLeaks, judgeFigures } from './expectations.ts'
import { bars, chain, expirations, MINUTE, openWorld, quote, type World } from './support.ts'

const asked = [quote, bars, chain, expirations]

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expectNoLeaks(world)
  await world.close()
})

test.each([
  ['402', faults.unpaid, ['KO', 'PEP']],
  ['403', faults.notEntitled, ['XOM', 'CVX']],
  ['200 with "not entitled"', faults.okNotEntitled, ['GE', 'BA']],
] as const)(
  '%s for data outside the plan: reported, only good figures, and no effect after a restart',
  async (_name, fault, [known, cold]) => {
    const first = await world.openReplica()
    const good = await askAllGood(first, asked, known)
    await first.close()
    await world.pass(45 * MINUTE)
    const replica = await world.openReplica()
    world.fake.fail(fault)
    for (const symbol of [known, cold]) {
      for (const ask of asked) {
        const reply = await replica.ask(ask, symbol)
        if (reply.status !== 404) expect(judgeFigures(reply, good.get(ask.id))).toEqual([])
        if (reply.status === 200 && ask !== expirations)
          expect(describeLacks(reply)).toMatch(/no longer includes|does not include/)
      }
    }
    await replica.close()
    world.fake.heal()
    const restarted = await world.openReplica()
    const replies = await askAllGood(restarted, asked, known)
    expect([...replies].flatMap(([id, reply]) => judgeFigures(reply, good.get(id)))).toEqual([])
    const { body } = (await askAllGood(restarted, asked, cold)).get(expirations.id) ?? {}
    expect(body?.expirations).not.toEqual([])
    await restarted.close()
  },
)
