import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import { sharedData } from '../support.ts'

/** What a stub answers: bytes as given, with a status and headers; or a function that does what it likes. */
export interface StubAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}
export type StubHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface StubRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
}
/** Answers by what is asked; null leaves it to the other answers. */
export type StubRouter = (request: StubRequest) => StubAnswer | null

export type StubServer = Awaited<ReturnType<typeof startStubServer>>

/**
 * A plain HTTP server standing in for a provider. Answers are given by path (`/v1/now`, or with a query that must match
 * exactly, `/v1/now?page=2`) or by a router; several answers to one path come in turn, the last one again and again.
 * What nobody gave an answer to is a 404 without a body. Every request is written down.
 */
export async function startStubServer() {
  const answers = new Map<string, (StubAnswer | StubHandler)[]>()
  const routers: StubRouter[] = []
  const requests: StubRequest[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stub')
    const seen = { path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers }
    requests.push(seen)
    const queue = answers.get(`${url.pathname}${url.search}`) ?? answers.get(url.pathname)
    const answer = (queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0]) ?? route(seen)
    if (typeof answer === 'function') {
      answer(request, response)
      return
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body ?? '')
  })
  const route = (request: StubRequest): StubAnswer => {
    for (const router of routers) {
      const answer = router(request)
      if (answer !== null) return answer
    }
    return { status: 404 }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    /** Every request since the start or the last `reset`. */
    requests: requests as readonly StubRequest[],
    on(path: string, ...given: readonly (StubAnswer | StubHandler)[]): void {
      answers.set(path, [...given])
    },
    /** The same, with a JSON body made from a value. */
    onJson(path: string, ...values: readonly unknown[]): void {
      answers.set(
        path,
        values.map((value) => ({ body: JSON.stringify(value) })),
      )
    },
    route(router: StubRouter): void {
      routers.push(router)
    },
    reset(): void {
      answers.clear()
      routers.length = 0
      requests.length = 0
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface FixtureEntry {
  readonly file: string
  readonly provider: string
  readonly request: string
  readonly status: number
}

const fixtureFolder = join(sharedData, 'fixtures')
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  xml: 'application/xml',
  txt: 'text/plain',
}

/** What `index.json` says of every recorded payload of a provider. */
export function listFixtures(provider: string): readonly FixtureEntry[] {
  const entries = JSON.parse(readFileSync(join(fixtureFolder, 'index.json'), 'utf8')) as readonly FixtureEntry[]
  return entries.filter((entry) => entry.provider === provider)
}

/** A recorded payload as it would come over the wire: its bytes, its status, packed where the file is. */
export function fixtureAnswer(file: string, change: Partial<StubAnswer> = {}): StubAnswer {
  const entry = listFixtures(file.split('/', 1)[0] ?? '').find((candidate) => candidate.file === file)
  if (entry === undefined) throw new Error(`No fixture ${file} in index.json`)
  const packed = file.endsWith('.gz')
  const extension = file.replace(/\.gz$/, '').split('.').at(-1) ?? ''
  return {
    status: entry.status,
    headers: {
      'content-type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    },
    body: readFileSync(join(fixtureFolder, file)),
    ...change,
  }
}

/** The failure of what must fail. */
export async function failureOf(asked: Promise<unknown>): Promise<ProviderFailure> {
  const outcome = await asked.then(
    (value) => `an answer: ${inspect(value)}`,
    (reason: unknown) => reason,
  )
  if (outcome instanceof ProviderFailure) return outcome
  throw new Error(`no failure of a provider but ${inspect(outcome)}`)
}
