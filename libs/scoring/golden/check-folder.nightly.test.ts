import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { golden } from './command.ts'
import { INVENTED } from './invented-folder.ts'
import { edited, invented, removeInvented, reportOf } from './invented-report.ts'

afterEach(removeInvented)

test('a correct folder passes, with every row of every file', () => {
  const { lines, failed } = reportOf({})
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([])
  expect(lines.at(-1)).toBe('ok: 114 of 114 rows pass in 9 files')
  expect(failed).toBe(false)
})

describe('one wrong value fails only its row', () => {
  test.each([
    ['european.csv', '0.539827837277029', '0.539827837277929', 'row 1, delta', '1 of 2 rows'],
    [
      'european.csv',
      '2,put,100,100,365,1,0,0,0.2,7.9',
      '2,put,100,100,365,1,0,0,0.2,7.8',
      'row 2, price',
      '1 of 2 rows',
    ],
    ['implied_vol.csv', '0.2,2e-13', '0.2000000000004,2e-13', 'row 7, iv', '1 of 2 rows'],
    ['implied_vol.csv', '9.5,,', '9.5,0.1,', 'row 8, iv', '1 of 2 rows'],
    ['american_yield.csv', '0.2,7.965567455405804', '0.2,7.968', 'row 1, price', '0 of 1 rows'],
    ['american_yield.csv', '39.69', '40.69', 'row 1, vega', '0 of 1 rows'],
    ['american_discrete.csv', '366:3,7.9', '366:3,8.9', 'row 2, price', '1 of 2 rows'],
    ['american_discrete.csv', '0.539', '0.559', 'row 1, delta', '1 of 2 rows'],
    ['american_iv.csv', '0.2,39', '0.21,39', 'row 1, iv', '0 of 1 rows'],
    ['edges.json', '"iv":0.2', '"iv":0.21', 'row 5 (american_iv), iv', '5 of 6 rows'],
    ['edges.json', '"reason":"bad_input"', '"reason":"expired"', 'row 1 (implied_vol), reason', '5 of 6 rows'],
    ['edges.json', '"price":0,"vega":0', '"price":0,"vega":1', 'row 3 (european), vega', '5 of 6 rows'],
    ['edges.json', '400:1', '200:60', 'row 6 (discrete_dividend), price as with other dividends', '5 of 6 rows'],
    ['edges.json', '"rel_tol":1e-10', '"reltol":1e-10', 'row 4 (american), row', '5 of 6 rows'],
    ['edges.json', '"kind":"american"', '"kind":"bermudan"', 'row 4 (bermudan), row', '5 of 6 rows'],
    ['iv_rank.csv', '60,100,', '60,99,', 'row rising 59, iv_rank', '59 of 60 rows'],
    ['iv_rank.csv', '0.2,1,,', '0.2,1,50,', 'row rising 0, iv_rank', '59 of 60 rows'],
    ['indicators/steps.csv', '10.5,100', '10.5,99', 'row 19, rsi14', '19 of 20 rows'],
    ['indicators/steps.csv', '0,1,1,1,', '0,1,1,1,1', 'row 0, sma20', '19 of 20 rows'],
    ['indicators-real/STEPS.csv', '2026-01-20,10.5', '2026-01-20,', 'row 2026-01-20, sma20', '19 of 20 rows'],
  ])('%s: %s as %s', (file, from, to, row, count) => {
    const { lines, failed } = reportOf(edited(`golden/${file}`, from, to))
    const broken = lines.filter((line) => line.startsWith('FAIL')).slice(0, -1)
    expect(broken).toEqual([expect.stringContaining(file)])
    expect(broken[0]).toContain(count)
    expect(lines).toContain(`     ${row}`)
    expect(failed).toBe(true)
  })

  test('the failing row prints its input, both values and error over tolerance', () => {
    const { lines } = reportOf(edited('golden/american_iv.csv', '0.2,39', '0.21,39'))
    const start = lines.indexOf('     row 1, iv')
    expect(lines.slice(start + 1, start + 5)).toEqual([
      expect.stringMatching(/^ +input +id=1 model=spot type=call spot=100 strike=100 days=365 rate=0 price=7\.9/),
      expect.stringMatching(/^ +expected +0\.21$/),
      expect.stringMatching(/^ +got +0\.(2|1999999|2000000)\d*$/),
      // 0.01 / (1e-4 + 1e-4 · 100 / 39.695)
      expect.stringMatching(/^ +error \/ tolerance +28\.4$/),
    ])
  })

  test('a cell that is not a number fails its row', () => {
    const { lines } = reportOf(edited('golden/european.csv', '0.539827837277029', 'abc'))
    expect(lines.join('\n')).toContain('delta is not a number: abc')
  })
})

const afterHeader = (text: string): string => text.slice(text.indexOf('\n'))

describe('a file that cannot be read fails', () => {
  test.each([
    ['empty', 'golden/european.csv', INVENTED['golden/european.csv'] ?? '', ' \n', 'empty file'],
    ['missing column', 'golden/iv_rank.csv', ',iv,', ',index,', 'index'],
    [
      'no results',
      'golden/indicators/steps.csv',
      ',sma20,rsi14,fast_k,slow_k,bb_up_pop,atr14',
      '',
      'none of the columns',
    ],
    ['ragged line', 'golden/american_iv.csv', ',0.2,39.69', ',0.2,1,39.69', 'line 2 has 12 cells, the header 11'],
    ['no rows', 'golden/american_yield.csv', afterHeader(INVENTED['golden/american_yield.csv'] ?? ''), '', 'no rows'],
    ['no JSON', 'golden/edges.json', '{', '', 'JSON'],
    ['no cases', 'golden/edges.json', INVENTED['golden/edges.json'] ?? '', 'null', 'no cases'],
    ['other days', 'golden/indicators-real/STEPS.csv', '2026-01-20', '2026-01-21', 'the bars lack 2026-01-21'],
  ])('%s', (_, file, from, to, message) => {
    const { lines, failed } = reportOf(edited(file, from, to))
    expect(lines.filter((line) => line.startsWith('FAIL'))[0]).toMatch(/cannot be read: /)
    expect(lines.join('\n')).toContain(message)
    expect(failed).toBe(true)
  })
})

describe('missing files', () => {
  test('reports missing and unknown files without failing', () => {
    const { lines, failed } = reportOf({ 'golden/edges.json': null, 'golden/notes.csv': 'a\n1\n' })
    expect(lines).toContainEqual(expect.stringMatching(/^!! +edges\.json +not in the folder$/))
    expect(lines).toContainEqual(expect.stringMatching(/^!! +notes\.csv +not a file of the format, not checked$/))
    expect(failed).toBe(false)
  })

  test('does not check series whose bars are missing, and fails them only with --strict', () => {
    const without = {
      'golden/indicators-real/NOSUCH.csv': INVENTED['golden/indicators-real/STEPS.csv'] ?? '',
    }
    const { lines, failed } = reportOf(without)
    expect(lines).toContainEqual(expect.stringMatching(/^!! +indicators-real\/NOSUCH\.csv +NOT CHECKED: no bars/))
    expect(lines.at(-1)).toContain('1 NOT CHECKED')
    expect(failed).toBe(false)
    expect(reportOf(without, true).failed).toBe(true)
  })
})

describe('the command', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' })

  test('exits with 0 for a correct folder and 1 for a wrong one', () => {
    const right = run(invented())
    expect([right.status, right.stderr]).toEqual([0, ''])
    const wrong = run(invented(edited('golden/european.csv', '0.5398', '0.5399')))
    expect(wrong.status).toBe(1)
    expect(wrong.stdout).toContain('row 1, delta')
  })

  test("resolves a relative folder against the user's directory", () => {
    const folder = invented()
    expect(golden(['golden'], dirname(folder))).toMatchObject({ status: 0, problem: '' })
    expect(golden(['golden'], folder)).toMatchObject({ status: 2, out: '' })
    expect(golden([folder], '/')).toMatchObject({ status: 0 })
  })

  test.each([
    ['--foo', "Unknown option '--foo'. Expected a folder"],
    ['--strict=3', "Option '--strict' does not take an argument. Expected a folder"],
  ])('rejects %s with a sentence', (flag, sentence) => {
    expect(golden([invented(), flag], '/')).toEqual({ status: 2, out: '', problem: expect.stringContaining(sentence) })
  })

  test('exits with 2 and names the expected files if there is nothing to check', () => {
    const { status, stderr, stdout } = run()
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^Usage: npm run golden -- DIR \[--strict\]\. Expected a folder/)
    const nothing = invented(Object.fromEntries(Object.keys(INVENTED).map((name) => [name, null])))
    for (const args of [[join(nothing, 'missing')], [nothing], [nothing, nothing]]) {
      const ending = golden(args, '/')
      expect([ending.status, ending.out]).toEqual([2, ''])
      expect(ending.problem).toContain('Expected a folder with one or more of: european.csv, implied_vol.csv')
    }
  })
})
