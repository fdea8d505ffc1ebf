import { openTcpProxy } from '@callwright/service/testing'
import { test } from '@jest/globals'
import { askAllGood } from './expectations.ts'
import { asks, bars, facts, MINUTE, openWorld } from './support.ts'
test('x', async () => {
  const world = await openWorld()
  const u = new URL(world.redisUrl)
  const proxy = await openTcpProxy({ host: u.hostname, port: Number(u.port) })
  u.host = `127.0.0.1:${proxy.port}`
  const r = await world.openReplica({ redisUrl: u.href })
  await askAllGood(r, asks, 'KO')
  proxy.cut()
  await askAllGood(r, asks, 'KO')
  await askAllGood(r, asks, 'XOM')
  await world.pass(45 * MINUTE)
  await world.fake.goDown()
  for (const ask of [bars, facts]) {
    const reply = await r.ask(ask, 'KO')
    const b = reply.body as any
    process.stderr.write(`${ask.id} ${reply.status} ${b.cache_status} ${b.data_class} ${b.as_of} ${JSON.stringify(b.missing ?? b.message)} ${JSON.stringify(b.bars?.date?.slice(-2) ?? b.data?.slice(-1))}\n`)
  }
  process.stderr.write(r.log.text().split('\n').filter((l) => !l.includes('request.comp')).join('\n').slice(0, 5000))
  await world.close()
  await proxy.close()
}, 90000)
