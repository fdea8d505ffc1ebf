import { expect } from '@jest/globals'
import { findWrongFigures } from './figures.ts'
import type { Ask, Replica, Reply, World } from './support.ts'

/** Internal terms that must not appear in user messages. */
const INSIDES =
  /\bat \S+ \(|\.ts:\d|node_modules|\/src\/|ECONN|UND_ERR|https?:|127\.0\.0\.1|localhost|\[object|undefined/
/** Time as users see it, such as `10:31 ET`. */
const TIME = /\d\d:\d\d ET/

/** Lists the problems of a response; empty if there are none. */
export type Judge = (reply: Reply, good: Reply | undefined) => readonly string[]

type Check = readonly [problem: string, isFine: boolean]

const listProblems = ({ text }: Reply, checks: readonly Check[]) =>
  checks.flatMap(([problem, isFine]) => (isFine ? [] : [`${problem}: ${text.slice(0, 400)}`]))

/** Expects a 503 with a readable message and a Retry-After. */
export const judgePlain503: Judge = (reply) => {
  const { status, headers, body, text } = reply
  return listProblems(reply, [
    [`503 expected, not ${status}`, status === 503],
    ['no problem+json', String(headers['content-type']).startsWith('application/problem+json')],
    ['no Retry-After', Number(headers['retry-after']) >= 1],
    ['no plain detail', /^[A-Z].{20,}\.$/.test(String(body.detail))],
    ['tells of its insides', !INSIDES.test(text)],
  ])
}

/** Expects no figures other than those in the good response. */
export const judgeFigures: Judge = (reply, good) => {
  const wrong = reply.status === 200 ? findWrongFigures(reply.body, good?.body) : []
  return [
    ...listProblems(reply, [
      [`200 expected, not ${reply.status}`, reply.status === 200],
      ['tells of its insides', !INSIDES.test(reply.text)],
    ]),
    ...wrong.slice(0, 5).map(({ path, got, good: known }) => `wrong figure: ${path} is ${got}, not ${known}`),
  ]
}

/** Expects the last good response, labeled stale, with its time. */
export const judgeStale: Judge = (reply, good) => {
  const { data_class: dataClass, cache_status: cacheStatus, as_of: asOf } = reply.body
  return [
    ...judgeFigures(reply, good),
    ...listProblems(reply, [
      [`stale expected, not ${dataClass}`, dataClass === 'stale'],
      [`a stale cache expected, not ${cacheStatus}`, cacheStatus === 'stale'],
      [`figures of ${good?.body.as_of} expected, not ${asOf}`, asOf === good?.body.as_of],
      [`does not say of when it is: ${describeLacks(reply)}`, TIME.test(describeLacks(reply))],
    ]),
  ]
}

/** Joins everything that a response says about missing data into one text. */
export function describeLacks({ body: { message, missing } }: Reply): string {
  if (typeof message === 'string') return message
  return Array.isArray(missing) ? missing.map(({ reason }) => String(reason)).join('. ') : ''
}

/** Makes every request while everything works, and returns the replica's responses by request. */
export async function askAllGood(replica: Replica, list: readonly Ask[], symbol: string): Promise<Map<string, Reply>> {
  const replies = await Promise.all(list.map(async (ask) => [ask.id, await replica.ask(ask, symbol)] as const))
  for (const [id, { status, text }] of replies) expect([id, status, status === 200 ? '' : text]).toEqual([id, 200, ''])
  return new Map(replies)
}

/** Expects no keys or internal URLs in any log line or response (S29, S30). */
export function expectNoLeaks(world: World): void {
  const output = world.listOutput()
  expect(world.secrets.filter((secret) => output.includes(secret))).toEqual([])
}
