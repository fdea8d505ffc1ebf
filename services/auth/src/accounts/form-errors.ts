import { endpointTable, type FieldError } from '@callwright/contracts'
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import { invalidFields } from '../errors.ts'

const MAX_NAME_ECHO = 64

type Labels = Readonly<Record<string, string>>

const loginLabels: Labels = { username: 'Username or email', password: 'Password' }
const registrationLabels: Labels = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  full_name: 'Full name',
}

const passwordLabels: Labels = { current_password: 'Current password', new_password: 'New password' }
const deletionLabels: Labels = { password: 'Password' }

const labelsByPath = new Map<string, Labels>([
  [endpointTable['auth.login'].path, loginLabels],
  [endpointTable['auth.register'].path, registrationLabels],
  [endpointTable['auth.password'].path, passwordLabels],
  [endpointTable['auth.deleteMe'].path, deletionLabels],
])

/** Applies SPEC's wording to schema errors in forms, on routes that are registered after this call. */
export function installFormErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const labels = labelsByPath.get(route.url)
    if (labels) route.schemaErrorFormatter = (errors) => invalidFields(describeFormErrors(errors, labels))
  })
}

export function describeFormErrors(errors: readonly FastifySchemaValidationError[], labels: Labels): FieldError[] {
  const byField = new Map<string, string>()
  for (const error of errors) {
    for (const field of nameFields(error, labels)) {
      const label = Object.hasOwn(labels, field) ? labels[field] : undefined
      if (!byField.has(field)) byField.set(field, describe(error, field, label))
    }
  }
  return [...byField].map(([field, detail]) => ({ field, detail }))
}

/** Lists the fields that an error is about; if the body is not an object, all required fields. */
function nameFields({ keyword, params, instancePath }: FastifySchemaValidationError, labels: Labels): string[] {
  if (keyword === 'required' && Array.isArray(params.requiredProperties)) return params.requiredProperties.map(String)
  if (keyword === 'additionalProperties' && Array.isArray(params.additionalProperties)) {
    return params.additionalProperties.map((name) => String(name).slice(0, MAX_NAME_ECHO))
  }
  const field = instancePath.split('/')[1] ?? ''
  if (field === '') return Object.keys(labels).filter((name) => name !== 'full_name')
  return Object.hasOwn(labels, field) ? [field] : []
}

function describe(error: FastifySchemaValidationError, field: string, label: string | undefined): string {
  if (label === undefined) return `${field} is not a known field`
  const { keyword, params, instancePath } = error
  if (keyword === 'required' || keyword === 'minLength' || instancePath === '') return `${label} is required`
  if (keyword === 'maxLength') return `${label} must be at most ${String(params.limit)} characters`
  return `${label} must be text`
}
