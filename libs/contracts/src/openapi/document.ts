import Type, { type Static } from 'typebox'

/** The subset of OpenAPI 3.1.1 that our document uses. Any other property is a bug in `buildOpenApi`. */
const closed = { additionalProperties: false } as const
const Text = Type.String({ minLength: 1 })
const Texts = Type.Record(Type.String(), Type.Unknown())

const Reference = Type.Object(
  { $ref: Type.String({ pattern: '^#/components/[a-z][A-Za-z]*/[A-Za-z0-9._-]+$' }) },
  closed,
)
const Schema = Texts
const MediaType = Type.Object(
  {
    schema: Schema,
    example: Type.Optional(Type.Unknown()),
    examples: Type.Optional(Type.Record(Type.String(), Reference)),
    'x-events': Type.Optional(Type.Record(Type.String(), Schema)),
  },
  closed,
)
const Content = Type.Record(Type.String(), MediaType)
const Header = Type.Object({ description: Text, schema: Schema }, closed)
const Response = Type.Object(
  { description: Text, headers: Type.Optional(Type.Record(Type.String(), Header)), content: Type.Optional(Content) },
  closed,
)
const Parameter = Type.Object(
  {
    name: Text,
    in: Type.Enum(['path', 'query', 'header']),
    required: Type.Boolean(),
    description: Type.Optional(Text),
    schema: Schema,
    example: Type.Optional(Type.Unknown()),
  },
  closed,
)
const Operation = Type.Object(
  {
    operationId: Text,
    tags: Type.Array(Text, { minItems: 1, maxItems: 1 }),
    summary: Text,
    description: Type.Optional(Text),
    security: Type.Array(Type.Record(Type.String(), Type.Array(Type.String()))),
    parameters: Type.Optional(Type.Array(Parameter)),
    requestBody: Type.Optional(Type.Object({ required: Type.Boolean(), content: Content }, closed)),
    responses: Type.Record(Type.String({ pattern: '^([2-5]\\d\\d|default)$' }), Type.Union([Reference, Response])),
  },
  closed,
)
const methods = ['get', 'post', 'put', 'delete'] as const
const PathItem = Type.Object(
  {
    get: Type.Optional(Operation),
    post: Type.Optional(Operation),
    put: Type.Optional(Operation),
    delete: Type.Optional(Operation),
  } satisfies Record<(typeof methods)[number], unknown>,
  closed,
)
const Example = Type.Object({ summary: Text, value: Type.Unknown() }, closed)

export const OpenApiDocument = Type.Object(
  {
    openapi: Type.Literal('3.1.1'),
    info: Type.Object(
      {
        title: Text,
        summary: Text,
        description: Text,
        version: Text,
        license: Type.Object({ name: Text, identifier: Text }, closed),
      },
      closed,
    ),
    servers: Type.Array(Type.Object({ url: Text, description: Text }, closed)),
    tags: Type.Array(Type.Object({ name: Text, description: Text }, closed)),
    paths: Type.Record(Type.String({ pattern: '^/api/' }), PathItem),
    components: Type.Object(
      {
        schemas: Type.Record(Type.String({ pattern: '^[A-Za-z0-9._-]+$' }), Schema),
        responses: Type.Record(Type.String({ pattern: '^[A-Za-z0-9._-]+$' }), Response),
        examples: Type.Record(Type.String({ pattern: '^[A-Za-z0-9._-]+$' }), Example),
        securitySchemes: Type.Record(
          Type.String(),
          Type.Object({ type: Type.Literal('http'), scheme: Text, bearerFormat: Text, description: Text }, closed),
        ),
      },
      closed,
    ),
  },
  closed,
)
export type OpenApiDocument = Static<typeof OpenApiDocument>
export type OpenApiOperation = Static<typeof Operation>
export type OpenApiParameter = Static<typeof Parameter>
export type OpenApiResponse = Static<typeof Response>
export type OpenApiContent = Static<typeof Content>
export type OpenApiReference = Static<typeof Reference>
export type JsonSchema = Static<typeof Schema>

export function listOperations(document: OpenApiDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ path, method, operation }]
    }),
  )
}
