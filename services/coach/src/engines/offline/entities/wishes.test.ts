import { expect, test } from '@jest/globals'
import { normalise } from '../language/normalise.ts'
import { readWishes, type Wishes } from './wishes.ts'

test.each<[string, Partial<Wishes>]>([
  ['chip makers', { sector: 'technology', withoutSectors: [] }],
  ['anything but not tech', { sector: null, withoutSectors: ['technology'] }],
  ['no banks or energy', { withoutSectors: ['financial', 'Energy'], sector: null }],
  ['large caps outside of tech', { marketCap: 'large', withoutSectors: ['technology'] }],
  ['fattest premiums', { stockOrder: { by: 'best_ann_yield', order: 'desc' } }],
  ['sorted by yeild', { stockOrder: { by: 'best_ann_yield', order: 'desc' } }],
  ['cheapest first', { stockOrder: { by: 'current_price', order: 'asc' } }],
  ['top 3 by dividend yield', { stockOrder: { by: 'dividend_yield', order: 'desc' } }],
  ['lowest rated', { stockOrder: { by: 'cc_score', order: 'asc' } }],
  ['anything with more premium', { callOrder: 'premium' }],
  ['the most liquid ones', { callOrder: 'open_interest' }],
  ['something safer', { mood: 'careful' }],
  ['otm only', { moneyness: 'otm' }],
  ['calls not itm', { moneyness: 'otm' }],
  ['dividend payers', { paysDividend: true }],
  ['calls expiring before earnings', { unkept: ['no earnings before the expiration'] }],
  ['calls before earnings', { eventBound: { event: 'earnings', side: 'before' } }],
  ['something past the ex-dividend date', { eventBound: { event: 'ex_dividend', side: 'after' } }],
  ['no dividend stocks', { eventBound: null }],
  ['best dividend stock', { paysDividend: true }],
])('%s', (message, wishes) => {
  expect(readWishes(normalise(message).text)).toMatchObject(wishes)
})
