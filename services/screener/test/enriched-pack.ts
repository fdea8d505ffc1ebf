import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { waitFor } from '@callwright/service/testing'
import { startMarketData } from './market-data-process.ts'
import { openStack, readView, untilIdle } from './support.ts'

/** Enriches a whole pack with the real market-data and a worker, each in its own process. */
export async function enrichPack(packFolder: string) {
  const stack = await openStack({ openMarket: (dataDir) => startMarketData(dataDir, packFolder) })
  const api = await stack.openApi()
  stack.spawnWorker(8)
  const status = await untilIdle(api.ask)
  await waitFor('the rows', async () => (await readView(api.ask)).cache_status === 'fresh')
  const first = await readView(api.ask)
  const rest = first.total > 500 ? (await readView(api.ask, { offset: '500' })).stocks : []
  const bySymbol = new Map([...first.stocks, ...rest].map((row) => [row.symbol, row]))
  return { stack, api, status, view: first, bySymbol }
}
export type Enriched = Awaited<ReturnType<typeof enrichPack>>

/** Copies a pack and the rates next to it, with only these stocks in its universe. */
export async function narrowPack(pack: string, symbols: readonly string[]): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'callwright-narrow-'))
  const narrow = join(parent, basename(pack))
  await mkdir(narrow)
  const rates = join(pack, '..', 'rates.csv')
  if (existsSync(rates)) await symlink(rates, join(parent, 'rates.csv'))
  const others = (await readdir(pack)).filter((name) => name !== 'universe.csv')
  for (const name of others) await symlink(join(pack, name), join(narrow, name))
  const [header = '', ...rows] = (await readFile(join(pack, 'universe.csv'), 'utf8')).trim().split('\n')
  const kept = rows.filter((row) => symbols.includes(row.split(',', 1)[0] ?? ''))
  await writeFile(join(narrow, 'universe.csv'), `${[header, ...kept].join('\n')}\n`)
  return narrow
}
