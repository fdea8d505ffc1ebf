import Type, { type Static } from 'typebox'

export const FieldError = Type.Object({ field: Type.String(), detail: Type.String() })

/** The body of every error, `application/problem+json` (D29). The web app shows `detail`. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String(),
  request_id: Type.String(),
  errors: Type.Optional(Type.Array(FieldError)),
})
export type Problem = Static<typeof Problem>
export type FieldError = Static<typeof FieldError>

/** Response schemas for these error statuses. */
export function problems<const S extends readonly number[]>(...statuses: S): { [K in S[number]]: typeof Problem } {
  return Object.fromEntries(statuses.map((status) => [status, Problem])) as { [K in S[number]]: typeof Problem }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

export function problemTitle(status: number): string {
  return titles[status] ?? 'Error'
}
