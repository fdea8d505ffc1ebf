import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inRoot } from './root.mjs'
import { mustRun } from './tool.mjs'

const isFolder = (path) => existsSync(path) && statSync(path).isDirectory()
const known = ['recorded']

/**
 * Where prices come from: { provider, folder, note, invented }. Nothing set: the recorded pack beside the checkout
 * when it is there, else an invented one, and either is said aloud. A setting that is wrong is an error, never a
 * silent fallback to invented data.
 */
export function chooseMarketData(env, { root, dataDir, hasFolder = isFolder }) {
  const provider = env.MARKET_DATA_PROVIDER ?? ''
  const folder = env.RECORDED_DATA_DIR ?? ''
  if (provider === '' && folder !== '') {
    throw new Error('RECORDED_DATA_DIR is set but MARKET_DATA_PROVIDER is not: set MARKET_DATA_PROVIDER=recorded')
  }
  if (provider === '') return byDefault({ root, dataDir, hasFolder })
  if (!known.includes(provider)) {
    throw new Error(`MARKET_DATA_PROVIDER=${provider} is not known; known: ${known.join(', ')}`)
  }
  if (folder === '') {
    throw new Error('MARKET_DATA_PROVIDER=recorded needs RECORDED_DATA_DIR, the folder of a recorded market')
  }
  const path = resolve(folder)
  if (!hasFolder(path)) throw new Error(`RECORDED_DATA_DIR=${folder} is not a folder (looked at ${path})`)
  return { provider, folder: path, note: `Recorded market: ${folder}`, invented: false }
}

function byDefault({ root, dataDir, hasFolder }) {
  const beside = join('..', 'shared', 'market-data', 'us-2026-07-10')
  if (hasFolder(join(root, beside))) {
    const note = `Recorded market: ${beside} (MARKET_DATA_PROVIDER chooses another)`
    return { provider: 'recorded', folder: join(root, beside), note, invented: false }
  }
  const note = 'Invented market: not real prices (MARKET_DATA_PROVIDER chooses another)'
  return { provider: 'recorded', folder: join(dataDir, 'invented-pack'), note, invented: true }
}

/** Makes the invented market, or makes it anew when its maker has changed; a current one is left alone. */
export async function makeInventedMarket(folder) {
  const maker = inRoot('services', 'market-data', 'src', 'providers', 'recorded', 'make-invented-pack.ts')
  await mustRun('Making the invented market', process.execPath, [maker, folder])
}
