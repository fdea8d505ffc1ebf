import { MAX_LIST_SYMBOLS } from '@callwright/contracts/screener-columns'
import { expect, test } from '@jest/globals'
import { previewImport, readCells } from './read-symbols.ts'

test.each([
  ['a column', 'AAPL\nmsft\n\nKO', ['AAPL', 'msft', 'KO']],
  ['one line with commas', 'AAPL, MSFT,KO', ['AAPL', 'MSFT', 'KO']],
  ['one line with spaces', 'AAPL MSFT KO', ['AAPL', 'MSFT', 'KO']],
  ['a file with a header', 'Name,Symbol\n"Coca-Cola, The",KO\nApple,AAPL', ['KO', 'AAPL']],
  ['a file with lines before its header', 'Positions\t\nTicker\tShares\nKO\t100', ['KO']],
  ['a file without a header', 'KO;100\nPG;200', ['KO', 'PG']],
  ['nothing', ' \n ', []],
])('reads the symbols of %s', (_name, text, cells) => {
  expect(readCells(text)).toEqual(cells)
})

test('sorts what would be added from what is repeated, uncovered or no symbol', () => {
  const given = { covered: new Set(['AAPL', 'BRK.B', 'META']), present: ['KO'] }
  expect(previewImport(['aapl', 'BRKB', 'ko', 'AAPL', 'FB', 'ZZZZ', '12 shares'], given)).toEqual({
    recognized: ['AAPL', 'BRK.B', 'META'],
    uncovered: ['ZZZZ'],
    duplicates: ['KO', 'AAPL'],
    unreadable: ['12 shares'],
    excess: 0,
  })
})

test('leaves out what the list has no room for', () => {
  const present = Array.from({ length: MAX_LIST_SYMBOLS - 1 }, (_, index) => `S${index}`)
  expect(previewImport(['AAPL', 'KO', 'PG'], { covered: new Set(['AAPL', 'KO']), present })).toMatchObject({
    recognized: ['AAPL'],
    excess: 2,
  })
})
