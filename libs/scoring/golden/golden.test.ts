import { describe, expect, test } from '@jest/globals'
import { failuresOf, worstOf } from './checks.ts'
import { listGoldenFiles } from './folder.ts'
import { sharedPath } from './rows.ts'

/**
 * Files in ../shared/golden with their number of rows, and the fraction of the README's tolerance that the worst row may
 * use.
 */
const SHARED: Readonly<Record<string, { readonly rows: number; readonly part: number }>> = {
  'european.csv': { rows: 667, part: 0.5 },
  'implied_vol.csv': { rows: 824, part: 0.1 },
  'american_yield.csv': { rows: 350, part: 1 },
  'american_discrete.csv': { rows: 322, part: 1 },
  'american_iv.csv': { rows: 120, part: 1 },
  'edges.json': { rows: 64, part: 1 },
  'iv_rank.csv': { rows: 1005, part: 1e-3 },
}
const MADE_SERIES = { rows: 10, part: 1e-3 }
const REAL_SERIES = { rows: 600, part: 1e-3 }

/** `npm run golden -- DIR` sets the folder. */
const given = process.env.GOLDEN_DIR
const folder = given ?? sharedPath('golden')
const files = listGoldenFiles(folder)

const leastOf = (name: string) => SHARED[name] ?? (name.startsWith('indicators-real/') ? REAL_SERIES : MADE_SERIES)

describe(`golden numbers in ${given ?? '../shared/golden'}`, () => {
  const isThere = files.length > 0
  if (!isThere) process.stderr.write('SKIPPED: golden numbers: no ../shared/golden\n')
  const whenShared = isThere && given === undefined ? test : test.skip

  whenShared('has every file', () => {
    const names = files.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(SHARED)))
    expect(names.filter((name) => name.startsWith('indicators/'))).toHaveLength(15)
    expect(names.filter((name) => name.startsWith('indicators-real/'))).toHaveLength(4)
  })

  for (const { name, check } of files) {
    const whenChecked = check === null ? test.skip : test
    whenChecked(check === null ? `${name}: no bars of this symbol next to the folder` : name, () => {
      const checked = check?.() ?? { outcomes: [], ignored: [] }
      if (checked.ignored.length > 0) process.stderr.write(`${name}: columns not checked: ${checked.ignored}\n`)
      expect(failuresOf(checked)).toEqual([])
      if (given !== undefined) return
      expect(checked.outcomes.length).toBeGreaterThanOrEqual(leastOf(name).rows)
      expect(worstOf(checked)).toBeLessThanOrEqual(leastOf(name).part)
    })
  }
})
