import { describe, expect, test } from '@jest/globals'
import { findClaim, withoutClaims } from './claims.ts'
import { cleanMessage, MAX_TEXT, toPlainText } from './plain-text.ts'

describe('plain text', () => {
  test.each([
    ['<script>alert(1)</script>Hello', 'alert(1) Hello'],
    ['<img src=x onerror=alert(1)>', ''],
    ['![chart](https://evil.example/x.png) seen', 'chart seen'],
    ['See [the screener](/screening?min_yield=20)', 'See the screener (/screening?min_yield=20)'],
    ['See [this](//evil.example/x)', 'See this'],
    ['See [this](javascript:alert)', 'See this'],
    ['Go to https://evil.example/a?b=1 now', 'Go to (link removed) now'],
    ['Go to //evil.example now', 'Go to (link removed) now'],
    ['Go to www.evil.example/x', 'Go to (link removed)'],
    ['Go to evil.com or a.evil.io/path', 'Go to (link removed) or (link removed)'],
    ['Amazon.com Inc. and BRK.B at 1.5/2', 'Amazon.com Inc. and BRK.B at 1.5/2'],
    ['javascript:alert(1)', '(link removed)'],
    ['Write to someone@evil.example now', 'Write to (link removed) now'],
    ['**Bold** and `code` and *soft*', 'Bold and code and soft'],
    ['## Head\n* one\n+ two\n• three', 'Head\n- one\n- two\n• three'],
    ['|a|b|\n|---|---|\n|1|2|', '|a|b|\n\n|1|2|'],
    ['a\u202eb\u0000c\u200b', 'a b c'],
    ['a\r\n\r\n\r\n\r\nb', 'a\n\nb'],
    ['1<b>2</b>', '1 2'],
    ['a delta < 0.3 and > 0.2', 'a delta < 0.3 and > 0.2'],
    ['{{r1.rows.0.premium}} * 2 * 3', '{{r1.rows.0.premium}} * 2 * 3'],
  ])('cleans %j', (text, plain) => {
    expect(toPlainText(text)).toBe(plain)
    expect(toPlainText(plain)).toBe(plain)
  })

  test('is limited in length, even for a megabyte of input', () => {
    expect(toPlainText('A sentence of words. '.repeat(50_000)).length).toBeLessThanOrEqual(MAX_TEXT + 2)
    expect(toPlainText('<'.repeat(1_000_000)).length).toBeLessThanOrEqual(MAX_TEXT + 2)
    expect(toPlainText('['.repeat(1_000_000)).length).toBeLessThanOrEqual(MAX_TEXT + 2)
  })

  test('cleaning a message keeps its words and line breaks', () => {
    expect(cleanMessage(' a\u0007\r\nb\u2066 ')).toBe('a \nb')
  })
})

describe('claims', () => {
  test.each([
    ['This is a guaranteed profit.', 'promise'],
    ['It is risk-free income.', 'promise'],
    ["You can't lose with it.", 'promise'],
    ['The stock will rise next week.', 'forecast'],
    ['NVDA will definitely double.', 'forecast'],
    ['I have placed the order.', 'order'],
    ['I sold 2 contracts for you.', 'order'],
    ['Your order has been submitted.', 'order'],
    ['You should buy more shares.', 'advice'],
    ['You must sell this call.', 'advice'],
  ] as const)('%s is a %s', (sentence, kind) => {
    expect(findClaim(sentence)).toBe(kind)
  })

  test.each([
    'Nothing here is guaranteed.',
    'There is no guarantee, and no order was placed.',
    'Is any return guaranteed?',
    'If the stock will rise above the strike, the shares are called.',
    'A covered call is not risk-free.',
    'The rule says Roll Out & Up.',
    'Whether you should sell is yours to decide.',
    'I cannot place orders.',
  ])('%s is not a claim', (sentence) => {
    expect(findClaim(sentence)).toBeNull()
  })

  test('is removed with its line if the line has nothing else', () => {
    expect(withoutClaims('Good day.\n- It is a guaranteed win!\n- The strike is near. I placed the order.')).toEqual({
      text: 'Good day.\n- The strike is near.',
      claims: ['promise', 'order'],
    })
  })
})
