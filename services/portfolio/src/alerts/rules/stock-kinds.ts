import type { stockRuleKinds } from '@callwright/contracts'
import { atLeast, atMost, type Truth } from '@callwright/scoring'
import { dollars, type KindRule, percent, type WatchedStock } from './rule.ts'

type Figure = 'current_price' | 'iv_rank' | 'cc_score' | 'best_ann_yield'

/** Fields of the screener's rows that the rules read. */
export const stockFields = ['current_price', 'iv_rank', 'cc_score', 'best_ann_yield', 'as_of', 'data_class'] as const

const read = ({ row }: WatchedStock, figure: Figure): number | null => row[figure] ?? null

function test(figure: Figure, compare: (value: number, limit: number) => boolean) {
  return (stock: WatchedStock, limit: number): Truth => {
    const value = read(stock, figure)
    return value === null ? null : compare(value, limit)
  }
}

const tell = (figure: Figure, name: string, format: (value: number) => string) => (stock: WatchedStock) =>
  `${name} is ${format(read(stock, figure) ?? 0)}`

const points = (value: number): string => String(Number(value.toFixed(1)))
const price = { unit: 'dollars', min: 0.01, max: 1_000_000, step: 1, default_limit: null } as const
const rank = { unit: 'points', min: 0, max: 100, step: 5 } as const

/** Rules on a stock, evaluated on the figures that the screener shows to the user. */
export const stockKinds: Readonly<Record<(typeof stockRuleKinds)[number], KindRule<WatchedStock>>> = {
  price_above: {
    spec: { label: 'Price of at least', explanation: 'The stock has risen to your price.', ...price },
    words: (limit) => `price of at least ${dollars(limit)}`,
    holds: test('current_price', atLeast),
    describe: tell('current_price', 'the price', dollars),
    needs: 'price',
    plain: 'the price has reached your limit',
  },
  price_below: {
    spec: { label: 'Price of at most', explanation: 'The stock has fallen to your price.', ...price },
    words: (limit) => `price of at most ${dollars(limit)}`,
    holds: test('current_price', atMost),
    describe: tell('current_price', 'the price', dollars),
    needs: 'price',
    plain: 'the price has reached your limit',
  },
  iv_rank_above: {
    spec: {
      label: 'IV rank of at least',
      explanation: 'Premiums are high for this stock.',
      ...rank,
      default_limit: 50,
    },
    words: (limit) => `IV rank of at least ${points(limit)}`,
    holds: test('iv_rank', atLeast),
    describe: tell('iv_rank', 'IV rank', points),
    needs: 'IV rank',
    plain: 'IV rank has reached your limit',
  },
  iv_rank_below: {
    spec: { label: 'IV rank of at most', explanation: 'Premiums are low for this stock.', ...rank, default_limit: 20 },
    words: (limit) => `IV rank of at most ${points(limit)}`,
    holds: test('iv_rank', atMost),
    describe: tell('iv_rank', 'IV rank', points),
    needs: 'IV rank',
    plain: 'IV rank has reached your limit',
  },
  rating: {
    spec: {
      label: 'Rating of at least',
      explanation: 'The stock is rated this well for covered calls, with your weights.',
      ...{ unit: 'points', min: 0, max: 100, step: 1, default_limit: null },
    },
    words: (limit) => `rating of at least ${points(limit)}`,
    holds: test('cc_score', atLeast),
    describe: tell('cc_score', 'the rating', points),
    needs: 'rating',
    plain: 'the rating has reached your limit',
  },
  best_yield: {
    spec: {
      label: 'Best annualized yield of at least',
      explanation: 'The best call to write pays this much.',
      ...{ unit: 'percent', min: 0.1, max: 1_000, step: 1, default_limit: null },
    },
    words: (limit) => `best annualized yield of at least ${percent(limit)}`,
    holds: test('best_ann_yield', atLeast),
    describe: tell('best_ann_yield', 'the best annualized yield', percent),
    needs: 'yield',
    plain: 'the best annualized yield has reached your limit',
  },
}
