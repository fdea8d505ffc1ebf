import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'

export type Wire = Record<string, unknown>
export type Query = Readonly<Record<string, string>>

export interface MassivePlan {
  /** Whether data is delayed by 15 minutes and labeled as delayed. */
  readonly delayed: boolean
  /** Whether options have bid and ask. */
  readonly optionQuotes: boolean
  /** Endpoint for dividends and splits: the vendor's new one, with adjusted amounts, or the old one. */
  readonly events: 'new' | 'old'
}

export const answer = (body: Wire): StubAnswer => ({
  body: JSON.stringify({ request_id: '00000000000000000000000000000000', ...body }),
})
export const NOT_FOUND: StubAnswer = { status: 404, body: '{"status":"NOT_FOUND","message":"Not here."}' }
/** Most of the vendor's times are in nanoseconds. */
export const toNs = (ms: number) => ms * 1_000_000
/** Omits an unknown figure, as the vendor does. */
export const known = (name: string, value: number | string | null): Wire => (value === null ? {} : { [name]: value })

/** As in the vendor's API, a cursor contains the whole query and the next offset. */
export function readQuestion({ query }: StubRequest): Query {
  const { cursor } = query
  return cursor === undefined ? query : JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
}

interface List<T> {
  readonly items: readonly T[]
  /** Maximum rows per page. */
  readonly most: number
  readonly render: (item: T) => Wire
}

/** Returns the requested page of a list, ten rows by default, with a link to the next page if there is one. */
export function answerPage<T>({ path }: StubRequest, question: Query, { items, most, render }: List<T>): StubAnswer {
  const limit = Math.min(most, Number(question.limit ?? 10))
  const from = Number(question.from ?? 0)
  const results = items.slice(from, from + limit).map(render)
  const next = { ...question, from: String(from + limit) }
  const cursor = Buffer.from(JSON.stringify(next)).toString('base64url')
  const link = from + limit < items.length ? { next_url: `https://api.massive.com${path}?cursor=${cursor}` } : {}
  return answer({ status: 'OK', results, ...link })
}

/** Whether a value is within the query's bounds, such as `strike_price.gte=70`. */
export function isWithin(question: Query, name: string, value: string | number): boolean {
  const compare = (suffix: string, isFine: (bound: string | number) => boolean) => {
    const text = question[`${name}${suffix}`]
    return text === undefined || isFine(typeof value === 'number' ? Number(text) : text)
  }
  return (
    compare('', (bound) => value === bound) &&
    compare('.gt', (bound) => value > bound) &&
    compare('.gte', (bound) => value >= bound) &&
    compare('.lt', (bound) => value < bound) &&
    compare('.lte', (bound) => value <= bound)
  )
}
