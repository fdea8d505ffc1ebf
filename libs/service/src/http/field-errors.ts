import type { FieldError } from '@callwright/contracts'
import type { FastifyError } from 'fastify'

/** Converts validation errors to one message per field. */
export function collectFieldErrors(validation: NonNullable<FastifyError['validation']>): FieldError[] {
  const byField = new Map<string, string>()
  for (const problem of validation) {
    // The validator reports an unknown key twice, the second time just as "schema is false".
    if (problem.keyword === 'boolean') continue
    const path = problem.instancePath.split('/').slice(1).join('.')
    for (const field of nameFields(problem.keyword, problem.params, path)) {
      if (!byField.has(field)) byField.set(field, describe(problem.keyword, problem.params, problem.message))
    }
  }
  return [...byField].map(([field, detail]) => ({ field, detail }))
}

function nameFields(keyword: string, params: Record<string, unknown>, path: string): string[] {
  const inner =
    keyword === 'required'
      ? params.requiredProperties
      : keyword === 'additionalProperties'
        ? params.additionalProperties
        : null
  return Array.isArray(inner) ? inner.map((name) => (path ? `${path}.${String(name)}` : String(name))) : [path]
}

function describe(keyword: string, params: Record<string, unknown>, message: string | undefined): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not a known field'
  if (keyword === 'enum' && Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'pattern') return 'has an invalid format'
  return message ?? 'is not valid'
}
