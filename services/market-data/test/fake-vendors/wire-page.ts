import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'

export type Wire = Record<string, unknown>

export const answer = (body: unknown): StubAnswer => ({ body: JSON.stringify(body) })
export const toInstant = (ms: number) => new Date(ms).toISOString()

/** One page of rows, and the token of the next page: the number of the first row on it. */
export function cutPage<T>({ query }: StubRequest, rows: readonly T[], usual: number) {
  const from = Number(query.page_token ?? 0)
  const limit = Number(query.limit ?? usual)
  const next = from + limit < rows.length ? String(from + limit) : null
  return { rows: rows.slice(from, from + limit), next }
}
