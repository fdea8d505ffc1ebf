import { Worker } from 'node:worker_threads'
import { isDeeperThan } from './json-values.ts'
import { ProviderFailure } from './provider-failure.ts'

/**
 * Some vendors answer several requests with one file: a chain file has the quote, the expirations and every contract.
 * Such a file is requested once and shared by all requests, filters, positions and jobs, in every replica.
 */
export interface VendorFiles {
  /** Finds the parsed file: one that is still fresh, or one that is loaded now. Rejects with a `ProviderFailure`. */
  find<T>(file: VendorFile<T>): Promise<T>
}

export interface VendorFile<T> {
  /** Identifies the file among those of its provider: `options/AAPL`. */
  readonly key: string
  /**
   * How long the file is used: `prices` for 4 minutes, or if it has the closing prices until the next session; `day`
   * for 12 hours.
   */
  readonly lifetime: 'prices' | 'day'
  load(): Promise<string>
  readonly parser: FileParser<T>
}

/** A pure function from a file's text to its value; throws if the text is unusable. */
export interface FileParser<T> {
  /** `import.meta.url` of the module that exports `parse` under its own name, so that a worker thread can load it. */
  readonly module: string
  readonly parse: (text: string) => T
}

/** From this length on, a text takes longer to parse than the event loop may be blocked. */
const LARGE_CHARS = 2 * 1_024 * 1_024
const MAX_DEPTH = 64

/** Parses JSON from a vendor. Throws a SyntaxError that says what is wrong with it. */
export function parseVendorJson(text: string): unknown {
  const start = text.trimStart()
  if (start === '') throw new SyntaxError('returned an empty response')
  if (start.startsWith('<')) throw new SyntaxError('returned HTML or XML instead of JSON')
  if (isDeeperThan(text, MAX_DEPTH)) throw new SyntaxError(`returned JSON nested deeper than ${MAX_DEPTH}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError('returned truncated or malformed JSON')
  }
}

/** Parses a file, in a worker thread if it is large. Rejects with an `unreadable` failure if that is impossible. */
export async function parseFile<T>(provider: string, { module, parse }: FileParser<T>, text: string): Promise<T> {
  try {
    if (text.length < LARGE_CHARS) return parse(text)
    return (await parseInWorker(module, parse.name, text)) as T
  } catch (error) {
    const detail = error instanceof Error && error.name === 'SyntaxError' ? error.message : 'returned unusable data'
    throw new ProviderFailure(provider, { kind: 'unreadable', detail })
  }
}

/** Time after which an idle worker thread ends, which frees the memory of the last large file. */
const IDLE_MS = 30_000

interface Parsing {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

let worker: { readonly thread: Worker; readonly running: Map<number, Parsing>; idle?: NodeJS.Timeout } | null = null
let lastJob = 0

function parseInWorker(module: string, name: string, text: string): Promise<unknown> {
  worker ??= startWorker()
  const { thread, running, idle } = worker
  clearTimeout(idle)
  lastJob += 1
  const job = lastJob
  return new Promise((resolve, reject) => {
    running.set(job, { resolve, reject })
    thread.ref()
    thread.postMessage({ job, module, name, text })
  })
}

interface ParseReply {
  readonly job: number
  readonly value?: unknown
  readonly problem?: string
}

function startWorker(): NonNullable<typeof worker> {
  const thread = new Worker(new URL('./parse-worker.ts', import.meta.url))
  const started: NonNullable<typeof worker> = { thread, running: new Map() }
  const settle = ({ job, value, problem }: ParseReply) => {
    const parsing = started.running.get(job)
    started.running.delete(job)
    if (problem === undefined) parsing?.resolve(value)
    else parsing?.reject(new SyntaxError(problem))
    if (started.running.size > 0) return
    thread.unref()
    started.idle = setTimeout(() => void end(), IDLE_MS).unref()
  }
  const end = (error = new Error('The parser ended')) => {
    if (worker === started) worker = null
    for (const { reject } of started.running.values()) reject(error)
    return thread.terminate()
  }
  thread.on('message', settle)
  thread.on('error', (error) => void end(error instanceof Error ? error : undefined))
  thread.unref()
  return started
}

/** Keeps every file in memory, for commands that examine or record a market once. */
export function createLocalFiles(provider: string): VendorFiles {
  const files = new Map<string, Promise<unknown>>()
  return {
    find<T>({ key, load, parser }: VendorFile<T>) {
      const known = files.get(key)
      if (known !== undefined) return known as Promise<T>
      const loading = load().then((text) => parseFile(provider, parser, text))
      files.set(key, loading)
      loading.catch(() => files.delete(key))
      return loading
    },
  }
}
