const MINUTE_MS = 60_000
/** Minimum time between lines in a log. On a terminal, a single line is updated instead. */
const LINE_EVERY_MS = 30_000

export interface ProgressDeps {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly now: () => number
}

/** Creates a line that shows a recording's progress and the time left. */
export function createProgress({ write, isTerminal, now }: ProgressDeps) {
  const startedAtMs = now()
  let shownAtMs = Number.NEGATIVE_INFINITY
  let first: number | null = null
  const show = (text: string) => write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
  return {
    symbol(symbol: string, place: number, total: number): void {
      first ??= place
      const isDue = isTerminal || place === total || now() - shownAtMs >= LINE_EVERY_MS
      if (!isDue) return
      shownAtMs = now()
      const done = place - first
      const left = done < 3 ? '' : describeLeft(((now() - startedAtMs) / done) * (total - place + 1))
      show(`recording ${place}/${total} ${symbol}${left}`)
    },
    waiting(ms: number, reason: string): void {
      show(`waiting ${Math.ceil(ms / 1_000)} s: ${reason}`)
    },
    end(): void {
      if (isTerminal) write('\n')
    },
  }
}

function describeLeft(ms: number): string {
  return ms < MINUTE_MS ? ', less than a minute left' : `, about ${Math.round(ms / MINUTE_MS)} min left`
}
