/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { cutWords, toSentence, typesetMinus } from './words.ts'

test.each([
  ['No chain', 'No chain.'],
  ['No chain.', 'No chain.'],
  ['Away. ', 'Away.'],
  ['Really?', 'Really?'],
])('%j is the sentence "%s"', (words, sentence) => {
  expect(toSentence(words)).toBe(sentence)
})

test.each([
  ['abc', 'abc'],
  ['abcd', 'abc…'],
  ['😀😀😀', '😀😀😀'],
])('%j cut at three is %j', (words, cut) => {
  expect(cutWords(words, 3)).toBe(cut)
})

test.each([
  ['captured is -5.19 %', 'captured is \u22125.19 %'],
  ['-1 by 2026-08-14', '\u22121 by 2026-08-14'],
  ['covered-call', 'covered-call'],
])('%j is set as %j', (words, typeset) => {
  expect(typesetMinus(words)).toBe(typeset)
})
