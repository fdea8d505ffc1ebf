import { boundNames, marketCapChoices, namedBounds, sectorChoices, sortColumns } from '@callwright/contracts'
import fc from '@callwright/properties'
import type { QueryTexts } from './naive-view.ts'

const searches = [
  'a',
  'AB',
  'coca',
  'bean',
  'BANK OF',
  'estee',
  'Estée',
  't & t',
  "o'h",
  'data',
  '%',
  '_',
  'b_',
  '100%',
  '.b',
  'aaf-',
  'zzz',
  '𝐀l',
]

const numberText = fc.oneof(
  fc.integer({ min: -20, max: 120 }).map(String),
  fc.integer({ min: -500, max: 5_000 }).map((tenths) => (tenths / 10).toFixed(1)),
  fc.constantFrom('0', '300000000', '2000000000', '10000000000', '1000000000000', '999999999999999'),
)
const boundParameters = [...Object.keys(namedBounds), ...boundNames.flatMap((name) => [`${name}_min`, `${name}_max`])]
const filterEntry = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...boundParameters), numberText) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('q'), fc.constantFrom(...searches)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('sector'), fc.constantFrom(...sectorChoices)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('market_cap'), fc.constantFrom(...marketCapChoices)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('symbols'), fc.constantFrom('AAA', 'aab,AAF.B', 'ZZZ', 'AAC,AAD,AAE')) },
)
const pagingEntry = fc.oneof(
  fc.tuple(fc.constant('sort_by'), fc.constantFrom(...sortColumns)),
  fc.tuple(fc.constant('sort_order'), fc.constantFrom('asc', 'desc')),
  fc.tuple(fc.constant('limit'), fc.constantFrom('1', '7', '50', '500')),
  fc.tuple(fc.constant('offset'), fc.constantFrom('0', '3', '40', '1000000')),
)

/** Well-formed queries; their ranges may be empty. */
export const drawnQuery: fc.Arbitrary<QueryTexts> = fc
  .tuple(fc.array(filterEntry, { maxLength: 5 }), fc.array(pagingEntry, { maxLength: 4 }))
  .map(([filters, paging]) => Object.fromEntries([...filters, ...paging]))

const hostile = fc.oneof(
  fc.constantFrom(
    ...['', ' ', 'NaN', 'Infinity', '-Infinity', '1e5', '0x1f', '1,5', '+1', '.5', '5.', '--1', '١٢', 'null'],
    ...[
      "' or '1'='1",
      '1; drop table screener_row',
      "'; select pg_sleep(5)--",
      '1 union select 1',
      '{{7*7}}',
      '%00',
      '\0',
    ],
    ...['constructor', '__proto__', 'cc_score desc', 'all', '🦊', '‮abc', 'x'.repeat(5_000), '9'.repeat(400), 'a,b,,c'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const anyName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...boundParameters, 'q', 'symbols', 'sector', 'market_cap', 'fields') },
  { weight: 4, arbitrary: fc.constantFrom('limit', 'offset', 'sort_by', 'sort_order', 'force_refresh') },
  { weight: 1, arbitrary: fc.oneof(hostile, fc.constantFrom('symbol_min', 'sector_max', 'RSI_MIN', 'toString')) },
)

/** Invalid parameter names and values mixed with valid ones. */
export const drawnAddress: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: filterEntry },
    { weight: 2, arbitrary: pagingEntry },
    { weight: 2, arbitrary: fc.tuple(anyName, fc.oneof(hostile, numberText)) },
  ),
  { maxLength: 6 },
)
