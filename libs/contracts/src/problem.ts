import Type, { type Static } from 'typebox'

/** One refused field of a request. */
export const FieldError = Type.Object({ field: Type.String(), detail: Type.String() })

/** Every error body of the product, `application/problem+json` (D29). Screens show `detail`. */
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

/** The response schemas of the given error statuses. */
export function problems<const S extends readonly number[]>(...statuses: S): { [K in S[number]]: typeof Problem } {
  return Object.fromEntries(statuses.map((status) => [status, Problem])) as { [K in S[number]]: typeof Problem }
}
