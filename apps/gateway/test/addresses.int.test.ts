import { createServer } from 'node:http'
import { buildPath } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createResources, get, openTcpServer } from './faulty-upstreams.ts'
import { bearer, type Hit, openGateway, openStub, type TestGateway } from './support.ts'

const view = buildPath('screener.view')
const refresh = buildPath('screener.refresh')
const { keep, closeAll } = createResources()

/** A screener process with a `/readyz`. */
async function openScreener(name: string) {
  const hits: Hit[] = []
  let status = 200
  const stub = keep(await openStub('screener', hits))
  stub.answerWith(() => ({ name }))
  const ops = createServer((_request, response) => response.writeHead(status).end('{}'))
  await new Promise<void>((resolve) => ops.listen(0, '127.0.0.1', resolve))
  const port = (ops.address() as { port: number }).port
  const stopOps = () => {
    ops.closeAllConnections()
    return new Promise((resolve) => ops.close(resolve))
  }
  keep({ close: stopOps })
  return {
    stub,
    hits,
    address: { url: stub.url, opsUrl: `http://127.0.0.1:${port}` },
    setReady(isReady: boolean) {
      status = isReady ? 200 : 503
    },
    async kill() {
      await Promise.all([stub.close(), stopOps()])
    },
  }
}

describe('a service with two addresses', () => {
  let one: Awaited<ReturnType<typeof openScreener>>
  let two: Awaited<ReturnType<typeof openScreener>>
  let gateway: TestGateway
  beforeEach(async () => {
    one = await openScreener('one')
    two = await openScreener('two')
    gateway = keep(await openGateway({ screener: [one.address, two.address] }))
  })
  afterEach(closeAll)

  const countLog = (wanted: string) => gateway.sink.lines().filter(({ event }) => event === wanted).length
  const readName = async () => ((await (await get(gateway, view)).json()) as { name: string }).name

  test('takes turns', async () => {
    const names = []
    for (let request = 0; request < 10; request += 1) names.push(await readName())
    expect(names.filter((name) => name === 'one')).toHaveLength(5)
    expect(names.filter((name) => name === 'two')).toHaveLength(5)
  })

  test('answers every GET while one of them ends', async () => {
    let isOver = false
    const statuses: number[] = []
    const client = async () => {
      while (!isOver) statuses.push((await get(gateway, view)).status)
    }
    const clients = Array.from({ length: 8 }, client)
    await waitFor('some answers', () => statuses.length > 100)
    await two.kill()
    const atKill = statuses.length
    await waitFor('more answers', () => statuses.length > atKill + 200)
    isOver = true
    await Promise.all(clients)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(await gateway.readMetric('retries_total', { upstream: 'screener' })).toBeGreaterThan(0)
  })

  test('leaves out one that is not ready, and uses it again when it is', async () => {
    two.setReady(false)
    await waitFor('it to be left out', () => countLog('upstream.left_out') === 1)
    two.hits.length = 0
    for (let request = 0; request < 6; request += 1) expect(await readName()).toBe('one')
    two.setReady(true)
    await waitFor('it to be back', () => countLog('upstream.back') === 1)
    expect([await readName(), await readName()].sort()).toEqual(['one', 'two'])
  })

  test('uses all of them if none is ready', async () => {
    one.setReady(false)
    two.setReady(false)
    await waitFor('both to be left out', () => countLog('upstream.left_out') === 2)
    expect([await readName(), await readName()].sort()).toEqual(['one', 'two'])
  })

  test('moves a GET from an address that accepts but never answers', async () => {
    const silent = keep(await openTcpServer())
    const stuck = keep(
      await openGateway({ screener: [one.address, { url: silent.url, opsUrl: silent.url }], upstreamTimeoutMs: 4_000 }),
    )
    const answers = await Promise.all([get(stuck, view), get(stuck, view)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('sends a POST to the other address if it was never sent, and does not repeat it if it was', async () => {
    const post = () => fetch(gateway.url + refresh, { method: 'POST', headers: bearer(gateway.token()) })
    await two.kill()
    expect([(await post()).status, (await post()).status]).toEqual([200, 200])
    expect(one.hits.filter(({ method }) => method === 'POST')).toHaveLength(2)

    let received = 0
    const cutting = keep(
      await openTcpServer((socket) => {
        received += 1
        socket.destroy()
      }),
    )
    const cut = keep(await openGateway({ screener: [one.address, { url: cutting.url, opsUrl: one.address.opsUrl }] }))
    const postCut = async () =>
      (await fetch(cut.url + refresh, { method: 'POST', headers: bearer(cut.token()) })).status
    expect([await postCut(), await postCut()].sort()).toEqual([200, 503])
    expect(received).toBe(1)
    expect(one.hits.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  test('lists both processes on the operations page', async () => {
    await gateway.monitor.scrape()
    const screener = gateway.monitor.summarize().services.find(({ name }) => name === 'screener')
    expect(screener?.processes.map(({ id }) => id)).toEqual(
      [one, two].map(({ address }) => `screener ${new URL(address.url).host}`),
    )
  })
})
