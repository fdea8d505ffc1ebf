import manifest from '../../package.json' with { type: 'json' }
import { endpointDocs, ownerDocs } from '../endpoint-docs.ts'
import { type EndpointId, endpointIds, endpointTable } from '../endpoint-table.ts'
import { type EndpointSchemas, getSchemas, getSuccessStatus, type PublicId } from '../endpoints.ts'
import { Problem } from '../problem.ts'
import type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './document.ts'
import { createProblemResponses, type ProblemResponses } from './problem-responses.ts'
import { createSchemaComponents, type SchemaComponents } from './schema-components.ts'

export {
  listOperations,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiReference,
  type OpenApiResponse,
} from './document.ts'

const JSON_TYPE = 'application/json'
const DESCRIPTION = [
  'The web app uses this API and nothing else.',
  'Sign in (POST /api/auth/login) and send the access token as Authorization: Bearer. It expires after 15 minutes.',
  'An unknown value is null, never 0. Money is dollars as a number, percentages run from 0 to 100, names are snake_case.',
  'Every response with market data includes its source, its as_of time and its data_class.',
  'Errors are application/problem+json: show detail to users, and switch on code in programs.',
].join('\n\n')

interface Writers {
  readonly schemas: SchemaComponents
  readonly problems: ProblemResponses
}

/** Ids of the endpoints that external callers can reach, without service-to-service endpoints. */
export function listPublicIds(): PublicId[] {
  return endpointIds.filter((id): id is PublicId => endpointTable[id].access !== 'service')
}

/** Builds the OpenAPI 3.1.1 document of the public API from the endpoint table, schemas and docs. */
export function buildOpenApi(): OpenApiDocument {
  const schemas = createSchemaComponents()
  const writers = { schemas, problems: createProblemResponses(schemas.write(Problem)) }
  const paths: OpenApiDocument['paths'] = {}
  for (const id of listPublicIds()) {
    const { method, path } = endpointTable[id]
    const template = path.replaceAll(/:([^/]+)/g, '{$1}')
    const item = paths[template] ?? {}
    item[method.toLowerCase() as Lowercase<typeof method>] = writeOperation(id, writers)
    paths[template] = item
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Callwright',
      summary: 'Covered-call screener, analysis, portfolio tracking and coach.',
      description: DESCRIPTION,
      version: manifest.version,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server this document comes from' }],
    tags: Object.values(ownerDocs).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.list(),
      ...writers.problems.list(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The access_token returned by sign-in. It expires after 15 minutes; POST /api/auth/refresh returns a new one.',
        },
      },
    },
  }
}

function writeOperation(id: PublicId, writers: Writers): OpenApiOperation {
  const { owner, access } = endpointTable[id]
  const schemas = getSchemas(id)
  const { summary, description } = endpointDocs[id]
  const parameters = writeParameters(id, schemas, writers)
  return {
    operationId: id,
    tags: [ownerDocs[owner].name],
    summary,
    ...(description === undefined ? {} : { description }),
    security: access === 'user' ? [{ bearer: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(schemas.body === undefined
      ? {}
      : { requestBody: { required: true, content: writeBody(id, schemas, writers) } }),
    responses: writeResponses(id, schemas, writers),
  }
}

function writeParameters(id: PublicId, schemas: EndpointSchemas, { schemas: components }: Writers): OpenApiParameter[] {
  const { example } = endpointDocs[id]
  const places = [
    { place: 'path', schema: schemas.params, example: example?.params },
    { place: 'query', schema: schemas.query, example: example?.query },
    { place: 'header', schema: schemas.headers, example: undefined },
  ] as const
  return places.flatMap(({ place, schema, example: given }) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => {
      const { description, ...written } = components.write(property) as { description?: string }
      const value = (given as Readonly<Record<string, unknown>> | undefined)?.[name]
      return {
        name,
        in: place,
        required: schema?.required?.includes(name) === true,
        ...(description === undefined ? {} : { description }),
        schema: written,
        ...(value === undefined ? {} : { example: value }),
      }
    }),
  )
}

function writeBody(id: PublicId, { body, bodyTypes = [JSON_TYPE] }: EndpointSchemas, writers: Writers): OpenApiContent {
  const example = endpointDocs[id].example?.body
  const schema = body === undefined ? {} : writers.schemas.write(body)
  return Object.fromEntries(
    bodyTypes.map((type) => [type, { schema, ...(example === undefined || type !== JSON_TYPE ? {} : { example }) }]),
  )
}

function writeResponses(id: EndpointId, schemas: EndpointSchemas, writers: Writers): OpenApiOperation['responses'] {
  const failures = Object.keys(schemas.responses)
    .map(Number)
    .filter((status) => status >= 400)
  return {
    [getSuccessStatus(id)]: writeSuccess(id, schemas, writers),
    ...Object.fromEntries(failures.map((status) => [status, writers.problems.write(id, status)])),
    default: writers.problems.writeOthers(),
  }
}

const successDescriptions: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; processing continues in the background.',
  204: 'Success, without content.',
}

function writeSuccess(id: EndpointId, schemas: EndpointSchemas, writers: Writers): OpenApiResponse {
  const status = getSuccessStatus(id)
  const description = successDescriptions[status]
  const schema = schemas.responses[status]
  if (description === undefined || schema === undefined)
    throw new Error(`${id} has a success status without a description`)
  if (status === 204) return { description }
  const { responseTypes = [JSON_TYPE], events = {} } = schemas
  const content = responseTypes.map((type): [string, OpenApiContent[string]] => {
    if (type === JSON_TYPE) return [type, { schema: writers.schemas.write(schema) }]
    if (type !== 'text/event-stream') return [type, { schema: { type: 'string' } }]
    const data = Object.entries(events).map(([name, event]) => [name, writers.schemas.write(event)])
    return [type, { schema: { type: 'string' }, 'x-events': Object.fromEntries(data) }]
  })
  return { description, content: Object.fromEntries(content) }
}
