import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'

export type Wire = Record<string, unknown>
export type Query = Readonly<Record<string, string>>

/** What the plan of the key gives. */
export interface MassivePlan {
  /** Fifteen minutes late, and says so. */
  readonly delayed: boolean
  /** Bid and ask of options. */
  readonly optionQuotes: boolean
  /** Where dividends and splits are listed: the vendor's new place, with adjusted amounts, or its old one. */
  readonly events: 'new' | 'old'
}

export const answer = (body: Wire): StubAnswer => ({
  body: JSON.stringify({ request_id: '00000000000000000000000000000000', ...body }),
})
export const NOT_FOUND: StubAnswer = { status: 404, body: '{"status":"NOT_FOUND","message":"Not here."}' }
/** Nanoseconds, which is what most times of the vendor are in. */
export const toNs = (ms: number) => ms * 1_000_000
/** A figure that is not known is not there at all. */
export const known = (name: string, value: number | string | null): Wire => (value === null ? {} : { [name]: value })

/** A cursor holds the whole question and where to go on, as the vendor's does. */
export function readQuestion({ query }: StubRequest): Query {
  const { cursor } = query
  return cursor === undefined ? query : JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
}

interface List<T> {
  readonly items: readonly T[]
  /** Rows a page at most. */
  readonly most: number
  readonly render: (item: T) => Wire
}

/** The part of a list that was asked for, with a link to the next where there is one; ten rows where nothing is said. */
export function answerPage<T>({ path }: StubRequest, question: Query, { items, most, render }: List<T>): StubAnswer {
  const limit = Math.min(most, Number(question.limit ?? 10))
  const from = Number(question.from ?? 0)
  const results = items.slice(from, from + limit).map(render)
  const next = { ...question, from: String(from + limit) }
  const cursor = Buffer.from(JSON.stringify(next)).toString('base64url')
  const link = from + limit < items.length ? { next_url: `https://api.massive.com${path}?cursor=${cursor}` } : {}
  return answer({ status: 'OK', results, ...link })
}

/** Whether a value is inside of the bounds that a question names: `strike_price.gte=70`. */
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
