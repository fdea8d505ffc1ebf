import Type from 'typebox'
import { request } from './primitives.ts'
import { problems } from './problem.ts'

/** Parts of an OpenAPI document that clients can rely on. */
const ApiDocument = Type.Object({
  openapi: Type.String({ pattern: '^3\\.1\\.\\d+$' }),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: Type.Record(Type.String(), Type.Unknown()),
})

export const gatewaySchemas = {
  'gateway.health': { responses: { 200: Type.Object({ status: Type.Literal('pass') }), ...problems(503) } },
  'gateway.docs': { responses: { 200: ApiDocument }, responseTypes: ['text/html', 'application/json'] },
  'gateway.openapi': { responses: { 200: ApiDocument } },
  'gateway.docsScript': { responses: { 200: Type.String() }, responseTypes: ['text/javascript'] },
  'gateway.docsLibrary': { responses: { 200: Type.String() }, responseTypes: ['text/javascript'] },
  'gateway.docsStyle': { responses: { 200: Type.String() }, responseTypes: ['text/css'] },
  'gateway.reportError': {
    body: request({
      message: Type.String({ maxLength: 2_000 }),
      stack: Type.Optional(Type.String({ maxLength: 8_000 })),
      componentStack: Type.Optional(Type.String({ maxLength: 8_000 })),
      timestamp: Type.Optional(Type.String({ maxLength: 40 })),
      userAgent: Type.Optional(Type.String({ maxLength: 400 })),
      url: Type.Optional(Type.String({ maxLength: 2_000 })),
      environment: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    responses: { 204: Type.Null(), ...problems(400, 413, 429) },
  },
} as const
