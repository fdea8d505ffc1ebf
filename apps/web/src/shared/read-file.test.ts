import { expect, test } from '@jest/globals'
import { decodeFile } from './read-file.ts'

const utf16 = (text: string, isLittle: boolean) =>
  new Uint8Array(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0)
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]
    }),
  )

test.each([
  ['UTF-8', new TextEncoder().encode('Ticker é')],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFTicker é')],
  ['UTF-16 little-endian with a mark', utf16('\uFEFFTicker é', true)],
  ['UTF-16 big-endian with a mark', utf16('\uFEFFTicker é', false)],
  ['UTF-16 without a mark', utf16('Ticker é', true)],
  ['Windows-1252', new Uint8Array([...'Ticker '].map((c) => c.charCodeAt(0)).concat(0xe9))],
])('a file in %s is decoded', (_name, bytes) => {
  expect(decodeFile(bytes)).toBe('Ticker é')
})
