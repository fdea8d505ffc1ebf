import { expect, test } from '@jest/globals'
import { cutWords, toSentence } from './words.ts'

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
