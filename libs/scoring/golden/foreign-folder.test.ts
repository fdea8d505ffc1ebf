import { afterEach, describe, expect, test } from '@jest/globals'
import { INVENTED } from './invented-folder.ts'
import { edited, removeInvented, reportOf } from './invented-report.ts'

afterEach(removeInvented)

/** A file from the folder with every line rewritten, including the header (index 0). */
const rewritten = (name: string, line: (text: string, index: number) => string): Record<string, string> => ({
  [name]: `${(INVENTED[name] ?? '').trimEnd().split('\n').map(line).join('\n')}\n`,
})

describe('files written by other programs', () => {
  const QUOTED = (text: string) => text.replaceAll(/[^,]*/g, (cell, at) => (cell === '' && at > 0 ? '' : `"${cell}"`))

  test('accepts quotes around every cell, including the header', () => {
    for (const name of Object.keys(INVENTED).filter((file) => /^golden.*csv$/.test(file))) {
      const { lines, failed } = reportOf(rewritten(name, QUOTED))
      expect([name, failed, lines.at(-1)]).toEqual([name, false, 'ok: 114 of 114 rows pass in 9 files'])
    }
  })

  test('accepts an empty first cell, a comma and quotes inside quotes', () => {
    const row = (text: string) => text.replace(/^\d+/, '').replace('call', '"call"')
    const change = rewritten('golden/european.csv', (text, index) =>
      index === 0 ? `${text},note` : `${row(text)},"a ""plain"" one, by hand"`,
    )
    const { lines, failed } = reportOf(change)
    expect(failed).toBe(false)
    expect(lines).toContainEqual(expect.stringMatching(/^ok +european\.csv +2 of 2 rows/))
    const broken = reportOf({
      'golden/european.csv': (change['golden/european.csv'] ?? '').replace('0.5398', '0.5399'),
    })
    expect(broken.lines).toContainEqual(expect.stringContaining('note=a "plain" one, by hand'))
    expect(broken.lines).toContain('     row at line 2, delta')
  })

  test('does not drop text after a closing quote', () => {
    const { lines } = reportOf(edited('golden/european.csv', '0.539827837277029', '"0.539827837277029"9'))
    expect(lines.join('\n')).toContain('delta is not a number: "0.539827837277029"9')
  })

  test('accepts blanks between dividends', () => {
    expect(reportOf(edited('golden/american_discrete.csv', '0:3;366:3', '0:3; 366:3 ')).failed).toBe(false)
  })

  test('checks rows with unknown columns, and names the columns', () => {
    const { lines, failed } = reportOf(
      rewritten('golden/european.csv', (text, index) => text + (index === 0 ? ',vomma,source' : ',5,a book')),
    )
    const column = (name: string) => new RegExp(`^!! +european\\.csv +column not of the format, not checked: ${name}$`)
    expect(lines).toContainEqual(expect.stringMatching(column('vomma')))
    expect(lines).toContainEqual(expect.stringMatching(column('source')))
    expect(lines.at(-1)).toBe('ok: 114 of 114 rows pass in 9 files')
    expect(failed).toBe(false)
  })
})

describe('a tolerance that accepts every value fails the row', () => {
  test.each([
    ['american_iv.csv', '39.69525474770118', '', 'vega is empty'],
    ['american_iv.csv', '39.69525474770118', ' ', 'vega is empty'],
    ['american_iv.csv', '39.69525474770118', '0', 'vega is not positive, so iv has no tolerance: 0'],
    ['american_iv.csv', '39.69525474770118', '-3', 'vega is not positive, so iv has no tolerance: -3'],
    ['implied_vol.csv', '0.2,2e-13', '0.7,-1', 'row 7, iv'],
    ['american_discrete.csv', '7.965567455405804,0.539827837277029,39.69525474770118,1e-7', '9,,,-1e9', 'row 1, price'],
    ['edges.json', '"iv":0.2,"abs_tol":1e-9', '"iv":9,"abs_tol":1e999', 'row 5 (american_iv), iv'],
  ])('%s: %s as %p', (file, from, to, said) => {
    const { lines, failed } = reportOf(edited(`golden/${file}`, from, to))
    expect(lines.join('\n')).toContain(said)
    expect(failed).toBe(true)
  })

  test('an empty iv needs no vega', () => {
    const change = edited('golden/american_iv.csv', ',0.2,39.69525474770118', ',,')
    const without = {
      'golden/american_iv.csv': (change['golden/american_iv.csv'] ?? '').replace('7.965567455405804', '0'),
    }
    expect(reportOf(without).failed).toBe(false)
  })

  test('theta at expiration is checked against its remaining value', () => {
    const expired = (theta: string) => ({
      'golden/european.csv': `type,spot,strike,t,rate,vol,price,theta\ncall,100,90,0,0.05,0.2,10,${theta}\n`,
    })
    expect(reportOf(expired('1e9')).failed).toBe(true)
  })
})

describe('an invalid case of edges.json fails alone, with a message', () => {
  const good = JSON.parse(INVENTED['golden/edges.json'] ?? '') as { cases: Readonly<Record<string, unknown>>[] }
  const [first = {}] = good.cases
  const pair = { id: 9, kind: 'american_symmetry', expect: {} }

  test.each([
    [null, 'the case must be an object, got null'],
    [7, 'the case must be an object, got 7'],
    [{ ...first, input: null }, 'input must be an object, got null'],
    [{ ...first, input: [1] }, 'input must be an object, got [1]'],
    [{ ...first, expect: undefined }, 'expect must be an object, got nothing'],
    [{ ...first, expect: null }, 'expect must be an object, got null'],
    [{ ...first, kind: undefined }, 'kind must be a string'],
    [{ ...first, kind: 'toString' }, 'unknown kind toString; known are implied_vol'],
    [{ ...pair, input: {} }, 'input.a must be an object, got nothing'],
    [{ ...pair, input: { a: null } }, 'input.a must be an object, got null'],
    [{ ...good.cases[5], expect: { same_as: 5, finite: true } }, 'same_as must be dividends'],
  ])('%j', (written, sentence) => {
    const { lines, failed } = reportOf({ 'golden/edges.json': JSON.stringify({ cases: [...good.cases, written] }) })
    expect(lines).toContainEqual(expect.stringMatching(/^FAIL +edges\.json +6 of 7 rows/))
    const got = lines.filter((line) => line.startsWith('       got')).join('\n')
    expect(got.replace(/^ +got +/, '')).toMatch(new RegExp(`^${sentence.replaceAll(/[[\].]/g, '\\$&')}`))
    expect(failed).toBe(true)
  })
})
