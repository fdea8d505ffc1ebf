import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@jest/globals'
import { testShared } from '../../test/shared-data.ts'
import type { SolvedPack } from '../../test/solve-recorded-pack.ts'

const PACK = 'market-data/us-2026-07-10'
const files = [`${PACK}/chains`, `${PACK}/dividends.csv`, `${PACK}/quality.csv`] as const

// This run solves a sample of the stocks; the nightly run solves all of them.
testShared(
  'the quotes of every fortieth recorded stock have a volatility that gives their mid back',
  files,
  (chains) => {
    const script = fileURLToPath(new URL('../../test/solve-recorded-pack.ts', import.meta.url))
    const args = ['--disable-warning=ExperimentalWarning', script, dirname(chains), '40']
    const printed = execFileSync(process.execPath, args, {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    })
    const { contracts, outcomes, worstMiss, outOfTheMoney, allCalls } = JSON.parse(printed) as SolvedPack
    expect(contracts).toBeGreaterThan(4_000)
    for (const never of ['odd', 'invalid', 'not_converged', 'expired']) expect(outcomes[never]).toBeUndefined()
    for (const method of ['bsm', 'american_one_dividend', 'american_boundary', 'american_grid']) {
      expect(outcomes[method]).toBeGreaterThan(100)
    }
    expect(worstMiss).toBeLessThan(5e-6)
    expect(outOfTheMoney.median).toBeLessThanOrEqual(0.004)
    expect(allCalls.median).toBeLessThanOrEqual(0.008)
  },
)
