import fc from '@callwright/properties'

/** Texts that were made to break a reader: formulas, zero bytes, huge numbers, other directions, bytes of a zip file. */
const hostileTexts = [
  ...[
    '=HYPERLINK("http://example.test","x")',
    '@SUM(1+1)',
    "'=1+1",
    '\u0000',
    'a\u0000b',
    '9'.repeat(400),
    '1e308',
    '-1e308',
  ],
  ...[
    '\u202E5.00',
    '\u0661\u0662',
    'PK\u0003\u0004\u0014\u0000',
    '\uFFFD\uFFFE',
    '"',
    '""',
    '"\n',
    '__proto__',
    'NaN',
    '-0',
    '00/00/0000',
  ],
  ...['9999-12-31', '$', '(', '--', '="5"', '<script>', '\uD800'],
]

const mutation = fc.record({
  file: fc.nat(),
  at: fc.nat(),
  to: fc.nat(),
  how: fc.nat({ max: 11 }),
  text: fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom(...hostileTexts)),
})

/** Brokers' files with one to six changes: lines, cells or parts repeated, removed, shifted, overwritten or re-encoded. */
export const mutatedFiles = (originals: () => readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(mutation, { minLength: 1, maxLength: 6 })
    .map((mutations) => mutations.reduce(mutate, originals()[(mutations[0]?.file ?? 0) % originals().length] ?? ''))

function mutate(csv: string, { at, to, how, text }: { at: number; to: number; how: number; text: string }): string {
  const lines = csv.split('\n')
  const [from, other] = [at % lines.length, to % lines.length]
  const line = lines[from] ?? ''
  const cells = line.split(',')
  const cell = to % cells.length
  const replace = (written: string) => lines.with(from, written).join('\n')
  switch (how) {
    case 0:
      return lines.toSpliced(other, 0, line).join('\n')
    case 1:
      return lines.toSpliced(from, 1).join('\n')
    case 2:
      return replace(cells.toSpliced(cell, 1).join(','))
    case 3:
      return replace(cells.toSpliced(cell, 0, text).join(','))
    case 4:
      return replace(cells.with(cell, text).join(','))
    case 5:
      return csv.slice(0, at % (csv.length + 1))
    case 6:
      return replace([...cells.slice(1), cells[0]].join(','))
    case 7:
      return replace([text, ...cells].join(','))
    case 8:
      return csv.replaceAll(',', separators[to % separators.length] ?? ';')
    case 9:
      return reencode(csv, to)
    case 10:
      return lines
        .map((each, index) => (index % 7 === at % 7 ? each.split(',').toReversed().join(',') : each))
        .join('\n')
    default:
      return csv.slice(0, at % (csv.length + 1)) + text + csv.slice(at % (csv.length + 1))
  }
}

const separators = [';', '\t', '|', ' ']

/** The text as a program reads it that takes it for another encoding. */
function reencode(csv: string, how: number): string {
  const bytes = Buffer.from(csv, how % 2 === 0 ? 'utf16le' : 'utf8')
  return bytes.toString(how % 3 === 0 ? 'utf8' : 'latin1')
}
