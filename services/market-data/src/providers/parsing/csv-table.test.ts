import { describe, expect, test } from '@jest/globals'
import { readCsv } from './csv-table.ts'

const shape = { name: 'x.csv', columns: ['a', 'b', 'c'], required: 2 } as const
const read = (text: string) => readCsv(text, shape, (cells) => [...cells])

describe('readCsv', () => {
  test.each([
    ['in order', 'a,b,c\n1,2,3\n', [['1', '2', '3']]],
    ['in another order, with extra columns', 'c,x,b,a\n3,9,2,1\n', [['1', '2', '3']]],
    ['a missing column', 'b,a\n2,1', [['1', '2', undefined]]],
    [
      'a short line',
      'a,b,c\n1\n4,5,6',
      [
        ['1', undefined, undefined],
        ['4', '5', '6'],
      ],
    ],
    ['a long line', 'a,b,c\n1,2,3,4,5', [['1', '2', '3']]],
    ['empty cells', 'a,b,c\n,,\n', [['', '', '']]],
    [
      'empty lines and CRLF',
      'a,b,c\r\n\r\n1,2,3\r\n\r\n4,5,6\r\n',
      [
        ['1', '2', '3'],
        ['4', '5', '6'],
      ],
    ],
    ['blanks around the names', ' a, b ,c\n1,2,3', [['1', '2', '3']]],
    ['a duplicate name', 'a,b,a\n1,2,9', [['1', '2', undefined]]],
  ])('%s', (_name, text, rows) => {
    expect(read(text)).toEqual(rows)
    const quoted = text.replace('1', '"1"')
    expect(read(quoted)).toEqual(rows)
  })

  test('reads commas, quotes and line ends inside quotes', () => {
    expect(read('a,b,c\n"1,5","say ""x""","two\nlines"\n')).toEqual([['1,5', 'say "x"', 'two\nlines']])
  })

  test('leaves out rows for which the reader returns null', () => {
    expect(readCsv('a,b\n1,2\n3,4', shape, ([a]) => (a === '1' ? null : a))).toEqual(['3'])
  })

  test.each(['', '\n', '\r\n'])('rejects %j as empty', (text) => {
    expect(() => read(text)).toThrow('x.csv is empty')
  })

  test('names a missing column', () => {
    expect(() => read('a,c\n1,2')).toThrow('x.csv has no column b')
    expect(() => read('a,c\n"1",2')).toThrow('x.csv has no column b')
  })
})
