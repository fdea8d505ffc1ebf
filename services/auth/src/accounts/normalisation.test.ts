import { describe, expect, test } from '@jest/globals'
import { normaliseName } from './normalisation.ts'

describe('normaliseName', () => {
  test.each([
    ['Alice', 'alice'],
    ['  alice\t', 'alice'],
    ['ＡＬＩＣＥ', 'alice'],
    ['ﬁona', 'fiona'],
    ['STRASSE@x.de', 'straße@x.de'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ſam', 'sam'],
    ['\u212Aen', 'ken'],
    ['e\u0301ve', '\u00e9ve'],
    ['al\u200Bi\u00ADce', 'alice'],
    ['ali\u0000ce', 'alice'],
  ])('%j and %j are one name', (one, other) => {
    expect(normaliseName(one)).toBe(normaliseName(other))
  })

  test.each([
    ['alice', 'a.lice'],
    ['alice', 'аlice'],
    ['user1', 'userl'],
  ])('%j and %j are two names', (one, other) => {
    expect(normaliseName(one)).not.toBe(normaliseName(other))
  })

  test('is stable: a key is its own key', () => {
    for (const text of ['İstanbul', 'ǅ', 'ϓ', 'ﬃ', 'ᾳ', 'ŉ']) {
      expect(normaliseName(normaliseName(text))).toBe(normaliseName(text))
    }
  })
})
