import type { EndpointId } from '../endpoint-table.ts'
import { problemTitle } from '../problem.ts'
import type { JsonSchema, OpenApiDocument, OpenApiReference, OpenApiResponse } from './document.ts'
import { commonProblems, listProblemExamples, otherProblems, type ProblemExample } from './problem-examples.ts'

type Components = Pick<OpenApiDocument['components'], 'responses' | 'examples'>

const REQUEST_ID = '0b9c2f2e-6f0e-4c8b-9a38-3a1d5a7d0c11'
const retryAfter = { description: 'Seconds to wait before retrying', schema: { type: 'integer', minimum: 1 } }
/** Statuses whose responses carry a Retry-After header. */
const withRetryAfter = new Set([429, 503, 504])

/**
 * Writes error responses. Endpoints without specific examples share a response, which is written once and referenced.
 */
export function createProblemResponses(schema: JsonSchema) {
  const responses = new Map<string, OpenApiResponse>()
  const examples = new Map<string, Components['examples'][string]>()

  function referToExample(status: number, { code, detail }: ProblemExample): readonly [string, OpenApiReference] {
    const title = problemTitle(status)
    const value = { type: 'about:blank', title, status, detail, code, request_id: REQUEST_ID }
    const key = findKey(`${status}.${code}`, detail)
    examples.set(key, { summary: detail, value })
    return [key, { $ref: `#/components/examples/${key}` }]
  }

  /** Key of an example: its code, followed by a number if several sentences share the code. */
  function findKey(name: string, detail: string): string {
    for (let count = 1; ; count += 1) {
      const key = count === 1 ? name : `${name}.${count}`
      const known = examples.get(key)
      if (known === undefined || known.summary === detail) return key
    }
  }

  const build = (
    description: string,
    given: readonly (readonly [number, ProblemExample])[],
    headers: OpenApiResponse['headers'],
  ): OpenApiResponse => ({
    description,
    ...(headers === undefined ? {} : { headers }),
    content: {
      'application/problem+json': {
        schema,
        examples: Object.fromEntries(given.map(([status, example]) => referToExample(status, example))),
      },
    },
  })

  function refer(name: string, make: () => OpenApiResponse): OpenApiReference {
    if (!responses.has(name)) responses.set(name, make())
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    write(id: EndpointId, status: number): OpenApiReference | OpenApiResponse {
      const given = listProblemExamples(id, status)
      const title = problemTitle(status)
      const headers = withRetryAfter.has(status) ? { 'Retry-After': retryAfter } : undefined
      const make = () =>
        build(
          title,
          given.map((example) => [status, example]),
          headers,
        )
      return given === commonProblems[status] ? refer(title.replaceAll(' ', ''), make) : make()
    },
    writeOthers: (): OpenApiReference =>
      refer('OtherProblem', () =>
        build(
          'Any other error',
          otherProblems.map((example) => [example.status, example]),
          undefined,
        ),
      ),
    list: (): Components => ({
      responses: Object.fromEntries(responses),
      examples: Object.fromEntries(examples),
    }),
  }
}

export type ProblemResponses = ReturnType<typeof createProblemResponses>
