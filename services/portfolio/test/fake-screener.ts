import { once } from 'node:events'
import { createServer } from 'node:http'
import { matchEndpoint, type SavedScreen, type ScreenerRowPart, type Success } from '@callwright/contracts'
import { MARKET_TIME } from './fake-market.ts'

const STAMP = { source: 'fake', data_class: 'recorded', as_of: MARKET_TIME, cache_status: 'fresh' } as const

/** A screener with rows, saved screens and runs that a test sets. The same screens belong to every user. */
export async function startFakeScreener() {
  let rows: readonly ScreenerRowPart[] = []
  let screens: readonly SavedScreen[] = []
  let run = { state: 'idle' as 'idle' | 'running', finished_at: MARKET_TIME }
  let stamp: Partial<Pick<Success<'screener.view'>, 'data_class' | 'cache_status'>> = {}
  let isDown = false
  const asked: URL[] = []

  function answer(id: string, url: URL): unknown {
    if (id === 'screener.enrichmentStatus') {
      return { status: 'success', run_id: 'run', started_by: 'platform', ...run }
    }
    if (id === 'screener.listScreens') return { status: 'success', screens }
    const symbols = url.searchParams.get('symbols')?.split(',')
    const found = rows.filter(({ symbol }) => symbols === undefined || symbols.includes(symbol))
    const [limit, offset] = [Number(url.searchParams.get('limit')), Number(url.searchParams.get('offset'))]
    return {
      ...{ status: 'success', stocks: found.slice(offset, offset + limit), total: found.length },
      ...{ universe_total: rows.length, relaxations: [], weights: 'default', message: null, last_updated: MARKET_TIME },
      ...{ pagination: { total: found.length, limit, offset }, ...STAMP, ...stamp },
    }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://screener')
    const match = matchEndpoint(request.method ?? 'GET', url.pathname)
    asked.push(url)
    if (isDown || match.kind !== 'endpoint') return void response.writeHead(503).end('{}')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer(match.id, url)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    setRows: (next: readonly ScreenerRowPart[]) => {
      rows = next
    },
    setScreens: (next: readonly Omit<SavedScreen, 'updated_at'>[]) => {
      screens = next.map((screen) => ({ ...screen, updated_at: MARKET_TIME }))
    },
    setStamp: (next: typeof stamp) => {
      stamp = next
    },
    setDown: (next: boolean) => {
      isDown = next
    },
    /** Ends a refresh of the market, or begins one that is still running. */
    refresh: (finishedAt: string, state: typeof run.state = 'idle') => {
      run = { state, finished_at: finishedAt }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
