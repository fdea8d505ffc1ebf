import fc from '@callwright/properties'

const mutation = fc.record({
  file: fc.nat(),
  at: fc.nat(),
  to: fc.nat(),
  how: fc.nat({ max: 6 }),
  text: fc.string({ unit: 'binary', maxLength: 12 }),
})

/** Brokers' files with one to six lines, cells or parts repeated, removed, moved or overwritten. */
export const mutatedFiles = (originals: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(mutation, { minLength: 1, maxLength: 6 })
    .map((mutations) => mutations.reduce(mutate, originals[(mutations[0]?.file ?? 0) % originals.length] ?? ''))

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
    default:
      return csv.slice(0, at % (csv.length + 1)) + text + csv.slice(at % (csv.length + 1))
  }
}
