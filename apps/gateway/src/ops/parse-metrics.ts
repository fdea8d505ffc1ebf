export interface Sample {
  /** Labels as they appear in the response. They identify the series within its metric. */
  readonly key: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Samples by metric. A histogram's samples are under `_bucket`, `_sum` and `_count`. */
export type Samples = ReadonlyMap<string, readonly Sample[]>

const LABEL = /(?<![a-zA-Z0-9_])([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' }
const MAX_LABEL_CHARACTERS = 200
/** Maximum number of cached label sets: ten times as many as one process exposes. */
const MAX_KNOWN_KEYS = 20_000

export type MetricsParser = (text: string, wanted: ReadonlySet<string>) => Samples

/**
 * Parses the Prometheus text format and returns the samples of the metrics in `wanted`. Ignores invalid lines and NaN.
 * Each parser caches parsed labels, because a process exposes the same labels on every scrape.
 */
export function createMetricsParser(): MetricsParser {
  const known = new Map<string, Sample['labels']>()

  function readLabels(key: string): Sample['labels'] {
    const found = known.get(key)
    if (found) return found
    if (known.size >= MAX_KNOWN_KEYS) known.clear()
    const labels = parseLabels(key)
    known.set(key, labels)
    return labels
  }

  return (text, wanted) => {
    const found = new Map<string, Sample[]>()
    for (const line of text.split('\n')) {
      if (line === '' || line.startsWith('#')) continue
      const { name, key, value } = splitLine(line)
      if (value === null || !wanted.has(name)) continue
      const sample = { key, labels: readLabels(key), value }
      const samples = found.get(name)
      if (samples === undefined) found.set(name, [sample])
      else samples.push(sample)
    }
    return found
  }
}

/** Splits a line into name, raw labels and value. Ignores a trailing timestamp. */
function splitLine(line: string): { name: string; key: string; value: number | null } {
  const open = line.indexOf('{')
  const close = line.lastIndexOf('}')
  const hasLabels = open !== -1 && close > open
  const rest = hasLabels ? close + 1 : line.indexOf(' ')
  if (rest === -1 || line[rest] !== ' ') return { name: '', key: '', value: null }
  const [written = ''] = line.slice(rest).trimStart().split(' ', 1)
  return {
    name: line.slice(0, hasLabels ? open : rest),
    key: hasLabels ? line.slice(open + 1, close) : '',
    value: toNumber(written),
  }
}

function parseLabels(written: string): Record<string, string> {
  const labels: Record<string, string> = Object.create(null)
  for (const [, name = '', value = ''] of written.matchAll(LABEL)) {
    const plain = value.includes('\\')
      ? value.replace(/\\(.)/g, (all, letter: string) => ESCAPES[letter] ?? all)
      : value
    labels[name] = plain.slice(0, MAX_LABEL_CHARACTERS)
  }
  return labels
}

function toNumber(written: string): number | null {
  if (written === '+Inf' || written === 'Inf') return Number.POSITIVE_INFINITY
  if (written === '-Inf') return Number.NEGATIVE_INFINITY
  const value = written === '' ? Number.NaN : Number(written)
  return Number.isNaN(value) ? null : value
}
